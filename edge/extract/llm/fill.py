"""What a model left empty and the rules read in its own quote: values beside a grounded extraction.

Only what is plain: one date, one amount in the quote. Small models find the sentence and forget the fields.
"""

from __future__ import annotations

import msgspec

from edge.extract.llm.message_values import MessageValues
from edge.records import Extraction

#: Types whose extractions stand at a time.
_DATED = ("deadline", "event")


def fill(it: Extraction, known: MessageValues) -> Extraction:
    """The extraction with date, time, time zone, length and currency that its quote states; never another
    value than the model's.
    """
    if not it.grounded or it.start is None or it.end is None:
        return it
    changes: dict[str, object] = {}
    whens = [when for when in known.whens_in(it.start, it.end) if it.date is None or when.date == it.date]
    if it.date is None and it.type in _DATED and len({when.date for when in whens}) == 1 and whens[0].date:
        changes["date"] = whens[0].date
    if changes.get("date", it.date) is not None:
        whens = [when for when in whens if it.time is None or when.time == it.time]
        if len(whens) == 1:
            when = whens[0]
            stated = {
                "time": it.time or (when.time if it.type in _DATED else None),
                "timezone": it.timezone or when.timezone,
                "duration_minutes": it.duration_minutes or when.duration_minutes,
            }
            changes |= {name: value for name, value in stated.items() if value is not None}
    amounts = known.amounts_in(it.start, it.end)
    if it.amount is None and it.type == "amount" and len(amounts) == 1:
        changes |= {"amount": amounts[0].value, "currency": amounts[0].currency}
    elif it.amount is not None and it.currency is None:
        same = {one.currency for one in amounts if abs(one.value - abs(it.amount)) < 0.005}
        if len(same) == 1:
            changes["currency"] = same.pop()
    return msgspec.structs.replace(it, **changes) if changes else it
