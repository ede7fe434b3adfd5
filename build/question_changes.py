"""Questions changed so that their passage no longer answers them: a name or number swapped, a word turned."""

from __future__ import annotations

import random
import re
from itertools import pairwise

_SENTENCE = re.compile(r"(?<=[.!?])[\"”'»)\]]*\s+(?=[\"“«'(\[]?[A-Z0-9ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒ])")
_NAME = re.compile(r"\b[A-ZÀÂÇÉÈÊÎÔ][\w’-]+(?:\s+(?:of\s+|the\s+|de\s+|du\s+|la\s+)*[A-ZÀÂÇÉÈÊÎÔ][\w’-]+)*")
_NUMBER = re.compile(r"\b\d[\d,.]*\d\b|\b\d\b")
#: Capitalised where a question or a clause begins, and no names.
_ASKING = frozenset(
    {
        "What", "When", "Where", "Who", "Whom", "Which", "Why", "How", "Whose", "In", "The", "On", "At",
        "For",
        "Quel", "Quelle", "Quels", "Quelles", "Qui", "Que", "Quand", "Où", "Comment", "Pourquoi", "Combien",
        "À",
        "Dans", "En", "Le", "La", "Les", "De", "Du", "Par", "Pour", "Sur", "L", "Qu", "D",
    }
)  # fmt: skip
_OPPOSITES = """
first/last before/after largest/smallest highest/lowest most/least more/less increase/decrease
increased/decreased begin/end began/ended north/south northern/southern east/west eastern/western
win/lose won/lost old/new oldest/newest early/late major/minor support/oppose supported/opposed
above/below longest/shortest maximum/minimum high/low large/small good/bad best/worst male/female
men/women buy/sell bought/sold join/leave joined/left open/close opened/closed founded/dissolved
accept/reject accepted/rejected allow/forbid allowed/forbidden public/private internal/external
positive/negative rise/fall gain/lose common/rare strong/weak inside/outside
premier/dernier première/dernière avant/après plus/moins nord/sud est/ouest début/fin ancien/nouveau
ancienne/nouvelle grand/petit grande/petite haut/bas haute/basse meilleur/pire meilleure/pire
maximale/minimale publique/privée intérieur/extérieur interne/externe
ouvrir/fermer gagner/perdre acheter/vendre hommes/femmes augmenter/diminuer augmentation/diminution
autorisé/interdit autorisée/interdite obligatoire/facultatif jeune/vieux long/court longue/courte
"""
_PAIRS = [(a, b) for a, _, b in (pair.partition("/") for pair in _OPPOSITES.split())]
_OPPOSITE = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}
_TURN = re.compile(r"\b(" + "|".join(_OPPOSITE) + r")\b")


def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences, roughly."""
    cuts = [0, *(match.end() for match in _SENTENCE.finditer(text)), len(text)]
    return [(a, b) for a, b in pairwise(cuts) if b > a]


def names_of(text: str) -> list[str]:
    """Capitalised names inside sentences, distinct, in order."""
    firsts = {a for a, _ in sentences(text)}
    found = (m[0] for m in _NAME.finditer(text) if m.start() not in firsts and m[0] not in _ASKING)
    return list(dict.fromkeys(found))


def other_number(old: str, rng: random.Random) -> str:
    """A number of the same look: a year moves by 1 to 40, any other by a third to three times."""
    digits = old.replace(",", "")
    if not digits.isdigit():
        new = rng.randint(2, 99)
        return str(new + (str(new) == old))
    value = int(digits)
    if len(digits) == 4 and 1000 <= value <= 2100:
        return str(value + rng.choice((-1, 1)) * rng.randint(1, 40))
    new = max(2, round(value * rng.uniform(0.33, 3.0)))
    return str(new + (new == value))


def swapped(question: str, text: str, rng: random.Random) -> str | None:
    """The question with another number, or another name of the passage; None where it has neither."""
    spots = list(_NUMBER.finditer(question))
    spots += [match for match in _NAME.finditer(question, 1) if match[0] not in _ASKING]
    if not spots:
        return None
    spot = rng.choice(spots)
    old = spot[0]
    if old[0].isdigit():
        others = [new] if (new := other_number(old, rng)) not in text else []
    else:
        low = question.lower()
        others = [
            name for name in names_of(text) if name.lower() not in low and old.lower() not in name.lower()
        ]
    return question[: spot.start()] + rng.choice(others) + question[spot.end() :] if others else None


def turned(question: str, rng: random.Random) -> str | None:
    """The question with one word turned to its opposite; None where there is none to turn."""
    words = list(_TURN.finditer(question))
    if not words:
        return None
    word = rng.choice(words)
    return question[: word.start()] + _OPPOSITE[word[0]] + question[word.end() :]
