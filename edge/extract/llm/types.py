"""The fourteen types, and the names that people write for them in French and English."""

from __future__ import annotations

from functools import cache
from typing import get_args

from edge.records import ExtractionType
from edge.text.tokens import fold

TYPES: tuple[ExtractionType, ...] = get_args(ExtractionType)

#: Other names of each type, folded or not; plurals in -s are understood.
_NAMES: dict[ExtractionType, str] = {
    "fact": "fait, information, info",
    "decision": "décision, choix, arbitrage",
    "commitment": "engagement, promesse, promise",
    "deadline": "échéance, date limite, délai, due date",
    "event": "événement, évènement, réunion, rendez-vous, rdv, meeting, appointment",
    "relation": "relation, relationship, lien",
    "contact": "coordonnées, coordonnée, contact details",
    "amount": "montant, somme, prix, price",
    "reference": "référence, réf, ref, numéro",
    "request": "demande, requête, action, task, tâche, question",
    "quotation": "citation, quote",
    "objective": "objectif, but, goal",
    "skill": "compétence, savoir-faire",
    "preference": "préférence, goût",
}


@cache
def _table() -> dict[str, ExtractionType]:
    table: dict[str, ExtractionType] = {_plain(name): name for name in TYPES}
    for name, others in _NAMES.items():
        table |= {_plain(other): name for other in others.split(",")}
    return table


def _plain(name: str) -> str:
    return " ".join(fold(name).replace("_", " ").replace("-", " ").split())


def named(name: str) -> ExtractionType | None:
    """The type that a French or English name means, whatever its case and accents; None: it means none."""
    plain = _plain(name)
    table = _table()
    return table.get(plain) or (table.get(plain[:-1]) if plain.endswith("s") else None)
