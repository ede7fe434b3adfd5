"""Lines into Markdown notes, one note a person, project or company.

A line goes under a heading of its own kind, below what stands there; a missing note is made.
Nothing that a person wrote is touched.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from functools import partial
from pathlib import Path

from edge import evident, paths
from edge.context.lookup import day_of
from edge.context.note_head import NoteHead, note_head, type_of_name
from edge.context.stated import Statements
from edge.context.titles import INSIDE, SAME, Titles
from edge.errors import StorageError, UsageError
from edge.extract.export import plan
from edge.extract.export.appointment import source_of
from edge.extract.export.entry import WantedEntry, quote_digest
from edge.extract.export.reconcile import reconcile
from edge.extract.export.text_lines import TextLines
from edge.folders import inside, reserved, visible
from edge.i18n import render
from edge.records import Extracted, Extraction, Message, Reason
from edge.state.exports import WrittenEntry
from edge.text.names import folded
from edge.text.one_line import one_line

#: Characters of a note that say what it is, and bytes of a file's name.
_HEAD, _NAME = 4_000, 120
_MARKUP = re.compile(r"([\\<\[\]`])|(?:--!?>)")
_BAD = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*#^\[\]]+')
_HEADINGS = re.compile(r"\A(#{1,6})[ \t]++([^\n]*+)")


@dataclass(slots=True)
class _Note:
    path: Path
    head: NoteHead


def note_plans(
    folder: Path, found: Sequence[tuple[Message, Extracted]],
    written: Callable[[Path], list[WrittenEntry]], told: Sequence[str],
) -> list[plan.FilePlan]:  # fmt: skip
    """What the messages' lines make of a folder of notes, file by file. `told`: paths that were written into
    before: a line that is wanted no more is taken out there too. A folder that is not there has no notes yet.
    Raises UsageError where there is none above it, or a file in its place.
    """
    missing = paths.kind(folder) == "nothing" and paths.kind(folder.parent) == "folder"
    if not missing and paths.kind(folder) != "folder":
        raise UsageError(f"There is no folder of notes at {folder}.", "Make it, or name another.")
    notes = [] if missing else _notes(folder)
    titles = Titles([[note.head.title, note.path.stem] for note in notes])
    wanted: dict[Path, list[tuple[Message, Extracted, Extraction]]] = defaultdict(list)
    heads: dict[Path, NoteHead] = {}
    for message, result in found:
        for it, said in _lines_of(result):
            # A name of nobody knows what: the sender's note has the line.
            for name in (said, _shown(message.sender)):
                at, head = _note_for(name, titles), _head(name, message, result)
                if at is not None or head is not None:
                    break
            if at is None:
                if head is None:
                    continue
                path = _new_path(folder, head.title, {note.path for note in notes})
                notes.append(_Note(path, head))
                titles = Titles([[note.head.title, note.path.stem] for note in notes])
                at = len(notes) - 1
            heads[notes[at].path] = notes[at].head
            wanted[notes[at].path].append((message, result, it))
    for name in told:
        path = Path(name)
        if path.is_relative_to(folder.resolve()) and path.is_file():
            wanted.setdefault(path, [])
    return [
        _plan(path, heads.get(path), wanted[path], written(path), [message.id for message, _ in found])
        for path in sorted(wanted)
    ]


def _plan(
    path: Path, head: NoteHead | None, given: list[tuple[Message, Extracted, Extraction]],
    written: list[WrittenEntry], messages: list[str],
) -> plan.FilePlan:  # fmt: skip
    before = plan.read(path) if paths.exists(path.parent) else None
    text = plan.decoded(before, path)
    lines = TextLines.of(text)
    known = written if before is not None else []
    said = Statements(lines.of_others({row.key for row in known}))
    wanted = [
        WantedEntry(
            message=message.id, at=message.received_at, quote=quote_digest(it.quote), title=it.info,
            write=partial(_line, message, it), known=said.of(it) is not None,
        )
        for message, _, it in given
    ]  # fmt: skip
    changes, after = reconcile(lines.standing(), known, wanted, messages, lambda line: line.strip())
    edits = {it.key: it.text for it in changes if it.outcome in ("changed", "removed")}
    added = [it.text for it in changes if it.outcome == "added" and it.text]
    edited = before or b""
    if edits or added:
        language = given[0][1].language if given else "en"
        edited = _edited(lines, edits, added, head if before is None else None, language).encode()
    return plan.FilePlan(path, "note", before, edited, changes, written, after)


def _edited(
    lines: TextLines, edits: dict[str, str | None], added: list[str], new: NoteHead | None, language: str
) -> str:
    headings = {render(Reason("export.heading"), tongue) for tongue in ("en", "fr")}
    ours = f"## {render(Reason('export.heading'), language or 'en')}"
    if new is not None:
        front = ["---", f"type: {new.type}", "---", ""] if new.type else []
        lines.lines = [*front, f"# {new.title}"]
    at = _place(lines.lines, headings) if added else None
    if added and at is None:
        blank = [""] if lines.lines and lines.lines[-1].strip() else []
        added = [*blank, ours, "", *added]
    return lines.edited(edits, added, at)


def _place(lines: Sequence[str], headings: set[str]) -> int | None:
    """The line after the last one that says something under a heading of ours; None where there is none."""
    fence, begun, last = "", 0, None
    for n, line in enumerate(lines):
        mark = re.match(r"[ \t]*(```|~~~)", line)
        if mark:
            fence = "" if fence == mark[1] else fence or mark[1]
        heading = None if fence or mark else _HEADINGS.match(line)
        if heading and last is not None and len(heading[1]) <= begun:
            break
        if heading and last is None and heading[2].rstrip(" \t#") in headings:
            begun, last = len(heading[1]), n + 1
        elif last is not None and line.strip():
            last = n + 1
    if last is not None and _HEADINGS.match(lines[last - 1]):  # an empty section: below its blank line
        return last + 1 if last < len(lines) and not lines[last].strip() else last
    return last


def _lines_of(result: Extracted) -> list[tuple[Extraction, str]]:
    """What is proposed for notes, each sentence once for a note, with the note's name."""
    chosen: dict[tuple[str, str], tuple[Extraction, str]] = {}
    for it in result.extractions:
        name = one_line(it.note or "", 120)
        if name and it.grounded and it.note_action != "none":
            chosen.setdefault((folded(name), quote_digest(it.quote)), (it, name))
    return list(chosen.values())


def _line(message: Message, it: Extraction, key: str, current: str) -> str:
    who = one_line(re.sub(r"\s*<[^>]*>", "", message.sender) or message.sender, 80)
    day = day_of(message.received_at[:10])
    subject, link = _escaped(one_line(message.subject, 80)), source_of(message)
    told = [_escaped(who), str(day or ""), f"[{subject or message.id}](<{link}>)" if link else subject]
    source = ", ".join(part for part in told if part)
    return f"- {_escaped(one_line(it.info, 300))}{f' ({source})' if source else ''} <!-- edge:{key} -->"


def _escaped(text: str) -> str:
    """Words of a message as words of Markdown: no link, no HTML, no end of a comment."""
    return _MARKUP.sub(lambda match: f"\\{match[1]}" if match[1] else "-> ", text)


def _notes(folder: Path) -> list[_Note]:
    notes = []
    for path in visible(folder):
        if path.suffix.lower() not in (".md", ".markdown") or not path.is_file() or not inside(path, folder):
            continue
        try:
            beginning = evident.beginning(path, _HEAD)
        except OSError as error:
            raise StorageError(f"{path} cannot be read: {error.strerror}.", "Check its rights.") from error
        notes.append(_Note(path, note_head(beginning, path.relative_to(folder).as_posix())))
    return notes


def _note_for(name: str, titles: Titles) -> int | None:
    """The note of this name; else the only one whose title is this name and more."""
    fits = titles.fits(folded(name))
    same = [note for note, worth in fits.items() if worth == SAME]
    longer = [note for note, worth in fits.items() if worth == INSIDE]
    return same[0] if same else longer[0] if len(longer) == 1 else None


def _head(name: str, message: Message, result: Extracted) -> NoteHead | None:
    """What a new note of this name would be; None where rules took it from a sentence, and nothing tells what
    it is the name of: a model and a person choose.
    """
    senders = [_shown(who) for who in (message.sender, *message.recipients)]
    projects = [it.project for it in result.extractions if it.project]
    kind = type_of_name(name, senders=senders, projects=projects)
    by_rules = bool(result.passes) and result.passes[-1].engine == "rules"
    return None if not name or (kind is None and by_rules) else NoteHead(name, kind)


def _shown(who: str) -> str:
    """The name in "Anne Roux <anne@acme.example>"; "" of an address alone."""
    name = one_line(parseaddr(who)[0], 120)
    return "" if "@" in name else name


def _new_path(folder: Path, name: str, taken: set[Path]) -> Path:
    """A file for a note, whatever the message calls it: never outside the folder, never over another."""
    stem = _BAD.sub(" ", name)
    stem = " ".join(stem.split()).strip(". ")
    while len(os.fsencode(stem)) > _NAME:
        stem = stem[:-1].rstrip(". ")
    if not stem or reserved(stem):
        stem = f"note {stem}".strip()
    used = {path.name.casefold() for path in taken}
    n = 1
    while (file := f"{stem}.md" if n == 1 else f"{stem} ({n}).md").casefold() in used or (
        paths.exists(folder / file)
    ):
        n += 1
    return folder / file
