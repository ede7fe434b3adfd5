"""What people say to each other: requests, promises, decisions, relations, tastes, words of others."""

from __future__ import annotations

import re

from edge.records import Extraction
from edge.rules.gathered import Gathered, Held, extraction

#: At most so many of one type: a message that asks for ten things is a list, and a person will read it.
_MOST = 6

_SECOND = frozenset(["tu", "te", "toi", "ton", "ta", "tes", "vous", "vos", "votre", "you", "your"])
_QUOTED = re.compile(r"[«“\"]\s*(?=\S)([^«»“”\"]{12,400}?)\s*[»”\"]")
_NAME = re.compile(r"(?<![.!?…] )(?<!^)\b[A-ZÀ-Þ][\w'’-]{2,}")

_KIN_NOUN = (
    r"(?:beau|belle|demi|ex)?-?(?:fr[èe]re|s[oœ]e?ur|mari|femme|fils|fille|m[èe]re|p[èe]re|cousine?|neveu|ni[èe]ce|tante|oncle|"
    r"coll[èe]gue|assistante?|associ[ée]e?|voisine?|compagn[eo]n?e?|marraine|parrain)"
)
_KIN = re.compile(
    rf"\b(?:le|la|l['’]){_KIN_NOUN}\s(?:de|d['’])\s?[A-ZÀ-Þ]|\b(?:le|la)\s{_KIN_NOUN}\s(?:de\s|d['’])[A-ZÀ-Þ]"
    r"|\b[A-Z][a-z]+['’]s\s(?:brother|sister|husband|wife|son|daughter|mother|father|mum|mom|dad|cousin|uncle|aunt|partner|"
    r"colleague|assistant|neighbour|neighbor)(?:-in-law)?\b"
)

_LABELS = {
    "request": ("Demande", "Request"),
    "commitment": ("Engagement", "Commitment"),
    "decision": ("Décision", "Decision"),
    "relation": ("Relation", "Relation"),
    "quotation": ("Citation", "Quotation"),
    "objective": ("Objectif", "Objective"),
    "skill": ("Compétence", "Skill"),
    "preference": ("Préférence", "Preference"),
    "fact": ("À savoir", "Note"),
}  # fmt: skip


def label(kind: str, french: bool) -> str:
    pair = _LABELS.get(kind, ("", ""))
    return pair[0] if french else pair[1]


def spoken(gathered: Gathered) -> list[Extraction]:
    """Extractions that rest on how something is said, in order of place."""
    found: list[Extraction] = []
    french = gathered.reading.french
    contract = any(held.cued("contract") for held in _all(gathered)) and any(
        held.cued("sign") for held in gathered.clauses
    )
    contracted = False
    listing = _listing(gathered)
    for held in gathered.clauses:
        if held.cued("boilerplate") or held.clause.text.endswith(":"):
            continue
        kinds: list[tuple[str, float]] = []
        if contract and not contracted and held.cued("sign") and not _over(held):
            # With a day to sign by it is a deadline, which is there already.
            contracted = True
            if not any(when.deadline for when in held.whens):
                kinds.append(("commitment", 0.65))
        elif held.cued("commitment") and "?" not in held.clause.text:
            kinds.append(("commitment", 0.7))
        if held.cued("decision") and "?" not in held.clause.text:
            kinds.append(("decision", 0.65))
        if not kinds and _asks(gathered, held, listing=listing):
            kinds.append(("request", 0.72 if held.cued("request") else 0.6))
        if held.cued("own_news") or (held.cued("relation") and _named(held)) or _KIN.search(held.clause.text):
            kinds.append(("relation", 0.62))
        for kind, confidence in (("objective", 0.6), ("skill", 0.55), ("preference", 0.62)):
            if held.cued(kind) and "?" not in held.clause.text:
                kinds.append((kind, confidence))
        if held.cued("quotation") and _QUOTED.search(held.clause.text):
            kinds.append(("quotation", 0.6))
        for kind, confidence in kinds:
            if sum(one.type == kind for one in found) >= _MOST:
                continue
            found.append(
                extraction(
                    kind,  # type: ignore[arg-type]
                    held, label=label(kind, french), confidence=confidence,
                    task=kind == "request" or (kind == "commitment" and not held.cued("contract")),
                    importance="high" if kind == "decision" and held.cued("strategic") else "medium",
                )
            )  # fmt: skip
    return found


def _all(gathered: Gathered) -> list[Held]:
    return [*gathered.clauses, *([gathered.subject] if gathered.subject else [])]


def _over(held: Held) -> bool:
    return "?" in held.clause.text


def _named(held: Held) -> bool:
    return _NAME.search(held.clause.text) is not None


def _listing(gathered: Gathered) -> bool:
    """The message is a list of things to do or to know."""
    return gathered.subject is not None and gathered.subject.cued("listing", "todo")


def _asks(gathered: Gathered, held: Held, *, listing: bool) -> bool:
    clause = held.clause
    if clause.item and clause.heading and (set(clause.heading.split()) & _TODO):
        return True
    # Answering an invitation and paying a bill belong to the event and to the amount.
    if held.cued("rsvp", "pay"):
        return False
    reading = gathered.reading
    bulk = reading.message.machine.bulk and not reading.message.machine.reply
    if held.cued("past_request") or (
        bulk and not held.cued("must") and not any(when.date for when in held.whens)
    ):
        return False
    if held.cued("request"):
        # A machine's demand with a day is that deadline, and nothing more.
        if not reading.sender.person and any(when.deadline for when in held.whens):
            return False
        if held.cued("due") and clause.item and not listing:
            return False
        return True
    if clause.text.rstrip(' "»”)').endswith("?") and (reading.sender.person or reading.message.machine.reply):
        said = reading.tokens.words[clause.first : clause.last]
        return len(said) >= 3 and any(word in _SECOND for word in said)
    return False


_TODO = frozenset(
    [
        "action",
        "actions",
        "faire",
        "todo",
        "taches",
        "etapes",
        "steps",
        "items",
        "tasks",
        "reste",
        "remaining",
        "need",
        "faut",
        "do",
        "next",
    ]
)


def fallback(gathered: Gathered, found: list[Extraction]) -> list[Extraction]:
    """Facts: what went wrong or changed; the points of a list; and, where there is nothing else, one sentence."""
    french = gathered.reading.french
    taken = [(one.start, one.end) for one in found if one.start is not None]

    def free(held: Held) -> bool:
        return not any(
            a is not None and b is not None and held.clause.start < b and a < held.clause.end
            for a, b in taken
        )

    facts: list[Extraction] = []
    usable = [
        held for held in gathered.clauses
        if free(held) and not held.cued("boilerplate") and len(held.clause.text) >= 12 and not held.clause.text.endswith((":", ","))
    ]  # fmt: skip
    for held in usable:
        told = held.cued("trouble") or (held.cued("changed") and not gathered.reading.sender.person)
        if told and len(facts) < 2 and not held.clause.text.endswith("?"):
            facts.append(
                extraction("fact", held, label=label("fact", french), confidence=0.55, importance="high")
            )
            taken.append((held.clause.start, held.clause.end))
    if _listing(gathered):
        for held in usable:
            if held.clause.item and free(held) and len(facts) < _MOST:
                facts.append(
                    extraction("fact", held, label=label("fact", french), confidence=0.5, importance="low")
                )
                taken.append((held.clause.start, held.clause.end))
    if not found and not facts:
        best = max(usable, key=_worth, default=None)
        if best is not None:
            facts.append(
                extraction("fact", best, label=label("fact", french), confidence=0.4, importance="low")
            )
        elif gathered.subject is not None:
            facts.append(
                extraction(
                    "fact", gathered.subject, label=label("fact", french), confidence=0.35, importance="low"
                )
            )
    return facts


def _worth(held: Held) -> float:
    """Sentences with values and of a readable length say most."""
    values = len(held.whens) + len(held.amounts) + len(held.identifiers)
    return values * 2.0 + min(len(held.clause.text), 160) / 80.0 - held.clause.start / 2_000.0
