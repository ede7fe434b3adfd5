"""Long Markdown is parsed in stretches: nothing of it is lost, and everything is what it was in the whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.indexing.readers import markdown, markdown_stretches
from edge.indexing.readers.markdown_stretches import stretches
from edge.indexing.structure.document import Document

_BLOCKS = (
    "# A heading\n", "Words of a paragraph\nand a second line.\n", "Set with\na line below\n===\n",
    "- one\n- two\n\n  further words\n", "3. three\n4. four\n   - inside\n", "> quoted\nlazily\n",
    "```py\n# no heading\n\n- no item\n```\n", "~~~\n```\n\n\nx\n~~~\n",
    "    indented code\n\n    and more\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", "<!-- a\n\n# comment -->\n", "<pre>\n\n- x\n</pre>\n",
    "<div>\n*html*\n</div>\n", "[far]: https://a.example 'named'\n", "See [this][far] and [that][near].\n",
    "***\n", "\n", "[near]:\n  https://b.example\n", "**Strong**\n", "\\# none\n",
)  # fmt: skip


def _told(text: str, size: int) -> Iterator[tuple[object, ...]]:
    """What a reader takes from the tokens, with the lines of the whole text."""
    for stretch in stretches(text, size):
        for token in stretch.tokens:
            line = token.map[0] + stretch.above if token.map and token.type != "paragraph_close" else None
            children = [(child.type, child.content) for child in token.children or []]
            yield token.type, token.tag, token.level, token.content, line, children


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(_BLOCKS), min_size=8, max_size=30), st.sampled_from(["", "\n"]))
def test_stretches_say_what_the_whole_says(blocks: list[str], between: str) -> None:
    """Blocks that fit into a stretch come out as from one parse of everything, link names included."""
    text = between.join(blocks)
    longest = max(token.map[1] - token.map[0] for one in stretches(text) for token in one.tokens if token.map)
    whole = list(_told(text, len(text)))
    assert list(_told(text, 40 * (longest + 2))) == whole


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stretches of a few lines."""
    monkeypatch.setattr(markdown_stretches.stretches, "__defaults__", (200,))


def _read(text: str) -> Document:
    return markdown.read(text.encode(), "long.md")


@pytest.mark.usefixtures("short")
def test_a_long_table_goes_on_under_its_header() -> None:
    """Every row is a row under the same headings and caption, on its own line of the file."""
    rows = "".join(f"| n{n} | {n} |\n" for n in range(300))
    (page,) = _read(f"Table 1: Numbers\n\n| name | value |\n|------|-------|\n{rows}\nThe end.\n").pages
    assert len(page.tables) > 3
    cells = [row.cells for table in page.tables for row in table.rows]
    assert cells == [[f"n{n}", f"{n}"] for n in range(300)]
    assert {tuple(table.header) for table in page.tables} == {("name", "value")}
    assert {table.caption for table in page.tables} == {"Table 1: Numbers"}
    assert page.text.count("name | value") == 1
    for table in page.tables:
        for row in table.rows:
            assert _line_of(page.lines, page.text, row.start) == 5 + int(row.cells[1])


@pytest.mark.usefixtures("short")
def test_a_long_list_keeps_its_items() -> None:
    """Every item once, with its number and its line."""
    (page,) = _read("".join(f"{n}. item {n} of many\n" for n in range(1, 200))).pages
    assert [line for line in page.text.split("\n") if line] == [
        f"{n}. item {n} of many" for n in range(1, 200)
    ]
    assert _line_of(page.lines, page.text, page.text.index("150. ")) == 150


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("mark", ["```", "~~~~"])
def test_a_long_fence_stays_code(mark: str) -> None:
    """Nothing inside becomes a heading, and what follows the fence is text again."""
    code = "".join(f"# line {n}\n\n" for n in range(200))
    (page,) = _read(f"{mark}sh\n{code}{mark}\n\n# After\n\nWords.\n").pages
    assert [heading.text for heading in page.headings] == ["After"]
    inside = "\n".join(page.text[start:end] for start, end in page.code)
    assert [line for line in inside.split("\n") if line] == [line for line in code.split("\n") if line]
    assert _line_of(page.lines, page.text, page.text.index("# line 120")) == 242


@pytest.mark.usefixtures("short")
def test_a_long_comment_stays_hidden() -> None:
    """What nobody sees on the page is not read, however long it is."""
    (page,) = _read("Before.\n\n<!-- " + "hidden words\n\n" * 100 + "-->\n\nAfter.\n").pages
    assert page.text == "Before.\n\nAfter."


@pytest.mark.usefixtures("short")
def test_a_long_line_keeps_its_words() -> None:
    """A paragraph of one line is cut between words."""
    words = [f"word{n}" for n in range(400)]
    (page,) = _read(" ".join(words)).pages
    assert page.text.split() == words and page.headings == []


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="ab#->.1\n \t", min_size=300, max_size=800))
def test_no_words_are_lost_at_a_cut(text: str) -> None:
    """Wherever a block is cut, all stretches together hold each letter."""
    taken = "".join(token.content for one in stretches(text, 60) for token in one.tokens)
    assert [taken.count(letter) for letter in "ab"] == [text.count(letter) for letter in "ab"]


def _line_of(pairs: list[tuple[int, int]], text: str, place: int) -> int:
    offset, line = [pair for pair in pairs if pair[0] <= place][-1]
    return line + text.count("\n", offset, place)
