"""/api/page/place and /api/page/image over a real socket."""

from __future__ import annotations

import pymupdf
import pytest
from http_server import Served

HANDBOOK = "arbiters-handbook-en.pdf"


def asked(served: Served, path: str) -> str:
    """An address on the handbook that ships: the second base, whose file lies beside it."""
    return f"{path}&knowledge=knowledge"


def test_the_place_of_words_on_a_page(served: Served) -> None:
    """Boxes as parts of the page's width and height, that PyMuPDF's search for the words agrees with."""
    from edge import paths

    text = served.get(asked(served, f"/api/page?source={HANDBOOK}&page=39"))["text"]
    words = "The default time is the delay"
    start = text.index(words)
    where = f"/api/page/place?source={HANDBOOK}&page=39&start={start}&end={start + len(words)}"
    place = served.get(asked(served, where))
    assert (place["image"], place["pages"], place["share"]) == (True, 75, 1.0)
    with pymupdf.open(paths.shipped_knowledge().parent / HANDBOOK) as pdf:
        expected = pdf[38].search_for(words)[0]
    ((x0, y0, x1, y1),) = place["boxes"]
    found = (x0 * place["width"], y0 * place["height"], x1 * place["width"], y1 * place["height"])
    assert found == pytest.approx(tuple(expected), abs=1)


def test_the_picture_of_a_page(served: Served) -> None:
    """A PNG of the width that was asked for."""
    reply = served.request("GET", asked(served, f"/api/page/image?source={HANDBOOK}&page=3&width=600"))
    assert reply.headers["content-type"] == "image/png"
    assert abs(pymupdf.Pixmap(reply.body).width - 600) <= 1


def test_a_document_without_pages_has_none_to_draw(served: Served) -> None:
    """Its text is all there is: a page of it is told to be none."""
    reply = served.request("GET", "/api/page/place?source=notes.txt&page=1")
    assert reply.status == 400 and "has no pages" in reply.json()["error"]["message"]


@pytest.mark.parametrize("room", ["place", "image"])
@pytest.mark.parametrize(
    "given",
    ["", "source=nothing.pdf&page=1", f"source={HANDBOOK}", f"source={HANDBOOK}&page=0",
     f"source={HANDBOOK}&page=76", f"source={HANDBOOK}&page=-1", f"source={HANDBOOK}&page=x",
     f"source={HANDBOOK}&page=99999999999", "source=../../etc/passwd&page=1",
     f"source={HANDBOOK}&page=1&start=9&end=x&width=x"],
)  # fmt: skip
def test_what_is_not_there_is_a_clear_error(served: Served, room: str, given: str) -> None:
    """A 400 that names the thing, whatever is asked for; no file is opened by a name in an address."""
    reply = served.request("GET", asked(served, f"/api/page/{room}?{given}"))
    assert reply.status == 400
    assert reply.json()["error"]["message"] and reply.json()["error"]["hint"]


def test_a_number_out_of_range_is_told_with_the_range(served: Served) -> None:
    """-1 is a whole number: what is wrong with it is said."""
    for value in ("-1", "99999999999"):
        reply = served.request("GET", asked(served, f"/api/page?source={HANDBOOK}&page={value}"))
        assert reply.status == 400
        assert "no whole number from 0 to 999,999,999" in reply.json()["error"]["message"]


def test_offsets_beyond_the_text_mark_nothing(served: Served) -> None:
    """Offsets that no quote has leave no box."""
    where = f"/api/page/place?source={HANDBOOK}&page=3&start=999999&end=9999999"
    assert served.get(asked(served, where))["boxes"] == []
