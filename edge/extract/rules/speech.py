"""What people say to each other: requests, promises, decisions, relations, tastes, words of others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from edge.extract.rules.clause_values import AnnotatedClause, ClauseValues, extraction
from edge.extract.rules.deadline_owner import is_own_limit
from edge.extract.rules.lexicon import word_set
from edge.records import Extraction

if TYPE_CHECKING:
    from edge.records.extraction import ExtractionType
    from edge.values.date_time import When

#: At most so many of one type: a message that asks for ten things is a list, and a person will read it.
_MOST = 6

_SECOND = frozenset(["tu", "te", "toi", "ton", "ta", "tes", "vous", "vos", "votre", "you", "your"])
_QUOTED = re.compile(r"[«“\"]\s*(?=\S)([^«»“”\"]{12,400}?)\s*[»”\"]")
_NAME = re.compile(r"(?<![.!?…] )(?<!^)\b[A-ZÀ-Þ][\w'’-]{2,}")

_KIN_NOUN = (
    r"(?:beau|belle|demi|ex)?-?(?:fr[èe]re|s[oœ]e?ur|mari|femme|fils|fille|m[èe]re|p[èe]re|cousine?|neveu|"
    r"ni[èe]ce|tante|oncle|coll[èe]gue|assistante?|associ[ée]e?|voisine?|compagn[eo]n?e?|marraine|parrain)"
)
_KIN = re.compile(
    rf"\b(?:le|la|l['’]){_KIN_NOUN}\s(?:de|d['’])\s?[A-ZÀ-Þ]|\b(?:le|la)\s{_KIN_NOUN}\s(?:de\s|d['’])[A-ZÀ-Þ]"
    r"|\b[A-Z][a-z]+['’]s\s(?:brother|sister|husband|wife|son|daughter|mother|father|mum|mom|dad|cousin|uncle|"
    r"aunt|partner|colleague|assistant|neighbour|neighbor)(?:-in-law)?\b"
)

#: Words of a heading that makes tasks of the points below it.
_TODO = frozenset({
    "action", "actions", "faire", "todo", "taches", "etapes", "steps", "items", "tasks", "reste", "remaining",
    "need", "faut", "do", "next",
})  # fmt: skip


def spoken(gathered: ClauseValues) -> list[Extraction]:
    """Extractions that rest on how something is said, in order of place."""
    found: list[Extraction] = []
    contract = _contract(gathered)
    for held in gathered.clauses:
        if held.cued("boilerplate") or held.clause.text.endswith(":"):
            continue
        for kind, confidence in (*_dealings(gathered, held, contract), *_tellings(held)):
            if sum(one.type == kind for one in found) >= _MOST:
                continue
            found.append(
                extraction(
                    kind,
                    held,
                    when=_promised_day(gathered, held) if kind == "commitment" else _only_day(held),
                    confidence=confidence,
                    task=kind == "request" or (kind == "commitment" and held is not contract),
                    importance="high" if kind == "decision" and held.cued("strategic") else "medium",
                )
            )
    return found


def _only_day(held: AnnotatedClause) -> When | None:
    """The one day that the sentence names."""
    dated = [when for when in held.whens if when.date is not None]
    return dated[0] if len(dated) == 1 else None


def _promised_day(gathered: ClauseValues, held: AnnotatedClause) -> When | None:
    """The limit that the writer sets himself, where the sentence names other days too."""
    own = [when for when in held.whens if when.deadline and when.date and is_own_limit(gathered, held, when)]
    return own[0] if len(own) == 1 else _only_day(held)


def is_listing(gathered: ClauseValues) -> bool:
    """The message is a list of things to do or to know."""
    return gathered.subject is not None and gathered.subject.cued("listing", "todo")


def _contract(gathered: ClauseValues) -> AnnotatedClause | None:
    """The sentence that asks for, or tells of, a signature, in a message about a contract."""
    if not any(held.cued("contract") for held in gathered.places):
        return None
    return next((held for held in gathered.clauses if held.cued("sign") and not _is_question(held)), None)


def _dealings(
    gathered: ClauseValues, held: AnnotatedClause, contract: AnnotatedClause | None
) -> list[tuple[ExtractionType, float]]:
    """What binds writer and reader: promises, decisions, and, where it is neither, requests."""
    kinds: list[tuple[ExtractionType, float]] = []
    if held is contract:
        # With a day to sign by it is a deadline, which is there already.
        if not any(when.deadline for when in held.whens):
            kinds.append(("commitment", 0.65))
    elif held.cued("commitment") and not _is_question(held):
        kinds.append(("commitment", 0.7))
    if held.cued("decision") and not _is_question(held):
        kinds.append(("decision", 0.65))
    if not kinds and held is not contract and _asks(gathered, held):
        kinds.append(("request", 0.72 if held.cued("request") else 0.6))
    return kinds


def _tellings(held: AnnotatedClause) -> list[tuple[ExtractionType, float]]:
    """What it tells of people: who is who, what they aim at, can do, prefer and said."""
    kinds: list[tuple[ExtractionType, float]] = []
    text = held.clause.text
    if held.cued("own_news") or (held.cued("relation") and _NAME.search(text)) or _KIN.search(text):
        kinds.append(("relation", 0.62))
    if not _is_question(held):
        known: tuple[tuple[ExtractionType, float], ...] = (
            ("objective", 0.6),
            ("skill", 0.55),
            ("preference", 0.62),
        )
        kinds += [(kind, confidence) for kind, confidence in known if held.cued(kind)]
    if held.cued("quotation") and _QUOTED.search(text):
        kinds.append(("quotation", 0.6))
    return kinds


def _is_question(held: AnnotatedClause) -> bool:
    return "?" in held.clause.text


def _asks(gathered: ClauseValues, held: AnnotatedClause) -> bool:
    clause, reading = held.clause, gathered.reading
    if clause.item and set(clause.heading.split()) & _TODO:
        return True
    mass = reading.message.machine.bulk and not reading.message.machine.reply
    if (
        # "How are you?" is not asked to be answered.
        # Answering an invitation and paying a bill belong to the event and to the amount.
        held.cued("rsvp", "pay", "past_request", "smalltalk")
        # What a mailing asks of everybody is a request only where it binds.
        or (mass and not held.cued("must") and not any(when.date for when in held.whens))
    ):
        return False
    said = reading.tokens.words[clause.first : clause.last]
    if held.cued("request") or (_commands(said) and not held.cued("selling")):
        return not (held.cued("due") and clause.item and not is_listing(gathered))
    if clause.text.rstrip(' "»”)').endswith("?"):
        asked = reading.sender.person or reading.message.machine.reply
        return len(said) >= (3 if asked else 5) and (
            bool(asked) or (not reading.message.machine.bulk and any(word in _SECOND for word in said))
        )
    return False


def _commands(said: list[str]) -> bool:
    """A sentence that begins with an imperative: "Déposez la pièce", "Upload it", "À rapporter : ..."."""
    plain = [word for word in said[:5] if word[0].isalnum()]
    while plain and (plain[0] in word_set("leading") or plain[0].isdigit()):
        plain = plain[1:]
    if len(plain) < 2:
        return False
    first = plain[0]
    if first in word_set("commands") or (plain[1] if first == "a" else first) in word_set("infinitives"):
        return True
    # "Déposez", but neither "Pouvez-vous" nor what salesmen say.
    verb = len(first) > 4 and first.endswith("ez") and first not in word_set("no_commands")
    return verb and plain[1] not in {"vous", "nous"}
