from __future__ import annotations

import msgspec
import pytest

from edge.indexing.pdf.lines import PdfLine
from edge.indexing.pdf.recognised import settle_sizes


class Page(msgspec.Struct):
    lines: list[PdfLine]
    recognised: bool = True


def line(text: str, size: float, block: int) -> PdfLine:
    return PdfLine(text, (72.0, 0.0, 400.0, 12.0), 10.0, size, bold=False, block=block)


BODY = [
    line(f"this line of a scanned page is said to be of size {size}", size, 1)
    for size in (9.0, 10.3, 10.5, 11.6, 12.8, 9.8, 10.4, 13.1)
]


def titles(*lines: tuple[str, float]) -> list[float]:
    """Sizes that lines, each its own paragraph, come out with over the body's."""
    page = Page([*BODY, *(line(text, size, 2 + at) for at, (text, size) in enumerate(lines))])
    page = msgspec.convert(msgspec.to_builtins(page), Page)
    settle_sizes([page])
    assert len({one.size for one in page.lines[: len(BODY)]}) == 1
    return [one.size / page.lines[0].size for one in page.lines[len(BODY) :]]


def test_lines_of_a_scanned_paragraph_are_of_one_size() -> None:
    """What recognition guesses of the lines of one paragraph makes none of them a title."""
    assert titles(("Sous Linux", 10.0)) == [1.0]


def test_titles_of_a_scan_rank_by_their_numbers() -> None:
    """A guess does not tell a section from its subsection: their numbers do."""
    chapter, section, same, below = titles(
        ("Installation", 13.6), ("2.1 Sous Windows", 17.0), ("2.2 Sous Linux", 13.5), ("2.2.1 Préparer", 15.0)
    )
    assert chapter > section == same > below > 1.12


@pytest.mark.parametrize(
    "text",
    [
        "utiliserons aussi",
        r"\usepackage [francais]",
        "(Ca) [T] (macOS",
        "|  | .",
        "III.",
        "Ce menu, qui est,",
    ],
)
def test_pieces_of_pictures_are_no_titles(text: str) -> None:
    """A line that begins small, in signs, or ends amid a sentence heads nothing however large it looks."""
    assert titles((text, 30.0)) == [1.0]


def test_pages_with_text_of_their_own_are_left_alone() -> None:
    """Type sizes of a PDF that was set, not scanned, are no guesses."""
    page = Page(
        [line("Set in twelve", 12.0, 1), line("and in ten points, which is the body", 10.0, 2)],
        recognised=False,
    )
    settle_sizes([page])
    assert [one.size for one in page.lines] == [12.0, 10.0]
