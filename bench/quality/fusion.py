"""Ways to fuse words and vectors, side by side on the development sets: found among the first five.

    python bench/quality/fusion.py                   every way, every set, by the embedder in use
    python bench/quality/fusion.py --model NAME      by another of the catalog
    python bench/quality/fusion.py --only rrf        rows whose label holds this

A cell is R@5 (R@1); the last columns count the questions that words had found among five and the fused order
loses, and those it wins. `fr>en`: French questions of the handbook on its English half alone, whose sections
stand in the same places; `en>fr` the other way. Vectors are kept in .cache/fusion.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
import manuals
import retrieval

from edge import paths
from edge.indexing import embed as meaning
from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.search.database import open_knowledge
from edge.search.documents import best_first
from edge.search.ranking import Ranking
from edge.search.searcher import Searcher
from edge.search.vector_channel import Cosines, VectorChannel
from edge.settings import IndexSettings, SearchSettings

CACHE = retrieval.ROOT / ".cache" / "fusion"
HALVES = {"en": "arbiters-handbook-en.pdf", "fr": "guide-de-l-arbitre-fr.pdf"}
SETS = ["clean", "manual", "squad", "piaf", "handbook", "fr>en", "en>fr", "manuals-en", "manuals-fr"]

Scores = Any
Way = Callable[[Scores, Scores, float], Scores]


class Case(NamedTuple):
    """One question: what words and vectors say of each page, and whether a page answers."""

    searcher: Searcher
    lexical: Ranking
    cosines: Cosines
    inside: Any  # pages that may be found
    right: Callable[[Ranking, list[int]], list[bool]]
    known: float  # share of the question's words that the base has


def own_base(name: str, sources: list[Path]) -> Path:
    """A knowledge base of these documents, with no vectors."""
    CACHE.mkdir(parents=True, exist_ok=True)
    built = CACHE / f"{name}.db"
    index_paths(sources, built, IndexSettings(),
                build_search=build_search)  # fmt: skip
    return built


def cases(name: str, model: str) -> Iterator[Case]:
    """The questions of a set."""
    if name.startswith("manuals"):
        made = own_base("manuals", sorted(manuals.MANUALS.glob("*/documents")))
    elif name in retrieval.SETS:
        made = retrieval.knowledge(retrieval.SETS[name], IndexSettings())
    elif ">" in name:
        made = own_base(f"handbook-{name[-2:]}", [paths.asset("handbook", HALVES[name[-2:]])])
    else:
        made = own_base("handbook", sorted(paths.asset("handbook").glob("*.pdf")))
    db = open_knowledge(retrieval.embedded(made.stem, made, model))
    settings = SearchSettings(vectors=model, vector_weight=0.5)
    embedder, _ = meaning.of_queries(db, settings)
    assert embedder is not None
    searcher = Searcher(db, settings)
    channel = VectorChannel(db, searcher.ranker.arrays, embedder)
    for text, sources, right in _asked(name, searcher):
        lexical = searcher.ranker.rank(text, sources)
        cosines = channel.cosines(text)
        allowed = searcher.ranker._allowed(text, sources, [])
        inside = np.ones(len(cosines.pages), np.bool_) if allowed is None else allowed
        frequency = searcher.document_frequency(lexical.query.words)
        known = sum(count > 0 for count in frequency.values()) / max(len(frequency), 1)
        yield Case(searcher, lexical, cosines, inside, right, known)


def _asked(name: str, searcher: Searcher) -> Iterator[tuple[str, list[str], Any]]:
    """Question, documents, and what says which pages answer it."""
    place = {
        (searcher.name_of(int(source)), int(number)): at
        for at, (source, number) in enumerate(
            zip(searcher.ranker.arrays.page_source, searcher.ranker.arrays.page_number, strict=True)
        )
    }

    def by_page(expected: set[int]) -> Callable[[Ranking, list[int]], list[bool]]:
        return lambda ranking, pages: [page in expected for page in pages]

    if name.startswith("manuals"):
        for row in manuals.load(["fit", "calibration"], name[-2:]):
            ways = [row["evidence"] or [], *[[run] for run in row.get("also") or []]]
            pieces = [piece for way in ways for piece in way]

            def shown(ranking: Ranking, pages: list[int], pieces: list[str] = pieces) -> list[bool]:
                return [
                    any(manuals.holds(hit.text, piece) for piece in pieces)
                    for hit in searcher.hits(ranking, pages)
                ]

            if pieces:
                yield row["question"], [], shown
    elif name in retrieval.SETS:
        for question in retrieval.questions(name):
            yield question.text, [], by_page({place[page] for page in question.expected if page in place})
    else:
        twins = twin_pages() if ">" in name else {}
        for row in retrieval.lines(paths.asset("handbook", "questions.jsonl")):
            expected = {(source, page) for source, page in row.get("expected", [])}
            if not row["answerable"]:
                continue
            if name == "handbook":
                yield row["question"], [], by_page({place[page] for page in expected})
            elif row["language"] == name[:2]:
                other = {twin for page in expected for twin in twins.get(page, set())}
                if other:
                    yield row["question"], [], by_page({place[page] for page in other})


def twin_pages() -> dict[tuple[str, int], set[tuple[str, int]]]:
    """Pages of the other half of the handbook with the sections at the same places of the same chapters."""
    held: dict[str, list[list[set[int]]]] = {}
    db = open_knowledge(own_base("handbook", sorted(paths.asset("handbook").glob("*.pdf"))))
    for language, source in HALVES.items():
        chapters: list[list[set[int]]] = []
        for level, first, last in db.execute(
            "SELECT level, first_page, last_page FROM sections JOIN sources ON sources.id = source_id"
            " WHERE name = ? ORDER BY sections.id", (source,),
        ):  # fmt: skip
            if level == 1 or not chapters:
                chapters.append([])
            chapters[-1].append(set(range(first, last + 1)))
        held[language] = chapters
    db.close()
    found: dict[tuple[str, int], set[tuple[str, int]]] = {}
    for own, other in (("en", "fr"), ("fr", "en")):
        for mine, theirs in zip(held[own], held[other], strict=True):
            if len(mine) != len(theirs):  # a chapter that is not cut alike
                continue
            for here, there in zip(mine[1:], theirs[1:], strict=True):
                for page in here if len(here) <= 2 else ():
                    found.setdefault((HALVES[own], page), set()).update((HALVES[other], t) for t in there)
    return found


def ranked(case: Case, score: Scores) -> Ranking:
    """As `Ranker` does after fusion: the chunk that is shown may be the nearest."""
    near = np.maximum(np.where(np.isfinite(case.cosines.chunks), case.cosines.chunks, 0.0), 0.0)
    best = case.lexical.chunk_scores.max(initial=0.0) or 1.0
    return case.lexical._replace(score=score, chunk_scores=case.lexical.chunk_scores / best + 0.5 * near)


def convex(asked: float, norm: str, doubt: float = 0) -> Way:
    """(1 - weight) lexical / best + weight x cosine scaled: `max` by the best, `range` from the lowest of
    the 100 best to the best, `wide` from the median of all to the best. `doubt`: words weigh less where the
    base has few of the question's.
    """

    def way(lexical: Scores, cosine: Scores, known: float) -> Scores:
        weight = asked / (asked + (1 - asked) * known**doubt) if known**doubt else 1.0
        words = lexical / (lexical.max(initial=0.0) or 1.0)
        held = np.isfinite(cosine)
        if not held.any():
            return words
        values = cosine[held]
        top = values.max()
        low = {
            "max": 0.0,
            "range": np.sort(values)[-100:].min(),
            "wide": float(np.median(values)),
        }[norm]
        scaled = np.clip((np.where(held, cosine, low) - low) / max(top - low, 1e-9), 0, 1)
        return (1 - weight) * words + weight * scaled * held

    return way


def rrf(weight: float, k: int = 5) -> Way:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) with weights, over the 100 best of each."""

    def reciprocal(scores: Scores, present: Any) -> Scores:
        out = np.zeros(len(scores))
        best = [page for page in np.argsort(-scores, kind="stable") if present[page]][:100]
        out[best] = 1.0 / (k + 1 + np.arange(len(best)))
        return out

    def way(lexical: Scores, cosine: Scores, known: float) -> Scores:
        by_vector = weight * reciprocal(cosine, np.isfinite(cosine))
        tail = lexical * (1e-6 / (lexical.max(initial=0.0) or 1.0))
        return reciprocal(lexical, lexical > 0) + by_vector + tail

    return way


def ways() -> dict[str, Way]:
    found: dict[str, Way] = {"words": lambda lexical, cosine, known: lexical}
    found["vectors"] = lambda lexical, cosine, known: np.where(np.isfinite(cosine), cosine + 1, 0)
    found |= {f"rrf {weight} k {k}": rrf(weight, k) for k in (5, 10) for weight in (0.25, 0.35, 0.5, 0.75, 1)}
    for norm in ("max", "range", "wide"):
        for doubt in (0, 1, 2):
            label = f"convex {norm}" + f" doubt {doubt}" * (doubt > 0)
            found |= {f"{label} {w}": convex(w, norm, doubt) for w in (0.25, 0.35, 0.45, 0.55)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", default="encoder-fr-en")
    parser.add_argument("--only", default="")
    parser.add_argument("--sets", nargs="*", default=SETS)
    given = parser.parse_args()
    table: dict[str, list[str]] = {label: [] for label in ways() if given.only in label or label == "words"}
    lost = dict.fromkeys(table, 0)
    won = dict.fromkeys(table, 0)
    for name in given.sets:
        found: dict[str, list[int]] = {label: [] for label in table}
        for case in cases(name, given.model):
            cosine = np.where(case.inside, case.cosines.pages, -np.inf)
            ranks = {}
            for label in table:
                score = ways()[label](case.lexical.score, cosine, case.known)
                ranking = case.lexical if label == "words" else ranked(case, score)
                hits = case.right(ranking, best_first(score, 5).tolist())
                ranks[label] = hits.index(True) + 1 if any(hits) else 0
                lost[label] += ranks["words"] > 0 and not ranks[label]
                won[label] += ranks[label] > 0 and not ranks["words"]
                found[label].append(ranks[label])
        for label, own in found.items():
            at = [100 * sum(0 < rank <= depth for rank in own) / max(len(own), 1) for depth in (5, 1)]
            table[label].append(f"{at[0]:.1f} ({at[1]:.1f})")
        print(f"{name}: {len(found['words'])} questions", file=sys.stderr, flush=True)
    print(f"| {given.model} | " + " | ".join(given.sets) + " | lost | won |")
    print("|---|" + "---|" * (len(given.sets) + 2))
    for label, cells in table.items():
        print(f"| {label} | " + " | ".join(cells) + f" | {lost[label]} | {won[label]} |")


if __name__ == "__main__":
    main()
