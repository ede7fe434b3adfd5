"""The form that a model fills in."""

from __future__ import annotations

import pytest
from scripted_model import form, item

from edge.extract.llm import custom_type
from edge.extract.llm import form as schema
from edge.schema import gbnf
from edge.schema.check import problems
from edge.schema.read import read

OWN = custom_type.load({"type": "object", "properties": {"maxLength": {"type": "string", "maxLength": 5}}})


@pytest.mark.parametrize("context", [True, False])
@pytest.mark.parametrize("own_type", [None, OWN])
def test_every_form_is_sure_to_end(context: bool, own_type: custom_type.CustomType | None) -> None:
    """A local grammar takes it: everything is bounded, required, and numbers are text."""
    made = schema.answer(schema.room(6_000), own_type, context=context)
    assert gbnf.from_schema(read(made)).bytes > 0
    assert ("used" in made["properties"]) is context
    assert list(made["properties"]).index("why") < list(made["properties"]).index("action")


def test_a_form_in_the_smallest_window() -> None:
    """What a small window can read has a form whose usual answer fits the other half of it."""
    from edge.engines.gemma.engine import INSTRUCTIONS
    from edge.settings import GemmaSettings

    window = GemmaSettings().window
    chars = (window // 2 - INSTRUCTIONS) * 3
    # About 150 tokens for an extraction, keys included.
    assert schema.FEWEST <= schema.room(chars) <= window // 2 // 150


def test_lengths_are_no_reason_to_ask_again() -> None:
    """What came back is checked for its shape: long texts, French names and further fields pass, the wrong
    kind of value does not. A field of the user's may be called maxLength.
    """
    shape = schema.shape(schema.answer(3, OWN))
    record = {"quote": "", "info": "", "importance": "low", "data": {"maxLength": "123456"}}
    good = form(*[item(info="x" * 500, type="Échéance")] * 9, records=[record], more=1)
    assert problems(good, shape) == []
    bad = form(item(), records=[{**record, "data": {"maxLength": 5}}])
    assert "maxLength" in problems(bad, shape)[0]
    assert problems(form(item(task=1), records=[]), shape) == ["/extractions/0/task is 1, not boolean"]
