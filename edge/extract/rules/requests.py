"""Whether a sentence asks something of the reader."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues
from edge.extract.rules.lexicon import word_set
from edge.text.regex import regex

_SECOND = frozenset(["tu", "te", "toi", "ton", "ta", "tes", "vous", "vos", "votre", "you", "your"])

#: Words of a heading that makes tasks of the points below it.
_TODO = frozenset({
    "action", "actions", "faire", "todo", "taches", "etapes", "steps", "items", "tasks", "reste", "remaining",
    "need", "faut", "do", "next",
})  # fmt: skip

#: Where one thing that is said ends and another begins, inside a sentence.
_PART = regex(
    r"[,;:\n–—]\s|\s-\s|\s(?=(?:et|mais|donc|puis|alors|par contre|sinon|and|but|so|then|otherwise)\s)",
    re.IGNORECASE,
)

#: Whom a sentence speaks to: "Gareth, bring the ladder", "Colonel, your sword is sold".
_CALLED = regex(r"\A[A-ZÀ-Þ][a-zà-ÿ]+,\s")

_CONDITION = regex(
    r"(?:si|s['’]|en cas|pour|afin|dans ce cas|if|in case|should|for|to)\b[^,]{4,120},\s", re.IGNORECASE
)

# "Arun to chase the council": a point of minutes.
_ASSIGNED = regex(r"\A[A-ZÀ-Þ][\w’'-]+(?: (?:and|&) [A-ZÀ-Þ][\w’'-]+)? to (?!the\b)[a-z]{3,}\b")

#: The words above a patch say what it does: "Release it first" asks nobody.
_PATCH = regex(r"^(?:diff --git |@@ -\d)", re.MULTILINE)

#: Imperatives of verbs that begin statements too: "Be there by nine", "See if it fits".
_PAIRS = frozenset({
    ("be", "there"), ("be", "here"), ("be", "ready"), ("be", "sure"),
    ("see", "if"), ("see", "whether"), ("try", "to"),
    ("mind", "the"), ("make", "it"), ("make", "sure"), ("get", "in"),
    ("go", "and"), ("keep", "an"),
})  # fmt: skip

#: What no English imperative ends in, and few other words do not.
_NO_VERB = ("ing", "ed", "ly", "tion", "ment", "ness", "er", "ity")


def is_listing(values: ClauseValues) -> bool:
    """The message is a list of things to do or to know."""
    return values.subject is not None and values.subject.cued("listing", "todo")


def is_request(values: ClauseValues, annotated: AnnotatedClause) -> bool:
    """It asks for something that no other kind of extraction holds already: an answer, a deed."""
    clause, parsed = annotated.clause, values.parsed
    if clause.item and (set(clause.heading.split()) & _TODO or _is_named_deed(annotated)):
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
                _is_command(words, bare=not _is_patch(parsed.message.body))
                or _is_command(after := _after_condition(values, annotated))
                or (bool(parsed.sender.person) and _is_told(after))
                or _is_assigned(annotated)
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


def holds_request(values: ClauseValues, annotated: AnnotatedClause) -> bool:
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
        if "cues.request" in names or _is_command(tokens.words[first:last]):
            return True
    return False


def _after_condition(values: ClauseValues, annotated: AnnotatedClause) -> list[str]:
    """The words behind "if you need picking up, ...": none where no condition stands first."""
    condition = _CONDITION.match(annotated.clause.text)
    if condition is None or annotated.clause.subject:
        return []
    tokens, clause = values.parsed.tokens, annotated.clause
    first = bisect_left(tokens.starts, clause.start + condition.end())
    return tokens.words[first : clause.last]


def _is_told(words: list[str]) -> bool:
    """ "(S'il n'est pas là,) tu appelles Paul": a present that tells the reader what to do."""
    return len(words) > 1 and (
        (words[0] == "tu" and words[1].endswith("es") and words[1] != "es")
        or (words[0] == "vous" and words[1].endswith("ez") and words[1] not in _STATES_VOUS)
    )


#: "Si vous venez, vous avez la clé": what is told of the reader and not to him.
_STATES_VOUS = frozenset({
    "avez", "pouvez", "savez", "connaissez", "voulez", "disposez", "recevez", "restez", "perdez", "aurez",
    "serez", "pourrez", "verrez",
})  # fmt: skip

# "1) compter les serviettes", "- rappeler M. Vial": a deed that a point of a list names.
_NAMED_DEED = regex(
    r"\A(?:\W{0,4}\d{0,2}[.)]\s)?[a-zà-ÿ]{3,}(?:er|ir|re) (?:le|la|les|l['’]|un|une|des|du|au|aux|[àa]|de"
    r"|d['’]|mon|ma"
    r"|mes|ton|ta|tes|votre|vos|notre|nos|ce|cette|ces|M\.|Mme|Mlle|Dr|[A-ZÀ-Þ][a-zà-ÿ]+|\d)",
)


def _is_named_deed(annotated: AnnotatedClause) -> bool:
    text = annotated.clause.text
    return annotated.french and _NAMED_DEED.match(text[:1].lower() + text[1:]) is not None


def _is_assigned(annotated: AnnotatedClause) -> bool:
    return annotated.clause.item and _ASSIGNED.match(annotated.clause.text) is not None


@lru_cache(maxsize=2)
def _is_patch(body: str) -> bool:
    """Asked of each of a message's clauses: the whole is looked through once."""
    return _PATCH.search(body) is not None


def _is_command(words: list[str], *, bare: bool = True) -> bool:
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
