"""The engine that reads: a small extractive network over the windows that the lexical scorer finds worth
reading.

A span is never an answer by itself: the sentence that holds it is the quote, the span is marked inside it,
and "not in the passages" competes through P(right) and P(none). Three linear scorers weigh what the network
saw together with the lexical signs and the search; they are fitted by `build/fit_reader.py`. English only:
for another language ask the lexical engine (see `fits`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from edge import paths
from edge.engines import question as asking
from edge.engines.lexical import KEPT, LexicalEngine
from edge.engines.linear import ScorerWeights, read_weights, shares
from edge.engines.onnx.span_model import SpanModel, load
from edge.engines.onnx.windows import SentenceEvidence, read
from edge.engines.reading import Candidate
from edge.errors import ModelError
from edge.records import Choice, Draft, Passage
from edge.text.language import language

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from edge.engines.lexical import Vector

#: Columns for each sentence that was read.
SENTENCE = ("margin", "behind", "answerable", "lexical", "score", "rank", "row", "share")

#: Columns for the question: the chosen sentence, its rivals, and what the lexical engine says.
QUESTION = (
    "margin", "answerable", "best_margin", "best_answerable", "gap", "share", "chosen", "elsewhere",
    "agree", "same_page", "lexical_right", "lexical_none", "lexical_of_chosen", "coverage", "window_coverage",
    "rarest", "unknown_idf", "names_missing", "score_gap", "second_page", "rank", "row",
    "kinds", "may", "kind_absent",
)  # fmt: skip

#: Columns of `QUESTION` that are signals of the lexical engine, by its own names.
_FROM_LEXICAL = {
    "coverage": "top_coverage", "window_coverage": "top_window", "rarest": "rarest_anywhere",
    **{name: name for name in ("unknown_idf", "names_missing", "score_gap", "second_page", "kinds", "may",
    "kind_absent")},
}  # fmt: skip

#: The exact words stand alone as the answer when they hold at least this part of the sentence's spans.
SURE_SPAN = 0.35

#: Questions whose answer is a sentence, not a few words of it.
_WHOLE = frozenset({"may", "why", "how"})


@lru_cache(maxsize=2)
def load_weights(path: Path | None = None) -> ScorerWeights:
    """The weights that ship, or another file's. They belong to one network. Raises ModelError."""
    return read_weights(
        path or paths.asset("reader.json"),
        "The reader's decision",
        SENTENCE,
        QUESTION,
        "Fit it again: python build/fit_reader.py",
    )


def fits(question: str) -> bool:
    """Whether the reader knows the question's language."""
    return language(question) == "en"


@dataclass(frozen=True, slots=True)
class WindowFeatures:
    """What was seen for one question: arguments of the linear scorers, and where each row comes from."""

    candidates: list[Candidate]
    seen: list[SentenceEvidence]
    matrix: NDArray[np.float64]  # (sentences, len(SENTENCE))
    lexical: Draft


class ReaderEngine:
    """Chooses the sentence whose span the network prefers, weighed with lexical signs. About 0.3 s a
    question.
    """

    name = "reader"
    budget = 8_000

    def __init__(
        self, lexical: LexicalEngine, model: SpanModel | None = None, weights: ScorerWeights | None = None
    ) -> None:
        self._lexical = lexical
        self._model = model or load()
        self._weights = weights or load_weights()
        if self._weights.network != self._model.sha:
            raise ModelError(
                "The reader's weights belong to another network than the one that is here.",
                "Fit them again: python build/fit_reader.py",
            )
        self.model = f"{self._model.card.name}-{self._model.sha[:8]}-{self._weights.sha[:8]}"

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """Sentences best first with the exact words of each, P(none), and in `signals` what the decision
        rests on.
        """
        held = look(self._lexical, self._model, question, passages)
        if held is None or not held.seen:
            # Nothing that could be read: what the lexical engine found, and no claim of having read it.
            draft = self._lexical.choose(question, passages)
            return msgspec.structs.replace(draft, signals={**draft.signals, "right": 0.0, "windows": 0.0})
        utility = self._weights.choose(held.matrix)
        row = overall(held, utility, passages)
        none, right = self._weights.none.probability(row), self._weights.right.probability(row)
        share = shares(utility, none)
        order = np.argsort(-utility, kind="stable")[:KEPT].tolist()
        choices = [
            Choice(
                passage=(c := held.candidates[n]).passage, start=c.start, end=c.end, text=c.text,
                probability=float(share[n]), context=c.context, span=held.seen[n].span,
            )
            for n in order
        ]  # fmt: skip
        numbers = {name: round(float(value), 4) for name, value in zip(QUESTION, row, strict=True)}
        windows = float(len({seen.window for seen in held.seen}))
        return Draft(
            choices=choices, none=none, answer=_exact(question, choices[0], held.seen[order[0]]),
            entities=held.lexical.entities,
            signals={"right": right, "none": none, "windows": windows, **numbers},
        )  # fmt: skip


def _exact(question: str, choice: Choice, seen: SentenceEvidence) -> str | None:
    """The span's words when they answer by themselves, else None: then the sentence does."""
    if choice.span is None or seen.share < SURE_SPAN or not _WHOLE.isdisjoint(asking.read(question).kinds):
        return None
    return choice.text[choice.span[0] - choice.start : choice.span[1] - choice.start]


def look(
    lexical: LexicalEngine, model: SpanModel, question: str, passages: Sequence[Passage]
) -> WindowFeatures | None:
    """Run the lexical engine, read the best windows, and measure each sentence read. None without a
    candidate.

    Passages that are plainly in another language than the network's are not read.
    """
    measured, utility = lexical.measure(question, passages)
    if not measured.candidates:
        return None
    foreign = [language(passage.text) == "fr" for passage in passages]
    worth = np.where([foreign[c.passage] for c in measured.candidates], -np.inf, utility - utility.max())
    seen = read(model, measured.question.text, passages, measured.candidates, worth)
    read_at = [n for n, one in enumerate(seen) if one is not None]
    candidates = [measured.candidates[n] for n in read_at]
    held = [one for one in seen if one is not None]
    best: dict[int, float] = {}
    for one in held:
        best[one.window] = max(best.get(one.window, -np.inf), one.margin)
    matrix = np.array(
        [
            (
                s.margin, s.margin - best[s.window], s.answerable, worth[n], passages[c.passage].score,
                1.0 / passages[c.passage].rank, float(c.row), s.share,
            )
            for n, c, s in zip(read_at, candidates, held, strict=True)
        ],
        np.float64,
    ).reshape(-1, len(SENTENCE))  # fmt: skip
    return WindowFeatures(candidates, held, matrix, lexical.draft(measured, utility, passages))


def overall(held: WindowFeatures, utility: Vector, passages: Sequence[Passage]) -> Vector:
    """The question's row (len(QUESTION),) when the sentence of highest `utility` is chosen."""
    top = int(utility.argmax())
    seen, chosen = held.seen[top], held.candidates[top]
    margins = np.array([one.margin for one in held.seen])
    answerable = np.array([one.answerable for one in held.seen])
    order = np.sort(utility)
    share = np.exp(utility - utility.max())
    elsewhere = [one.margin for one in held.seen if one.window != seen.window]
    lexical = held.lexical
    first = lexical.choices[0]
    row = {
        "margin": seen.margin,
        "answerable": seen.answerable,
        "best_margin": margins.max(),
        "best_answerable": answerable.max(),
        "gap": min(float(order[-1] - order[-2]), 8.0) if len(order) > 1 else 8.0,
        "share": seen.share,
        "chosen": share[top] / share.sum(),
        "elsewhere": max(elsewhere, default=float(margins.min())),
        "agree": float((first.passage, first.start) == (chosen.passage, chosen.start)),
        "same_page": float(_page(passages[first.passage]) == _page(passages[chosen.passage])),
        "lexical_right": _logit(lexical.signals["right"]),
        "lexical_none": _logit(lexical.signals["none"]),
        "lexical_of_chosen": held.matrix[top, SENTENCE.index("lexical")],
        "rank": 1.0 / passages[chosen.passage].rank,
        "row": float(chosen.row),
        **{column: lexical.signals.get(name, 0.0) for column, name in _FROM_LEXICAL.items()},
    }
    return np.array([row[name] for name in QUESTION], np.float64)


def _page(passage: Passage) -> tuple[str, int]:
    return passage.source, passage.page


def _logit(p: float) -> float:
    p = min(max(p, 1e-4), 1 - 1e-4)
    return float(np.log(p / (1 - p)))
