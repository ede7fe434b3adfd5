"""Gold questions: what a knowledge base is measured against.

A line is {"id", "question", "answerable", "expected": [[source, page], ...]}, the page null in a document
without pages; other fields can be used to choose (`where`) and to group (`by`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from edge.errors import UsageError

_SHAPE = 'A line is {"id", "question", "answerable", "expected": [[source, page], …]}.'

#: A page of a document; None: the document has no pages.
Page = tuple[str, int | None]
T = TypeVar("T")


class Gold(msgspec.Struct, frozen=True, kw_only=True):
    """One question with its expected pages. `fields` is the whole line."""

    id: str
    question: str
    answerable: bool
    expected: list[Page] = []
    fields: dict[str, Any] = {}


def read(lines: Iterable[bytes], where: Mapping[str, Sequence[str]] | None = None) -> list[Gold]:
    """Gold questions from JSONL. `where` keeps lines whose field has one of the values. Raises UsageError."""
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        gold = _gold(line, number)
        if all(_said(gold.fields.get(name)) in values for name, values in (where or {}).items()):
            found.append(gold)
    if not found:
        chosen = f" with {dict(where)}" if where else ""
        raise UsageError(
            f"There are no gold questions{chosen}.", "A line is {id, question, answerable, expected}."
        )
    return found


def _gold(line: bytes, number: int) -> Gold:
    try:
        item = msgspec.json.decode(line, type=dict[str, Any])
        expected = msgspec.convert(item.get("expected") or [], list[tuple[str, int | None]])
        question = msgspec.convert(item.get("question"), str)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(
            f"Gold line {number} cannot be used: {error}.",
            _SHAPE,
        ) from error
    answerable = item.get("answerable")
    return Gold(
        id=str(item.get("id", number)),
        question=question,
        answerable=bool(expected) if answerable is None else bool(answerable),
        expected=[(nfc(source), page) for source, page in expected],
        fields=item,
    )


def _said(value: Any) -> str:
    """A field's value as it is typed: true, none, gs9, 3."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def nfc(name: str) -> str:
    """A document's name, composed (Unicode NFC): some file systems take accents apart."""
    return unicodedata.normalize("NFC", name)


def grouped(rows: Sequence[tuple[Gold, T]], by: str) -> dict[str, list[tuple[Gold, T]]]:
    """What was found of questions, by the value of a field; nothing without one."""
    groups: dict[str, list[tuple[Gold, T]]] = {}
    for row in rows if by else ():
        groups.setdefault(_said(row[0].fields.get(by)), []).append(row)
    return dict(sorted(groups.items()))


def warnings(gold: Sequence[Gold], seen: Collection[Page]) -> list[str]:
    """What makes the figures of these questions doubtful, given every page that came up: an expected document
    that has no pages, yet a page is expected of it; no expected document at all, most likely because it is
    the wrong knowledge base.
    """
    expected = {page for item in gold for page in item.expected}
    sources = {source for source, _ in expected}
    if not sources:
        return []
    if not any(source in sources for source, _ in seen):
        return [f"No expected document was ever found ({min(sources)}, …): is this the right knowledge base?"]
    without = sorted({source for source, page in expected if page is not None and (source, None) in seen})
    if not without:
        return []
    more = f" (and {len(without) - 1} more)" if len(without) > 1 else ""
    return [f"{without[0]}{more} has no pages: no page of it is ever found. Write null as its page."]
