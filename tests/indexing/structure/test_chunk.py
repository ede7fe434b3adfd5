from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.structure.chunk import CHARS_PER_TOKEN, cut

words = st.text(alphabet="abcdefgé.,!? \n\t\u00a0", max_size=400)
prose = st.lists(words, max_size=8).map("\n\n".join)


def check(text: str, spans: list[tuple[int, int]]) -> None:
    """The rules that hold for every cut without overlap."""
    position = 0
    for start, end in spans:
        assert position <= start < end <= len(text)
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip()
        position = end
    assert not text[position:].strip()


@given(prose, st.integers(1, 60), st.lists(st.integers(0, 400), max_size=4))
def test_spans_are_exact(text: str, tokens: int, starts: list[int]) -> None:
    """Spans are in order, in bounds, begin and end on a sign, and leave out nothing but white space."""
    spans = cut(text, tokens, starts=starts)
    check(text, spans)
    assert all(end - start <= tokens * CHARS_PER_TOKEN * 1.5 for start, end in spans)


@given(prose, prose, prose, st.integers(5, 60))
def test_small_tables_are_whole(before: str, table: str, after: str, tokens: int) -> None:
    """A table of less than twice the chunk size lies in one chunk; the page is still covered."""
    text = f"{before}\n\n{table}\n\n{after}"
    start = len(before) + 2 + len(table) - len(table.lstrip())
    end = start + len(table.strip())
    spans = cut(text, tokens, tables=[(start, end)])
    check(text, spans)
    if 0 < end - start < 2 * tokens * CHARS_PER_TOKEN:
        assert any(first <= start and end <= last for first, last in spans)


def test_line_of_ten_thousand_words_without_a_full_stop() -> None:
    """Neither paragraph nor sentence to cut at: words do, and no chunk exceeds one and a half sizes."""
    text = "mot " * 10_000
    spans = cut(text, 200)
    check(text, spans)
    assert all(text[end - 3 : end] == "mot" for _, end in spans)
    assert max(end - start for start, end in spans) <= 1200


def test_run_without_any_space() -> None:
    """A giant token (base64, a language without spaces) is cut by length rather than kept as one chunk."""
    text = "x" * 100_000
    spans = cut(text, 200)
    check(text, spans)
    assert max(end - start for start, end in spans) <= 1200


def test_cuts_at_paragraphs_before_sentences() -> None:
    """Where paragraphs fit, a chunk ends with one."""
    paragraphs = [f"Paragraph {n} says something. It says more." + " word" * 60 for n in range(6)]
    text = "\n\n".join(paragraphs)
    ends = {text.index(paragraph) + len(paragraph) for paragraph in paragraphs}
    spans = cut(text, 200)
    assert len(spans) > 1
    assert {end for _, end in spans} <= ends


def test_heading_opens_a_chunk() -> None:
    """A heading does not trail at the end of a chunk that is already half full."""
    text = "word " * 100 + "\n\nTouch-move\n\n" + "other " * 30
    heading = text.index("Touch-move")
    assert heading in [start for start, _ in cut(text, 200, starts=[heading])]


def test_blank_page_has_no_chunk() -> None:
    """White space is not worth a chunk."""
    assert cut(" \n\t\n ", 200) == []
