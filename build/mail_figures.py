"""Figures of mail read by rules, for `fit_rules.py`: counts that add up over authors, and shares of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from edge.records import Extracted, Extraction, Message

#: A deletion from this confidence on is a sure one; of mail worth keeping there must be none.
SURE = 0.70


class LabelledMail(Protocol):
    """A mail with its labels."""

    @property
    def row(self) -> dict[str, Any]: ...
    @property
    def message(self) -> Message: ...
    @property
    def delete(self) -> bool: ...


def tally(rows: Sequence[LabelledMail], results: Sequence[Extracted]) -> Counter[str]:
    """Counts that add up over authors. A type counts once a mail; labels name the least that is in it."""
    count: Counter[str] = Counter()
    for case, result in zip(rows, results, strict=True):
        expected, right = case.row["expected"], (result.action == "delete") == case.delete
        count["mails"] += 1
        count["keep" if not case.delete else "worthless"] += 1
        count["right"] += right
        left = result.decision == "leave"
        count["deleted"] += result.action == "delete" and not left and not case.delete
        count["deleted_surely"] += (
            result.action == "delete" and not left and not case.delete and result.confidence.raw >= SURE
        )
        count["kept"] += result.action != "delete" and case.delete
        count["left"] += left
        count["left_wrongly"] += left and not case.delete
        count["asked"] += result.needs_clarification
        count["wrong_unasked"] += not right and not result.needs_clarification
        if "types" not in expected:
            continue
        claims: dict[str, set[Any]] = {
            "types": {one.type for one in result.extractions},
            "dates": {one.date for one in result.extractions if one.date},
            "times": {one.time for one in result.extractions if one.time},
            "amounts": {round(one.amount, 2) for one in result.extractions if one.amount is not None},
        }
        for name, claimed in claims.items():
            wanted = set(expected[name])
            count[f"{name}_wanted"] += len(wanted)
            count[f"{name}_claimed"] += len(claimed)
            count[f"{name}_right"] += len(wanted & claimed)
            # Values of quoted history that the mail itself has replaced.
            count["replaced_claimed"] += len(set(expected.get("avoid", {}).get(name, ())) & claimed)
        count["quotes_displaced"] += sum(not _stands(case.message, one) for one in result.extractions)
    return count


def _stands(message: Message, one: Extraction) -> bool:
    """The quote is where it says: checked here, not believed."""
    if one.where == "body":
        return bool(one.quote) and message.body[one.start : one.end] == one.quote
    return one.where != "subject" or one.quote in message.subject


def figures(count: Counter[str]) -> dict[str, Any]:
    """What the gates of `make bench` look at, of counts."""
    wrong = count["deleted"] + count["kept"]
    kept_right, deleted_right = count["keep"] - count["deleted"], count["worthless"] - count["kept"]
    f1 = [2 * right / max(1, 2 * right + wrong) for right in (kept_right, deleted_right)]
    unasked = count["mails"] - count["asked"]
    return {
        "mails": count["mails"],
        "action_accuracy": round(count["right"] / count["mails"], 4),
        "action_macro_f1": round(sum(f1) / 2, 4),
        "keep_deleted": count["deleted"],
        "keep_deleted_surely": count["deleted_surely"],
        "worthless_kept": count["kept"],
        **{
            f"{name}_recall": _share(count[f"{name}_right"], count[f"{name}_wanted"])
            for name in ("types", "dates", "times", "amounts")
        },
        "types_precision": _share(count["types_right"], count["types_claimed"]),
        "replaced_claimed": count["replaced_claimed"],
        "quotes_displaced": count["quotes_displaced"],
        "asked_share": round(count["asked"] / count["mails"], 4),
        "unasked": unasked,
        "wrong_unasked": count["wrong_unasked"],
        "wrong_among_unasked": round(count["wrong_unasked"] / max(1, unasked), 4),
        "left": count["left"],
        "left_wrongly": count["left_wrongly"],
    }


def _share(part: int, whole: int) -> float | None:
    """None where there is nothing to have a share of: `mails_4` is labelled by action alone."""
    return round(part / whole, 4) if whole else None
