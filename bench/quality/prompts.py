"""What a contextual prompt of 700 tokens still holds, beside the usual five chunks of 450 tokens.

    python bench/quality/prompts.py [SET ...] [--most 400]

For each answerable question: does an expected page have a sentence in the prompt, and (where answers are
short texts) does the prompt hold an answer? Three prompts: ours (sentences and rows ranked by the lexical
scorer, packed as `engines.gemma.engine` does), five whole chunks (the best of each of the five best pages, an
index of 450-token chunks), and the passages of those pages in order until 2,250 tokens. No Gemma tokenizer
here: tokens are the composer's own estimate. Reads `$EDGE_DEV_DATA`; skips what is absent.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import retrieval
from retrieval import DATA, SETS, knowledge, nfc

from edge.api import Edge
from edge.engines.gemma import prompt as prompts
from edge.engines.gemma.label_reader import SENTENCES
from edge.engines.gemma.pack import pack
from edge.records import Choice, Passage
from edge.settings import GemmaSettings, IndexSettings, Settings
from edge.text.one_line import one_line
from edge.text.tokens import estimate

USUAL = IndexSettings(chunk_tokens=450)
LIMIT = 2_250


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("sets", nargs="*", default=list(SETS), metavar="SET", help=", ".join(SETS))
    parser.add_argument("--most", type=int, default=400, help="questions of a set")
    given = parser.parse_args()
    if not (DATA / "arbiter_fr").is_dir():
        print(f"skipped: no development data in {DATA} (set EDGE_DEV_DATA)")
        return
    print("| set | n | page: ours | five chunks | pages to 2,250 | answer: ours | five chunks | our tokens |")
    print("|---|---|---|---|---|---|---|---|")
    for name in given.sets:
        print(row(name, given.most), flush=True)


def row(name: str, most: int) -> str:
    """One line of the table; shares in percent."""
    found = measure(name, most)
    count = len(found)

    def share(at: int) -> str:
        values = [one[at] for one in found if one[at] is not None]
        return f"{100 * sum(values) / len(values):.1f}" if values else "–"

    tokens = sum(one[5] for one in found) / count
    return f"| {name} | {count} | " + " | ".join(share(at) for at in range(5)) + f" | {tokens:.0f} |"


def measure(name: str, most: int) -> list[tuple[float, float, float, float | None, float | None, int]]:
    """A question each: page in ours, in five chunks, in pages; answer in ours, in five chunks; our tokens."""
    corpus = SETS[name]
    asked = [(q.text, q.expected) for q in retrieval.questions(name)]
    answers: list[list[str]] = [[] for _ in asked]
    if corpus in ("squad", "piaf"):
        answers = [
            q["answers"]
            for _, _, p in retrieval.paragraphs(corpus)
            for q in p["questions"]
            if q["answerable"]
        ]
    step = max(1, len(asked) // most)
    found = []
    with (
        Edge(knowledge(corpus, IndexSettings()), Settings()) as edge,
        Edge(knowledge(corpus, USUAL), Settings()) as usual,
    ):
        rank = edge.engines.rank
        for (question, expected), texts in list(zip(asked, answers, strict=True))[::step]:
            passages = edge.library.searcher.passages(question, edge.settings.ask.pages)
            ours, tokens = packed(question, passages, rank(question, passages))
            hits = usual.library.searcher.search(question, 5).results
            whole = until(question, usual.library.searcher.passages(question, 5))
            found.append((
                float(bool(expected & {_place(passages[c.passage]) for c in ours})),
                float(bool(expected & {(nfc(h.source), h.page) for h in hits})),
                float(bool(expected & {_place(p) for p in whole})),
                _holds([f"{c.context} {c.text}" for c in ours], texts),
                _holds([h.text for h in hits], texts),
                tokens,
            ))  # fmt: skip
    return found


def packed(question: str, passages: Sequence[Passage], ranked: Sequence[Choice]) -> tuple[list[Choice], int]:
    """The candidates that `GemmaEngine.choose` would read, and the tokens of its prompt, estimated."""
    settings = GemmaSettings()
    template = prompts.template("choose")
    skeleton = estimate(template.fixed + template.rest + 2 * question) + 12
    costs = [estimate(one_line(f"{c.context} {c.text}", 400)) + 4 for c in ranked]
    kept = pack(costs, skeleton, settings.prompt_tokens, settings.window, SENTENCES)
    return [ranked[i] for i in kept.kept], kept.tokens


def until(question: str, passages: Iterable[Passage]) -> list[Passage]:
    """Whole passages in their order while they fit LIMIT tokens."""
    used, kept = estimate(question), []
    for passage in passages:
        used += estimate(passage.text)
        if used > LIMIT:
            break
        kept.append(passage)
    return kept


def _place(passage: Passage) -> tuple[str, int]:
    return nfc(passage.source), passage.page


def _holds(texts: Iterable[str], answers: Sequence[str]) -> float | None:
    """Whether one of the texts holds an answer; None when the set has no short answers."""
    if not answers:
        return None
    joined = " \n ".join(" ".join(text.split()) for text in texts).lower()
    return float(any(" ".join(answer.split()).lower() in joined for answer in answers))


if __name__ == "__main__":
    main()
