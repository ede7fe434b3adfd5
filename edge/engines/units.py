"""A passage to the units that can be quoted: sentences, rows, lists with the line that announces them, code.

What a reader noted of the page (tables, code, headings, what points elsewhere) decides before the words do.
Offsets are the passage's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import msgspec

from edge.records import Passage
from edge.text import sentences
from edge.text.columns import BARS, DRAWN_RULE
from edge.text.entries import Entry, entries
from edge.text.lists import Listing, listings
from edge.text.one_line import one_line
from edge.text.regex import regex
from edge.text.sentences import Unit
from edge.text.spans import Span
from edge.text.typed import identifiers

#: A longer list or block of code is quoted by its items or pieces: nobody asked for two screens.
LONGEST = 1_600
#: An entry of a list of definitions is quoted whole up to this length.
_ENTRY = 400
#: Characters, and words, of what only opens a paragraph; it stands behind a blank line, a sentence's end, a
#: bullet, or nothing.
_LEAD_IN = 60
_LEAD_WORDS = regex(r"\S{1,60}(?: \S{1,60}){0,2}[.!:](?:\*\*)?|\S{1,60}(?: \S{1,60}){0,6}\s?\?(?:\*\*)?")
_OPENS = regex(r"(?:\A|\n[ \t]*\n|[.;:!?»”)]\n)[ \t]*(?:[-*•–#>]+ ?|\*\*)?\Z")
#: A line that announces what follows stands within its quote up to this length.
_LEAD = 300
_SPACE = regex(r"\s*")
_UNDERLINE = regex(r"\n[ \t]*([=\-~^*#])\1{2,}[ \t]*(?=\n|\Z)")
#: "4. Redistribution. You may …": between the title of a clause and its first sentence.
_BEHIND = regex(r"(?:[.:]|\s[–—-])(?=[^\S\n]+\S)")
_BLANK = regex(r"\n[ \t]*\n\s*")
#: "SHA256_BLOCK_SIZE [Constant]", "void sha256_init (struct sha256_ctx *ctx) [Function]".
_DEFINED = regex(r"\[[A-Z][\w ]*+\]\Z")
_LINE = regex(r"\S(?:[^\n]*\S)?")
_BAR = regex(f"[{re.escape(BARS)}]")
_RULED = regex(r"[-=_+*~\s\u2500-\u257f]+")


class Shape(msgspec.Struct, frozen=True):
    """The structure of a passage, from its own beginning: the key under which its units are kept.

    `rows` are those of tables: start, end, caption and column headings.
    """

    rows: tuple[tuple[int, int, str], ...] = ()
    code: tuple[Span, ...] = ()
    aside: tuple[Span, ...] = ()
    headings: tuple[Span, ...] = ()


def shape_of(passage: Passage) -> Shape:
    """What is known of a passage besides its words."""
    held, at, end = passage.structure, passage.start, passage.end

    def inside(spans: Sequence[Span]) -> tuple[Span, ...]:
        return tuple((max(a, at) - at, min(b, end) - at) for a, b in spans if a < end and at < b)

    rows = ((run, inside([(run.start, run.end)])) for run in held.tables)
    return Shape(
        rows=tuple((*spans[0], run.context) for run, spans in rows if spans),
        code=inside(held.code),
        aside=inside(held.aside),
        headings=tuple(
            span
            for start, path in held.sections
            if at <= start < end and (span := _heading(passage.text, start - at, path))
        ),
    )


def _gap(text: str, at: int) -> int:
    """Where the next word begins."""
    match = _SPACE.match(text, at)
    return match.end() if match else at


@lru_cache(maxsize=2_048)
def _heading(text: str, start: int, path: str) -> Span | None:
    """The line, or the lines, at which the section of this path begins, less what a clause says behind its
    title; None where it only goes on.
    """
    words = path.rpartition(" > ")[2].split()
    at = start
    for word in words:
        at = _gap(text, at)
        if not text.startswith(word, at):
            return None
        at += len(word)
    behind = _BEHIND.match(text, at) if words else None
    stop = behind.end() if behind else text.find("\n", at)
    return (start, stop if stop >= 0 else len(text)) if words else None


@lru_cache(maxsize=512)
def units(text: str, table: str, shape: Shape) -> list[Unit]:
    """The units of a passage by place. A list is one unit and so is each of its items, with the line that
    announces it as context: these overlap, nothing else does. A heading is a unit that `shape` names. A
    definition has its term: an entry is one unit, or, where it is long, its first sentence with the term, and
    the term as context of the others.
    """
    code = list(_pieces(text, shape.code))
    set_rows = list(_set_rows(text, shape))
    rules = [rule.span() for _, end in shape.headings if (rule := _UNDERLINE.match(text, end))]
    kept = [*shape.aside, *code, *shape.headings, *rules, *((row.start, row.end) for row in set_rows)]
    plain = [
        _as_row(unit, shape) for unit in _parted(text, table, set_rows, shape) if not _touches(unit, kept)
    ]
    plain = [unit for unit in plain if not _RULED.fullmatch(text, unit.start, unit.end)]
    found = _with_leads(text, plain)
    found += [Unit(*span, kind="heading") for span in shape.headings] + set_rows
    for split in _parted(text, table, set_rows, shape):  # a heading in one paragraph with what it names
        inside = [last for _, last in (*shape.headings, *rules) if split.start < last < split.end]
        if inside and text[max(inside) : split.end].strip():
            begin = max(inside) + len(text[max(inside) :]) - len(text[max(inside) :].lstrip())
            found.append(Unit(begin, split.end))
    found.sort(key=lambda unit: unit.start)
    for start, end in code:
        before = next((unit for unit in reversed(found) if unit.end <= start), None)
        lead = before if before is not None and _announces(text, before, start) else None
        found = [unit for unit in found if unit is not lead]
        found.append(Unit(lead.start if lead else start, end, kind="code"))
        found.sort(key=lambda unit: unit.start)
    taken = [*shape.aside, *code, *((start, end) for start, end, _ in shape.rows)]
    for listing in listings(text, shape.headings):
        if not _touches(Unit(listing.start, listing.end), taken):
            found = _with_list(found, text, listing)
    taken += shape.headings
    for entry in entries(text):
        if not _touches(Unit(*entry.term), taken):
            found = _with_entry(found, text, entry)
    found = _with_terms(text, sorted(found, key=lambda unit: (unit.start, -unit.end)))
    return sorted(found, key=lambda unit: (unit.start, -unit.end))


def _touches(unit: Unit, spans: Sequence[Span]) -> bool:
    return any(unit.start < end and start < unit.end for start, end in spans)


def _with_leads(text: str, found: Sequence[Unit]) -> list[Unit]:
    """The units, each that only opens its paragraph ("A1.", "Heating.", "Art. 5.", "Stolen card?") in one
    with the sentence behind it on its line: neither says anything alone.
    """
    joined: list[Unit] = []
    for unit in found:
        before = joined[-1] if joined else None
        if (
            before is not None
            and not (before.row or before.kind or unit.row or unit.kind)
            and before.context == unit.context
            and before.end - before.start <= _LEAD_IN
            and _LEAD_WORDS.fullmatch(text, before.start, before.end)
            and "\n" not in text[before.end : unit.start]
            and _OPENS.search(text, max(0, before.start - _LEAD_IN), before.start)
        ):
            joined[-1] = replace(before, end=unit.end)
        else:
            joined.append(unit)
    return joined


def _set_rows(text: str, shape: Shape) -> Iterator[Unit]:
    """The rows of tables that are set by white space or drawn, and the line that heads them."""
    for start, end, context in shape.rows:
        rows = _row_spans(text, start, end)
        if rows and (head := _head_above(text, start, context)):
            yield Unit(*head, row=True, kind="heading")
        yield from (Unit(*span, row=True, context=context) for span in rows)


def _row_spans(text: str, start: int, end: int) -> list[Span]:
    """The rows of such a table: what stands between two rules that are drawn, else each line. None where
    cells stand between bars as ingestion writes them.
    """
    lines = list(_LINE.finditer(text, start, end))
    ruled = [n for n, line in enumerate(lines) if DRAWN_RULE.fullmatch(line[0])]
    if not ruled and " | " in text[start:end] and not DRAWN_RULE.fullmatch(_line_above(text, start)[0]):
        return []
    if not ruled:
        return [line.span() for line in lines if not _RULED.fullmatch(line[0])]
    edges = pairwise([-1, *ruled, len(lines)])
    return [(lines[a + 1].start(), lines[b - 1].end()) for a, b in edges if b > a + 1]


def _line_above(text: str, at: int) -> tuple[str, int]:
    """The line above a place, and where it begins."""
    end = len(text[:at].rstrip())
    begin = text.rfind("\n", 0, end) + 1
    line = text[begin:end]
    return line.strip(), begin + len(line) - len(line.lstrip())


def _head_above(text: str, start: int, context: str) -> Span | None:
    """The line above `start` that names the columns of `context`, with a rule between them."""
    names = context.rpartition("\n")[2].split(" | ")
    line, begin = _line_above(text, start)
    if _RULED.fullmatch(line) or DRAWN_RULE.fullmatch(line):
        line, begin = _line_above(text, begin)
    said = _BAR.sub(" ", line).split()
    return (
        (begin, begin + len(line))
        if len(names) > 1 and said == _BAR.sub(" ", " ".join(names)).split()
        else None
    )


def _parted(text: str, table: str, rows: Sequence[Unit], shape: Shape) -> Iterator[Unit]:
    """Sentences and rows between bars, of the text before, between and behind other rows."""
    at = 0
    for place in [*sorted((row.start, row.end) for row in rows), (len(text), len(text))]:
        if text[at : place[0]].strip():
            known = [(start - at, end - at) for start, end, _ in shape.rows]
            for unit in sentences.split(text[at : place[0]], table, known):
                yield replace(unit, start=unit.start + at, end=unit.end + at)
        at = place[1]


def _as_row(unit: Unit, shape: Shape) -> Unit:
    """A row under the headings that its reader found: the line above is not always the header."""
    for start, end, context in shape.rows:
        if start <= unit.start < end:
            return replace(unit, row=True, context=context)
    return unit


def _announces(text: str, unit: Unit, start: int) -> bool:
    """Whether a unit is the line right above `start`, ends in a colon and is short."""
    line = text[unit.start : unit.end]
    between = text[unit.end : start]
    near = not between.strip() and between.count("\n") <= 2
    return near and unit.kind != "heading" and len(line) <= _LEAD and line.endswith(":")


def _pieces(text: str, blocks: Sequence[Span]) -> Iterator[Span]:
    """Blocks of code; a long one in pieces, cut at blank lines, else between lines."""
    for start, end in blocks:
        begin = start
        while end - begin > LONGEST:
            cuts = [m.end() for m in _BLANK.finditer(text, begin, begin + LONGEST)]
            at = cuts[-1] if cuts else text.rfind("\n", begin, begin + LONGEST) + 1
            at = at if at > begin else begin + LONGEST
            yield begin, begin + len(text[begin:at].rstrip())
            begin = at
        if text[begin:end].strip():
            yield begin, end


def _cut(unit: Unit, text: str, place: int) -> list[Unit]:
    """A unit, in two where `place` lies inside it."""
    before, after = text[unit.start : place].rstrip(), text[place : unit.end].lstrip()
    if not unit.start < place < unit.end or not before or not after or unit.kind in ("list", "code"):
        return [unit]
    return [replace(unit, end=unit.start + len(before)), replace(unit, start=unit.end - len(after))]


def _with_list(found: list[Unit], text: str, listing: Listing) -> list[Unit]:
    """The units with those of a list: the whole of it where that is no longer than LONGEST, and each item,
    with the one that it hangs under or the line that announces all.
    """
    lead = next((u for u in found if listing.lead and u.end == listing.lead[1] and not u.row), None)
    said = text[lead.start : lead.end] if lead else ""
    start = lead.start if lead and len(said) <= _LEAD else listing.start
    whole = Unit(start, listing.end, kind="list", context="")
    for place in (*(start for start, _ in listing.items), listing.end):
        found = [piece for unit in found for piece in _cut(unit, text, place)]
    listed = []
    for unit in found:
        at = next((n for n, one in enumerate(listing.items) if one[0] <= unit.start < one[1]), None)
        if at is None or unit.kind:
            listed.append(unit)
            continue
        item, under = listing.items[at], listing.under[at]
        near = one_line(text[slice(*under)]) if under and under[1] - under[0] <= _LEAD else said
        if item[1] - item[0] > _LEAD:  # a long item by its sentences
            listed.append(replace(unit, kind="item", context=near))
        elif not listed or listed[-1].end != item[1]:
            begin = item[0] + len(text[item[0] :]) - len(text[item[0] :].lstrip())
            listed.append(Unit(begin, item[1], context=near, kind="item"))
    if listing.end - start > LONGEST or len(listing.items) < 2:
        return listed
    # The line that announces a list says nothing without it.
    return [unit for unit in listed if unit is not lead or start != unit.start] + [whole]


def _with_entry(found: list[Unit], text: str, entry: Entry) -> list[Unit]:
    """The units with a definition beside its term, up to a list in it, which is one by itself."""
    (begin, last), (start, end) = entry.term, entry.body
    listed = [unit.start for unit in found if unit.kind in ("list", "item") and start < unit.start < end]
    end = min([end, *listed])
    for place in (begin, end):  # lines that no blank one parts were read as one sentence
        found = [piece for unit in found for piece in _cut(unit, text, place)]
    inside = [unit for unit in found if begin < unit.end and unit.start < end]
    body = [unit for unit in inside if unit.end > start]
    plain = all(
        unit.kind in ("", "code")
        and not (unit.row or unit.context)
        and begin <= unit.start
        and unit.end <= end
        for unit in inside
    )
    if not plain or not body:
        return found
    rest = [unit for unit in found if unit not in inside]
    if end - begin <= _ENTRY:
        return [*rest, Unit(begin, body[-1].end, kind="entry")]
    said = text[begin:last]
    first, *others = body
    return [
        *rest, Unit(begin, first.end, kind="entry"), *(replace(unit, context=said) for unit in others)
    ]  # fmt: skip


def _with_terms(text: str, found: list[Unit]) -> list[Unit]:
    """The units by place, an identifier alone in its paragraph ("BZ_MEM_ERROR") in one with the paragraph
    below, of a long one its first sentences: a list of definitions whose indents a PDF lost. Two at least
    stand so: one alone may be a file's name, or code.
    """
    terms = [
        at
        for at, (unit, after) in enumerate(pairwise(found))
        if _is_plain(unit)
        and _is_plain(after)
        and is_name(text[unit.start : unit.end])
        and _BLANK.fullmatch(text, unit.end, after.start)
        and _begins_paragraph(text, unit.start)
        and " " in text[after.start : after.end]
    ]
    if len(terms) < 2:
        return found
    joined, taken = dict[int, Unit](), set[int]()
    for at in terms:
        last = at + 1
        while last + 1 < len(found) and _goes_on(text, found, at, last):
            last += 1
        joined[at] = replace(found[at], end=found[last].end, kind="entry")
        taken |= set(range(at + 1, last + 1))
    return [joined.get(at, unit) for at, unit in enumerate(found) if at not in taken]


def _goes_on(text: str, found: Sequence[Unit], term: int, last: int) -> bool:
    """Whether the next unit is of the paragraph that says what a term is, and the entry stays short."""
    here, after = found[last], found[last + 1]
    near = _is_plain(after) and not _BLANK.search(text, here.end, after.start)
    return near and after.end - found[term].start <= _ENTRY


def _begins_paragraph(text: str, at: int) -> bool:
    before = text[max(0, at - 40) : at]
    return not before.strip() or before.count("\n", len(before.rstrip())) > 1


def is_name(said: str) -> bool:
    """Whether a line by itself is one identifier, or what Texinfo prints above a definition's text."""
    return (" " not in said or bool(_DEFINED.search(said))) and bool(identifiers(said))


def _is_plain(unit: Unit) -> bool:
    return not (unit.kind or unit.row or unit.context)
