"""What is refused names its field; what is kept is clean."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from learnt import memory

from edge.errors import UsageError
from edge.memory import check

GOOD = {"situation": "The pump stops when the valve closes.", "solution": "Open the bypass before that."}


@pytest.mark.parametrize(
    ("context", "named"),
    [
        ({}, "situation"),
        ({"situation": "", "solution": "Open the bypass before that."}, "situation"),
        ({"situation": GOOD["situation"]}, "solution"),
        ({**GOOD, "solution": "fixed"}, "solution"),
        ({**GOOD, "situation": "it was the"}, "situation"),
        ({**GOOD, "situation": "\u200b \n\t"}, "situation"),
        ({**GOOD, "situation": "x " * 600_000}, "situation"),
        ({**GOOD, "conversation_excerpt": "y" * 101}, "conversation_excerpt"),
        ({**GOOD, "trigger_keywords": ["k"] * 51}, "trigger_keywords"),
        ({**GOOD, "error_messages": ["e" * 2_001]}, "error_messages[0]"),
    ],
)
def test_a_context_that_says_too_little_or_too_much_is_refused(context: dict[str, Any], named: str) -> None:
    """Missing, thin, invisible or a megabyte: the message names the field and what to do."""
    with pytest.raises(UsageError, match=named.replace("[", r"\[")) as refused:
        check.checked_context(check.context_of_json(context), 100)
    assert refused.value.hint and len(refused.value.message) < 200


@pytest.mark.parametrize(
    ("given_json", "named"),
    [
        ({"type": "bug", "title": "t", "context": {**GOOD, "situation": 3}}, "context.situation"),
        ({"type": "bug", "title": "t", "context": {**GOOD, "trigger_keywords": "a"}}, "trigger_keywords"),
        ({"type": "bug", "title": "t", "context": {**GOOD, "colour": "red"}}, "colour"),
        ({"type": "bug", "title": "t", "context": "a string"}, "context"),
        ({"type": "bugs", "title": "t", "context": GOOD}, "type"),
        ({"title": "t", "context": GOOD}, "type"),
        ([], "memory"),
        (None, "memory"),
    ],
)
def test_a_value_of_the_wrong_type_is_named(given_json: Any, named: str) -> None:
    """Wrong types, unknown fields and no object at all are usage errors, never tracebacks."""
    with pytest.raises(UsageError, match=named):
        check.of_json(given_json)


def test_the_excerpt_limit_is_the_settings() -> None:
    """What fits is kept as it was given."""
    context = check.context_of_json({**GOOD, "conversation_excerpt": "y" * 100})
    assert check.checked_context(context, 100).conversation_excerpt == "y" * 100


@given(st.text(max_size=200), st.text(max_size=200))
def test_whatever_is_typed_is_kept_clean_or_refused(title: str, situation: str) -> None:
    """No control character, no lone surrogate and no invisible text gets in."""
    new = memory(title=title, context={"situation": situation})
    try:
        kept = check.checked(new, 100)
    except UsageError:
        return
    text = kept.title + kept.context.situation
    text.encode("utf-8")
    assert not set(text) & {"\0", "\x1b", "\u202e", "\u200b"}
    assert "\n" not in kept.title
