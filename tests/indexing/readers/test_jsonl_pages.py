from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import ReadError
from edge.indexing.readers.jsonl_pages import looks_like_pages, read


def line(**fields: object) -> bytes:
    return json.dumps({"source": "a.pdf", "page": 1, "text": "text", **fields}).encode() + b"\n"


def test_each_source_becomes_a_document() -> None:
    """Lines are grouped by source, in page order whatever their order in the file; numbers may have gaps."""
    data = line(page=7) + line(source="b.pdf", title="B") + line(page=2, section="S")
    first, second = read(data, "pages.jsonl")
    assert first.document is not None and second.document is not None
    assert [(page.number, page.section) for page in first.document.pages] == [(2, "S"), (7, "")]
    assert (second.name, second.document.title) == ("b.pdf", "B")


def test_headings_are_found_on_their_page() -> None:
    """A heading is used only where it opens a line; its span is exact."""
    (source,) = read(
        line(text="intro Art. 1\nArt. 1\nbody\nArt. 2\n", headings=["Art. 1", "Art. 2", "Art. 9"]), "x"
    )
    assert source.document is not None
    (page,) = source.document.pages
    assert [(h.text, page.text[h.start :].startswith(h.text), h.start) for h in page.headings] == [
        ("Art. 1", True, 13),
        ("Art. 2", True, 25),
    ]


@pytest.mark.parametrize(
    "bad",
    [
        line(page=0),
        line(page="two"),
        line(text=5),
        line(page=3) + line(page=3),
        b'{"source": "a.pdf", "page": 4, "text": "cut off',
    ],
)
def test_a_bad_line_costs_its_source_and_says_where(bad: bytes) -> None:
    """The other sources are read; the bad one is reported with its line number."""
    sources = {source.name: source for source in read(line(source="b.pdf") + line(page=1) + bad, "p.jsonl")}
    assert sources["b.pdf"].document is not None
    assert sources["a.pdf"].document is None
    assert sources["a.pdf"].reason.startswith("line ")


def test_a_line_that_names_no_source_is_reported_by_its_number() -> None:
    """Nothing else is lost by it."""
    sources = read(line() + b"not json\n", "p.jsonl")
    assert [(source.name, source.document is None) for source in sources] == [
        ("a.pdf", False),
        ("p.jsonl:2", True),
    ]


@pytest.mark.parametrize("data", [b"", b'{"id": 1, "question": "?"}\n', b"[]\n"])
def test_a_file_of_other_things_is_one_failure(data: bytes) -> None:
    """JSONL of questions, say, is refused once, not once a line."""
    with pytest.raises(ReadError, match="no pages"):
        read(data, "questions.jsonl")


def test_digest_is_of_one_source_only() -> None:
    """A change to one source leaves its neighbours unchanged; the order of lines does not matter."""
    before = {s.name: s.sha256 for s in read(line() + line(page=2) + line(source="b"), "x")}
    after = {s.name: s.sha256 for s in read(line(source="b", text="new") + line(page=2) + line(), "x")}
    assert before["a.pdf"] == after["a.pdf"]
    assert before["b"] != after["b"]


def test_sniffing() -> None:
    """A folder's other JSONL files are told apart by their first line."""
    assert looks_like_pages(b"\n" + line())
    assert not looks_like_pages(b'{"id": 1, "question": "where?"}\n')


@given(st.lists(st.one_of(st.binary(max_size=60), st.just(line()), st.just(line(page=2))), max_size=6))
def test_any_lines_are_read_or_reported(lines: list[bytes]) -> None:
    """Random lines among good ones raise only ReadError; every source has a document or a reason."""
    try:
        sources = read(b"\n".join(lines), "x.jsonl")
    except ReadError:
        return
    assert all((source.document is None) == bool(source.reason) for source in sources)
