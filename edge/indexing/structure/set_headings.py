"""Headings that a text only shows by how its lines are set: articles and clauses, manual-page sections,
numbered titles, questions of an FAQ, lines in capitals or underlined.

A line is a heading only where it stands as one: a paragraph of its own, short, unfinished, above the text
that it names. What a reader marked already (Markdown, HTML, larger type) is taken as it is; these stand
below it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from edge.indexing.structure import rendered_manual
from edge.indexing.structure.aligned_tables import aligned_tables
from edge.indexing.structure.clauses import clauses
from edge.indexing.structure.document import Document, Heading, Page, Table
from edge.indexing.structure.drawn_tables import drawn_tables, outside
from edge.indexing.structure.numbered_titles import MINUTED, NUMBERED, ROMAN, CountedTitle, counting
from edge.indexing.structure.plain_titles import plain_titles
from edge.indexing.structure.text_lines import TextLine, text_lines
from edge.text.one_line import one_line
from edge.text.spans import SpanIndex

_LONGEST = 120
#: Kinds whose numbered titles may be set as their text is.
_SET_AS_TEXT = ("pdf", "word", "opendocument", "rtf")
_LEAST = 3  # titles that are no items of a list
_LONGEST_QUESTION = 300
#: Words of a title that stands right above its text, its number included.
_SHORT = 7
#: "4", "12-3", "L. 311-3", "4 bis", "II", "A1", "1er".
_NUMBER = (
    rf"(?:(?:(?:[LRDA]\*?\.?\s?)?\d{{1,4}}(?:[.-]\d{{1,3}})*|{ROMAN}|[A-Z]\d{{0,2}})(?i:\s(?:bis|ter|quater|quinquies|sexies|septies|octies))?"
    r"|(?i:1er|premier|première|unique|préliminaire))"
)
#: Divisions of laws and contracts by rank: a part holds chapters, these sections, these articles.
_DIVISIONS = (
    (1, r"part|partie|title|titre|book|livre|schedule|annexe?s?|appendix|appendices|appendice|module"),
    (2, r"chapter|chapitre"),
    (3, r"section|sous-section|division"),
    (4, r"article|art\.|clause|rule|règle|regle|résolution|resolution|§"),
)
#: "Deuxième résolution", "2e partie".
_ORDINAL = re.compile(
    r"(?:(?:premi[eè]re?|seconde?|deuxi[eè]me|troisi[eè]me|quatri[eè]me|cinqui[eè]me|sixi[eè]me|septi[eè]me"
    r"|huiti[eè]me|neuvi[eè]me|dixi[eè]me|\d{1,2}\s?(?:[eè]re?|[eè](?:me)?|nde?|er))\s+)",
    re.IGNORECASE,
)
_DIVISION = tuple(
    (
        rank,
        re.compile(
            rf"(?:(?:{words})(?:\s+n[o°º]\.?\s*|\s*){_NUMBER}|{_ORDINAL.pattern}(?:{words}))(?!\w)(?P<rest>.*)$",
            re.IGNORECASE,
        ),
    )
    for rank, words in _DIVISIONS
)
# "Nom. Il est fondé …": a sentence begins behind the title.
_RUNS_ON = re.compile(r"[^\W\d_]{3}[.;](?:\Z|\s+[A-ZÀ-Þ][^.])")
_UNDERLINE = re.compile(r"\A(?P<mark>[=\-~^*#.])(?P=mark){2,}+")
_LEADERS = re.compile(r"(?:[.·_…]\s?){4,}|\s…\s*\d+$|\S\s{3,}\S")
_UNFINISHED = re.compile(r"[.;,:!?…]$")
_BULLET = re.compile(r"[-*•●▪◦‣–—]\s")
_LABELLED = re.compile(r"\S: \S|\S@\S|[|_]|//")  # "Contact: Mr Vane"
_FIELD = re.compile(r"\A[\w-]++: [^\sA-Z\d]\S*+\Z")  # "Owner: foo@example.com"
_CAPTION = re.compile(r"(?:table|tableau|figure|fig\.|diagram|schéma|copyright|©)\s", re.IGNORECASE)
_LETTERED = re.compile(r"[a-z][.)]\s")
_TERM = re.compile(r"[«“\"]")  # a title in quotes is a term: what it means goes on with a small letter
#: An entry of a list that is code ("'SIGHUP'", "‘-B URL’"), or words within a rule.
_NO_NAME = re.compile(r"['‘`].*['’]|-{3,}\s.*\s-{3,}")
_ANSWER = re.compile(r"[AR]\s?\d{0,3}\s?[.:)]\s")
_CAPITALS = re.compile(r"[^\W\d_]")


def completed(document: Document) -> Document:
    """The document with the headings that its lines show, besides those that its reader found."""
    if document.kind in ("pages", "table", "sheets", "mail", "code"):
        return document  # records and tables: their writer said which headings there are
    plain = document.kind == "text"
    depth = max((h.level for page in document.pages for h in page.headings), default=0)
    manual = plain and any(map(_is_manual, document.pages))
    asked = plain and _asks(document.pages)
    lines_of = [text_lines(page.text) for page in document.pages]
    titled: dict[int, list[Heading]] = {}
    for clause in [] if manual else clauses(lines_of):
        level = depth + 3 + clause.parts
        titled.setdefault(clause.page, []).append(Heading(clause.start, level, clause.title))
    if document.kind in _SET_AS_TEXT:
        for number, headings in plain_titles(document.pages, lines_of, depth).items():
            titled.setdefault(number, []).extend(headings)
    pages = []
    for number, (page, lines) in enumerate(zip(document.pages, lines_of, strict=True)):
        found = list(_manual(lines)) if manual else list(_divisions(lines, depth))
        found += titled.get(number, [])
        tables = _tables(page.text, lines) if plain else []
        if plain and not manual:
            found += [*_outdented(lines, depth), *_plain(lines, depth), *_numbered_titles(lines, depth)]
            found += _above_text(lines, depth)
            found += _questions(lines) if asked else []
            found = [one for one in found if not _NO_NAME.fullmatch(one.text)]
        whole = msgspec.structs.replace(page, tables=[*page.tables, *tables]) if tables else page
        pages.append(_with(whole, found))
    return msgspec.structs.replace(document, pages=pages)


def _tables(text: str, lines: Sequence[TextLine]) -> list[Table]:
    drawn = drawn_tables(text, lines)
    return [*drawn, *outside(aligned_tables(text, lines), drawn)]


def _with(page: Page, found: Sequence[Heading]) -> Page:
    """The page with further headings; none inside a table, a block of code, or a heading that is there."""
    titles = ((h.start, h.start + len(h.text)) for h in page.headings)
    tables = ((table.start, table.end) for table in page.tables)
    taken = SpanIndex([*titles, *tables, *page.code])
    headings = {heading.start: heading for heading in page.headings}
    for heading in found:
        if heading.start not in headings and not taken.holds(heading.start):
            headings[heading.start] = heading
    return msgspec.structs.replace(page, headings=[headings[at] for at in sorted(headings)])


def _is_manual(page: Page) -> bool:
    """Whether a line of it is the first or last of a manual page."""
    return "(" in page.text and any(map(rendered_manual.is_edge, page.text.split("\n")))


def _asks(pages: Sequence[Page]) -> bool:
    """Whether there are questions enough for an FAQ."""
    if sum(page.text.count("?") for page in pages) < 3:
        return False
    return sum(len(list(_questions(text_lines(page.text)))) for page in pages) >= 3


def _heading(line: TextLine, level: int, text: str = "") -> Heading:
    return Heading(line.start + line.indent, level, one_line(text or line.text))


def _divisions(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Articles, chapters, annexes: the word and its number open a paragraph, alone or before a title."""
    for at, line in enumerate(lines):
        if not line.after_blank or len(line.text) > _LONGEST or not _opens(line.text):
            continue
        for rank, pattern in _DIVISION:
            match = pattern.match(line.text)
            if match is None or not _titles(match["rest"], line):
                continue
            text = line.text
            following = lines[at + 1] if at + 1 < len(lines) else None
            ruled = following is not None and _UNDERLINE.fullmatch(following.text)
            if not line.before_blank and following is not None and not ruled:
                if (
                    not following.before_blank
                    or len(following.text) > 80
                    or _UNFINISHED.search(following.text)
                ):
                    named = match["rest"].strip(" .:–—-") or line.text.isupper()
                    if named and not _stands_above(line, match["rest"], following):
                        continue  # a sentence that begins with the article it speaks of
                else:
                    text = f"{text} {following.text}"  # the title goes on in a second line
            yield _heading(line, depth + rank, text)
            break


def _opens(text: str) -> bool:
    return text[0].isupper() or text[0] == "§" or _ORDINAL.match(text) is not None


def _titles(rest: str, line: TextLine) -> bool:
    """Whether what follows "Article 4" can be its title."""
    if _LEADERS.search(line.text):
        return False
    stripped = rest.strip()
    if not stripped:
        return True
    if stripped[0] in ".:–—-)(" or line.text.isupper():
        ended = re.search(r"[a-zà-ÿ][.;]$", stripped[1:])
        return (
            len(stripped) < 100 and not ended and (line.text.isupper() or not _RUNS_ON.search(stripped[1:]))
        )
    return stripped[0].isupper() and not _UNFINISHED.search(stripped)


def _stands_above(line: TextLine, rest: str, following: TextLine) -> bool:
    """Whether "ARTICLE 4. RENT" or "Article 4 – Rent" is the title of the text right below it."""
    if len(line.text) > 90 or following.text[0].islower() or following.text.isupper():
        return False
    return line.text.isupper() or (rest.strip()[:1] in ".:–—-" and not _UNFINISHED.search(line.text))


def _plain(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Numbered titles, capitals, underlined lines, and short lines above longer text."""
    margin = min((line.indent for line in lines), default=0)
    ranks = _ranks(lines)
    for at, line in enumerate(lines):
        following = lines[at + 1] if at + 1 < len(lines) else None
        if following is not None and line.after_blank and not line.before_blank:
            rule, title = _UNDERLINE.fullmatch(following.text), line.text
            if rule is None and not following.before_blank and at + 2 < len(lines):  # a title of two lines
                rule, title = _UNDERLINE.fullmatch(lines[at + 2].text), f"{title} {following.text}"
            if rule and 2 * len(rule.string) >= len(line.text):
                yield _heading(line, depth + ranks.get(rule["mark"], ranks[""]), title)
        if not (line.after_blank and line.before_blank) or following is None:
            continue
        if (
            len(line.text) > 90
            or _LEADERS.search(line.text)
            or _BULLET.match(line.text)
            or "|" in line.text
            or _CAPTION.match(line.text)
        ):
            continue
        if any(pattern.match(line.text) for _, pattern in _DIVISION):
            continue
        numbered = NUMBERED.match(line.text)
        if numbered and not _UNFINISHED.search(line.text):
            yield _heading(line, depth + 4 + numbered["label"].count("."))
        elif (
            line.text.isupper()
            and len(_CAPITALS.findall(line.text)) > 3
            and not line.text.endswith((";", ","))
        ):
            yield _heading(line, depth + 1)
        elif (
            line.indent <= margin
            and line.text[0].isupper()
            and not _UNFINISHED.search(line.text)
            and len(line.text) <= 60
            and not _FIELD.fullmatch(line.text)
            and not following.before_blank  # a paragraph of several lines, or a long one
            and not any(c.isdigit() for c in line.text[-3:])
        ):
            yield _heading(line, depth + 8)


def _ranks(lines: Sequence[TextLine]) -> dict[str, int]:
    """The level below each mark of an underline ("": any other): stars, where there are any, are above all,
    as `makeinfo` sets chapters, sections and subsections.
    """
    starred = any(line.text.startswith("***") and _UNDERLINE.fullmatch(line.text) for line in lines)
    if starred:
        return {"*": 1, "#": 1, "=": 2, "-": 3, ".": 4, "": 3}
    return {"*": 1, "#": 1, "=": 1, "": 2}


def _numbered_titles(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Numbered titles right above their text: where it stands further in ("3. Claims" and below it "   A loss
    must be reported …"), three at least; where it does not, short ones that count on ("2. Water", "24/31
    Apologies"), three at least and most of them above a sentence. Else they are items of a list. Of a number
    of several parts ("5.1 Notice by the tenant") two are enough where each stands above a sentence, and no
    blank line need part them from the sentence, or the title, before.
    """
    inside: list[Heading] = []
    above: list[CountedTitle] = []
    for before, line, following in zip([None, *lines], lines, lines[1:], strict=False):
        numbered = NUMBERED.match(line.text) or MINUTED.match(line.text)
        if (
            numbered is None
            or not (line.after_blank or ("." in numbered["label"] and _ends(before)))
            or line.before_blank
            or len(line.text) > 60
            or _UNFINISHED.search(line.text)
            or _LEADERS.search(line.text)
            or (
                following.text[0].islower()
                and not (_TERM.match(numbered["title"]) or _LETTERED.match(following.text))
            )
        ):
            continue
        label = numbered["label"]
        heading = _heading(line, depth + 4 + label.count("."))
        if following.indent > line.indent:
            inside.append(heading)
        elif len(line.text.split()) <= _SHORT and _is_text_of(label, following.text):
            tells = following.text.endswith(".") or len(following.text) > 2 * len(line.text)
            above.append(CountedTitle(label, heading, tells))
    yield from inside if len(inside) >= _LEAST else ()
    for run in counting(above):
        telling = sum(title.tells for title in run)
        pair = len(run) > 1 and telling == len(run) and "." in run[0].label
        if pair or (len(run) >= _LEAST and 2 * telling > len(run)):
            yield from (title.heading for title in run)


def _ends(line: TextLine | None) -> bool:
    """Whether what a line says ends with it: a sentence, or a title in capitals."""
    return line is not None and (line.text[-1] in ".!?»”)" or line.text.isupper())


def _above_text(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Titles in capitals, or of a few words, right above the paragraph that they name: three at least, for
    one alone may be the beginning of a letter.
    """
    capitals: list[TextLine] = []
    words: list[TextLine] = []
    for line, following in pairwise(lines):
        if not line.after_blank or line.before_blank or len(line.text) > 60:
            continue
        if _LEADERS.search(line.text) or _BULLET.match(line.text) or _LABELLED.search(line.text):
            continue
        if line.text.isupper() and len(_CAPITALS.findall(line.text)) > 3 and line.text[-1] not in ";,:":
            if not following.text.isupper():
                capitals.append(line)
        elif (
            line.text[0].isupper()
            and len(line.text.split()) <= _SHORT
            and not _UNFINISHED.search(line.text)
            and not any(c.isdigit() for c in line.text)
            and len(following.text) > max(60, 2 * len(line.text))
            and not following.text[0].islower()
        ):
            words.append(line)
    for rank, titles in ((1, capitals), (8, words)):
        if len(titles) >= 3:
            yield from (_heading(line, depth + rank) for line in titles)


def _is_text_of(label: str, text: str) -> bool:
    """Whether a line below a title is no title beside it: "2.1" may stand below "2.", a list below "4.2"."""
    numbered = NUMBERED.match(text)
    if numbered is None or numbered["label"].startswith(f"{label}."):
        return True
    return "." in label and numbered["label"] == "1"


def _outdented(lines: Sequence[TextLine], depth: int) -> Iterator[Heading]:
    """Titles left of an indented text, as browsers of text write a page: one further out is above one further
    in. Only where most lines of paragraphs begin in the same column, and three titles left of it.
    """
    within = Counter(line.indent for line in lines if not (line.after_blank and line.before_blank))
    if not within:
        return
    column, count = within.most_common(1)[0]
    if column < 2 or 2 * count < within.total():
        return
    titles = [
        line
        for line, following in pairwise(lines)
        if line.indent < column
        and line.after_blank
        and line.before_blank
        and len(line.text) <= 90
        and following.indent <= column
        and not line.text.endswith((".", ",", ";", ":"))
        and not _BULLET.match(line.text)
        and not _LEADERS.search(line.text)
        and not _FIELD.fullmatch(line.text)
    ]
    if len(titles) >= 3:
        ranks = sorted({line.indent for line in titles})
        yield from (_heading(line, depth + 5 + ranks.index(line.indent)) for line in titles)


def _questions(lines: Sequence[TextLine]) -> Iterator[Heading]:
    """Questions of an FAQ: each a paragraph of one or two lines above its answer; a numbered one may be long,
    and its answer stand right below.
    """
    for at, line in enumerate(lines):
        if not line.after_blank or _BULLET.match(line.text):
            continue
        end = at if line.before_blank or line.text.endswith("?") else min(at + 1, len(lines) - 1)
        last = lines[end]
        text = line.text if last is line else f"{line.text} {last.text}"
        follows = lines[end + 1] if end + 1 < len(lines) else None
        numbered = NUMBERED.match(text) is not None
        longest = _LONGEST_QUESTION if numbered else 160
        if not text.endswith("?") or len(text) > longest or follows is None or follows.text.endswith("?"):
            continue
        if numbered or last.before_blank or _ANSWER.match(follows.text):
            yield _heading(line, 9, text)


def _manual(lines: Sequence[TextLine]) -> Iterator[Heading]:
    """Names, sections and subsections of manual pages: at the margin in capitals, then by three columns, with
    or without a blank line above.
    """
    for at, line in enumerate(lines):
        if page := rendered_manual.EDGE.match(line.text):
            yield Heading(line.start, 1, page["name"])
        elif len(line.text) > 80 or at + 1 == len(lines):
            continue
        elif line.indent == 0 and line.text.isupper() and line.after_blank:
            yield _heading(line, 2)
        elif (
            0 < line.indent <= 4 < lines[at + 1].indent
            and not line.text.endswith((".", ",", ";"))
            and not line.text.startswith("-")
            and (line.after_blank or not 0 < lines[at - 1].indent <= 4)
        ):
            yield _heading(line, 3)
