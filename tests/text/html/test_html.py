"""HTML that is made to cost is read as far as it is cheap; ordinary HTML is read whole."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.html.limits import affordable
from edge.text.html.pieces import Html

ATTACKS = {
    "comments": "<!--" * 100_000,
    "open tags": "<a <a" * 300_000,
    "tables": "<table><tr><td>" * 50_000 + "deep",
    "blocks": "<div>" * 100_000,
    "blocks and pairs": "<div>" * 10_000 + "<div></div>" * 100_000,
    "options": "<select>" + "<option>" * 100_000,
    "lists": "<ul><li>" * 100_000,
    "formatting in blocks": "<p>" + "".join(f"<font a={n}>" for n in range(1000)) + "<p>x" * 100_000,
    "formatting crossed": "".join(f"<b id={n}><div>" for n in range(20_000)) + "</b>" * 20_000,
    "attributes": "<a " + " ".join(f"x{n}=1" for n in range(100_000)) + ">t</a>",
    "attributes behind a quoted end": '<a b=">" ' + " ".join(f"x{n}" for n in range(100_000)) + ">t</a>",
    "quotes": "<a b=\"'" * 300_000,
    "headings": "<h1><div>" * 100_000,
    "raw text": "<style>" * 300_000,
}


@pytest.mark.parametrize("name", ATTACKS)
def test_no_markup_is_dear(name: str) -> None:
    """Two megabytes of anything end in seconds of processor time (the parser alone takes minutes)."""
    began = time.process_time()
    assert sum(len(piece.text) for piece in Html(ATTACKS[name]).pieces()) < 2_000_000
    assert time.process_time() - began < 8


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * 10_000 + "deep" + "</div>" * 10_000,
        "<table>" + "<tr><td>a<td>b" * 50_000 + "</table>",
        "<p>one" * 100_000,
        "<p><b>x</b> <a href=y>z</a></p>" * 20_000,
        "<select>" + "<option>x" * 5_000 + "</select>",
        "<script>" + "'<div>'" * 100_000 + "</script><p>end</p>",
        '<img src="data:' + "x" * 500_000 + '"><p>end</p>',
        "<font size=2>" + "<p>x" * 20_000,
    ],
    ids=range(8),
)
def test_what_people_write_is_read_whole(markup: str) -> None:
    """Ends left out, deep nesting, long scripts and inline pictures are no attack."""
    assert affordable(markup) == len(markup)


@given(st.text(alphabet="<>/!-='\"& abptdr1\n", max_size=300))
def test_any_markup_has_a_limit(markup: str) -> None:
    """The limit is a place in the markup, and the pieces are well nested."""
    assert 0 <= affordable(markup) <= len(markup)
    opened: list[str] = []
    for piece in Html(markup).pieces():
        if piece.kind == "start":
            opened.append(piece.tag)
        elif piece.kind == "end":
            assert opened.pop() == piece.tag
    assert not opened
