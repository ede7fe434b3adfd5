"""A question and the lines of a passage -> how much each line speaks as its answer, through ONNX Runtime.

The network reads windows of at most `WINDOW` tokens: `[CLS] question [SEP] where it stands [SEP] lines
[SEP]`. Its logits are averaged over the tokens of a line; the first token's says that none of them answers.
One window a run, as in `embedder`: the activation scale of an int8 graph is per tensor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from edge.engines.lines import Line, Shown
from edge.engines.onnx.file import external_data
from edge.engines.onnx.session import VERIFY, OnnxSession, clean, tokenizer
from edge.engines.reading_order import BEHIND, MOST, worth_reading
from edge.errors import ModelDamaged, ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

#: Tokens of a window, of a question, of the place, of what stands above a line, of a line.
WINDOW, QUESTION, HEAD, ABOVE, LINE = 256, 48, 24, 40, 120

#: Tokens of the lines of a window, about.
FULL = 190

#: Lines of a window, its ids, where each line's tokens stand, and where the passage begins.
_Window = tuple[list[Line], list[int], list[tuple[int, int]], int]

_CLS, _SEP, _UNKNOWN = 2, 3, 1
_INPUTS = {"input_ids", "token_type_ids"}  # no mask: a window is read by itself, without padding
_EVIDENCE, _STATES = "evidence", "states"

#: Characters of a text that are tokenised, for each token kept of it: bounds the work on a huge line.
_CHARACTERS = 32

#: Characters of texts whose tokens are kept, each text counted with its own cost: some tens of MB at most.
_KEPT, _EACH = 1_000_000, 64


class EvidenceReader:
    """The open reader. For one thread at a time."""

    def __init__(
        self, network: Path, pieces: Path, *, vocabulary: int, threads: int = 1, tried: bool = False
    ) -> None:
        """Open files already verified against the catalog. Raises ModelError for those that do not fit.

        `tried`: tokenizer, table and positions are known to fit, and data outside the file to lie beside it:
        nothing is looked at to see.
        """
        self._path = network
        if not tried:
            external_data(network)  # refuses data outside the model's folder before anything opens it
        self._tokenizer = tokenizer(pieces, vocabulary=vocabulary, first=_CLS, last=_SEP)
        self._session = OnnxSession(network, threads)
        inputs, outputs = self._session.inputs, self._session.outputs
        if set(inputs) != _INPUTS or not {_EVIDENCE, _STATES} <= set(outputs):
            raise ModelError(
                f"{network} is not a reader: its inputs are {', '.join(inputs)},"
                f" its outputs {', '.join(outputs)}.",
                VERIFY,
            )
        self._known: dict[str, list[int]] = {}
        self._held = 0
        self._states: tuple[str, list[tuple[Line, Floats]]] = ("", [])  # of what was read last
        if not tried:  # the largest token of the vocabulary, and a whole window
            last = min(self._tokenizer.get_vocab_size(), vocabulary) - 1
            self._run([_CLS, *[last] * (WINDOW - 2), _SEP], 2)

    def read(self, question: str, passages: Sequence[Shown], worth: NDArray[np.float64]) -> Floats:
        """(candidates,): log-odds of each candidate against none of its window. A list has its items' mean.

        `worth`, (candidates,), as of `reading_order`: the window with the best candidate by it is read first,
        and what stands in no window that is `worth_reading` is below all others. Every number is finite.
        Raises ModelError.
        """
        kept: list[tuple[Line, Floats]] = []
        total, count = np.zeros(len(worth), np.float32), np.zeros(len(worth), np.float32)
        for lines, odds, states in self._read(question, passages, worth):
            kept += [(line, states) for line in lines]
            for line, one in zip(lines, odds, strict=True):
                for number in line.candidates:
                    total[number] += one
                    count[number] += 1
        self._states = question, kept
        mean = total / np.maximum(count, 1)
        return np.where(count > 0, mean, mean.min(initial=0.0) - 1.0).astype(np.float32)

    def glances(
        self, question: str, passages: Sequence[Shown], worth: NDArray[np.float64]
    ) -> Iterator[tuple[float, Line]]:
        """Log-odds of the best line of each window that `read` reads, and that line. Raises ModelError."""
        for lines, odds, _ in self._read(question, passages, worth):
            best = int(np.argmax(odds))
            yield float(odds[best]), lines[best]

    def near(self, question: str, passage: Shown, line: int) -> float:
        """Log-odds of line number `line` of a passage in a window that holds only its neighbours beside it.
        Raises ModelError.
        """
        wanted = passage.lines[line]
        part = Shown(passage.head, passage.lines[max(0, line - 1) : line + 2])
        for lines, ids, spans, begin in self._windows(self._question(question), part):
            for one, (first, last) in zip(lines, spans, strict=True):
                if one is wanted:
                    logits, _ = self._run(ids, begin)
                    return float(logits[first:last].mean() - logits[0])
        raise AssertionError("every line stands in a window")

    def beside(self, question: str, places: Sequence[tuple[Shown, int]]) -> Floats:
        """(places,): log-odds of lines, (passage, number) each, in one window of them all: each behind its
        head and what it stands under, cut to an equal share of the room. Raises ModelError.
        """
        ids = [_CLS, *self._question(question), _SEP]
        begin, spans = len(ids), list[tuple[int, int]]()
        each = (WINDOW - 1 - begin) // max(1, len(places))
        for passage, number in places:
            line = passage.lines[number]
            own = self._ids(line.text[: LINE * _CHARACTERS])[: min(LINE, each)] or [_UNKNOWN]
            lead = self._ids(passage.head[-HEAD * _CHARACTERS :])[-HEAD:]
            for above in line.above:
                lead = lead + self._ids(above[: ABOVE * _CHARACTERS])[:ABOVE]
            ids += lead[max(0, len(lead) + len(own) - each) :]
            spans.append((len(ids), len(ids) + len(own)))
            ids += own
        logits, _ = self._run([*ids, _SEP], begin)
        odds = [logits[first:last].mean() - logits[0] for first, last in spans]
        return np.array(odds, np.float32)

    def states(self, question: str, passage: Shown, line: int) -> Floats:
        """(2, width): what the last layer holds of the window in which line number `line` of a passage
        stands: its first token's state, and the mean over the question's. Every number is finite. Raises
        ModelError.
        """
        wanted = passage.lines[line]
        before, kept = self._states
        if before == question:  # as a rule it was read just now
            for one, states in kept:
                if one is wanted:
                    return states
        asked = self._question(question)
        windows = self._windows(asked, passage)
        ids, begin = next((i, b) for lines, i, _, b in windows if any(one is wanted for one in lines))
        return self._run(ids, begin)[1]

    def _run(self, ids: list[int], begin: int) -> tuple[Floats, Floats]:
        """The logit of each token, and the window's states (2, width); the passage begins at `begin`."""
        types = (np.arange(len(ids)) >= begin).astype(np.int64)
        given = {"input_ids": np.array([ids], np.int64), "token_type_ids": types[None]}
        logits, states = self._session.run_all((_EVIDENCE, _STATES), given)
        if logits.shape != (1, len(ids)) or states.ndim != 3 or states.shape[:2] != logits.shape:
            raise ModelError(
                f"The model {self._path} gives evidence of shape {logits.shape} and states of shape"
                f" {states.shape}, not (1, {len(ids)}).",
                VERIFY,
            )
        if not np.isfinite(logits).all() or not np.isfinite(states).all():
            raise ModelDamaged(f"The model {self._path} gives evidence that is no number.", VERIFY)
        found: Floats = logits[0]
        return found, np.stack([states[0, 0], states[0, 1 : max(2, begin - 1)].mean(axis=0)])

    def _question(self, question: str) -> list[int]:
        return self._ids(question[: QUESTION * _CHARACTERS])[:QUESTION]

    def _read(
        self, question: str, passages: Sequence[Shown], worth: NDArray[np.float64]
    ) -> Iterator[tuple[list[Line], Floats, Floats]]:
        """Of each window that is worth it the lines, their log-odds, (lines,), and the states."""
        surest = -np.inf
        for behind, (lines, ids, spans, begin) in self._by_worth(question, passages, worth):
            if not worth_reading(behind, surest):
                return
            logits, states = self._run(ids, begin)
            odds = np.array([logits[first:last].mean() - logits[0] for first, last in spans], np.float32)
            surest = max(surest, float(odds.max()))
            yield lines, odds, states

    def _by_worth(
        self, question: str, passages: Sequence[Shown], worth: NDArray[np.float64]
    ) -> list[tuple[float, _Window]]:
        """The `MOST` windows with the best candidates, and how far behind the first each is."""
        first, asked = worth.max(initial=-np.inf), self._question(question)
        found = list[tuple[float, _Window]]()
        for passage in passages:
            if passage.lines and first - _best(passage.lines, worth) <= BEHIND:  # else not even tokenised
                found += [(first - _best(one[0], worth), one) for one in self._windows(asked, passage)]
        return sorted(found, key=lambda one: one[0])[:MOST]

    def _windows(self, asked: list[int], passage: Shown) -> Iterator[_Window]:
        """The windows of a passage, in its order."""
        head = self._ids(passage.head[-HEAD * _CHARACTERS :])[-HEAD:]
        begin = len(asked) + 2
        at = 0
        while at < len(passage.lines):
            ids = [_CLS, *asked, _SEP, *([*head, _SEP] if head else [])]
            spans, last, size, first = list[tuple[int, int]](), tuple[str, ...](), 0, at
            while at < len(passage.lines):
                line = passage.lines[at]
                own = self._ids(line.text[: LINE * _CHARACTERS])[:LINE] or [_UNKNOWN]
                if at > first and size + len(own) >= FULL:
                    break
                for above in line.above:
                    lead = self._ids(above[: ABOVE * _CHARACTERS])[:ABOVE]
                    if above not in last and len(ids) + len(lead) + len(own) < WINDOW:
                        ids += lead
                last = line.above
                own = own[: WINDOW - 1 - len(ids)]
                if not own:
                    break
                spans.append((len(ids), len(ids) + len(own)))
                ids += own
                size += len(own)
                at += 1
            yield passage.lines[first:at], [*ids, _SEP], spans, begin

    def _ids(self, text: str) -> list[int]:
        """Tokens of a text, not to be written to."""
        if text not in self._known:
            if self._held > _KEPT:
                self._known.clear()
                self._held = 0
            self._known[text] = self._tokenizer.encode(clean(text), add_special_tokens=False).ids
            self._held += len(text) + _EACH
        return self._known[text]


def _best(lines: Sequence[Line], worth: NDArray[np.float64]) -> float:
    return float(max(worth[number] for line in lines for number in line.candidates))
