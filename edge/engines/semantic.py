"""The engine that reads: lexical signs of a sentence, the evidence that a reader finds in it, and the cosine
of its vector to the question's, from two small networks of French and English.

Words and the chunks' cosines say which windows the reader reads, these and its evidence which sentences are
worth a vector (a few milliseconds each). Then linear scorers of the same shape as the lexical ones weigh all
signs; the best are read again, and one more scorer ranks them with what was said then. Fitted by
`build/train_semantic.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from edge import paths
from edge.engines import features, second_look
from edge.engines.lexical import KEPT, LexicalEngine, drafted
from edge.engines.linear import ScorerWeights, read_weights
from edge.engines.lines import LineReader, Shown, place, shown
from edge.engines.reading_order import reading_order
from edge.errors import ModelError
from edge.records import Draft, Passage
from edge.text import accents

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

    #: The unit vector of a text.
    Embed = Callable[[str], NDArray[np.float32]]

    #: (question, passage, number of its line) -> signals of whether the question is answered there.
    Judge = Callable[[str, Shown, int], Mapping[str, float]]

#: Columns of a candidate: the lexical ones, then `evidence` and `cosine`, each with its distance to the
#: question's best and its rank.
_EVIDENCE = ("evidence", "evidence_gap", "evidence_rank")
CANDIDATE = (*features.CANDIDATE, *_EVIDENCE, "cosine", "cosine_gap", "cosine_rank")

#: Columns of the question: the lexical ones, then of evidence and of cosine the chosen sentence's, the best
#: one, how far the one is behind the other, and how the best compare; then of the second look.
OVERALL = (
    *features.OVERALL, "top_evidence", "best_evidence", "evidence_behind", "evidence_lead",
    "top_cosine", "best_cosine", "cosine_behind", "three_cosines", *second_look.OVERALL,
)  # fmt: skip

#: Sentences that get a vector, at most: `READ` of them those with most evidence, the rest as they were to be
#: read. With 16 or 24 the choice was no better (bench/log/networks.md).
MOST, READ = 10, 8

#: Characters of a sentence with its context that the encoder is given.
LONGEST = 600


@lru_cache(maxsize=4)
def load_weights(path: Path | None = None) -> ScorerWeights:
    """The weights that ship, or another file's. They belong to one encoder and reader. Raises ModelError."""
    return read_weights(
        path or paths.asset("semantic.json"),
        "The sentence chooser with evidence and vectors",
        CANDIDATE,
        OVERALL,
        "Train it again: python build/train_semantic.py",
        again=second_look.CANDIDATE,
    )


class SemanticEngine:
    """Chooses sentences by words, evidence and meaning. Deterministic; about a third of a second each."""

    name = "semantic"
    budget = 8_000

    def __init__(
        self, lexical: LexicalEngine, embed: Embed, reader: LineReader, network: str,
        weights: ScorerWeights | None = None, *, judge: Judge | None = None,
    ) -> None:  # fmt: skip
        """`network`: what encoder and reader are (`network_of`); ModelError when the weights are others'.
        `judge` says whether the best sentence answers: log-odds that the weights may add to the sureness.
        """
        self._lexical = lexical
        self._embed = embed
        self._reader = reader
        self._judge = judge
        self._weights = weights or load_weights()
        if self._weights.network != network:
            raise ModelError(
                "The sentence chooser's weights belong to another encoder or reader than those here.",
                "Train them again: python build/train_semantic.py",
            )
        self.model = f"semantic-{self._weights.sha[:12]}"

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """As `LexicalEngine.choose`."""
        question = accents.restored(question, (passage.text for passage in passages))
        lexical, utility = self._lexical.measure(question, passages)
        if not lexical.candidates:
            return self._lexical.draft(lexical, utility, passages)
        pages = shown(passages)
        order = reading_order(utility, lexical.candidates, passages)
        measured, kept = measure(lexical, order, pages, self._reader, self._embed)
        first = self._weights.choose(measured.matrix)
        looks = second_look.look(question, pages, kept, first, self._reader)
        measured = replace(measured, looks=looks)
        anew = self._weights.again
        chosen = first if anew is None else anew(again(measured, first))
        columns = dict(zip(OVERALL, overall(measured, chosen, passages), strict=True))
        draft = drafted(measured, chosen, columns, self._weights, KEPT)
        best = place(pages, kept[int(np.argmax(chosen))])
        if self._judge is None or best is None:
            return draft
        judged = self._judge(question, *best)
        worth = self._weights.judged.get("pages" if passages[draft.choices[0].passage].paged else "parts")
        right = draft.signals["right"] if worth is None else worth.sureness(draft.signals["right"], judged)
        signals = {**draft.signals, "right": right, **judged}
        return msgspec.structs.replace(draft, signals=signals)


def network_of(encoder: str, reader: str) -> str:
    """What weights are tied to, from the sha256 of both networks."""
    return hashlib.sha256(f"{encoder} {reader}".encode()).hexdigest()


def measure(
    lexical: features.CandidateFeatures,
    order: Vector,
    pages: Sequence[Shown],
    reader: LineReader,
    embed: Embed,
) -> tuple[features.CandidateFeatures, list[int]]:
    """The candidates worth a vector, with all their signs: `matrix` is (candidates, len(CANDIDATE)); and
    their numbers among all. `order`, (candidates,): which are read first; `pages`: the passages as the reader
    is shown them.
    """
    question = lexical.question.text
    said = reader.read(question, pages, order)
    evidence = np.clip(said.astype(np.float64), -16.0, 16.0)
    kept = worth_a_vector(evidence, order)
    candidates = [lexical.candidates[at] for at in kept]
    asked = embed(question)
    cosine = np.array([float(embed(_told(one.context, one.text)) @ asked) for one in candidates])
    more = np.column_stack([*_compared(evidence[kept], evidence), *_compared(cosine, cosine)])
    return replace(lexical, candidates=candidates, matrix=np.hstack([lexical.matrix[kept], more])), kept


def _compared(values: Vector, among: Vector) -> tuple[Vector, Vector, Vector]:
    """The values, their distances to the best of all, and their ranks from 1 downwards."""
    better = len(among) - np.searchsorted(np.sort(among), values, side="right")
    rank = (1.0 / (1.0 + better)).astype(np.float64)
    return values, values - np.max(among), rank


def worth_a_vector(evidence: Vector, order: Vector) -> list[int]:
    """Which candidates get a vector, in their own order: the best by evidence, then by `order`."""
    kept = set(np.argsort(-evidence, kind="stable")[:READ].tolist())
    rest = [at for at in np.argsort(-order, kind="stable").tolist() if at not in kept]
    return sorted(kept | set(rest[: MOST - len(kept)]))


def overall(measured: features.CandidateFeatures, utility: Vector, passages: Sequence[Passage]) -> Vector:
    """The question's row, (len(OVERALL),): needs at least one candidate."""
    chosen = int(np.argmax(utility))
    column = {name: measured.matrix[:, at] for at, name in enumerate(CANDIDATE)}
    evidence, cosine = np.sort(column["evidence"])[-2:], np.sort(column["cosine"])[-3:]
    read, near = column["evidence"][chosen], column["cosine"][chosen]
    more = (
        read, evidence[-1], read - evidence[-1], evidence[-1] - evidence[0],
        near, cosine[-1], near - cosine[-1], cosine.mean(),
    )  # fmt: skip
    looks = second_look.overall(column["evidence"], _looks(measured), chosen)
    return np.concatenate([features.overall(measured, utility, passages), more, looks])


def again(measured: features.CandidateFeatures, utility: Vector) -> Vector:
    """What the candidates are ranked by after the second look, (candidates, len(second_look.CANDIDATE));
    `utility` is what they were worth before it.
    """
    return second_look.columns(utility, measured.matrix[:, CANDIDATE.index("evidence")], _looks(measured))


def _looks(measured: features.CandidateFeatures) -> Vector:
    return np.full((len(measured.candidates), 2), np.nan) if measured.looks is None else measured.looks


def _told(context: str, text: str) -> str:
    return f"{context} {text}".strip()[:LONGEST]
