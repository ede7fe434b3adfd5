"""An answer as people read it: the quote, where it stands, how sure edge is, and what stood in its way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import dedent

import msgspec

from edge import i18n
from edge.ask.courtesy import is_reply
from edge.cli.terminal.style import (
    Style,
    between,
    columns,
    highlight,
    safe,
    table,
    unmark,
    wrap,
)
from edge.i18n import render
from edge.i18n.place import place
from edge.records import Answer, Citation, Reason
from edge.text.columns import GAP
from edge.text.lists import listings
from edge.text.sanitise import plain

_INDENT = "  "
_ITEM = re.compile(r"^[ \t]*(?:[-*•–]\s|\(?\w{1,3}[.)]\s)", re.MULTILINE)
#: Engines that choose sentences: which of them it was is in the JSON. One that writes is named.
_QUOTING = ("semantic", "lexical", "rules")
#: Ends that go without saying.
_PLAIN = ("clear_sentence", "settled_sentence")
_CELL = re.compile(r"\|")  # `safe` takes the spaces around


def lines(answer: Answer, style: Style, width: int | None, *, quiet: bool = False) -> list[str]:
    """The answer as lines. `width` None means unwrapped; `quiet` leaves out everything but the quotes."""
    if is_reply(answer):
        return [safe(answer.reason)]
    tongue = i18n.of_answer(answer)
    if answer.outcome == "absent":
        shown = _absent(answer, tongue, style, width, quiet)
    elif answer.outcome == "unsure":
        shown = _unsure(answer, tongue, style, width, quiet)
    else:
        shown = _present(answer, tongue, style, width)
    if not quiet:
        shown += ["", *_footer(answer, tongue, style, width)]
    return shown


def _present(answer: Answer, tongue: str, style: Style, width: int | None) -> list[str]:
    shown: list[str] = []
    quotes = [citation.quote for citation in answer.citations]
    # An engine that writes gives a sentence of its own; the quotes below it are its proof.
    if answer.answer and safe(answer.answer) != safe(" ".join(quotes)) and answer.answer not in quotes:
        shown += [*map(style.bold, wrap(safe(answer.answer), width)), ""]
    return shown + _quotes(answer.citations, answer.question, tongue, style, width)


def _absent(answer: Answer, tongue: str, style: Style, width: int | None, quiet: bool) -> list[str]:
    words = i18n.table("answer", tongue)
    shown = [style.warn(style.bold(words["absent"]))]
    if answer.reason:
        shown += wrap(safe(answer.reason), width)
    if answer.candidates and not quiet:
        shown += ["", *map(style.dim, wrap(words["nearest"], width))]
        shown += map(style.dim, _nearest(answer, tongue, width))
    return shown


def _unsure(answer: Answer, tongue: str, style: Style, width: int | None, quiet: bool) -> list[str]:
    """The likeliest places under a word of doubt: they are to be looked at, not to be relied on."""
    words = i18n.table("answer", tongue)
    shown = [
        *map(
            style.warn, map(style.bold, wrap(words["unsure" if answer.candidates else "cannot_tell"], width))
        ),
        *_quotes(answer.candidates, answer.question, tongue, style, width),
    ]
    if answer.reason and not quiet:
        shown += ["", *wrap(safe(answer.reason), width)]
    return shown


def _nearest(answer: Answer, tongue: str, width: int | None) -> list[str]:
    """What was nearest and is no answer: one glance each."""
    shown: list[str] = []
    for citation in answer.candidates:
        shown += wrap(safe(citation.quote), width, "  · ", "    ")
        shown += _one_line(place(citation, tongue, safe), width, "    ")
    return shown


def _quotes(
    quotes: Sequence[Citation], question: str, tongue: str, style: Style, width: int | None
) -> list[str]:
    shown: list[str] = []
    for number, citation in enumerate(quotes):
        shown += [""] * bool(number) + quote(citation, question, tongue, style, width)
    return shown


def quote(citation: Citation, question: str, tongue: str, style: Style, width: int | None) -> list[str]:
    """One quote with its place. A table row stands under its column headings."""
    where = map(style.place, _one_line(place(citation, tongue, safe), width))
    row = citation.quote.strip().strip("|").strip()
    cells = [safe(cell) for cell in (_CELL if "|" in row else GAP).split(row)]
    _, headings = _headings(citation, len(cells))
    if headings and len(headings) == len(cells):
        return [*_row(citation, cells, question, style, width), *where]
    shown = _above(citation.context, style, width)
    if citation.term is not None:
        said, citation = _parted(citation)
        shown += _above(said, style, width)
    if citation.code or _is_list(citation.quote):
        return [*shown, *_block(citation, question, style, width), *where]
    opening, closing = i18n.table("typography", tongue)["quote"]
    said = citation.quote
    if citation.span is not None:  # the exact words
        said = between(said, citation.span[0] - citation.start, citation.span[1] - citation.start)
    lines = wrap(f"{opening}{safe(said)}{closing}", width, _INDENT)
    shown += unmark(lines, style.underline, lambda part: _marked(part, question, style))
    return [*shown, *where]


def _above(text: str, style: Style, width: int | None) -> list[str]:
    """What a quote stands under."""
    return [style.dim(line) for line in wrap(safe(text), width, _INDENT)] if text else []


def _parted(citation: Citation) -> tuple[str, Citation]:
    """The term of a definition, and what is said of it."""
    assert citation.term is not None
    end = citation.term[1] - citation.start
    begin = max(end, len(citation.quote) - len(citation.quote[end:].lstrip(": \t\n")))
    rest = msgspec.structs.replace(citation, quote=citation.quote[begin:], start=citation.start + begin)
    return citation.quote[:end], rest


def _is_list(quote: str) -> bool:
    return len(_ITEM.findall(quote)) > 1 or any(len(one.items) > 1 for one in listings(quote))


def _block(citation: Citation, question: str, style: Style, width: int | None) -> list[str]:
    """A quote of several lines: items of a list each on its own, code as it stands, to be copied."""
    shown: list[str] = []
    at = citation.start
    for start, end in [*citation.code, (citation.end, citation.end)]:
        prose = citation.quote[at - citation.start : start - citation.start]
        for line in _items(prose):
            hang = _INDENT + " " * (len(line) - len(line.lstrip("-*•–0123456789.) ")))
            shown += [_marked(part, question, style) for part in wrap(line, width, _INDENT, hang)]
        code = dedent(citation.quote[start - citation.start : end - citation.start].expandtabs(4))
        shown += [2 * _INDENT + plain(line) for line in code.split("\n") if code]
        at = end
    return shown


def _items(prose: str) -> list[str]:
    """Paragraphs and items, wrapped lines joined to what they go on with."""
    lines: list[str] = []
    items = [item for one in listings(prose) for item in one.items]
    begun = {start for start, _ in items}
    at = 0
    for line in prose.split("\n"):
        said, opens = safe(line), at in begun or _ITEM.match(line) is not None
        inside = any(start < at < end for start, end in items)
        wrapped = inside or not said[:1].isupper()
        if said and lines and wrapped and not opens and not lines[-1].endswith((":", ".", ";")):
            lines[-1] += f" {said}"
        elif said:
            lines.append(said)
        at += len(line) + 1
    return lines


def _one_line(text: str, width: int | None, indent: str = _INDENT) -> list[str]:
    """The line of the place, cut with an ellipsis rather than wrapped: one glance, one line."""
    if width is not None and columns(text) + len(indent) > width:
        text = text[: width - len(indent) - 1].rstrip() + "…"
    return [indent + text]


def _headings(citation: Citation, columns: int) -> tuple[str, list[str]]:
    """The caption, if any, and the headings of so many columns: the last ones may have none."""
    # `context` of a table row: the caption on a line of its own, then the headings between bars.
    *above, last = citation.context.split("\n")
    if "|" not in last:
        return safe(citation.context), []
    named = [safe(cell) for cell in _CELL.split(last.strip().strip("|").strip())]
    if last.rstrip().endswith("|"):
        named += [""] * (columns - len(named))
    return safe(" ".join(above)), named


def _row(citation: Citation, cells: list[str], question: str, style: Style, width: int | None) -> list[str]:
    caption, headings = _headings(citation, len(cells))
    shown = [_INDENT + style.dim(caption)] if caption else []
    head, row = table([headings, cells], gap=" │ ", numbers=False)
    if width is None or max(columns(head), columns(row)) + len(_INDENT) <= width:
        return [*shown, _INDENT + style.dim(head), _INDENT + _marked(row, question, style)]
    # Too wide for the terminal: one "heading: cell" a line.
    longest = max(map(columns, headings))
    for heading, cell in zip(headings, cells, strict=True):
        label = heading + " " * (longest - columns(heading)) + "  "
        first, *rest = wrap(cell, max(20, width - longest - 4)) or [""]
        shown.append(_INDENT + style.dim(label) + _marked(first, question, style))
        shown += [_INDENT + " " * (longest + 2) + _marked(line, question, style) for line in rest]
    return shown


def _marked(line: str, question: str, style: Style) -> str:
    from edge.text.tokens import fold, stem, stems

    if not style.coloured:
        return line
    return highlight(line, frozenset(stems(question)), lambda word: stem(fold(word)), style.bold)


def _footer(answer: Answer, tongue: str, style: Style, width: int | None) -> list[str]:
    confidence = answer.confidence
    value = confidence.value
    number = i18n.decimal(value, tongue, 2)
    if confidence.calibrated is None:
        number += f", {i18n.table('answer', tongue)['uncalibrated']}"
    level = _level(value)
    parts = []
    if not answer.abstained:
        parts.append(render(Reason("answer.confidence", {"word": level, "number": number}), tongue))
    elif not any("confidence" in why.params for why in answer.codes.get("reason", [])):  # it was said
        parts.append(render(Reason("answer.best", {"word": level, "number": number}), tongue))
    if answer.stopped_because and _tells(answer):
        parts.append(answer.stopped_because)
    elif answer.escalation.wanted and answer.abstained and not _nothing_there(answer):
        parts.append(render(Reason("answer.wanted", {"engine": answer.escalation.wanted}), tongue))
    if answer.dropped and answer.abstained:  # what was not read may have it
        parts.append(render(Reason("answer.left_out", {"count": len(answer.dropped)}), tongue))
    if answer.passes and answer.passes[-1].engine not in _QUOTING:
        parts.append(render(Reason("answer.engine", {"engine": answer.passes[-1].engine}), tongue))
    parts = [safe(part) for part in [*parts, *answer.notes]]
    total = answer.timings_ms.get("total", sum(answer.timings_ms.values()))
    parts.append(f"{total:.0f} ms")
    # Another engine spoke than the one asked for: said aloud.
    paint = style.warn if any(p.error for p in answer.passes if p.kind != "blind") else style.dim
    return [paint(line) for line in wrap(" · ".join(parts), width)]


def _tells(answer: Answer) -> bool:
    """Whether why it stopped says more than the answer itself: a sure sentence is enough, of course, and that
    a model might do better matters where edge is unsure, not where nothing is there.
    """
    why = answer.codes.get("stopped_because")
    if not why or why == answer.codes.get("reason"):
        return False
    code = why[0].code
    return code not in _PLAIN and not (code == "not_permitted" and _nothing_there(answer))


def _nothing_there(answer: Answer) -> bool:
    """Whether no model would find it either: it is not there, or names what stands nowhere."""
    return answer.outcome == "absent" or any(note.code == "nowhere" for note in answer.codes.get("notes", []))


def _level(probability: float) -> Reason:
    """A probability in a word. "Strong" is more than what is certified of the surest answers from documents
    without pages (.89); the other bounds are those of the words' common use.
    """
    return (
        Reason("answer.strong") if probability >= 0.9
        else Reason("answer.good") if probability >= 0.65
        else Reason("answer.fair") if probability >= 0.4
        else Reason("answer.weak")
    )  # fmt: skip
