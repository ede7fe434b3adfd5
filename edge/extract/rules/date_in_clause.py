"""A date in its clause, and what the words around it say of it: a limit, an absence, a reason, past."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date as day
from typing import TYPE_CHECKING

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues
from edge.text.regex import regex

if TYPE_CHECKING:
    from edge.values.dates import When

#: Days that are longer are no stay, but a season.
MONTH = 31

#: A date without its year that would lie further ahead was the last one, not the next.
_YEAR = 300

# "Suite au remplacement du routeur, le réseau sera coupé demain": what is over is not what is dated.
_AHEAD = regex(r"\b(?:sera|seront|will be|demain|tomorrow)\b", re.IGNORECASE)
_NOT = regex(r"(?:\b(?:not|never|pas|jamais)\b|n['’]t\b)[^.;:]{0,40}$", re.IGNORECASE)

# "Dr Iqbal is away on the 14th, so we have had to move you": the day is why, and nothing is on it.
_SO = regex(
    r"(?:,|\b(?:so|and|therefore|hence|donc|aussi|du coup|et))\s[^.;:!?\n]{0,48}\b(?:mov(?:e|ed|ing)|postpon"
    r"|reschedul|cancel|d[ée]plac|d[ée]cal|report(?:er|ons|[ée])|repouss|annul)",
    re.IGNORECASE,
)
_AWAY = regex(
    r"\b(?:away|off|ill|unavailable|closed|absente?|en cong[ée]s?|indisponible|ferm[ée]e?|retenue?"
    r"|souffrante?|malade)\b",
    re.IGNORECASE,
)

_ABSENT = regex(
    r"\b(?:(?:je (?:pars|m['’]absente)|nous (?:partons|nous absentons)|on part|(?:i|we)(?: will|['’]?ll)? "
    r"(?:leave|go away)|(?:i['’]?m|i am|we['’]?re|we are) (?:going away|leaving))\b[^.;!?\n]{0,24}\Z)"
    r"|\b(?:je (?:serai|suis)|nous (?:serons|sommes)|on (?:sera|est)|i['’]?m|i am|i['’]?ll be|i will be"
    r"|we['’]?re|we are|we['’]?ll be|we will be|(?:bureau|office|cabinet|surgery|shop|agence|magasin|mairie"
    r"|[ée]cole|school|library) (?:is|will be|sera|est))\s(?:[a-zà-ÿ]+\s)?(?:away|off|out of (?:the )?office"
    r"|on (?:leave|holiday|vacation|annual leave|sick leave)|closed|shut|absente?s?|en (?:cong[ée]s?"
    r"|vacances|d[ée]placement)|ferm[ée]e?s?)\b[^.;!?\n]{0,24}\Z",
    re.IGNORECASE,
)

_MET = regex(
    r"\b(?:je (?:serai|t['’]attends?|vous attends?)|nous (?:serons|vous attendons)|on (?:sera|t['’]attend)"
    r"|(?:i|we)(?: will|['’]?ll) be (?:at|in|by|on|outside|behind|there|here|back|home|waiting)"
    # When somebody is there, or something begins: je suis là après 18h30, I finish at 3.15, gates at 9.30.
    r"|je suis (?:l[àa]|chez moi|dispo(?:nible)?|joignable|libre)|je (?:finis|sors|rentre|d[ée]bauche)"
    r"|(?:i|we) (?:finish|get (?:in|home|off|back)|land|arrive))\b[^.;:!?\n]{0,60}\Z"
    r"|\b(?:gates|doors|(?:raffle )?draw|kick-?off|curtain up|ouverture des portes)\b(?: are| is| opens?"
    r"| now)?"
    r" (?:at|from|[àa])\s*\Z",
    re.IGNORECASE,
)

# "Merci de nous envoyer l'offre pour vendredi". What is booked for a day is not due then.
_HANDED_OVER = regex(
    r"\b(?:envo[iy]|transm|faire parvenir|fasses? parvenir|rend(?:re|ez|s)\b|r(?:e|en)tourn|renvo"
    r"|remett|adress|livr|fini|termin|fourni|dépos|répond|répon|faire suivre|(?:me|nous) (?:re)?dire)"
    r"[^.;:!?\n]{0,80}?\spour (?:le |la |l['’]|ce |cette |mi-)?\Z",
    re.IGNORECASE,
)

#: Words of a limit, whatever its hour: "Cut-off is Friday at noon".
LIMIT = regex(
    r"\b(?:deadline|cut-?off|closing (?:date|time)|date limite|dernier d[ée]lai|date butoir)\b", re.IGNORECASE
)

#: A limit at midnight is the day's end.
NO_HOUR = frozenset({None, "", "00:00", "23:59"})

_BETWEEN = regex(r"\b(?:entre|between)(?: le| the)? ?$", re.IGNORECASE)

#: What such words open is what the rest goes on from: "suite à notre échange, le couvreur passe le 5".
_OPENERS = frozenset({"suite", "comme", "following", "as", "after"})

_AHEAD_OF = regex(
    r"\b(?:avant|d['’]ici|before|ahead of|in time for)\s(?:le|la|les|l['’]|notre|votre|the|our|your)\s?"
    r"[^.,;:!?\n]{2,40}?\b(?:du|de|on|of|le)\s(?:the )?\Z",
    re.IGNORECASE,
)

_BEFORE = regex(r"\b(?:before|avant)(?: the| le| la| l['’])? ?$", re.IGNORECASE)

#: What a message whose subject cancels says of another day: that it stands, or comes in its place.
_STANDS = regex(
    r"\b(?:go(?:es|ing)? ahead|as (?:usual|planned|normal)|still on|instead|replacement|rescheduled|new date"
    r"|maintenue?s?|comme (?:pr[ée]vu|d['’]habitude|d['’]ordinaire)|[àa] la place|rattrapage|remplacement"
    r"|nouvelle date)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DateInClause:
    """One value in its clause. `until`: the clause below that holds its time."""

    values: ClauseValues
    annotated: AnnotatedClause
    previous: AnnotatedClause | None
    when: When
    until: AnnotatedClause | None

    @property
    def before(self) -> str:
        """What its clause says before it."""
        return self.annotated.before(self.when)

    @property
    def behind(self) -> str:
        """What its clause says behind it."""
        return self.annotated.behind(self.when)

    @property
    def is_meeting_point(self) -> bool:
        """ "Je serai derrière le marché à 5h30": where somebody can be met, whatever the day."""
        if self.annotated.clause.subject or not self.values.parsed.sender.person:
            return False
        return _MET.search(self.before) is not None

    @property
    def is_absence(self) -> bool:
        """Days on which somebody is away, or a house shut: to be known, and no promise."""
        clause, when = self.annotated.clause, self.when
        if clause.subject or when.date is None or days(when.date, when.end_date or when.date) > MONTH:
            return False
        return _ABSENT.search(self.before) is not None

    @property
    def is_reason(self) -> bool:
        """The day is the reason for moving something, not a day of anything."""
        clause, when = self.annotated.clause, self.when
        if clause.subject or when.date is None or when.deadline:
            return False
        return _AWAY.search(self.before) is not None and _SO.search(self.behind) is not None

    @property
    def is_handover(self) -> bool:
        """Something is to be sent or given back for a day."""
        clause, when = self.annotated.clause, self.when
        if clause.subject or when.date is None or not self.annotated.cued("request", "must", "duty"):
            return False
        return _HANDED_OVER.search(self.before) is not None

    @property
    def is_window(self) -> bool:
        """Days between which something is to be done: the last of them is the limit."""
        when, annotated = self.when, self.annotated
        if when.date is None or when.end_date is None or when.time not in NO_HOUR or annotated.clause.subject:
            return False
        between = _BETWEEN.search(self.values.parsed.message.body[max(0, when.start - 14) : when.start])
        if annotated.cued("event") and not between:
            return False
        return annotated.cued("request", "must", "duty") and days(when.date, when.end_date) <= MONTH

    @property
    def is_over(self) -> bool:
        """What is dated lies behind: "la visite du 5 a eu lieu"."""
        annotated, parsed = self.annotated, self.values.parsed
        clause = annotated.clause
        if not annotated.cued("over") or _AHEAD.search(clause.text):
            return False
        if clause.subject:
            return True
        for hit in parsed.hits:
            if hit.name == "cues.over" and clause.first <= hit.first < clause.last:
                between = parsed.message.body[parsed.tokens.ends[hit.first] : self.when.start]
                if parsed.tokens.words[hit.first] not in _OPENERS or "," not in between:
                    return True
        return False

    @property
    def is_offer_end(self) -> bool:
        """An offer to everybody that lapses on a day: nobody's task."""
        annotated = self.annotated
        if not self.values.parsed.is_mailing or annotated.cued("must"):
            return False
        return annotated.cued("selling", "hypothetical") or "%" in annotated.clause.text

    @property
    def is_event_to_answer_before(self) -> bool:
        """Something is asked of the reader before an event that has this day."""
        clause, when = self.annotated.clause, self.when
        if clause.subject or when.date is None or not self.annotated.cued("request", "must", "duty"):
            return False
        return _AHEAD_OF.search(self.before) is not None

    @property
    def is_denied(self) -> bool:
        """ "It won't be advertised before October" sets nobody a day."""
        body = self.values.parsed.message.body
        before = body[max(self.annotated.clause.start, self.when.start - 50) : self.when.start]
        limit = _BEFORE.search(before) is not None or self.when.text.casefold().startswith(
            ("before", "avant")
        )
        return limit and _NOT.search(before) is not None

    @property
    def is_called_off(self) -> bool:
        """The subject cancels the day that it or a cancelling sentence names; any, where they name none."""
        values, clause = self.values, self.annotated.clause
        if values.subject is None or not values.subject.cued("cancelled") or _STANDS.search(clause.text):
            return False
        named = {
            when.date for one in values.places if one.cued("cancelled") for when in one.whens if when.date
        }
        return not named or self.when.date is None or self.when.date in named


def is_past(values: ClauseValues, when: When) -> bool:
    """Over when the message came; a time without a zone is taken for the receiver's."""
    if when.date is None or not values.dated:
        return False
    if when.date > values.today:
        stated = when.relative or when.date[:4] in when.text
        return not stated and days(values.today, when.date) > _YEAR
    if (when.end_date or when.date) < values.today:
        return True
    clock = values.received.strftime("%H:%M")
    return when.date == values.today and when.time is not None and not when.deadline and when.time < clock


def days(first: str, last: str) -> int:
    """Days from one ISO date to another."""
    return (day.fromisoformat(last) - day.fromisoformat(first)).days
