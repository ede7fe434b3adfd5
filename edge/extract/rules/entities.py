"""Names in a message: of people, organisations and projects, by capitals and by who writes to whom."""

from __future__ import annotations

import re

from edge.extract.rules.lexicon import word_set
from edge.extract.rules.parsed_message import ParsedMessage
from edge.extract.rules.sender import named_address
from edge.text.tokens import fold, stop_words, words

_MOST = 20

_SEQUENCE = re.compile(
    r"(?:[A-ZÀ-Þ][\w'’&-]*[\w])(?:[ \u00a0](?:(?:de|du|des|la|le|d'|of|the|and|&|van"
    r"|von)[ \u00a0])?[A-ZÀ-Þ0-9][\w'’&-]*[\w])*"
)
_LABEL = re.compile(r"[ \u00a0]?:(?!/)")
_PROJECT = re.compile(
    r"\b(?:projet|project|chantier|programme|dossier)\s+[«“\"]?\s?([A-ZÀ-Þ][\w'’-]+(?:\s[A-ZÀ-Þ0-9][\w'’-]*)*)"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n«“\"(•*>-])\s{0,4}$")


def entities(parsed: ParsedMessage) -> list[str]:
    """Names, each once (compared without case and accents): sender, recipients, then those of the text."""
    names_by_key: dict[str, str] = {}

    def add(name: str) -> None:
        name = " ".join(name.split()).strip("'’-& ")
        key = fold(name)
        if len(key) >= 3 and key not in names_by_key:
            names_by_key[key] = name

    message = parsed.message
    if parsed.sender.name:
        add(parsed.sender.name)
    elif parsed.sender.person:
        add(parsed.sender.local.replace(".", " ").replace("_", " ").title())
    for recipient in message.recipients[:5]:
        name, _ = named_address(recipient)
        if name:
            add(name)
    for match in _PROJECT.finditer(message.subject):
        add(match[1])
    texts = [message.subject, *(message.body[a:b] for a, b in parsed.spans)]
    for text in texts:
        for match in _PROJECT.finditer(text):
            add(match[1])
        for name in _named(text):
            add(name)
        if len(names_by_key) >= _MOST:
            break
    return list(names_by_key.values())[:_MOST]


def projects(parsed: ParsedMessage) -> list[str]:
    """Names that the message calls a project, each once, those of the subject first."""
    texts = [parsed.message.subject, *(parsed.message.body[a:b] for a, b in parsed.spans)]
    return list(dict.fromkeys(match[1].rstrip("'’-") for text in texts for match in _PROJECT.finditer(text)))


def _named(text: str) -> list[str]:
    names: list[str] = []
    starts: list[str] = []
    inside: set[str] = set()
    for match in _SEQUENCE.finditer(text):
        parts = match.group().split()
        while parts and _common(parts[0]):
            parts = parts[1:]
        while parts and (_common(parts[-1]) or parts[-1][0].islower() or parts[-1].isdigit()):
            parts = parts[:-1]
        if not parts or _LABEL.match(text, match.end()):
            continue
        name = " ".join(parts)
        opens = _SENTENCE_START.search(text, max(0, match.start() - 4), match.start()) is not None
        if len(parts) == 1 and (opens and parts == match.group().split()):
            starts.append(name)  # a capital here may only be the sentence's
        elif len(parts) > 1 or len(name) > 2:
            names.append(name)
            inside.update(words(name))
    names += [name for name in starts if fold(name) in inside]
    return names


def _common(part: str) -> bool:
    folded = fold(part.rstrip(".'’"))
    return folded in word_set("common") or folded in stop_words()
