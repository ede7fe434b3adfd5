"""What the words before a day say of it: that it lies behind, or that something moves from it to another."""

from __future__ import annotations

import re
from datetime import date

from edge.text.regex import regex
from edge.values.dates.calendar_math import day, full_year, nearest_year
from edge.values.dates.rule import ScannedText

_PAST = regex(
    r"(?:(?:\b(?:depuis|hier|dernier|derniere|passe|passee|since|last(?! (?:day|chance|date|call|orders?)\b)"
    r"|was|were|dated|en date du|(?:letter|message|email|order|invoice|payment|request|conversation"
    r"|statement) (?:of|from)|(?:letter|message|email|conversation) on|(?:emis|recu|envoye|effectue|passe"
    r"|signe|paye|regle|expedie|livre|enregistre|cree|publie|reuni|rendu|adopte|notifie|depose)e?s? le"
    r"|(?:sent|paid|received|signed|issued|shipped|placed|posted|published|created|joined|met"
    r"|spoke) on)\b)[^.;!?\n]{0,14}|"
    # The day stands right behind: la visite du 20 mai, but not la visite du jardin le 20 mai.
    r"\b(?:mail|e-mail|email|courriel|message|courrier|lettre|appel|demande|commande|paiement|virement|facture|"
    r"entretien|visite|echange|devis|releve|achat|livraison) (?:recue? |passee? |effectuee? |datee? )?du "
    r"(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) )?|"
    # "£860 is from before Christmas".
    r"\b(?:from|since|depuis|datant d'|date d')(?: before| avant)(?: le| la| the)? |"
    r"\b(?:suite a|a la suite de|following (?:our|your|my|the)|further to) [^.;!?\n]{0,32})$"
)
#: "J'ai reçu la convocation pour le 20": the day of what was received, and not that on which.
_FOR_A_DAY = r"\b(?:pour(?: le| ce| la)?|for(?: the| this)?) $"
# What was done on a day (nous avons signé le ..., we met on ...), not what is to be done by one.
_DONE = regex(
    r"(?:\b(?:ai|as|a|avons|avez|ont|est|sommes|etes|sont) (?:bien |deja |tous |toutes )?(?:ete )?(?:signe"
    r"|envoye|recu|vu|parle|echange|discute|paye|regle|achete|commande|rencontre|effectue|transmis|adresse"
    r"|eu lieu|tenu|livre|rencontre|assiste|ecrit|appele|visite|debute|commence|trouve|retrouve|opere|rentre"
    r"|arrive|parti|absent|fait operer)(?:e?s?)\b|"
    # What somebody did, told with the person: j'ai posté ..., je l'ai déposé ..., on a repeint ....
    r"\b(?:j'ai|je l'ai|je les ai|on a|on l'a|on les a|nous avons|nous l'avons|nous les avons) (?:bien "
    r"|deja |tout "
    r"|aussi )?(?:poste|depose|range|nettoye|repeint|peint|monte|demonte|installe|repare|croise|laisse"
    r"|rapporte"
    r"|ramene|emmene|apporte|donne|prepare|cuisine|mange|dine|dejeune|dormi|joue|gagne|perdu|fini|termine|rendu"
    r"|remis|vendu|casse|renvoye|retourne|imprime|scanne|tondu|plante|taille|coupe|lave|fait)(?:e?s?)\b|"
    r"(?<!\bbe )(?<!\bbeing )(?<!\bgets )(?<!\bgetting )\b"
    r"(?:signed|sent|received|met|spoke|paid|discussed|talked|bought|ordered|shipped|delivered|happened"
    r"|took place|held|submitted|emailed|wrote|visited|attended|started|completed|finished|arrived|collapsed"
    r"|broke)\b|"
    # Nobody is thanked for a visit to come.
    r"\b(?:thanks|thank you) (?:again |so much |very much )?for (?:having|hosting|coming|popping|attending"
    r"|meeting|seeing|your (?:time|visit|help|hospitality|company)|(?:the|a) (?:lovely|great|nice|wonderful"
    r"|lift|dinner|lunch|chat|talk))\b|"
    r"\b(?:good|great|lovely|nice|wonderful) to (?:meet|see) (?:you|you all|you both)\b|"
    r"\bmerci (?:encore |beaucoup |infiniment |mille fois )?(?:d'avoir|d'etre|pour (?:votre|ton) (?:accueil"
    r"|visite|venue|aide|temps|hospitalite)|pour (?:le|la|ce|cette) (?:diner|dejeuner|soiree|repas|moment"
    r"|visite))\b)"
    rf"(?![^.;!?\n]*\b(?:by|before|avant|d'ici|jusqu'au?)\b)(?![^.;!?\n]*{_FOR_A_DAY})[^.;!?\n]{{0,24}}$"
)
_PASSES = regex(r"passe\b", re.IGNORECASE)
_PASSED = regex(r"\b(?:est|sont|ete|a|ai|as|ont|avons|avez|suis|sommes) passe\b")
_MOVED = regex(
    r"\b(?:report|decal|deplac|avanc|repouss|chang|mov|postpon|reschedul|push|switch|shift|"
    r"bascul)[a-z]*\b[^.!?\n]{0,40}$"
)


def is_past(scan: ScannedText, start: int) -> bool:
    """The words before a day say that it lies behind."""
    before = scan.before(start, 56)
    found = _PAST.search(before)
    if found is not None:
        first, last = scan.folded.back(start - len(before) + found.start(), start)
        # "Mot de passe", "le plombier passe le 24": without its accent and its auxiliary it is not over.
        found = None if _PASSES.match(scan.raw[first:last]) and not _PASSED.search(before) else found
    return found is not None or _DONE.search(before) is not None


_HALF_YEAR = 180
_OVERDUE = regex(
    r"\b(?:unpaid|overdue|outstanding|in arrears|past due|not (?:yet )?(?:been )?(?:paid|received|settled)"
    r"|impayee?s?|echue?s?|en souffrance|restee?s? sans|toujours pas|pas encore)\b"
)


def _is_overdue(scan: ScannedText, start: int) -> bool:
    """The sentence says of a bill that it is still open: due on the day gone by, not next year's."""
    behind = scan.text[start : start + 80]
    near = re.split(r"[.;!?]\s|\n\n", scan.before(start, 80))[-1] + re.split(r"[.;!?]\s|\n\n", behind)[0]
    return _OVERDUE.search(near) is not None


def is_done(scan: ScannedText, start: int) -> bool:
    """The words before a weekday tell what was done on it."""
    return _DONE.search(scan.before(start, 56)) is not None


def dated(
    scan: ScannedText, start: int, month: int, number: int, year: str | None
) -> tuple[date | None, bool]:
    """The day, and whether its year was written."""
    if year:
        return day(full_year(year), month, number), True
    at = nearest_year(scan.today, month, number, past=is_past(scan, start))
    if at is not None and (at - scan.today).days > _HALF_YEAR and _is_overdue(scan, start):
        at = nearest_year(scan.today, month, number, past=True)
    return at, False


def is_between(scan: ScannedText, start: int) -> bool:
    """ "Entre le 3 et le 5": the two days are the ends of one stretch."""
    return scan.before(start, 14).endswith(("entre ", "entre le ", "between ", "between the "))


def is_moved(scan: ScannedText, start: int) -> bool:
    """ "Moved from Tuesday to Thursday": two days, not a stretch of three."""
    return _MOVED.search(scan.before(start, 64)) is not None
