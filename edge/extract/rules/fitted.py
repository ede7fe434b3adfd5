"""The fitted score: each sign with the weight that labelled mail gives it, words and form as two more.

A logistic regression over signs, form and words (`build/fit_rules.py`), with a share of the hand-set weights,
which know what no few hundred messages show.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from edge import paths
from edge.extract.rules.clause_values import ClauseValues
from edge.extract.rules.evidence import Evidence
from edge.extract.rules.features import form, vocabulary
from edge.extract.rules.lexicon import table
from edge.extract.rules.parsed_message import ParsedMessage

#: From here a sender is taken for a person, whose words weigh otherwise than a house's.
PERSON = 0.5

#: In so few words, those that were learnt say little against signs that were set by hand.
_FEW = 35
_BRIEF = Evidence("brief", "brief", -1.3)
_EMPTY = Evidence("empty", "empty", -5.0)


class RuleWeights(msgspec.Struct, frozen=True):
    """Log-odds of deletion. `hand`: the share of the hand-set weights that is added to the fitted ones."""

    bias: float
    hand: float
    signs: dict[str, float]  # by name; `person.<name>`: more of it where a person writes
    form: dict[str, float]
    words: dict[str, float]


@cache
def weights() -> RuleWeights:
    """The shipped weights."""
    return msgspec.json.decode(paths.asset("rules", "weights.json").read_bytes(), type=RuleWeights)


def strength(sign: Evidence) -> float:
    """How much of a sign there is, 0 to 2, whatever it weighs."""
    entry = table("signs").get(sign.name) or table("shapes")[sign.name]
    return min(2.0, sign.weight / float(entry["weight"]))


def caution(reading: ParsedMessage, by_hand: float) -> float:
    """What is added to the log-odds of a few words whose signs, by hand, say to keep them."""
    return _BRIEF.weight if by_hand < 0 and len(reading.tokens.words) < _FEW else 0.0


def fitted(
    reading: ParsedMessage, gathered: ClauseValues, plain: Sequence[Evidence], weighed: Sequence[Evidence]
) -> list[Evidence]:
    """Signs with fitted weights. `plain`: as found; `weighed`: by hand, in each other's light."""
    known = weights()
    person = reading.sender.person >= PERSON
    by_hand = {sign.name: sign for sign in weighed}
    seen = {sign.name for sign in plain}
    found: list[Evidence] = []
    for sign in {one.name: one for one in (*weighed, *plain)}.values():
        # No labelled mail shows an invitation or a spam filter's mark: only hand-set weights tell.
        share = 1.0 if sign.name in seen and sign.name not in known.signs else known.hand
        weight = share * by_hand[sign.name].weight if sign.name in by_hand else 0.0
        each = known.signs.get(sign.name, 0.0)
        if person:
            each += known.signs.get(f"person.{sign.name}", 0.0)
        weight += each * strength(sign)
        found.append(Evidence(sign.name, sign.group, weight))
    shape = sum(known.form.get(key, 0.0) * value for key, value in form(reading, gathered).items())
    said = sum(known.words.get(name, 0.0) for name in vocabulary(reading))
    found.append(Evidence("form", "form", shape))
    found.append(Evidence("words", "words", said))
    if caution(reading, sum(sign.weight for sign in weighed)):
        found.append(_BRIEF)
    if not reading.tokens.words and not reading.subject_tokens.words:
        found.append(_EMPTY)
    return [sign for sign in found if abs(sign.weight) >= 0.02]
