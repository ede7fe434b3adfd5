"""What the fitted score looks at: the form of a message, and its words, as names with values from 0 to 1.

Names of people in the message are no vocabulary: the reader's become `@me`, the sender's `@own`. What a name
weighs stands in `assets/rules/weights.json`, written by `build/fit_rules.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from edge.extract.rules.clause_values import ClauseValues
from edge.extract.rules.lexicon import word_set
from edge.extract.rules.parsed_message import ParsedMessage
from edge.text.tokens import words

#: Words of the body's beginning and end that are looked at: what a message is about is said there.
_HEAD, _TAIL = 110, 25

#: Longer words count by their beginning as well: livraison, livrer; deliver, delivery.
_STEM = 6

_EMOJI = re.compile(r"[\u2600-\u27bf\u2b50-\u2b55\U0001f300-\U0001faff]")
_URL = re.compile(r"https?://([^\s/>\"')]+)\S*|www\.\S+", re.IGNORECASE)
_BUTTON = re.compile(
    r"^[^\S\n]*+(?:\[[^\]\n]{2,60}\]|>++[^\S\n]{0,9}[^\n>]{2,50}>*|[^\n]{2,40}[^\S\n]*(?:→|>>|»|➜))[^\S\n]*$",
    re.MULTILINE,
)
_FIELD = re.compile(r"^[ \t]*[^\s:][^\n:.!?]{0,30}?[ \t]?:\s", re.MULTILINE)
_CENTS = re.compile(
    r"\d[.,]\d\d\b\s?(?:€|EUR|\$|£|USD|GBP)|[€$£]\s?\d[\d, ]*\.\d\d|(?:EUR|USD|GBP)\s\d[\d, ]*[.,]\d\d"
)
_PRONOUNS = {
    "familiar": (3, frozenset(["tu", "te", "toi", "ton", "ta", "tes"])),
    "you": (4, frozenset(["vous", "votre", "vos", "you", "your"])),
    "i": (3, frozenset(["je", "j", "moi", "mon", "ma", "mes", "i", "my", "me"])),
    "we": (3, frozenset(["nous", "notre", "nos", "we", "our", "us"])),
}


def form(parsed: ParsedMessage, message_values: ClauseValues) -> dict[str, float]:
    """Features of the form by name, 0 to 1; what is absent is left out."""
    message, sender = parsed.message, parsed.sender
    text = "\n".join(message.body[a:b] for a, b in parsed.spans)
    spoken = parsed.tokens.words
    me = _names(message.recipients[:5])
    hosts = [host.split(":")[0].lower() for host in _URL.findall(text)]
    own = sender.domain.split(".")[-2:]
    label = sender.domain.split(".")[0]
    letters = [c for c in text if c.isalpha()]
    lines = [line for line in text.splitlines() if line.strip()]
    values: dict[str, float] = {
        "links": min(3, len(hosts)) / 3,
        "link": bool(hosts),
        "own_link": any(host.split(".")[-2:] == own for host in hosts),
        "other_link": any(host.split(".")[-2:] != own for host in hosts),
        "buttons": min(3, len(_BUTTON.findall(text))) / 3,
        "questions": min(3, _URL.sub(" ", text).count("?")) / 3,
        "exclamations": min(4, text.count("!") + message.subject.count("!")) / 4,
        "emoji": min(3, len(_EMOJI.findall(message.subject + text))) / 3,
        "capitals": 2 * min(0.5, sum(map(str.isupper, letters)) / max(1, len(letters))),
        "short": len(spoken) < 35,
        "long": min(1.0, len(spoken) / 250),
        "short_lines": sum(len(line) < 40 for line in lines) / max(1, len(lines)),
        "fields": min(4, len(_FIELD.findall(text))) / 4,
        "percent": "%" in text or "%" in message.subject,
        "cents": _CENTS.search(text) is not None,
        "named_head": any(word in me for word in spoken[:6]),
        "named_later": any(word in me for word in spoken[6:]),
        "named_subject": any(word in me for word in parsed.subject_tokens.words),
        "several": len(message.recipients) > 1,
        "nobody": not message.recipients,
        "free": sender.free,
        "nameless": not sender.name,
        "house": any(len(word) > 3 and word in label for word in words(sender.name)),
        "numbered": any(c.isdigit() for c in sender.local),
        "hyphens": min(2, label.count("-")) / 2,
        "claims": min(2, sum(p in word_set("claiming") for p in re.split(r"[.\-]", sender.domain))) / 2,
        "spam": message.machine.spam,
    }
    for name, (most, pronouns) in _PRONOUNS.items():
        values[f"says_{name}"] = min(most, sum(word in pronouns for word in spoken)) / most
    values |= _values(message_values)
    return {name: float(value) for name, value in values.items() if value}


def _values(message_values: ClauseValues) -> dict[str, float]:
    today = message_values.today
    whens = [when for annotated in message_values.places for when in annotated.whens if when.date]
    coming = [when for when in whens if when.date and when.date >= today]
    amounts = sum(len(annotated.amounts) for annotated in message_values.places)
    return {
        "amount": amounts > 0,
        "amounts": min(4, amounts) / 4,
        "coming": bool(coming),
        "coming_stated": any(not when.relative for when in coming),
        "coming_time": any(when.time for when in coming),
        "coming_limit": any(when.deadline for when in coming),
        "past": len(whens) > len(coming),
        "identifier": any(annotated.identifiers for annotated in message_values.places),
        "phone": any(annotated.phones for annotated in message_values.places),
    }


def vocabulary(parsed: ParsedMessage) -> set[str]:
    """Words and beginnings of long ones: `w:` anywhere, `s:` of the subject."""
    readers = _names(parsed.message.recipients[:5])
    writer = _names([parsed.sender.name])

    def features(tokens: Iterable[str]) -> Iterator[str]:
        for word in tokens:
            if word in readers or word in writer:
                yield "@me" if word in readers else "@own"
            elif word[0].isdigit():
                yield "#"
            else:
                yield word
                if len(word) > _STEM:
                    yield f"{word[:_STEM]}*"

    subject = set(features(parsed.subject_tokens.words))
    body = parsed.tokens.words
    tail = body[max(_HEAD, len(body) - _TAIL) :]
    return {f"s:{word}" for word in subject} | {
        f"w:{word}" for word in subject.union(features(body[:_HEAD]), features(tail))
    }


def _names(people: list[str]) -> set[str]:
    return {word for person in people for word in words(person.split("<")[0] or person) if len(word) > 2}
