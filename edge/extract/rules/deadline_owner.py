"""Whose a limit is: what the sender or a third person is held to is a promise, no deadline of the reader.

And which of a sentence's days is that from which something applies.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues
from edge.text.regex import regex
from edge.values.date_words import COUNT

if TYPE_CHECKING:
    from edge.values.dates import When

#: "I will need your papers by Friday" asks, whatever its tense.
_WANTED = frozenset({"need", "needs", "besoin", "expect", "require", "attends", "attendons"})


# "J. Kerbrat transmet la cartographie pour le 27", "Tom writes to the diocese by Friday": a point of minutes.
_SOMEBODY = regex(
    r"\A(?:[A-ZÀ-Þ]\. ?)?[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)? (?:transmet|livre|envoie|pr[ée]pare"
    r"|r[ée]dige|relance|contacte|termine|finalise|fournit|[ée]crit|propose|organise|corrige|v[ée]rifie"
    r"|rappelle|s['’]occupe|se charge|writes|sends|drafts|delivers|finishes|prepares|chases|updates|calls"
    r"|checks|books|fixes|reviews|orders|circulates)\b"
)


def _is_third_persons_task(annotated: AnnotatedClause) -> bool:
    """A third person's promise, as minutes put it: neither asked of the reader nor the sender's."""
    return not annotated.clause.subject and _SOMEBODY.match(annotated.clause.text) is not None


# Who hears nothing by then will act: the day is the reader's.
_ULTIMATUM = regex(
    r"\b(?:sans|faute d['’e]|[àa] d[ée]faut d['’e]|en l['’]absence d['’e]) ?(?:une |votre |vos "
    r"|avoir re[çc]u )?(?:r[ée]ponse|retour|r[èe]glement|paiement|nouvelles?|r[ée]gularisation|r[ée]ception"
    r"|envoi|confirmation|justificatifs?)\b"
    r"|\bunless (?:we|i) (?:hear|receive|get|have)\b"
    r"|\bunless (?:payment|(?:a|the|your) [a-z]+) is (?:received|made)\b"
    r"|\bif (?:we|i) (?:do not|don['’]t|have not|haven['’]t) (?:hear|heard|receive|received|get)\b"
    r"|\bif (?:nothing|no (?:reply|answer|payment|response)) is (?:received|heard|made)\b"
    r"|\b(?:without|failing|in the absence of) (?:a |an |any |your )?(?:reply|answer|response|payment)\b",
    re.IGNORECASE,
)


def is_ultimatum(annotated: AnnotatedClause) -> bool:
    """It says what follows where nothing is heard: nothing is settled or promised yet."""
    return _ULTIMATUM.search(annotated.clause.text) is not None


_UNIT = r"(?:jours?|mois|semaines?|heures?|h|days?|months?|weeks?|hours?|hrs?)"
# A limit whose day nobody knows: within 14 days of delivery, deux jours avant l'entretien.
_UNDATED = regex(
    rf"\b(?:(?:dans|sous) (?:les |le |un )?(?:d[ée]lai (?:maximum )?(?:de |d['’]))?{COUNT} {_UNIT}"
    r"(?: ouvr(?:[ée]s|ables))? (?:suivant|qui suivent|[àa] compter d|apr[èe]s|de (?:la|votre|sa)|du|des)\b"
    rf"|within {COUNT} (?:working |calendar |business )?{_UNIT} (?:of|from|after)\b"
    rf"|(?:au moins|au plus tard|no later than|at least|not less than) {COUNT} {_UNIT}"
    r"(?: [àa] l['’]avance| avant\b| before\b| prior to\b| in advance\b)"
    # A season that everybody concerned knows: by half term, avant les vacances.
    r"|(?:avant|d['’]ici|pour) (?:les |la |le )?(?:(?:grandes )?vacances|rentr[ée]e|fermeture annuelle)\b"
    r"|(?:by|before) (?:the )?(?:end of )?(?:half[ -]term|(?:summer |school |christmas |easter |spring "
    r"|autumn )?"
    r"(?:holidays?|break)|term|(?:spring|summer|autumn|new) term)\b)",
    re.IGNORECASE,
)


def is_undated_limit(annotated: AnnotatedClause) -> bool:
    """It sets the reader a delay that is counted from something else, and names no day."""
    return (
        _UNDATED.search(annotated.clause.text) is not None
        and annotated.cued("request", "must", "due", "duty", "pay", "granted")
        and not annotated.cued("commitment", "undertaking", "selling", "boilerplate")
        and not any(when.deadline and when.date for when in annotated.whens)
    )


def is_senders_limit(values: ClauseValues, annotated: AnnotatedClause, when: When) -> bool:
    """What is said last before the limit is the sender's promise, and no demand. A question is none."""
    parsed = values.parsed
    if annotated.clause.subject or "?" in annotated.clause.text or is_ultimatum(annotated):
        return False
    if _is_third_persons_task(annotated):
        return True
    first, last = annotated.clause.first, annotated.clause.last
    promised = demanded = -1
    any_promise = False
    for hit in parsed.hits:
        if not first <= hit.first < last:
            continue
        place = parsed.tokens.starts[hit.first]
        promise = hit.name in {"cues.commitment", "cues.undertaking"} or (
            hit.name == "cues.will" and bool(parsed.sender.person)
        )
        any_promise = any_promise or promise
        if promise and place < when.start:
            promised = max(promised, place)
        elif hit.name in {"cues.request", "cues.must"} and place < when.start:
            demanded = max(demanded, place)
    if not any_promise or not _WANTED.isdisjoint(parsed.tokens.words[first:last]):
        return False
    return promised > demanded or (promised < 0 and demanded < 0)


_FROM = regex(
    r"\b(?:[àa] (?:compter|partir)|d[èe]s|from|as of|as from|with effect from|effective|applicable)\s"
    r"(?:du |de |le |on |the )?\Z",
    re.IGNORECASE,
)


def is_beside_effect(annotated: AnnotatedClause, when: When) -> bool:
    """Another day of the sentence stands behind "from": "no more work on Fridays from 1 September"."""
    starts = [one.start for one in annotated.whens if one.date and _FROM.search(annotated.before(one))]
    return bool(starts) and when.start not in starts
