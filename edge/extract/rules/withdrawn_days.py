"""Days that a message names because nothing is on them: off, refused, moved away from, no longer possible."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from edge.text.regex import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from edge.extract.rules.annotated_clause import AnnotatedClause
    from edge.values.dates import When

#: Characters of a sentence before a day, and behind it, that can say what has become of it.
_BEFORE, _BEHIND = 90, 64

_I = re.IGNORECASE

# Between what fails and its day: no other sentence, no limit, no turn ("can't do it before Monday").
_GAP = (
    r"(?:(?!\b(?:but|so|until|till?|before|by|unless|after|wait|mais|donc|avant|apr[èe]s|sauf|jusqu"
    r"|sans|et|and)\b)[^.;:!?,\n]){0,40}"
)

#: "Monday's off", "le 12 juin tombe à l'eau", "jeudi n'est plus possible", "mercredi il ne peut pas".
_FAILS_BEHIND = regex(
    r"\A(?:[’']s(?: \w+){1,3}(?= (?:is|are|has|have|will|won|can|does|did|isn)\b)|[’']?s)?[\s,]{0,2}"
    r"(?:(?:is|are|was|will be|ha(?:s|ve|d) (?:had to be|been)|s|est|sera|ce sera|c['’]est|c|étant"
    r"|a été)\s)?(?:(?:now|all|definitely|donc|finalement|du coup|aussi|malheureusement|unfortunately"
    r"|sadly)\s){0,2}(?:(?:off|out|gone|cancelled|canceled|called off|impossible|no longer (?:possible"
    r"|available|on|an option)|not (?:possible|an option|going to (?:work|happen)|on any more)|no good"
    r"|annulé(?:e|s|es)?|supprimé(?:e|s|es)?|mort|fichu|râpé|compromis)(?=[\s.,;:!?)]|\Z)(?! (?:of|to)\b)"
    r"|(?:tombe|est) [àa] l['’]eau|saute(?:ra)?\b|(?:is|are|do|does|did|wo|ca|will)(?: not|n[’']?t|nt)"
    r"(?: (?:actually|really|now))? (?:gonna |going to )?(?:work|suit|be possible|go ahead|going ahead"
    r"|take place|happen|possible|do for)|ca(?:nnot| not|n?[’']?t) (?:work|go ahead|happen)"
    r"|(?:ça |cela |ca )?(?:n['’]|ne )?(?:est|sera|va|marche|convient|conviendra|ira|colle)(?:ra)? "
    r"(?:plus|pas)(?: (?:être |etre )?(?:possible|aller|jouable|faisable|le faire))?(?=[\s.,;:!?)]|\Z)"
    r"|(?:n['’]aura|n['’]a|n['’]auront) (?:finalement )?(?:pas|plus) lieu|(?:je|j|tu|il|elle|on|nous|vous"
    r"|ils|elles|[A-ZÀ-Þ][\w-]+) (?:ne |n['’])?(?:peu[xt]|peuvent|pouvons|pourr(?:ai|a|ons|ont)|suis|est"
    r"|sommes|sera[i]?|serons) (?:pas|plus|malheureusement pas)\b(?! avant)|(?:i|we|he|she|they"
    r"|[A-Z][\w-]+) (?:can[’']?t|cannot|couldn[’']?t|won[’']?t be able)\b(?! (?:wait|before|until)))",
    _I,
)

#: "Can't make tomorrow", "no longer held on the 18th", "et pas le 10", "moved from Friday", "au lieu du 5".
_FAILS_BEFORE = regex(
    r"(?:"
    r"\b(?:ca(?:n[’']?t|nnot|n not)|couldn[’']?t|can[’']?t|cant|won[’']?t|wont|will not|is not"
    r"|isn[’']?t|unable to"
    r"|not able to|no longer able to|(?:be )?no longer) (?:be )?(?:able to )?"
    r"(?:(?:now|actually|unfortunately) )?(?:make|do|come|attend|join|go ahead|take place|happen|held|hold"
    r"|deliver|visit|here|there|open|possible|available|on|going ahead|taking place|happening)\b"
    + _GAP
    + r"|\b(?:ne |n['’]|je |on )?(?:peu[xt]|peuvent|pouvons|pourr(?:ai|a|ons|ont)|sera|serai|serons"
    r"|seront|aura|auront) (?:malheureusement |donc |finalement |vraiment )?(?:pas|plus)\b"
    + _GAP
    + r"|\b(?:not|n[’']t|pas|non|(?<!\bde )(?<!\ben )plus)(?: (?:dispo(?:nible)?s?|libres?"
    r"|l[àa]|possibles?|doable|free|available|around|in(?: the office)?|working|come))?(?: on)?"
    r"(?: the| this| le| ce)?"
    r"|\b(?:salles?|cr[ée]neaux?|terrain|place|room|hall|slot|court|pitch|van)(?:['’]?s| is| est)?"
    r" (?:d[ée]j[àa] |already )?(?:pris|occup[ée]|taken|booked)(?:e?s?)(?: on)?(?: the| this| le| ce)?"
    r"|\b(?:fully booked|(?:est|sont|sera|serons|sommes) (?:complet|compl[èe]te)s?)(?: on)?(?: the"
    r"| this| le| ce)?|\b(?:on|nous) oubli(?:e|ons)(?: le)?"
    r"|\bno (?:\w+ ){1,4}(?:is|are|will be) (?:needed|required|necessary)(?: on)?(?: the| this)?"
    r"|\b(?:pas besoin|inutile) d(?:e |['’])"
    + _GAP
    + r"|\b(?:instead of|rather than|au lieu d[ue]|plut[ôo]t que)(?: on)?(?: the| this| le| de)?"
    r"|\b(?:moved|rescheduled|postponed|put back|pushed(?: back)?|brought forward|preponed|changed|switched"
    r"|extended|shifted)(?: \w+){0,2} from(?: the)?"
    r"|\b(?:report|d[ée]cal|d[ée]plac|repouss|avanc|prolong|chang)[ée]e?s? (?:du|de)"
    r"|\b(?:on |j['’]|je |nous |i |we |i['’]ll |we['’]ll )?(?:annul(?:e|ons|ez|er|ée?s?)|cancel(?:led"
    r"|ling)?|scrap"
    r"|supprim(?:e|ons|er))\b"
    + _GAP
    + r"|\b(?:pas|plus|no|aucune?) (?:de |d['’])?(?:cours?|classe|[ée]cole|chantier|livraison|s[ée]ance"
    r"|r[ée]p[ée]tition|entra[îi]nement|r[ée]union|training|rehearsal|practice|club|class|lessons?|school|meeting|session|choir|match"
    r"|delivery|collection)(?: on)?(?: the| le| ce)?"
    r")\s?\Z",
    _I,
)

#: Somebody else's absence is why a day will not do: "Priya is away Thursday", "étant absent demain".
_AWAY_BEFORE = regex(
    r"(?<!\bI['’]m )(?<!\bI am )(?<!\bwe are )(?<!\bI will be )(?<!\bje suis )(?<!\bje serai )"
    r"(?<!\bnous sommes )\b(?:is|being|will be|étant|etant) (?:away|off|off sick|ill|unavailable"
    r"|on (?:leave|holiday)|absente?|en cong[ée]s?|indisponible)(?: on| from)?(?: the| le| ce)?\s?\Z",
    _I,
)

#: What was planned gives way only to another day: "was due on Wednesday", "prévue à l'origine le 3".
_PLANNED_BEFORE = regex(
    r"\b(?:was|were) (?:(?:originally|initially|first) (?:\w+ )?|due |meant |supposed )" + _GAP + r"\s?\Z"
    r"|\b(?:était|étaient) (?:initialement |d['’]abord )?(?:prévu|fixé|programmé)e?s? (?:pour )?(?:le"
    r"|au|du)?\s?\Z"
    r"|\b(?:initialement|à l['’]origine) (?:prévu|fixé|programmé)e?s? (?:pour )?(?:le|au|du)?\s?\Z",
    _I,
)

#: What follows a cancelled day takes its place.
_REPLACES = regex(
    r"\b(?:instead|rescheduled|postponed|moved|put back|new (?:date|day|time|appointment|slot)|will now"
    r"|now be|earliest|next one|offer|can do|could do|let['’]?s (?:say|do|make)|à la place|a la place"
    r"|ma(?:ke|king|de) (?:(?:it|this|that|the \w+) )?up"
    r"|plut[ôo]t|report[ée]|d[ée]cal|d[ée]plac|repouss|avanc[ée]|remplac|rattrap|propos|nouvelle date"
    r"|ce sera)",
    _I,
)


#: Another day of which nothing is new takes no other's place.
_STANDS = regex(
    r"\b(?:as (?:usual|planned|normal)|normal(?:e|ement|ly)?|resum(?:e|es|ing)|still on|go(?:es)? ahead"
    r"|back on|reprise|reprend(?:ra)?|maintenue?s?|comme (?:pr[ée]vu|d['’]habitude|d['’]ordinaire))\b",
    _I,
)

#: "Ni demain ni jeudi", "not Monday or Tuesday": what is said of the first day is said of the second.
_OR = regex(r"\A,?\s(?:ni|nor|or|ou)(?: on)?(?: the| le)?\s\Z", _I)


def withdraw_days(clauses: list[AnnotatedClause], subject: AnnotatedClause | None, today: str) -> None:
    """Move the days on which nothing is from `whens` to `withdrawn`, where another day stands for them; else
    they are in both: known to be off, and still what the sentence is about.
    """
    places = [*clauses, subject] if subject is not None else clauses
    found = [(one, when) for one in places for when in _withdrawn(one, today)]
    gone = {id(when) for _, when in found}
    planned = [
        (one, when)
        for one in places
        for when in one.whens
        if when.date and when.date >= today and id(when) not in gone and _planned(one, when)
    ]
    if not found and not planned:
        return
    gone |= {id(when) for _, when in planned}
    off = {when.date for _, when in found}
    others = [
        (one, when)
        for one, when in _ahead(clauses, today)
        if id(when) not in gone and when.date not in off and not _STANDS.search(one.clause.text)
    ]
    for annotated, when in [*found, *planned] if others else found:
        annotated.withdrawn.append(when)
        if others and (
            not annotated.cued("cancelled") or any(_replaces(annotated, one) for one, _ in others)
        ):
            annotated.whens.remove(when)
    if others and subject is not None:
        # The subject names the day that the text then takes off: "RE: Friday" above "Friday is off".
        subject.whens = [when for when in subject.whens if when.date not in off]


def _replaces(cancelled: AnnotatedClause, other: AnnotatedClause) -> bool:
    """A cancelled day is told of, unless what names the other day puts it in its place."""
    return other is cancelled or _REPLACES.search(other.clause.text) is not None


def _withdrawn(annotated: AnnotatedClause, today: str) -> Iterator[When]:
    """The days of a sentence, from today on, that it takes off."""
    last: When | None = None
    for when in annotated.whens:
        if when.date is None or when.date < today:
            continue
        between = annotated.between(last, when) if last is not None else ""
        if _fails(annotated, when) or _OR.match(between):
            last = when
            yield when


def _ahead(clauses: list[AnnotatedClause], today: str) -> Iterator[tuple[AnnotatedClause, When]]:
    """Days to come that are no limits."""
    for one in clauses:
        for when in one.whens:
            if when.date and when.date > today and not when.deadline:
                yield one, when


#: What is asked, or only might be, takes no day off, and "don't forget Thursday" keeps it.
_OPEN = regex(
    r"\b(?:if|unless|in case|should|whether|si|s['’]|au cas o[ùu]|why not|pourquoi pas|or not"
    r"|ou pas)\b[^,;.!?\n]{0,90}\Z"
    r"|\b(?:oubli|rat|manqu|h[ée]sit)\w* (?:surtout )?(?:pas|plus)(?: le)?\s?\Z",
    _I,
)
_ASKED = regex(r"\A[^,;:.!?\n]{0,64}\?")


def _fails(annotated: AnnotatedClause, when: When) -> bool:
    before, behind = annotated.before(when)[-_BEFORE:], annotated.behind(when)[:_BEHIND]
    if when.deadline or _ASKED.match(behind) or _OPEN.search(before):
        return False
    return any(
        found is not None
        for found in (_FAILS_BEHIND.search(behind), _FAILS_BEFORE.search(before), _AWAY_BEFORE.search(before))
    )


def _planned(annotated: AnnotatedClause, when: When) -> bool:
    return not when.deadline and _PLANNED_BEFORE.search(annotated.before(when)[-_BEFORE:]) is not None
