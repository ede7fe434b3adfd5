"""What a memory must be before it is kept: whole, not too long, and with a context that says something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, get_args

import msgspec

from edge.errors import UsageError
from edge.records.memory import MemoryContext, MemoryType, NewMemory
from edge.text import tokens
from edge.text.one_line import one_line
from edge.text.sanitise import tidy

_Record = TypeVar("_Record")

TITLE, CONTENT, FIELD = 200, 65_536, 16_384
ENTRIES, KEYWORD, ENTRY = 50, 60, 2_000
#: A situation or a solution of fewer words says too little to tell two memories apart.
WORDS, CONTENT_WORDS = 3, 2
#: Most texts have said so much within as many characters.
_BEGINNING = 200
_EXAMPLE = 'For example: "The build fails on ARM after the compiler update."'


def of_json(given: Any) -> NewMemory:
    """A memory of decoded JSON. Raises UsageError, which names the field."""
    return _converted(given, NewMemory)


def context_of_json(given: Any) -> MemoryContext:
    """A context of decoded JSON. Raises UsageError, which names the field."""
    return _converted(given, MemoryContext)


def _converted(given: Any, record: type[_Record]) -> _Record:
    try:
        return msgspec.convert(given, record)
    except msgspec.ValidationError as error:
        raise _invalid(error) from error
    except UnicodeEncodeError as error:
        raise UsageError(f"A field is no text: {error}.", "Give it in UTF-8.") from error


def checked(new: NewMemory, excerpt_chars: int) -> NewMemory:
    """The memory, cleaned. Raises UsageError, which names the field, what is wrong with it and what would be
    right. `excerpt_chars`: the longest excerpt of a conversation that is kept.
    """
    words = without_context(new)
    return msgspec.structs.replace(words, context=checked_context(new.context, excerpt_chars))


def without_context(new: NewMemory) -> NewMemory:
    """The memory, cleaned, its context left out: what an import may keep. Raises UsageError."""
    known_type(new.type)
    title = one_line(_bounded("title", new.title, TITLE))
    if not tokens.words(title):
        raise UsageError("The title is empty.", "Say in a few words what was learnt.")
    return NewMemory(
        type=new.type,
        title=title,
        content=text("content", new.content, CONTENT),
        context=MemoryContext(),
        project=one_line(_bounded("project", new.project, TITLE)),
    )


def known_type(given: str) -> None:
    """Raises UsageError where it is no type of memories."""
    if given not in get_args(MemoryType):
        kinds = ", ".join(get_args(MemoryType))
        raise UsageError(f"The type {given[:40]!r} is none that edge keeps.", f"One of: {kinds}.")


def text(name: str, given: str, most: int) -> str:
    """A field of free text, cleaned. Raises UsageError where it is too long."""
    return tidy(_bounded(name, given, most))


def checked_context(context: MemoryContext, excerpt_chars: int) -> MemoryContext:
    """The context, cleaned. Raises UsageError, which names the field."""
    return MemoryContext(
        situation=telling("situation", context.situation),
        solution=telling("solution", context.solution),
        trigger_keywords=_entries("trigger_keywords", context.trigger_keywords, KEYWORD),
        what_failed=text("context.what_failed", context.what_failed, FIELD),
        conversation_excerpt=text(
            "context.conversation_excerpt", context.conversation_excerpt, excerpt_chars
        ),
        files_modified=_entries("files_modified", context.files_modified, ENTRY),
        error_messages=_entries("error_messages", context.error_messages, ENTRY),
        extraction_method=context.extraction_method,
    )


def telling(name: str, given: str) -> str:
    """A situation or a solution, cleaned. Raises UsageError where it is empty, too thin or too long."""
    cleaned = text(f"context.{name}", given, FIELD).strip()
    if not cleaned:
        raise UsageError(f"The context has no {name}.", f"Add {name}. {_EXAMPLE}")
    if not (_says_enough(cleaned[:_BEGINNING]) or _says_enough(cleaned)):
        raise UsageError(
            f"The context's {name} is too thin: {cleaned[:60]!r}.",
            f"Write a sentence that somebody else would understand. {_EXAMPLE}",
        )
    return cleaned


def _says_enough(text: str) -> bool:
    said = tokens.words(text)
    return len(said) >= WORDS and len(frozenset(said) - tokens.stop_words()) >= CONTENT_WORDS


def _entries(name: str, given: Sequence[str], longest: int) -> list[str]:
    if len(given) > ENTRIES:
        raise UsageError(f"The context's {name} has {len(given)} entries.", f"At most {ENTRIES} are kept.")
    cleaned = [one_line(_bounded(f"context.{name}[{n}]", entry, longest)) for n, entry in enumerate(given)]
    return list(dict.fromkeys(entry for entry in cleaned if entry))


def _bounded(name: str, given: str, most: int) -> str:
    if len(given) > most:
        raise UsageError(
            f"The field {name} has {len(given):,} characters; at most {most:,} are kept.", "Shorten it."
        )
    return given


def _invalid(error: msgspec.ValidationError) -> UsageError:
    said, _, place = str(error).partition(" - at `$.")
    if place == "type`":
        given = said.removeprefix("Invalid enum value ").rstrip(".")[:60]
        kinds = ", ".join(get_args(MemoryType))
        return UsageError(f"The type {given} is none that edge keeps.", f"One of: {kinds}.")
    where = f"The field {place.rstrip('`')}" if place else "The memory"
    return UsageError(
        f"{where} cannot be read: {said}.",
        'A memory is {"type", "title", "content", "context": {"situation", "solution", …}}.',
    )
