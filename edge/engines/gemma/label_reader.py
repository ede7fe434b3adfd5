"""Lines read under letters: one forward pass gives a probability to each, and to "none of them".

The probabilities are those of the letters at the last position. The order of the lines sways small models, so
two opposite orders are averaged, and how far they agree is a signal of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from edge.engines.gemma import prompt as prompts
from edge.engines.gemma import protocol
from edge.engines.gemma.labelled import LabelledReading, shares_of
from edge.engines.gemma.pack import PackedCandidates, pack
from edge.engines.gemma.process import Worker
from edge.settings import GemmaSettings

#: Letters of candidates; Z says "none of them". Each is one token of Gemma's vocabulary, numbers above 9 are
#: not.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
NONE = "Z"

#: Sentences that are read at most; LETTERS end at 25.
SENTENCES = 24

#: Characters of a question that is said again after the sentences.
_AGAIN = 200


@dataclass(frozen=True, slots=True)
class _OrderReading:
    """One order of the lines: their indices, the probability of each, that of none, the labels' share of the
    whole vocabulary's probability, and tokens.
    """

    order: list[int]
    shares: list[float]
    none: float
    mass: float
    prompt: int
    reused: int

    @property
    def top(self) -> int | None:
        """The likeliest line; None where "none of them" is likelier."""
        best = max(range(len(self.shares)), key=self.shares.__getitem__)
        return self.order[best] if self.shares[best] >= self.none else None

    @property
    def entropy(self) -> float:
        """Of the probabilities, that of none among them, in nats."""
        return -sum(value * math.log(value) for value in (*self.shares, self.none) if value > 0)


class LabelReader:
    """Reads lines with one model; `form`: the turn markers of its family."""

    def __init__(self, worker: Worker, form: prompts.Format, settings: GemmaSettings) -> None:
        self._worker = worker
        self._form = form
        self._settings = settings

    def read(
        self, question: str, lines: Sequence[str], places: Sequence[tuple[int, int]], orders: int
    ) -> LabelledReading:
        """Probabilities of the lines that fit the budget, given best first, averaged over `orders` opposite
        orders (1 or 2). `places`: the reading order. Raises PromptTooLong when not even one line fits.
        """
        packed = self._pack(question, lines)
        order = sorted(packed.kept, key=lambda i: places[i])
        arrangements = [order, order[::-1]][: 1 if len(order) == 1 else orders]
        readings = [self._scored(question, lines, arranged) for arranged in arrangements]
        return _averaged(readings, packed)

    def _frame(self, question: str) -> dict[str, str]:
        """The fields of the template besides the sentences: a short question is said again after them."""
        return {"question": question, "again": question if len(question) <= _AGAIN else "(as above)"}

    def _pack(self, question: str, lines: Sequence[str]) -> PackedCandidates:
        template = prompts.template("choose")
        empty = prompts.user(self._form, template, sentences="", **self._frame(question))
        texts = ["".join(part.text for part in empty.parts), *(f"A. {line}\n" for line in lines)]
        counts = self._worker.ask(protocol.Count(0, texts), protocol.Counted, self._settings.seconds).counts
        skeleton = counts[0] + sum(bool(part.control) for part in empty.parts)
        return pack(counts[1:], skeleton, self._settings.prompt_tokens, self._settings.window, SENTENCES)

    def _scored(self, question: str, lines: Sequence[str], order: list[int]) -> _OrderReading:
        labelled = "\n".join(f"{LETTERS[at]}. {lines[i]}" for at, i in enumerate(order))
        prompt = prompts.user(
            self._form, prompts.template("choose"), sentences=labelled, **self._frame(question)
        )
        wanted = [*LETTERS[: len(order)], NONE]
        scored = self._worker.ask(protocol.Score(0, prompt, wanted), protocol.Scored, self._settings.seconds)
        (*shares, none), mass = shares_of(scored.logprobs)
        return _OrderReading(order, shares, none, mass, scored.prompt, scored.reused)


def _averaged(readings: Sequence[_OrderReading], packed: PackedCandidates) -> LabelledReading:
    """The mean of opposite orders. Signals: `stability` is 1 less the total variation distance of the two,
    `same_top` whether both put the same first.
    """
    count = len(readings)
    by_line = [dict(zip(one.order, one.shares, strict=True)) for one in readings]
    shares = {i: sum(one[i] for one in by_line) / count for i in readings[0].order}
    none = sum(one.none for one in readings) / count
    best = sorted(shares.values(), reverse=True)
    signals = {
        "sentences": float(len(shares)),
        "dropped": float(len(packed.dropped)),
        "none": none,
        "label_mass": sum(one.mass for one in readings) / count,
        "entropy": sum(one.entropy for one in readings) / count,
        "margin": best[0] - (best[1] if len(best) > 1 else 0.0),
        "orders": float(count),
    }
    if count == 2:
        first, second = by_line
        signals["stability"] = 1.0 - 0.5 * sum(abs(first[i] - second[i]) for i in shares)
        signals["same_top"] = float(readings[0].top == readings[1].top)
    tokens = {
        "prompt": sum(one.prompt for one in readings), "reused": sum(one.reused for one in readings),
    }  # fmt: skip
    return LabelledReading(shares, none, packed.dropped, signals, tokens)
