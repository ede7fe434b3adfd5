"""What a file holds, what was written into it, and what messages give now: which entries change.

Pure. An entry is changed or taken out only while it stands as it was written: what a person changed stays
theirs, and what they took out does not come back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from edge.extract.export.entry import WantedEntry, digest, entry_key
from edge.records.export import ExportOutcome
from edge.state.exports import WrittenEntry

#: Entries of one message that are looked for in a file of which nothing is known.
_MOST = 64
_KEY = re.compile("[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class EntryChange:
    """One entry. `text` is what is to stand under the key, None where nothing does or nothing changes."""

    outcome: ExportOutcome
    key: str
    title: str
    message: str
    text: str | None = None


def reconcile(
    standing: Mapping[str, str], written: Sequence[WrittenEntry], wanted: Sequence[WantedEntry],
    messages: Collection[str], title: Callable[[str], str],
) -> tuple[list[EntryChange], list[WrittenEntry]]:  # fmt: skip
    """The changes to one file, and what is written in it afterwards.

    `standing`: the file's entries by key; `written`: those that were written into it; `wanted`: what all
    `messages` of this run give for it. An entry of one of these messages that is wanted no more goes.
    `title` names an entry by its text.
    """
    rows = {row.key: row for row in written}
    changes: list[EntryChange] = []
    for one in _latest(wanted):
        _keyed(one, standing, rows, changes, title)
    for message in dict.fromkeys([*messages, *(one.message for one in wanted)]):
        free = [one for one in wanted if one.message == message and not one.key]
        claimed = {change.key for change in changes}
        own = [row for row in rows.values() if row.message == message and row.key not in claimed]
        own += _adopted(message, standing, rows)
        pairs, left = _paired(free, own, standing)
        taken = {*rows, *standing, *(row.key for row in own)}
        keys = (key for n in range(len(taken) + len(free) + 1) if (key := entry_key(message, n)) not in taken)
        for one, row in pairs:
            if row is None and one.known:
                changes.append(EntryChange("known", "", one.title, message))
            else:
                changes.append(_settle(one, row.key if row else next(keys), standing, row, rows))
        for row in left:
            changes += _outdated(row, standing, rows, title)
    return changes, sorted(rows.values(), key=lambda row: row.key)


def _latest(wanted: Sequence[WantedEntry]) -> list[WantedEntry]:
    """Of each invitation what its latest message says."""
    latest: dict[str, WantedEntry] = {}
    for one in wanted:
        if one.key and (one.key not in latest or latest[one.key].at <= one.at):
            latest[one.key] = one
    return list(latest.values())


def _keyed(
    one: WantedEntry, standing: Mapping[str, str], rows: dict[str, WrittenEntry],
    changes: list[EntryChange], title: Callable[[str], str],
) -> None:  # fmt: skip
    row = rows.get(one.key)
    if row is not None and row.message != one.message and row.at > one.at:
        changes.append(EntryChange("unchanged", one.key, one.title, one.message))  # a later message spoke
    elif row is not None and row.message != one.message and row.quote != one.quote:
        changes.append(EntryChange("known", one.key, one.title, one.message))  # no word of its organiser
    elif one.cancelled:
        found = _outdated(row, standing, rows, title) if row is not None and row.digest else []
        changes += found
        if not found or found[0].outcome == "removed":  # a mark, so that the older invitation stays away
            rows[one.key] = _row(one, one.key, "")
    elif (row is None and one.known) or (one.key in standing and (row is None or not row.digest)):
        changes.append(EntryChange("known", one.key, one.title, one.message))
    else:
        again = row is not None and not row.digest and row.message != one.message
        changes.append(_settle(one, one.key, standing, None if again else row, rows))


def _settle(
    one: WantedEntry, key: str, standing: Mapping[str, str], row: WrittenEntry | None,
    rows: dict[str, WrittenEntry],
) -> EntryChange:  # fmt: skip
    """The entry under its key, now; `row`: what is known of it."""
    current = standing.get(key)
    if row is not None and current is None:
        return EntryChange("gone", key, one.title, one.message)
    text = one.write(key, current or "")
    if current is not None and row is not None and text != current and digest(current) != row.digest:
        return EntryChange("kept", key, one.title, one.message)
    rows[key] = _row(one, key, digest(text))
    if current is None:
        return EntryChange("added", key, one.title, one.message, text)
    return EntryChange(
        "unchanged" if text == current else "changed", key, one.title, one.message,
        None if text == current else text,
    )  # fmt: skip


def _outdated(
    row: WrittenEntry, standing: Mapping[str, str], rows: dict[str, WrittenEntry],
    title: Callable[[str], str],
) -> list[EntryChange]:  # fmt: skip
    """What its message gives no more: it goes, unless a person changed it."""
    current = standing.get(row.key)
    if current is None:
        return []  # the row stays: what a person took out does not come back under this key
    if digest(current) != row.digest:
        return [EntryChange("kept", row.key, title(current), row.message)]
    del rows[row.key]
    return [EntryChange("removed", row.key, title(current), row.message)]


def _adopted(
    message: str, standing: Mapping[str, str], rows: Mapping[str, WrittenEntry]
) -> list[WrittenEntry]:
    """Entries of this message in the file that nothing is known of: written from another device."""
    if not any(_KEY.fullmatch(key) for key in standing.keys() - rows.keys()):
        return []
    keys = (entry_key(message, n) for n in range(_MOST))
    return [
        WrittenEntry(key=key, message=message, quote="", digest="", at="")
        for key in keys
        if key in standing and key not in rows
    ]


def _paired(
    free: Sequence[WantedEntry], rows: Sequence[WrittenEntry], standing: Mapping[str, str]
) -> tuple[list[tuple[WantedEntry, WrittenEntry | None]], list[WrittenEntry]]:
    """Each entry with the row it had: by its quote and text, by its quote, then in order; and the rows that
    are left. What a person changed or took out is no other entry's row.
    """
    left = list(rows)
    found: dict[int, WrittenEntry] = {}
    for alike in (_unchanged, _of_one_quote, _in_order):
        for n, one in enumerate(free):
            if n not in found:
                row = next((row for row in left if alike(one, row, standing)), None)
                if row is not None:
                    left.remove(row)
                    found[n] = row
    return [(one, found.get(n)) for n, one in enumerate(free)], left


def _unchanged(one: WantedEntry, row: WrittenEntry, standing: Mapping[str, str]) -> bool:
    current = standing.get(row.key)
    return row.quote in ("", one.quote) and current is not None and one.write(row.key, current) == current


def _of_one_quote(one: WantedEntry, row: WrittenEntry, standing: Mapping[str, str]) -> bool:
    return row.quote == one.quote


def _in_order(one: WantedEntry, row: WrittenEntry, standing: Mapping[str, str]) -> bool:
    return _as_written(row, standing)


def _as_written(row: WrittenEntry, standing: Mapping[str, str]) -> bool:
    """Also where nobody knows: it was written from another device."""
    current = standing.get(row.key)
    return current is not None and row.digest in ("", digest(current))


def _row(one: WantedEntry, key: str, written: str) -> WrittenEntry:
    return WrittenEntry(key=key, message=one.message, quote=one.quote, digest=written, at=one.at)
