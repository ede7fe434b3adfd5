"""Constrained choice on the real library: pruned, and exactly what filtering everything gives."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gemma_shared import needs_llama

from edge.schema.gbnf import from_schema
from edge.schema.read import read

pytestmark = needs_llama

SCHEMAS: list[dict[str, Any]] = [
    {"type": "array", "minItems": 2, "maxItems": 3,
     "items": {"enum": ["keep", "é été", "[x]", 'a "b" \\ c', "日本"]}},
    {"type": "string", "minLength": 5, "maxLength": 40},
    {"type": "object",
     "properties": {"a b": {"type": "boolean"}, "ç": {"type": "integer", "minimum": -3, "maximum": 12}},
     "required": ["a b", "ç"]},
]  # fmt: skip


@pytest.fixture(scope="module")
def model(tiny_gguf: Path) -> Iterator[Any]:
    """The worker's own model, in this process: the files are ours and sound."""
    from edge.engines.gemma.native import LlamaModel
    from edge.engines.gemma.protocol import Open

    made = LlamaModel(Open(0, str(tiny_gguf), "", 256, 64, 64, 1, True, ""))
    yield made


@pytest.mark.parametrize("schema", SCHEMAS, ids=["enums", "string", "object"])
@pytest.mark.parametrize("seed", range(4))
def test_pruned_choice_is_exact(model: Any, schema: dict[str, Any], seed: int) -> None:
    """At every step of a random walk the pruned filter picks the token that the whole filter picks, and the
    text is JSON."""
    from edge.engines.gemma.sampler import Constraint

    grammar = from_schema(read(schema)).text
    pruned = Constraint(model.vocabulary.handle, grammar, model._pieces)
    whole = Constraint(model.vocabulary.handle, grammar, model._pieces)
    assert pruned._uniform
    whole._uniform = False
    rng = np.random.default_rng(seed)
    text = b""
    ends = set(model._pieces().always.tolist())
    for _ in range(400):
        logits = rng.standard_normal(model.size).astype(np.float32)
        token = pruned.best(logits)
        assert token is not None and token == whole.best(logits)
        assert pruned.allowed(token)
        if token in ends and not model.vocabulary.piece(token):
            break
        text += model.vocabulary.piece(token)
        pruned.accept(token)
        whole.accept(token)
    else:
        pytest.fail("the grammar did not end")
    pruned.close()
    whole.close()
    # llama.cpp lets a byte token be followed by what does not continue it; the worker replaces such bytes
    # too.
    assert json.loads(text.decode("utf-8", "replace")) is not None


@pytest.mark.parametrize(
    ("schema", "value"),
    list(zip(SCHEMAS, [["keep", 'a "b" \\ c', "日本"], 'é\n"\\ 5', {"a b": True, "ç": -3}], strict=True)),
    ids=["enums", "string", "object"],
)
def test_a_value_of_the_schema_is_taken(model: Any, schema: dict[str, Any], value: Any) -> None:
    """llama.cpp takes every token of the compact JSON of a value that fits, and the end after it."""
    from edge.engines.gemma.sampler import Constraint
    from edge.schema.check import problems

    assert problems(value, read(schema)) == []
    constraint = Constraint(model.vocabulary.handle, from_schema(read(schema)).text, model._pieces)
    for token in model.vocabulary.tokenise(json.dumps(value, ensure_ascii=False, separators=(",", ":"))):
        assert constraint.allowed(token)
        constraint.accept(token)
    ends = [token for token in model._pieces().always.tolist() if not model.vocabulary.piece(token)]
    assert any(map(constraint.allowed, ends))
    constraint.close()


def test_a_character_that_cannot_be_probed(model: Any) -> None:
    """A literal with a character that pruning overlooks is still found: the last word is the whole
    filter's.
    """
    from edge.engines.gemma.sampler import Constraint

    made = Constraint(model.vocabulary.handle, from_schema(read({"const": "\x85"})).text, model._pieces)
    made.accept(model.vocabulary.tokenise('"')[0])
    assert made.best(np.zeros(model.size, dtype=np.float32)) is not None
    made.close()


def test_other_grammars_are_not_pruned(model: Any) -> None:
    """A grammar with character classes of its own is filtered whole: pruning would have to understand it."""
    from edge.engines.gemma.sampler import Constraint

    made = Constraint(model.vocabulary.handle, 'root ::= "a" [à-ü] .', model._pieces)
    assert made._candidates() is None
    made.close()


def test_library_is_the_one_we_build(model: Any) -> None:
    """The structures that are passed have the sizes that llama.cpp's header gives them."""
    import llama_cpp

    assert ctypes.sizeof(llama_cpp.llama_token_data) == 12
    assert model.opened(0).library == llama_cpp.__version__
