from __future__ import annotations

from edge.indexing.structure.document import Heading, Page
from edge.indexing.structure.sections import outline


def page(number: int, text: str, *headings: tuple[int, str], section: str = "") -> Page:
    found = [Heading(text.index(heading), level, heading) for level, heading in headings]
    return Page(number=number, text=text, section=section, headings=found)


def test_path_follows_levels_over_pages() -> None:
    """A heading closes those of its level and below, and stays in force over page ends."""
    lines = outline(
        [
            page(1, "Part A\nOne\ntext", (1, "Part A"), (2, "One")),
            page(2, "more text\nTwo\ntext", (2, "Two")),
            page(3, "Part B\ntext", (1, "Part B")),
        ]
    )
    assert [(s.heading, s.first_page, s.last_page) for s in lines.sections] == [
        ("Part A", 1, 1),
        ("Part A > One", 1, 2),
        ("Part A > Two", 2, 2),
        ("Part B", 3, 3),
    ]
    assert lines.running == ["Part A > One", "Part A > One", "Part B"]


def test_section_at_an_offset() -> None:
    """A chunk belongs to the section in force where it begins; before the first heading there is none."""
    text = "preface\nOne\nbody"
    places = outline([page(1, text, (1, "One"))]).pages[0]
    assert places.at(0) is None
    assert places.at(text.index("One")) == 0
    assert places.at(len(text)) == 0


def test_section_given_with_the_page_wins() -> None:
    """Pages that name their section (JSONL) keep exactly that name; their headings go below it."""
    lines = outline(
        [
            page(1, "Art. 1\ntext", (1, "Art. 1"), section="Part I > Ch. 2"),
            page(2, "text", section="Part I > Ch. 2"),
            page(3, "text"),
        ]
    )
    assert lines.running == ["Part I > Ch. 2", "Part I > Ch. 2", ""]
    assert [s.heading for s in lines.sections][:2] == ["Part I > Ch. 2", "Part I > Ch. 2 > Art. 1"]
    assert lines.pages[2].at(0) is None
