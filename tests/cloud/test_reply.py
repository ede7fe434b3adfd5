"""What the service answered is foreign text: read by its form, bounded, and never believed."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import message

from edge.cloud import reply
from edge.errors import CloudBroken, CloudError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_any_json_value_comes_through(value: Any) -> None:
    """The text of the answer is what the model wrote, whatever its letters."""
    text = json.dumps(value, ensure_ascii=False)
    assert reply.read(message(text)).text == text


@given(st.binary(max_size=80) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_other_body_is_broken(body: bytes) -> None:
    """Bytes that are no message are an error of the cloud's, never of ours."""
    with pytest.raises(CloudBroken):
        reply.read(body)


@given(st.integers(0, 60), st.sampled_from(["stop_reason", "content", "usage", "model"]), JSON)
def test_a_body_cut_or_bent_is_an_answer_or_a_cloud_error(cut: int, field: str, value: Any) -> None:
    """A field of another type, or a body that ends early, raises nothing but the errors of this room."""
    whole = message("{}", **{field: value})
    for body in (whole, whole[: len(whole) - cut]):
        with contextlib.suppress(CloudError):
            assert reply.is_json(reply.read(body).text)


@pytest.mark.parametrize("depth", [2_000, 200_000])
def test_deep_nesting_is_broken(depth: int) -> None:
    """A few kilobytes of brackets do not exhaust the stack."""
    with pytest.raises(CloudBroken):
        reply.read(message("[" * depth))
    with pytest.raises(CloudBroken):
        reply.read(b'{"content": [], "usage": ' + b"[" * depth)


def test_text_blocks_are_joined_and_thinking_is_left_out() -> None:
    """Content is picked by its type: thinking comes first and is no part of the answer."""
    blocks = [
        {"type": "thinking", "thinking": "{}"},
        {"type": "text", "text": '{"a":'},
        {"type": "text", "text": "1}"},
    ]
    assert reply.read(message("", content=blocks)).text == '{"a":1}'


def test_usage_is_numbers_only() -> None:
    """What a price is for is kept, two levels deep; text of the service's goes no further. Numbers that
    cannot be stay ones that cannot be.
    """
    usage = {
        "input_tokens": 5,
        "cache_creation": {"ephemeral_5m_input_tokens": 3, "note": "x"},
        "service_tier": "standard",
        "negative": -1,
        "flag": True,
        "a key with spaces": 1,
        "huge": 10**15,
    }
    assert reply.read(message("{}", usage=usage)).usage == {
        "input_tokens": 5,
        "cache_creation": {"ephemeral_5m_input_tokens": 3},
        "negative": -1,
        "huge": 10**12,
    }


@given(st.text(max_size=400), st.text("abcdef0123456789", min_size=6, max_size=20))
def test_foreign_words_are_shown_on_one_short_line_without_the_key(text: str, key: str) -> None:
    """A complaint of the service may hold what was sent, or what a terminal would obey."""
    shown = reply.shown(text + key + text, key)
    assert key not in shown
    assert len(shown) <= 200
    assert shown.isprintable()


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"error": []}', b'{"error": {"message": 5}}', b"\xff"])
def test_an_error_without_words_has_none(body: bytes) -> None:
    """An error body of any shape can be looked at."""
    assert reply.problem(body) == ""


def test_a_name_that_is_none_is_left_out() -> None:
    """Ids of the service go into the audit: only what looks like one."""
    assert reply.name("req_011CSHoEeqs5C35K2UUqR7Fy") == "req_011CSHoEeqs5C35K2UUqR7Fy"
    assert reply.name("line\nbreak") == reply.name("x" * 500) == reply.name("") == ""
