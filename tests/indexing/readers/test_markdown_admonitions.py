"""What each tool writes otherwise into Markdown, read as its pages show it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from edge.indexing.readers import markdown_admonitions
from edge.indexing.readers.markdown import read


def text_of(markdown: str) -> str:
    return read(markdown.encode(), "a.md").pages[0].text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("> [!WARNING]\n> Never feed the dogs.", "Warning:\nNever feed the dogs."),
        (
            '!!! note "Keys"\n    They hang here.\n\n    All of them.',
            "Keys:\nThey hang here.\n\nAll of them.",
        ),
        ("??? tip\n    Folded.\n\nAfter.", "Tip:\nFolded.\n\nAfter."),
        (":::caution Careful\nHot water.\n:::\n\nAfter.", "Careful:\nHot water.\n\nAfter."),
        ('=== "Linux"\n\n    Use apt.', "Linux:\n\nUse apt."),
    ],
)
def test_boxes_are_titles_and_text(written: str, shown: str) -> None:
    """The text of a box is no code though it stands further in, and its marks are no words."""
    assert text_of(written) == shown


def test_code_is_left_alone() -> None:
    """What looks like a box within a fence is code."""
    code = '```\n!!! note "Keys"\n    x\n[[ -f a ]]\n```'
    document = read(code.encode(), "a.md")
    assert document.pages[0].text == '!!! note "Keys"\n    x\n[[ -f a ]]'


def test_notes_and_links_of_wikis() -> None:
    """A mark of a note is its number, a link its words; code keeps its brackets."""
    text = text_of(
        "Dogs[^1] eat [[Food|dry food]] and [[Bones]] not `[[a]]`.\n\n[^1]: Three.\n\n    Of them."
    )
    assert text == "Dogs[1] eat dry food and Bones not [[a]].\n\n[1] Three.\n\nOf them."


def test_html_within_markdown() -> None:
    """Tables are tables, a line break parts words, a power is none of the digits before it."""
    document = read(
        b"a<br>b, 10<sup>6</sup>\n\n"
        b"<table><tr><th>K</th><th>V</th></tr><tr><td>k</td><td>v</td></tr></table>",
        "a.md",
    )
    page = document.pages[0]
    assert page.text.startswith("a\nb, 10⁶")
    assert [(table.header, table.rows[0].cells) for table in page.tables] == [(["K", "V"], ["k", "v"])]


def test_attributes_are_no_words_of_a_heading() -> None:
    """Anchors that tools set behind headings are not shown."""
    assert text_of("## Prices {#prices .wide}\n\nTen.") == "Prices\n\nTen."


def test_code_in_a_list_keeps_its_indents() -> None:
    """Each line of it stands as far in as the item that holds it."""
    text = text_of("1. Write:\n   ```yaml\n   a:\n     b: 1\n   ```\n2. Save.")
    assert text == "1. Write:\n  a:\n    b: 1\n2. Save."


@given(some.lists(some.sampled_from(['!!! a "b"', "    x", "```", ":::b", "> [!C]", "[^1]: n", "", "w"])))
def test_no_line_is_lost(lines: list[str]) -> None:
    """Citations name lines of the file: there are as many as before."""
    text = "\n".join(lines)
    assert markdown_admonitions.unboxed(text).count("\n") == text.count("\n")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (
            "> [!note] Tide\n> High.\n> > [!warning]- Wall\n> > Keep away.",
            "Tide:\nHigh.\n\nWall:\nKeep away.",
        ),
        ("See [[Levels#Brest]], [[Levels|the levels]], [[#Gaps]].", "See Levels > Brest, the levels, Gaps."),
        ("A ![[chart.png|300]] and ![[Other note#^a1b2c3]].", "A  and Other note."),
        ("Keep off ==the sea wall==; a == b and c == d.", "Keep off the sea wall; a == b and c == d."),
        ("Shown%%, not this%%.\n\n%%\nnor\n\nthis\n%%\n\nAfter. ^a1b2c3", "Shown.\n\nAfter."),
        ("It grows 5 % a year. 100%% sure.\n\n%%\n\nOpen to the end.", None),
        ("The square is x ^2", None),
    ],
)
def test_notes_of_obsidian(written: str, shown: str | None) -> None:
    """Boxes in boxes, parts of pages that are linked to, words in colour; comments, pictures and the names of
    paragraphs are not shown. What only looks so stays.
    """
    assert text_of(written) == (written if shown is None else shown)


def test_comments_keep_the_lines() -> None:
    """What stands below a comment is on its own line of the file."""
    page = read(b"One.\n\n%%\na\n\nb\n%%\n\nTwo.\n", "a.md").pages[0]
    assert page.lines[-1] == (page.text.index("Two."), 9)
