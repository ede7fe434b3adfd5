"""The tier that needs no model: the same message always gives the same proposal, in a few milliseconds."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

import msgspec

from edge import paths
from edge.cascade.calibrate import Calibration
from edge.extract.rules.amounts import amount_extractions
from edge.extract.rules.clause_values import ClauseValues, gather_values
from edge.extract.rules.dated_extractions import dated_extractions
from edge.extract.rules.entities import entities, projects
from edge.extract.rules.facts import facts
from edge.extract.rules.known_context import met_before, with_context
from edge.extract.rules.moved_days import moved_days
from edge.extract.rules.parsed_message import parse_message
from edge.extract.rules.references import bill_number, contacts, references
from edge.extract.rules.repeats import without_repeats
from edge.extract.rules.speech_acts import speech_acts
from edge.extract.rules.structured_data import invitation_extractions, structured_extractions
from edge.extract.rules.weighing.action import Suggestion, suggest
from edge.extract.rules.weighing.evidence import Evidence
from edge.extract.rules.weighing.score import RuleWeights, weigh, weights
from edge.extract.rules.weighing.sureness import calibration, signs, worthless_probability
from edge.i18n import rendered
from edge.records import Context, Extraction, Message, PassKind, Proposal, Reason, coded
from edge.settings import ExtractSettings

#: One message is not a database: what is worth most is kept, and the rest is counted.
_MOST = 64

_IMPORTANCE = {"low": 0, "medium": 1, "high": 2}

#: The signal of a message that is left where it is, unasked: it is not lost, as a deleted one would be.
LEFT = "left"

#: An earlier message of the same sender, in log-odds against deletion.
_KNOWN = Evidence("known", -0.8)


class RulesEngine:
    """Drafter by rules. Never claims a confidence of 0.85; takes nothing out of quoted history."""

    name = "rules"

    def __init__(self, settings: ExtractSettings, fitted: RuleWeights | None = None) -> None:
        """`fitted`: weights in place of the shipped ones."""
        self._settings = settings
        self._weights = fitted or weights()
        self._with_signs = fitted is not None  # for who fits anew
        #: Changes with the lexicons and weights, so that labels of different versions do not mix.
        self.model = f"rules-{_digest()[:8]}"

    def draft(
        self, message: Message, kind: PassKind, context: Context, before: Proposal | None = None
    ) -> Proposal:
        """An action with its evidence, and the extractions of a message that is kept.

        On a pass with context, notes become targets and known tasks and appointments are marked. Raises
        EdgeError when the extra `extract` is not installed.
        """
        parsed = parse_message(message)
        values = gather_values(parsed, self._settings.country)
        weighed = weigh(parsed, values, self._weights)
        evidence = list(weighed)
        used: set[str] = set()
        met = met_before(context, parsed.sender)
        if met is not None:
            evidence.append(_KNOWN)
            used.add(met.name)
        suggestion = suggest(evidence, bias=self._weights.bias, headed=bool(message.sender.strip()))
        names = entities(parsed)
        extractions: list[Extraction] = []
        left_out = 0
        if suggestion.action != "delete":
            extractions, left_out = self._extractions(values, names)
            extractions, leaned = with_context(
                extractions, context, names, parsed.sender, french=parsed.french
            )
            used |= leaned
        measured = signs(parsed, weighed, self._weights.bias, len(extractions))
        doubt = worthless_probability(self._weights.sure, measured)
        deletes = suggestion.action == "delete"
        signals = {"log_odds": round(suggestion.log_odds, 3)}
        if doubt is not None:
            signals["sure"] = round(doubt if deletes else 1.0 - doubt, 4)
        if self._with_signs:
            signals |= {f"sign.{name}": round(value, 4) for name, value in measured.items()}
        if left_out:
            signals["left_out"] = float(left_out)
        if deletes and self._is_left(doubt):
            signals[LEFT] = 1.0
        signals |= {f"evidence.{one.name}": round(one.weight, 3) for one in evidence}
        proposal = Proposal(
            action=suggestion.action,
            action_confidence=round(suggestion.confidence, 4),
            codes=coded(why=_why(suggestion, left_out)),
            extractions=extractions,
            entities=names,
            strategic=any(one.type == "decision" and one.importance == "high" for one in extractions),
            used=sorted(used),
            ignored=sorted({item.name for item in context.items} - used),
            signals=signals,
        )
        return rendered(proposal, "fr" if parsed.french else "en")

    def calibration(self, action: str) -> Calibration | None:
        """What the score of an action is worth, None where nothing was fitted."""
        return calibration(self._weights.sure, self.model, action)

    def _is_left(self, doubt: float | None) -> bool:
        """Sure enough of being worthless that nobody needs to be asked whether it stays unread. Who lets
        engines delete wants it deleted.
        """
        wished = self._settings.leave_worthless and not self._settings.delete_offline
        least = max(self._weights.sure.get("from_nothing", 1.0), self._settings.floor)
        return wished and doubt is not None and doubt >= least

    def _extractions(self, values: ClauseValues, names: list[str]) -> tuple[list[Extraction], int]:
        """What is kept, and how many are left out."""
        exact = [*invitation_extractions(values.parsed), *structured_extractions(values.parsed)]
        days = {one.date for one in exact if one.type == "event"}
        # An invitation's own text repeats its fields: the field is the better source.
        when = [
            one
            for one in dated_extractions(values)
            if not (exact and one.type == "event" and (one.date in days or not one.date))
        ]
        extractions = [
            *exact,
            *when,
            *amount_extractions(values, self._settings.high_amount),
            *speech_acts(values),
        ]
        extractions += [*references(values), *contacts(values)]
        extractions = without_repeats(extractions)
        extractions = without_repeats([*extractions, *facts(values, extractions)])
        extractions += moved_days(values, extractions)
        number = bill_number(values)
        if number:
            extractions = [
                msgspec.structs.replace(one, data={**one.data, "reference": number})
                if one.type == "amount"
                else one
                for one in extractions
            ]
        extractions.sort(key=lambda one: (-_IMPORTANCE[one.importance], -one.confidence))
        left_out = max(0, len(extractions) - _MOST)
        extractions = extractions[:_MOST]
        extractions.sort(key=lambda one: (one.start is None, one.start or 0))
        named = projects(values.parsed)
        return [_noted(one, values, names, named) for one in extractions], left_out


def _why(suggestion: Suggestion, left_out: int) -> Reason:
    """The reason for the action, and how many extractions are not shown."""
    if not left_out:
        return suggestion.why
    return Reason("signs_left_out", {"why": suggestion.why, "left_out": left_out})


@cache
def _digest() -> str:
    """SHA-256 over the shipped files of rules, names and bytes."""
    digest = sha256()
    for path in sorted(paths.asset("rules").iterdir()):
        if path.suffix in {".toml", ".json"}:
            data = path.read_bytes()
            digest.update(f"{path.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def _noted(one: Extraction, values: ClauseValues, names: list[str], named: list[str]) -> Extraction:
    """The quote filled in from the body, the names in it, its project (`named`: those of the message), and
    the note it would belong to.
    """
    message = values.parsed.message
    quote = one.quote
    if one.where == "body" and one.start is not None and one.end is not None:
        quote = message.body[one.start : one.end]
    inside = [name for name in names if name in quote]
    sender = values.parsed.sender
    note = next((name for name in inside if name != sender.name), None) or sender.name or None
    create = one.importance != "low" and note is not None
    return msgspec.structs.replace(
        one,
        quote=quote,
        entities=[*one.entities, *(name for name in inside if name not in one.entities)],
        project=next((name for name in named if name in quote), named[0] if len(named) == 1 else None),
        note=one.note or note,
        note_action="create" if create else "none",
    )
