"""Messages from files, folders, mailboxes and bytes. One that cannot be read is a Failure, and the rest
goes on."""

from __future__ import annotations

import io
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from edge.errors import MessageError
from edge.folders import inside
from edge.messages import (
    eml,
    folder,
    formats,
    from_json,
    maildir,
    mbox,
    note,
)
from edge.paths import is_folder
from edge.records import Message
from edge.settings import ExtractSettings
from edge.text.unmarked import unmarked

#: Bytes that tell the form.
_OPENING = 65_536
_HINT = "Messages are .eml, .mbox, .txt, .md, .json, .jsonl or .ics files, or a folder of them."


class UnreadMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message that could not be read: where it is, why, and what to do."""

    source: str
    reason: str
    hint: str = ""


def messages(paths: Iterable[Path | str], settings: ExtractSettings) -> Iterator[Message | UnreadMessage]:
    """Every message of the files and folders, in a fixed order, each with an id of its own: Message-ID, else
    the JSON id, else the file's name; "#2" is added to one that came before. Never raises for what a file
    holds.
    """
    yield from unique(_every([Path(path) for path in paths], settings))


def several(data: bytes, *, name: str, settings: ExtractSettings) -> Iterator[Message | UnreadMessage]:
    """Every message in bytes of any form, as they come from standard input. `name` stands for the file."""
    opening = unmarked(io.BytesIO(data)).read(_OPENING)
    stream = unmarked(io.BytesIO(data))
    yield from unique(_of_form(formats.form(opening, name), stream, name, "", settings))


def of_bytes(data: bytes, *, name: str, settings: ExtractSettings) -> Message:
    """The one message in bytes of any form. Raises MessageError when there is none, or more than one."""
    every = several(data, name=name, settings=settings)
    first, second = next(every, None), next(every, None)
    if isinstance(first, UnreadMessage):
        raise MessageError(first.reason, first.hint)
    if first is None:
        raise MessageError(f"{name}: it holds no message", _HINT)
    if second is not None:
        raise MessageError(f"{name}: it holds more than one message", "Read it with --batch.")
    return first


def unique(every: Iterable[Message | UnreadMessage]) -> Iterator[Message | UnreadMessage]:
    """The same, with ids that occur once."""
    seen: dict[str, int] = {}
    for one in every:
        if isinstance(one, UnreadMessage):
            yield one
            continue
        id, n = one.id, seen.get(one.id, 0)
        while id in seen:
            n += 1
            id = f"{one.id}#{n}"
        seen[one.id] = max(n, 1)
        seen.setdefault(id, 1)
        yield one if id == one.id else msgspec.structs.replace(one, id=id)


def _every(paths: list[Path], settings: ExtractSettings) -> Iterator[Message | UnreadMessage]:
    for path in paths:
        if not is_folder(path):  # if nobody can know, opening it says why
            yield from _file(path, settings)
            continue
        for file in folder.files(path):
            if isinstance(file, OSError):
                yield _unopened(str(file.filename or path), file)
            elif inside(file, path):
                yield from _file(file, settings)
            else:
                yield UnreadMessage(
                    source=str(file),
                    reason=f"{file}: a link that leads out of the folder",
                    hint="Name the file that it leads to, when that is a message.",
                )


def _file(path: Path, settings: ExtractSettings) -> Iterator[Message | UnreadMessage]:
    source = in_utf8(str(path))
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            yield UnreadMessage(source=source, reason=f"{path}: not a file", hint=_HINT)
            return
        with path.open("rb") as stream:
            # What is a host's name at the end of a file of a Maildir is no suffix.
            opening = unmarked(stream).read(_OPENING)
            form = "eml" if maildir.is_inside(path) else formats.form(opening, path.name)
            name = in_utf8(maildir.own_name(path))
            if form not in formats.STREAMED and status.st_size > settings.max_message_bytes:
                yield too_large(source, name, settings)
                return
            stream.seek(0)
            yield from _of_form(form, unmarked(stream), name, source, settings)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        yield _unopened(source, error)


def in_utf8(name: str) -> str:
    """A path as text that can be kept: bytes of it that are no UTF-8 are written out, "r\\xe9union.eml"."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _unopened(source: str, error: OSError | ValueError) -> UnreadMessage:
    reason = getattr(error, "strerror", "") or str(error)
    return UnreadMessage(
        source=source, reason=f"{source}: {reason}", hint="Check the path and its permissions."
    )


def _of_form(
    form: formats.Form, stream: io.BufferedIOBase, name: str, source: str, settings: ExtractSettings
) -> Iterator[Message | UnreadMessage]:
    limit = settings.max_message_bytes
    if form == "mbox":
        for n, data in enumerate(mbox.messages(stream, limit), 1):
            if data is not None and mbox.is_deleted(data):
                continue
            at = f"{name}:{n}"
            yield _tried(formats.RawMessage(at, data), "eml", f"{source}:{n}" if source else "", settings)
    elif form in ("json", "jsonl"):
        for item in formats.objects(stream, name, limit, lines=form == "jsonl"):
            yield _tried(item, form, source, settings)
    else:
        data = stream.read(limit + 1)
        yield _tried(formats.RawMessage(name, data if len(data) <= limit else None), form, source, settings)


def _tried(
    item: formats.RawMessage, form: formats.Form, source: str, settings: ExtractSettings
) -> Message | UnreadMessage:
    """The message of one item, or why there is none."""
    where = source or item.name
    if item.data is None and not item.reason:
        return too_large(where, item.name, settings)
    try:
        if item.reason:
            raise MessageError(f"{item.name}: {item.reason}", "Each line, or the whole file, is JSON.")
        if form in ("json", "jsonl"):
            return from_json.of_json(item.data, settings, name=item.name, source=source)
        assert isinstance(item.data, bytes)
        reader = {"eml": eml.read, "emlx": formats.emlx, "ics": formats.ics}.get(form, note.read)
        return reader(item.data, name=item.name, settings=settings, source=source)
    except MessageError as error:
        return UnreadMessage(source=where, reason=error.message, hint=error.hint)


def too_large(source: str, name: str, settings: ExtractSettings) -> UnreadMessage:
    """A message beyond `extract.max_message_bytes`."""
    return UnreadMessage(
        source=source,
        reason=f"{name}: more than {settings.max_message_bytes:,} bytes",
        hint="Save it without its attachments, or set extract.max_message_bytes.",
    )
