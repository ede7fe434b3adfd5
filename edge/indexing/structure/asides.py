"""What points to text elsewhere, or repeats on every page: tables of contents, indexes, running lines.

It stays in the page's text and is shown with it, but nobody finds it instead of the text that it points to,
and no quote comes from there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from edge.indexing.structure.document import Document, Page
from edge.text.spans import Span, merged
from edge.text.tokens import fold

_LINE = re.compile(r"(?<![^\n])[^\S\n]*+\S[^\n]*+")
_CONTENTS = re.compile(
    r"\A(?:(?:chapter|chapitre|appendix|annexe|section)\s++[\w.]{1,6}(?=\W))?+(?:\W|\d)*+"
    r"(?:(?:table of )?contents|in this (?:document|guide|manual|section|page)|on this page"
    r"|table des matieres|sommaire|plan du document|dans ce (?:document|guide)|sur cette page"
    r"|(?:(?:alphabetical|general|concept|subject|topic|term|name|author|option|variable|function|command"
    r"|keyword|key|symbol|file|program|class|module|data type|type|api) )?index"
    r"|index (?:alphabetique|general|des [^\W\d_]{3,20})|list of (?:figures|tables)"
    r"|(?:liste|table) des (?:figures|tableaux|illustrations))\W*"
)
# "Title … 12", "Title ..... 12", "Title . . . . art. 1 - 4"
_ENTRY = re.compile(
    r"\A[^\n]{0,240}[^\W_][^\n]{0,3}?(?:…|[.·_]{4,160}|(?:[.·_]\s){4,80})\s*"
    r"[\w.\-–]{0,8}\s?[\divxIVX–\-. à]{1,12}"
)
_INDEXED = re.compile(r"\A[ \t]*+[^\d\s][^\n.;:]{1,60},\s*\d{1,4}(?:\s?[,–-]\s?\d{1,4})*\s*")
_SENTENCE = re.compile(r"[.!?;]$")
_FIGURES = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"\A\W{0,3}(?:(?:page|p\.?)\s*+)?\d{1,4}\s*+(?:(?:/|of|sur|de)\s*+\d{1,4})?\W{0,3}", re.IGNORECASE
)
# "util-linux 2.38.1      11 mai 2022      FLOCK(1)", "FLOCK(1)     User Commands     FLOCK(1)"
_MANUAL_EDGE = re.compile(r"\A\S[^\n]{0,78}\S\s{3,60}\S[^\n]{0,78}\S\s{3,60}[^\s()]{1,60}\(\d\w{0,3}\)")

_WORDS = re.compile(r"[^\W_]+")

#: A document with fewer words outside its asides is taken to consist of them.
_LITTLE = 20
#: Characters of the longest entry of a table of contents.
_LONGEST = 120
#: Fewest leader dots before a page number.
_LEADERS = 4
#: Fewest entries in a row where no heading announces them.
_ALONE = 4
#: Most other lines between two of them.
_BETWEEN = 2
#: From this many lines under such a heading, the whole section is the list if this share points elsewhere.
_LONG_LIST, _NEARLY_ALL = 40, 0.8
#: From this many characters, a document of nothing but asides keeps them as such: the index of a manual.
_LONG = 5_000
#: A page's first and last lines are looked at for what repeats; it does so on this share of the pages.
_EDGE, _REPEATED = 2, 0.4


def with_asides(document: Document) -> Document:
    """The document with its asides noted on each page; a short one that consists of them is left as it is."""
    running = _running(document)
    pages = []
    for page, repeated in zip(document.pages, running, strict=True):
        spans = merged([*page.aside, *repeated, *_listed(page)], 3)
        pages.append(msgspec.structs.replace(page, aside=spans) if spans else page)
    if sum(map(_rest, pages)) < _LITTLE and sum(len(page.text) for page in pages) < _LONG:
        return document
    return msgspec.structs.replace(document, pages=pages)


def _rest(page: Page) -> int:
    """Words of a page outside its asides, counted up to _LITTLE in each gap: more need not be known."""
    count, at = 0, 0
    for start, end in [*page.aside, (len(page.text), len(page.text))]:
        count += sum(1 for _ in islice(_WORDS.finditer(page.text, at, start), _LITTLE))
        at = end
    return count


def _listed(page: Page) -> Iterator[Span]:
    """Lines under a heading that says "contents" or "index", and runs of lines with page numbers."""
    lines = [match.span() for match in _LINE.finditer(page.text)]
    kept = [*page.code, *((table.start, table.end) for table in page.tables)]
    headings = [heading.start for heading in page.headings]
    at = 0
    while at < len(lines):
        start, end = lines[at]
        if end - start <= _LONGEST and _CONTENTS.fullmatch(fold(page.text[start:end])):
            limit = _section_end(page, headings, start, end)
            after = _end_of_list(page.text, lines, at + 1, limit)
            if after - at > 2:
                yield start, lines[after - 1][1]
                at = after
                continue
        if not _numbered(_begins(page.text, lines[at])):  # nearly all
            at += 1
            continue
        after, entries = _run(page.text, lines, at)
        if entries >= _ALONE and not any(a <= start < b for a, b in kept):
            yield start, lines[after - 1][1]
        at = max(at + 1, after)


def _end_of_list(text: str, lines: Sequence[Span], at: int, limit: int) -> int:
    """The line after the last that points elsewhere: all of the section, where nearly all of it does."""
    stop = bisect_left(lines, (limit, 0))
    points = [_points(text, line) for line in lines[at:stop]]
    if len(points) >= _LONG_LIST and sum(points) >= _NEARLY_ALL * len(points):
        return stop
    return at + next((place for place, one in enumerate(points) if not one), len(points))


def _section_end(page: Page, starts: Sequence[int], start: int, end: int) -> int:
    """Where what the line `[start, end)` heads ends: at the next heading that is not below it."""
    at = bisect_left(starts, start)
    own = page.headings[at].level if at < len(starts) and starts[at] < end else 0
    after = (
        heading.start
        for heading in page.headings[bisect_left(starts, end) :]
        if heading.level <= own or not own
    )
    return next(after, len(page.text))


def _run(text: str, lines: Sequence[Span], at: int) -> tuple[int, int]:
    """Where a run of lines that end in page numbers ends, and how many they are. Titles of chapters, and the
    first lines of long entries, may stand between them.
    """
    end, entries, between = at, 0, 0
    for place in range(at, len(lines)):
        if _numbered(_begins(text, lines[place])):
            end, entries, between = place + 1, entries + 1, 0
        elif not entries or between == _BETWEEN or not _points(text, lines[place]):
            break
        else:
            between += 1
    return end, entries


def _points(text: str, line: Span) -> bool:
    """A line that can stand in a table of contents: short and no sentence."""
    said = _begins(text, line).strip()
    return len(said) <= _LONGEST and (_numbered(said) or not _SENTENCE.search(said)) and " | " not in said


def _begins(text: str, line: Span) -> str:
    """A line, as far as one of a table of contents can go: a text may be one line of a million words."""
    return text[line[0] : min(line[1], line[0] + 2 * _LONGEST)]


def _numbered(line: str) -> bool:
    """Whether a line ends in the number of a page or an article that it leads to."""
    if len(line) > _LONGEST + 40 or " | " in line:
        return False
    said = line.rstrip()
    # Nearly all lines are ruled out by what costs next to nothing.
    if not said or not (said[-1].isdecimal() or said[-1] in "ivxIVX–-. à"):
        return False
    leaders = said.count(".") + said.count("·") + said.count("_")
    if ("…" in said or leaders >= _LEADERS) and _ENTRY.fullmatch(said):
        return True
    return "," in said and said[-1].isdecimal() and _INDEXED.fullmatch(line) is not None


def _running(document: Document) -> list[list[Span]]:
    """Running heads, feet and page numbers of each page, where the reader left them in."""
    if document.kind == "pdf":
        return [[] for _ in document.pages]  # its reader knows where they stand on the sheet
    edges = [_edges(page) if document.paged else [] for page in document.pages]
    counts = Counter(key for on_page in edges for key in {key for key, _ in on_page})
    least = max(3.0, _REPEATED * len(document.pages))
    found = []
    for page, on_page in zip(document.pages, edges, strict=True):
        spans = [span for key, span in on_page if counts[key] >= least or _PAGE_NUMBER.fullmatch(key)]
        if document.kind == "text":
            spans += [match.span() for match in _LINE.finditer(page.text) if _is_manual_edge(match[0])]
        found.append(spans)
    return found


def _is_manual_edge(line: str) -> bool:
    said = line.strip()
    return said.endswith(")") and _MANUAL_EDGE.fullmatch(said) is not None


def _edges(page: Page) -> list[tuple[str, Span]]:
    """The first and last lines of a page, each with what it is but for its figures."""
    lines = [match.span() for match in _LINE.finditer(page.text)]
    if len(lines) <= 2 * _EDGE:
        return []
    ends = [*lines[:_EDGE], *lines[-_EDGE:]]
    return [(_key(_begins(page.text, line)), line) for line in ends]


def _key(line: str) -> str:
    """A line without what changes from page to page."""
    return _FIGURES.sub("0", fold(line.strip()))
