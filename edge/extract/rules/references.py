"""References and contacts: numbers of cases, orders and bookings, codes of access, numbers to call."""

from __future__ import annotations

import re

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues, extraction
from edge.extract.rules.parsed_message import ParsedMessage
from edge.extract.rules.sender import named_address
from edge.records import Extraction
from edge.text.regex import regex
from edge.text.tokens import fold

_MOST = 3

# A value with a digit in it, or a booking's six capitals. Ends on a letter or digit.
_VALUE = (
    r"(?P<value>(?=[\w/.#-]{0,40}\d)[A-Za-z0-9][\w/.#-]{2,30}[\w#]|(?-i:[A-Z]{6})\b|[a-z]+(?:-[a-z0-9]+){2,})"
)
_LABEL = (
    r"(?P<label>num[ée]ros?|n°s?|nº|no(?=\.)|r[ée]f(?:[ée]rences?|\.)?|refs?\.?|references?|dossier|commande"
    r"|r[ée]servations?|billet|contrat|bail|police|sinistre|ticket|demande|devis|offre|candidature"
    r"|adh[ée]rent|client|allocataire|abonn[ée]|convention|factures?|avoir|lots?|s[ée]rie|rg|bl|id|voucher"
    r"|rapports?|reports?|grants?|subvention|tag|reg(?:istration)?|immatriculation|plaque|holding|passe?port|serial"
    r"|licen[cs]e|permis|carte|inv|rma|receipt|digicode|code|mot de passe|identifiant|pnr|don|numbers?|order"
    r"|booking|reservation|confirmation|invoice|case|claim|policy|contract|lease|quote|application"
    r"|membership|member|account|customer|ticket|flight|permit|password|passcode|pin|po)"
)
_MARKED = regex(
    rf"\b{_LABEL}\b\.?(?:\s+(?:de|du|d'|of|for|your|my|is|est|no\.?|n°|nº|number|num[ée]ro|r[ée]f(?:[ée]rence)?\.?|reference|ref\.?|code)){{0,4}}\s*(?:(?:[:#=]|n°|nº|no\.)\s*)?{_VALUE}",
    re.IGNORECASE,
)
# "Le code de la boîte à clés à gauche est 4471": some words between.
_CODE = regex(
    r"\b(?P<label>code|mot de passe|digicode|pin|password|passcode)\b[^.\n!?;:=]{0,60}?\s?(?:\best\b|\bis\b"
    r"|:|=)\s*(?P<value>(?=[\w#*-]{0,40}\d)[\w#*-]{3,20})",
    re.IGNORECASE,
)
# "N° étudiant 22019834": whose number it is stands between.
_OF_WHAT = regex(
    r"\b(?P<label>n°|num[ée]ro|matricule)\s{1,3}(?!de\b|du\b|est\b|le\b)[^\W\d_]{3,14}\s{0,2}:?\s{0,2}"
    r"(?P<value>\d[\d ]{3,18}\d)(?!\d)",
    re.IGNORECASE,
)
# A number in groups, where a colon says that all of it is one: "Référence de l'avis : 26 51 8840213 77".
_GROUPED = regex(
    rf"\b{_LABEL}\b[^:\n\d]{{0,30}}:\s*(?P<value>\d+(?: [\dA-Z]{{1,9}}){{1,6}})(?=\s*(?:$|[.;,\n(]))",
    re.IGNORECASE,
)
_BARE = regex(
    r"(?:n°|nº|#)\s*(?P<value>\d[A-Z](?: \d{1,4}){3,6}(?![\w])|(?=[\w/-]{0,40}\d)[A-Za-z0-9][\w/-]{2,30})"
)
#: What stands for the label of a number that has none.
CODED = "coded"

# No label at all: capitals with figures, as only numbers of cases, orders and parts are written.
_CODED = regex(
    r"(?<![\w/@.#-])(?=(?:[A-Z/-]*\d){4})[A-Z][A-Z\d]{0,11}(?:[-/][A-Z\d]+){0,4}(?![\w@])(?!-\w)"
    r"|(?<![\w/@.,#-])\d{2}-[A-Z\d]{2,8}-[\dA-Z-]{2,12}(?![\w@])"
    r"|(?<![\w/@.,#-])\d{2}/\d{3,6}/[A-Z]{1,4}(?![\w@/])"
)
# The only values without a digit: see `_identifies`.
_HOLDS = regex(r"\d|[A-Z]{6}|(?i:password|passcode|mot de passe)")
_DATE_LIKE = regex(
    r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|(?:19|20)\d\d|\d{1,2}h\d{0,2}|\d{1,2}:\d{2}"
    r"|\d{1,31}(?:st|nd|rd|th|er|e|min|km|kg|g|ml|pm|am|k|m)"
)
_BILLS = frozenset({"facture", "invoice"})
_SECRETS = frozenset({"password", "passcode", "mot de passe"})
_BOOKINGS = frozenset({"booking", "pnr", "reservation", "reference", "confirmation"})


def references(values: ClauseValues) -> list[Extraction]:
    """Numbers by which something is found again."""
    extractions: list[Extraction] = []
    seen: set[str] = set()
    for annotated in values.places:
        if annotated.cued("boilerplate"):
            continue
        for _, value in labelled(annotated):
            if value in seen:
                continue
            seen.add(value)
            if len(extractions) < _MOST:
                extractions.append(
                    extraction(
                        "reference", annotated, confidence=0.68,
                        more={"value": value}, entities=[value],
                    )
                )  # fmt: skip
        for identifier in annotated.identifiers:
            # Numbers of the company itself stand in every footer.
            if identifier.kind in {"siren", "siret", "vat"} or identifier.value in seen:
                continue
            seen.add(identifier.value)
            extractions.append(
                extraction(
                    "reference", annotated, confidence=0.8,
                    more={"value": identifier.value, "kind": identifier.kind}, entities=[identifier.value],
                )
            )  # fmt: skip
    return extractions[: _MOST + 2]


def bill_number(values: ClauseValues) -> str | None:
    """The number of the bill that the message is about."""
    for annotated in values.places:
        for label, value in labelled(annotated):
            if label in _BILLS:
                return value
    return None


def labelled(annotated: AnnotatedClause) -> list[tuple[str, str]]:
    """(folded label, value) of each labelled number in a clause. Looked for once, then kept with it."""
    if annotated.labelled is None:
        annotated.labelled = _labelled(annotated) if _HOLDS.search(annotated.clause.text) else []
    return annotated.labelled


def _labelled(annotated: AnnotatedClause) -> list[tuple[str, str]]:
    text = annotated.clause.text
    base = annotated.clause.start
    pairs: list[tuple[str, str]] = []
    taken = [
        (one.start - base, one.end - base)
        for one in (*annotated.whens, *annotated.amounts, *annotated.phones)
    ]
    for pattern in (_GROUPED, _MARKED, _OF_WHAT, _CODE, _BARE):
        for match in pattern.finditer(text):
            a, b = match.span("value")
            value = match["value"].rstrip(".-/")
            label = fold(match.groupdict().get("label") or "")
            free = not any(a < end and start < b for start, end in taken)
            if free and (_identifies(label, value) or (pattern is _BARE and match[0][0] == "#")):
                taken.append((a, b))
                pairs.append((label, value))
    for match in () if annotated.cued("selling") else _CODED.finditer(text):
        a, b = match.span()
        if not any(a < end and start < b for start, end in taken):
            taken.append((a, b))
            pairs.append((CODED, match.group()))
    return pairs


def _identifies(label: str, value: str) -> bool:
    if any(c.isdigit() for c in value):
        return _DATE_LIKE.fullmatch(value) is None and not (value.isdigit() and len(value) < 4)
    # Six capitals or a passphrase: only right behind a label that says so.
    return label in (_SECRETS if "-" in value else _BOOKINGS)


def contacts(values: ClauseValues) -> list[Extraction]:
    """Numbers and addresses that the text gives as such; the number below a person's letter, once."""
    extractions: list[Extraction] = []
    parsed = values.parsed
    previous: AnnotatedClause | None = None
    for annotated in values.clauses:
        theirs = (
            # The number below a person's letter is worth keeping, a firm's is not.
            parsed.sender.is_person or _of_a_person(annotated, previous) or _spoken_of(annotated, parsed)
        )
        previous, personal = annotated, theirs and not extractions and bool(annotated.phones)
        # "For any questions, ring 01632 ...": of a person's letter the number is worth having all the same.
        asked = annotated.cued("contact") and bool(annotated.phones or not annotated.cued("boilerplate"))
        asked = asked or _given(annotated, parsed)
        if not (personal or asked):
            continue
        numbers = [phone.e164 for phone in annotated.phones] or (
            [] if parsed.french else _LOCAL.findall(annotated.clause.text)
        )
        numbers += [address.text for address in annotated.addresses if "@" in address.text]
        postal = _POSTAL.search(annotated.clause.text)
        if not numbers and not postal:
            continue
        data: dict[str, object] = {"values": numbers} if numbers else {}
        if postal:
            data["address"] = postal[0].strip(" ,")
        stated = annotated.cued("contact")
        extractions.append(
            extraction(
                "contact", annotated, confidence=0.7 if stated else 0.5,
                importance="medium" if stated else "low", more=data,
            )
        )  # fmt: skip
    if not extractions and not parsed.message.machine.bulk:
        # What a house's letter ends with, where it says whose the number is: "Credit control, 01632 960 355".
        last = next((one for one in reversed(values.clauses) if one.phones), None)
        if last is not None and _OWNER.search(last.clause.text) and not last.cued("selling"):
            numbers = [phone.e164 for phone in last.phones]
            extractions.append(
                extraction("contact", last, confidence=0.5, importance="low", more={"values": numbers})
            )
    return extractions[:_MOST]


#: Beside a number, more than what it is: no "Tel", no "Fax".
_OWNER = regex(
    r"(?i:\b(?!(?:tel|fax|phone|mobile|mob|port|portable|standard|t[ée]l[ée]phone)\b)[a-zà-ÿ]{3,})"
)


def _given(annotated: AnnotatedClause, parsed: ParsedMessage) -> bool:
    """An e-mail address that a person tells in a sentence: neither the sender's nor a recipient's own."""
    people = (parsed.message.sender, *parsed.message.recipients)
    known = {named_address(one)[1].casefold() for one in people}
    new = [one for one in annotated.addresses if one.kind == "email" and one.value.casefold() not in known]
    personal = parsed.sender.is_person or parsed.message.machine.reply
    return (
        personal
        and bool(new)
        and not annotated.cued("boilerplate", "selling")
        and _spoken_of(annotated, parsed)
    )


#: Who signs for an office: "Mme Sauvage", "Case officer: Joanne Birt".
_PERSON = regex(
    r"\b(?:Mme|Mlle|M\.|Me|Maître|Dr|Mrs?|Ms|Miss|Pr)\.? [A-ZÀ-Þ]"
    r"|: [A-ZÀ-Þ][a-zà-ÿ'’-]+ [A-ZÀ-Þ][a-zà-ÿ'’-]+\b"
)


#: So many words beside a number are a sentence about it; or a name, or one who was named before.
_SENTENCE = 5
# "Sandrine Faure, clerc - 04 ...": what one is stands between.
_SIGNED = regex(
    r"[A-ZÀ-Þ][a-zà-ÿ'’-]+(?: [A-ZÀ-Þ][a-zà-ÿ'’-]+){1,2}(?:, [a-zà-ÿ' ’-]{3,30}?)?[ :,–-]{1,3}[+(]?\d"
)
_SOMEBODY = regex(r"\b(?:he|she|il|elle)\b", re.IGNORECASE)


def _spoken_of(annotated: AnnotatedClause, parsed: ParsedMessage) -> bool:
    """A number in a sentence, "ring Colin on 01632 ...", or behind a name, and not in a line of a footer."""
    clause = annotated.clause
    plain = [word for word in parsed.tokens.words[clause.first : clause.last] if word[0].isalpha()]
    told = len(plain) >= _SENTENCE or _SIGNED.match(clause.text) or _SOMEBODY.search(clause.text)
    return bool(told) and not parsed.message.machine.bulk


def _of_a_person(annotated: AnnotatedClause, previous: AnnotatedClause | None) -> bool:
    """A short line with a number, and a person's name in it or right above it."""
    lines = [one.clause.text for one in (previous, annotated) if one is not None]
    return len(lines[-1]) < 80 and any(len(line) < 80 and _PERSON.search(line) for line in lines)


#: Inside one American town, and where a text says that it is to be called.
_LOCAL = regex(r"(?<![\d-])\d{3}-\d{4}(?![\d-])")


_POSTAL = regex(
    r"\b\d{1,4}\s?(?:bis|ter)?,?\s(?:rue|avenue|av\.|boulevard|bd|place|chemin|all[ée]e|impasse|quai|route|cours|square|"
    r"[A-Z]\w+\s(?:street|st|road|rd|avenue|ave|lane|drive|close|way|court|terrace|crescent|gardens))\b[^\n.;!?]{0,70}",
    re.IGNORECASE,
)
