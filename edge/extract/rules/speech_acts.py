"""What people say to each other: requests, promises, decisions, relations, tastes, words of others."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues, extraction
from edge.extract.rules.date_in_clause import days, is_past
from edge.extract.rules.deadline_owner import is_senders_limit, is_ultimatum
from edge.extract.rules.lexicon import word_set
from edge.extract.rules.relations import tells_who
from edge.records import Extraction
from edge.text.regex import regex

if TYPE_CHECKING:
    from edge.records.extraction import ExtractionType
    from edge.values.dates import When

#: At most so many of one type: a message that asks for ten things is a list, and a person will read it.
_MOST = 6

#: Days of a stretch that a sentence may be dated by.
_MONTH = 31

_SECOND = frozenset(["tu", "te", "toi", "ton", "ta", "tes", "vous", "vos", "votre", "you", "your"])
_QUOTED = regex(r"[«“\"]\s*+([^\s«»“”\"][^«»“”\"]{11,399}?)\s{0,9}[»”\"]")
# Five words at least, a capital at their head and a full stop at their end.
_SENTENCE = regex(r"[«“\"]\s*+[A-ZÀ-Þ](?:[^\s«»“”\"]*\s){4,60}?[^\s«»“”\"]*[.!?…]\s{0,9}[»”\"]")
_NAME = regex(r"(?<![.!?…] )(?<!^)\b[A-ZÀ-Þ][\w'’-]{2,}")

#: Words of a heading that makes tasks of the points below it.
_TODO = frozenset({
    "action", "actions", "faire", "todo", "taches", "etapes", "steps", "items", "tasks", "reste", "remaining",
    "need", "faut", "do", "next",
})  # fmt: skip


def speech_acts(values: ClauseValues) -> list[Extraction]:
    """Extractions that rest on how something is put, in order of place."""
    extractions: list[Extraction] = []
    contract = _contract(values)
    for annotated in values.clauses:
        if annotated.cued("boilerplate") or annotated.clause.text.endswith(":"):
            continue
        for kind, confidence in (*_dealings(values, annotated, contract), *_tellings(annotated)):
            if sum(one.type == kind for one in extractions) >= _MOST:
                continue
            extractions.append(
                extraction(
                    kind,
                    annotated,
                    when=_promised_day(values, annotated)
                    if kind == "commitment"
                    else _only_day(values, annotated),
                    confidence=confidence,
                    task=kind == "request" or (kind == "commitment" and annotated is not contract),
                    importance="high" if kind == "decision" and annotated.cued("strategic") else "medium",
                )
            )
    return extractions


def _only_day(values: ClauseValues, annotated: AnnotatedClause) -> When | None:
    """The one day that the sentence names. A quarter or a year is no day, and a limit gone by not its day."""
    dated = [
        when
        for when in annotated.whens
        if when.date is not None
        and (when.end_date is None or days(when.date, when.end_date) <= _MONTH)
        and not (when.deadline and when.date < values.today)
    ]
    only = dated[0] if len(dated) == 1 else None
    # "Par décision du 17 mars", said on the 19th: of the day behind, and of none ahead.
    ahead = only is not None and only.date is not None and only.date > values.today
    return None if only is not None and ahead and is_past(values, only) else only


def _promised_day(values: ClauseValues, annotated: AnnotatedClause) -> When | None:
    """The limit that the writer sets himself, where the sentence names other days too."""
    own = [
        when
        for when in annotated.whens
        if when.deadline and when.date and is_senders_limit(values, annotated, when)
    ]
    return own[0] if len(own) == 1 else _only_day(values, annotated)


def is_listing(values: ClauseValues) -> bool:
    """The message is a list of things to do or to know."""
    return values.subject is not None and values.subject.cued("listing", "todo")


def _contract(values: ClauseValues) -> AnnotatedClause | None:
    """The sentence that asks for, or tells of, a signature, in a message about a contract."""
    if not any(annotated.cued("contract") for annotated in values.places):
        return None
    return next(
        (annotated for annotated in values.clauses if annotated.cued("sign") and not _is_question(annotated)),
        None,
    )


def _dealings(
    values: ClauseValues, annotated: AnnotatedClause, contract: AnnotatedClause | None
) -> list[tuple[ExtractionType, float]]:
    """What binds writer and reader: promises, decisions, and, where it is neither, requests."""
    kinds: list[tuple[ExtractionType, float]] = []
    if annotated is contract:
        # With a day to sign by it is a deadline, which is there already.
        if not any(when.deadline for when in annotated.whens):
            kinds.append(("commitment", 0.65))
    # A mailing promises nothing to anybody in particular.
    elif annotated.cued("commitment") and not _is_question(annotated) and not values.parsed.is_mailing:
        kinds.append(("commitment", 0.7))
    # A program that tells of a direct debit "rejected" decides nothing.
    failed = annotated.cued("trouble") and values.parsed.message.machine.no_reply
    settled = annotated.cued("decision") and not is_ultimatum(annotated)
    if settled and not _is_question(annotated) and not failed:
        kinds.append(("decision", 0.65))
    # "You need to post the broken one back, otherwise we'll charge you": asked, and told what follows.
    asked_too = annotated is not contract and bool(kinds) and _asks_beside(values, annotated)
    if (not kinds or asked_too) and _asks(values, annotated):
        kinds.append(("request", 0.72 if annotated.cued("request") else 0.6))
    return kinds


#: Where one thing that is said ends and another begins, inside a sentence.
_PART = regex(
    r"[,;:\n–—]\s|\s-\s|\s(?=(?:et|mais|donc|puis|alors|par contre|sinon|and|but|so|then|otherwise)\s)",
    re.IGNORECASE,
)


def _asks_beside(values: ClauseValues, annotated: AnnotatedClause) -> bool:
    """A part of the sentence asks, and neither promises nor settles anything itself: "je t'envoie le bail,
    renvoie-m'en un exemplaire".
    """
    clause, parsed = annotated.clause, values.parsed
    tokens = parsed.tokens
    cuts = [clause.start + match.end() for match in _PART.finditer(clause.text)]
    for start, end in zip([clause.start, *cuts], [*cuts, clause.end], strict=True):
        first = bisect_left(tokens.starts, start)
        last = bisect_left(tokens.starts, end)
        names = {hit.name for hit in parsed.hits if first <= hit.first < last}
        if names & {"cues.commitment", "cues.decision"}:
            continue
        if "cues.request" in names or _commands(tokens.words[first:last]):
            return True
    return False


def _tellings(annotated: AnnotatedClause) -> list[tuple[ExtractionType, float]]:
    """What it tells of people: who is who, what they aim at, can do, prefer and quote."""
    kinds: list[tuple[ExtractionType, float]] = []
    text = annotated.clause.text
    if annotated.cued("own_news") or (annotated.cued("relation") and _NAME.search(text)) or tells_who(text):
        kinds.append(("relation", 0.62))
    if not _is_question(annotated):
        known: tuple[tuple[ExtractionType, float], ...] = (
            ("objective", 0.6),
            ("skill", 0.55),
            ("preference", 0.62),
        )
        # "If you'd rather not go on" is a case that may come, and nobody's taste.
        kinds += [
            (kind, confidence)
            for kind, confidence in known
            if annotated.cued(kind)
            and not (kind == "preference" and (_OFFERED.search(text) or _CANNOT_COME.search(text)))
        ]
    if _quotes(annotated):
        kinds.append(("quotation", 0.6))
    return kinds


_OFFERED = regex(
    r"\bif you(?:['’]d| would) (?:rather|prefer|like)\b|\bif you (?:do not|don['’]?t) want\b"
    r"|\bsi (?:vous|tu) (?:ne (?:voulez|veux|souhaite)|préfér)"
    r"|\b(?:comme|selon ce que) (?:vous|tu) (?:le )?préf[éè]r"
    r"|\b(?:as|whichever|whatever) you (?:prefer|like)\b",
    re.IGNORECASE,
)


# "Can't do Saturday" refuses a day, and is nobody's taste.
_CANNOT_COME = regex(
    r"\b(?:can['’]?t|cannot|couldn['’]?t) do (?:(?:the \d|this|next|that|it\b|to(?:day|night|morrow)|\d)"
    r"|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b)",
    re.IGNORECASE,
)


def _quotes(annotated: AnnotatedClause) -> bool:
    """Words of somebody: a verb of saying beside them, or a whole sentence between the marks."""
    text = annotated.clause.text
    found = _QUOTED.search(text)
    if found is None:
        return False
    return annotated.cued("quotation") or _SENTENCE.search(text) is not None


def _is_question(annotated: AnnotatedClause) -> bool:
    return "?" in annotated.clause.text


def _asks(values: ClauseValues, annotated: AnnotatedClause) -> bool:
    clause, parsed = annotated.clause, values.parsed
    if clause.item and set(clause.heading.split()) & _TODO:
        return True
    if (
        # "How are you?" expects no answer.
        # Answering an invitation and paying a bill belong to the event and to the amount.
        annotated.cued("rsvp", "pay", "past_request", "smalltalk", "estimate")
        # What a mailing asks of everybody is a request only where it binds.
        or (
            parsed.is_mailing
            and not annotated.cued("must")
            and not any(when.date for when in annotated.whens)
        )
    ):
        return False
    words = parsed.tokens.words[clause.first : clause.last]
    called = _CALLED.match(clause.text)
    if called is not None and not clause.subject:
        words = words[len(called[0].split()) :]
    # "Le talon est à remettre avant vendredi" is a deadline, which is there already.
    duty = annotated.cued("duty") and not any(when.deadline for when in annotated.whens)
    if (
        annotated.cued("request")
        or (duty and not parsed.is_mailing)
        or (
            (
                _commands(words, bare=not _is_patch(parsed.message.body))
                or _commands(_after_condition(values, annotated))
                or _assigned(annotated)
            )
            and not annotated.cued("selling")
        )
    ):
        return not (annotated.cued("due") and clause.item and not is_listing(values))
    if clause.text.rstrip(' "»”)').endswith("?"):
        personal = parsed.sender.person or parsed.message.machine.reply
        return len(words) >= (3 if personal else 5) and (
            bool(personal) or (not parsed.message.machine.bulk and any(word in _SECOND for word in words))
        )
    return False


#: Whom a sentence speaks to: "Gareth, bring the ladder", "Colonel, your sword is sold".
_CALLED = regex(r"\A[A-ZÀ-Þ][a-zà-ÿ]+,\s")


_CONDITION = regex(
    r"(?:si|s['’]|en cas|pour|afin|dans ce cas|if|in case|should|for|to)\b[^,]{4,120},\s", re.IGNORECASE
)


def _after_condition(values: ClauseValues, annotated: AnnotatedClause) -> list[str]:
    """The words behind "if you need picking up, ...": none where no condition stands first."""
    condition = _CONDITION.match(annotated.clause.text)
    if condition is None or annotated.clause.subject:
        return []
    tokens, clause = values.parsed.tokens, annotated.clause
    first = bisect_left(tokens.starts, clause.start + condition.end())
    return tokens.words[first : clause.last]


# "Arun to chase the council": a point of minutes.
_ASSIGNED = regex(r"\A[A-ZÀ-Þ][\w’'-]+(?: (?:and|&) [A-ZÀ-Þ][\w’'-]+)? to (?!the\b)[a-z]{3,}\b")


def _assigned(annotated: AnnotatedClause) -> bool:
    return annotated.clause.item and _ASSIGNED.match(annotated.clause.text) is not None


#: The words above a patch say what it does: "Release it first" asks nobody.
_PATCH = regex(r"^(?:diff --git |@@ -\d)", re.MULTILINE)


@lru_cache(maxsize=2)
def _is_patch(body: str) -> bool:
    """Asked of each of a message's clauses: the whole is looked through once."""
    return _PATCH.search(body) is not None


#: Imperatives of verbs that begin statements too: "Be there by nine", "See if it fits".
_PAIRS = frozenset({
    ("be", "there"), ("be", "here"), ("be", "ready"), ("be", "sure"),
    ("see", "if"), ("see", "whether"), ("try", "to"),
    ("mind", "the"), ("make", "it"), ("make", "sure"), ("get", "in"),
    ("go", "and"), ("keep", "an"),
})  # fmt: skip


#: What no English imperative ends in, and few other words do not.
_NO_VERB = ("ing", "ed", "ly", "tion", "ment", "ness", "er", "ity")


def _commands(words: list[str], *, bare: bool = True) -> bool:
    """A sentence that begins with an imperative: "Déposez la pièce", "Upload it", "À rapporter : ..."."""
    plain = [word for word in words[:5] if word[0].isalnum()]
    while plain and (plain[0] in word_set("leading") or plain[0].isdigit()):
        plain = plain[1:]
    if len(plain) < 2:
        return False
    first = plain[0]
    if (first, plain[1]) in _PAIRS:
        return True
    if first in word_set("commands") or (plain[1] if first == "a" else first) in word_set("infinitives"):
        return True
    if first in word_set("commands_tu") and plain[1] in word_set("behind_tu"):
        return True
    # "Swap the two", "Post it back": a bare verb with its object, and no word that begins a statement.
    if first not in word_set("openers") and plain[1] in word_set("objects") and not first.endswith(_NO_VERB):
        return bare
    # "Déposez", but neither "Pouvez-vous" nor what salesmen say.
    verb = len(first) > 4 and first.endswith("ez") and first not in word_set("no_commands")
    return verb and plain[1] not in {"vous", "nous"}
