"""The fitted score: what each piece of evidence, the form and the words weigh for and against deletion.

A logistic regression (`build/fit_rules.py`) over all three, fitted on `datasets/mail`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import fsum

import msgspec

from edge import paths
from edge.extract.rules.clause_values import ClauseValues
from edge.extract.rules.parsed_message import ParsedMessage
from edge.extract.rules.weighing.evidence import Evidence, entry
from edge.extract.rules.weighing.features import form, vocabulary
from edge.extract.rules.weighing.one_time_code import holds_one_time_code
from edge.extract.rules.weighing.phrases import phrase_strengths
from edge.extract.rules.weighing.traits import trait_strengths
from edge.extract.rules.weighing.values import value_strengths

#: However often something is said, it counts for no more than this many times.
_MOST = 2.0

#: In so few words, those that were learnt say little against evidence of another kind.
_FEW = 35

_BRIEF = Evidence("brief", -1.3)
_EMPTY = Evidence("empty", -5.0)

#: What a one-time code looks like: its number is no case's, its end no deadline, "enter it" no request.
_OF_A_CODE = frozenset({"deadline", "dated", "identifier", "yours", "asking"})


class RuleWeights(msgspec.Struct, frozen=True):
    """Log-odds of deletion."""

    bias: float
    evidence: dict[str, float]  # by name; `person.<name>`, `fraud.<name>`: more of it in such company
    form: dict[str, float]
    words: dict[str, float]
    sure: dict[str, float] = {}  # of `sureness`: weights, bias, thresholds


@cache
def weights() -> RuleWeights:
    """The shipped weights."""
    return msgspec.json.decode(paths.asset("rules", "weights.json").read_bytes(), type=RuleWeights)


def strengths(parsed: ParsedMessage, values: ClauseValues) -> dict[str, float]:
    """How much of each piece of evidence a message has, above 0 and at most 2, whatever it weighs."""
    by_name = phrase_strengths(parsed) | trait_strengths(parsed) | value_strengths(values)
    if holds_one_time_code(parsed):
        by_name = {name: strength for name, strength in by_name.items() if name not in _OF_A_CODE}
        by_name["one_time_code"] = 1.0
    return {name: min(_MOST, strength) for name, strength in by_name.items()}


def interactions(parsed: ParsedMessage, names: Iterable[str]) -> list[tuple[str, str]]:
    """What weighs otherwise in such company: (`person`, name) for all evidence where a person writes;
    (`fraud`, name) for what stands beside the words of a fraud: its deadline, its bill, your account are
    borrowed, and say the less for it.
    """
    known = list(names)
    fraud = [name for name in known if entry(name).get("fraud")]
    beside = [("fraud", name) for name in known if name not in fraud] if fraud else []
    return [("person", name) for name in known if parsed.sender.is_person] + beside


def weigh(parsed: ParsedMessage, values: ClauseValues, known: RuleWeights) -> list[Evidence]:
    """All evidence of a message with its weight."""
    found = strengths(parsed, values)
    # No labelled mail shows an invitation or a spam filter's mark: those have a weight set by hand.
    weight = {name: known.evidence.get(name, entry(name).get("weight", 0.0)) for name in found}
    for beside, name in interactions(parsed, found):
        weight[name] += known.evidence.get(f"{beside}.{name}", 0.0)
    weighed = [Evidence(name, weight[name] * strength) for name, strength in found.items()]
    # A few words whose named evidence says to keep them.
    brief = sum(one.weight for one in weighed) < 0 and len(parsed.tokens.words) < _FEW
    form_weight = sum(known.form.get(key, 0.0) * value for key, value in form(parsed, values).items())
    # A set has no order of its own, and a plain sum depends on one: the same message, the same weight.
    words_weight = fsum(known.words.get(word, 0.0) for word in vocabulary(parsed))
    weighed.append(Evidence("form", form_weight))
    weighed.append(Evidence("words", words_weight))
    if brief:
        weighed.append(_BRIEF)
    if not parsed.tokens.words and not parsed.subject_tokens.words:
        weighed.append(_EMPTY)
    return [one for one in weighed if abs(one.weight) >= 0.02]
