"""The message's text with what was found in it marked, and what is not new dimmed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from edge.extract.llm.types import TYPES
from edge.records import Extraction, Message
from edge.text.markup import escape
from edge.text.spans import Span


def marked(message: Message, extractions: Sequence[Extraction], prefix: str, labels: Sequence[str]) -> str:
    """HTML of the body. Marks may overlap: the text is cut at every boundary, and each piece has the colour
    of the shortest quote around it. `prefix` begins the ids; `labels` name the extractions.
    """
    body = message.body
    spans = {at: span for at, it in enumerate(extractions) if (span := placed(it, len(body)))}
    fresh = [_within(span, len(body)) for span in message.fresh]
    cuts = {0, len(body)}
    for start, end in (*spans.values(), *fresh):
        cuts |= {start, end}
    pieces = []
    for start, end in pairwise(sorted(cuts)):
        around = [at for at, (first, last) in spans.items() if first <= start and end <= last]
        new = not fresh or any(first <= start and end <= last for first, last in fresh)
        pieces.append(_piece(body[start:end], around, spans, extractions, labels, new=new))
        # The number stands where a quote ends, so that it never parts a word from its beginning.
        pieces += [_number(at, prefix, labels[at]) for at in sorted(spans) if spans[at][1] == end]
    return "".join(pieces)


def placed(it: Extraction, length: int) -> Span | None:
    """Where a quote stands in a body of this length; None when it does not."""
    if it.where != "body" or not it.grounded or it.start is None or it.end is None:
        return None
    start, end = _within((it.start, it.end), length)
    return (start, end) if start < end else None


def kind(it: Extraction) -> str:
    """The class of a type: known ones have a colour of their own."""
    return f"t-{it.type}" if it.type in TYPES else "t-own"


def _within(span: Span, length: int) -> Span:
    return max(0, min(span[0], length)), max(0, min(span[1], length))


def _piece(
    text: str, around: list[int], spans: dict[int, Span], extractions: Sequence[Extraction],
    labels: Sequence[str], *, new: bool,
) -> str:  # fmt: skip
    shown = escape(text)
    if around:
        inner = min(around, key=lambda at: (spans[at][1] - spans[at][0], at))
        many = " many" if len(around) > 1 else ""
        title = escape(", ".join(f"{at + 1} {labels[at]}" for at in around))
        shown = f'<mark class="{kind(extractions[inner])}{many}" title="{title}">{shown}</mark>'
    return shown if new else f'<span class="old">{shown}</span>'


def _number(at: int, prefix: str, label: str) -> str:
    return (
        f'<a class="ref" id="{prefix}t{at + 1}" href="#{prefix}x{at + 1}"'
        f' aria-label="{at + 1} {escape(label)}">{at + 1}</a>'
    )
