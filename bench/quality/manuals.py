"""Answers on `datasets/manuals`: documents people have, asked as people ask.

    python bench/quality/manuals.py                     the parts that fit and calibrate, by kind
    python bench/quality/manuals.py --split sealed      totals only: their questions are read by nobody
    python bench/quality/manuals.py --split open --folder datasets/found        nothing is fitted on these
    python bench/quality/manuals.py --set ask.engine=auto --most 200
    python bench/quality/manuals.py --folder datasets/found     the same over documents found
    python bench/quality/manuals.py --talk              each question after another of its document

All documents of a set lie in one knowledge base, as in a folder of one's own. A quote is right when it
holds a piece of evidence or is most of one; `whole` when the quotes shown hold all of it. `found`: a text
that `search -k 5` shows holds a piece. A follow-up ("and on Sundays?") is searched as it was typed, which
finds little; `in full`: it is searched as `ask` does, with what it leans on.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import edge  # noqa: E402
from edge import config  # noqa: E402
from edge.ask.question import follow_up  # noqa: E402
from edge.records import EarlierTurn  # noqa: E402
from edge.settings import Settings  # noqa: E402
from edge.text.tokens import words  # noqa: E402

MANUALS = ROOT / "datasets" / "manuals"
#: Share of the evidence's words that a shorter quote must hold.
MOST = 0.6


def load(splits: Iterable[str], language: str, of: Path = MANUALS, part: str = "*") -> list[dict[str, Any]]:
    """Questions of the documents in these splits, of all parts or of one."""
    rows = []
    for path in sorted(of.glob(f"{part}/manifest.toml")):
        manifest = tomllib.loads(path.read_text(encoding="utf-8"))
        (documents,) = [value for value in manifest.values() if isinstance(value, list | dict)]
        if isinstance(documents, dict):
            documents = [{"id": name, **entry} for name, entry in documents.items()]
        split = {entry["id"]: entry["split"] for entry in documents}
        for line in path.with_name("questions.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if split[row["document"]] in splits and row["language"].startswith(language):
                rows.append(row)
    return rows


def holds(shown: str, evidence: str) -> bool:
    """Whether a text that is shown holds a piece of evidence, or is most of it."""
    one, other = " ".join(words(shown)), " ".join(words(evidence))
    if not one or not other:
        return False
    if other in one:
        return True
    return one in other and len(one) >= MOST * len(other)


def measure(
    session: edge.Edge, rows: list[dict[str, Any]], talk: dict[str, str] | None = None
) -> dict[str, dict[str, float]]:
    """Counts by kind, and under `all`. `talk`: the files of the documents, of which each question has the one
    before as its conversation.
    """
    table: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    asked = {row["id"]: row["question"] for row in rows}
    given: dict[str, edge.Answer] = {}
    last: dict[str, str] = {}
    for row in rows:
        before = row["follows"]
        if before in asked and before not in given:
            given[before] = session.ask(asked[before])
        # As in a conversation: a follow-up comes after an answer.
        history: list[edge.Answer | EarlierTurn] = [given[before]] if before in asked else []
        if talk is not None and not history:
            said = last.get(row["document"], rows[0]["question"])
            history = [EarlierTurn(question=said, sources=[talk[row["document"]]])]
        last[row["document"]] = row["question"]
        answer = session.ask(row["question"], history=history)
        given[row["id"]] = answer
        evidence = [row["evidence"] or [], *[[run] for run in row.get("also") or []]]
        pieces = [run for way in evidence for run in way]
        quotes = [f"{quote.context} {quote.quote}" for quote in answer.citations]
        right = any(holds(quote, piece) for quote in quotes for piece in pieces)
        counts = {"n": 1.0, "there": bool(pieces), "answered": not answer.abstained}
        if pieces:
            hits = session.search(row["question"], 5).results
            counts["found"] = any(holds(hit.text, piece) for hit in hits for piece in pieces)
            counts["found_full"] = counts["found"]
            if before in asked:
                hits = session.search(follow_up(row["question"], [asked[before]]), 5).results
                counts["found_full"] = any(holds(hit.text, piece) for hit in hits for piece in pieces)
            counts["right"], counts["absent_there"] = right, answer.outcome == "absent"
            counts["whole"] = any(
                way and all(any(holds(q, p) for q in quotes) for p in way) for way in evidence
            )
            if right:
                shown_with = zip(answer.citations, quotes, strict=True)
                best = next(one for one, text in shown_with if any(holds(text, p) for p in pieces))
                counts["cited"] = bool(row["section"]) and best.heading.endswith(row["section"][-1])
            if answer.abstained:
                shown = [f"{quote.context} {quote.quote}" for quote in answer.candidates]
                counts["unsure"] = 1
                counts["near"] = any(holds(quote, piece) for quote in shown for piece in pieces)
        else:
            counts["gone"], counts["absent_gone"] = 1, answer.outcome == "absent"
            counts["refused"] = answer.abstained
        counts["wrong"] = not answer.abstained and not right
        sure = answer.confidence.calibrated or answer.confidence.raw
        fifth = f"fifth{min(4, int(5 * sure))}"
        counts |= {fifth: 1, f"{fifth}_said": sure, f"{fifth}_right": _first(answer, pieces)}
        if sure >= 0.9 and not answer.abstained:
            counts["strong"], counts["strong_wrong"] = 1, not right
        for kind in (row["kind"], row["language"], "all"):
            for name, value in counts.items():
                table[kind][name] += value
    return table


def _first(answer: edge.Answer, pieces: list[str]) -> bool:
    """Whether the best quote, shown or not, holds a piece of evidence: what the confidence is of."""
    best = (answer.citations or answer.candidates)[:1]
    return any(holds(f"{quote.context} {quote.quote}", piece) for quote in best for piece in pieces)


def reliability(row: dict[str, float]) -> list[tuple[int, float, float]]:
    """(questions, mean confidence, share right) of each fifth of the confidence scale that has any."""
    found = []
    for name in (f"fifth{n}" for n in range(5)):
        if row[name]:
            found.append((int(row[name]), row[f"{name}_said"] / row[name], row[f"{name}_right"] / row[name]))
    return found


def base(settings: Settings, folder: Path, of: Path = MANUALS) -> edge.Edge:
    """All documents of the set in one knowledge base."""
    session = edge.open(folder / "manuals.db", settings=settings)
    session.index(sorted(of.glob("*/documents")))
    return session


def share(row: dict[str, float], part: str, whole: str) -> str:
    return f"{100 * row[part] / row[whole]:5.0f}" if row[whole] else "    -"


COLUMNS = (
    ("found@5", "found", "there"), ("in full", "found_full", "there"),
    ("right", "right", "there"), ("whole", "whole", "there"),
    ("wrong", "wrong", "answered"), ("strong wrong", "strong_wrong", "strong"),
    ("shown unsure", "near", "unsure"),
    ("refused gone", "refused", "gone"), ("section", "cited", "right"),
    ("absent there", "absent_there", "there"), ("absent gone", "absent_gone", "gone"),
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--split", default="fit,calibration", help="or open, sealed; several with commas")
    parser.add_argument("--folder", type=Path, default=MANUALS, help="another set of this form")
    parser.add_argument("--language", default="", help="en or fr")
    parser.add_argument(
        "--most", type=int, default=0, help="every so many-th question, to be quick: at most so many"
    )
    parser.add_argument(
        "--talk", action="store_true", help="each question comes after another of its document"
    )
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="settings")
    given = parser.parse_args()
    rows = load(given.split.split(","), given.language, given.folder)
    if given.most and len(rows) > given.most:
        rows = rows[:: -(-len(rows) // given.most)]
    settings = config.load(dict(pair.split("=", 1) for pair in given.set), environ={})
    with tempfile.TemporaryDirectory() as folder:
        session = base(settings, Path(folder), given.folder)
        files = {path.name.partition(".")[0]: path.name for path in given.folder.glob("*/documents/*")}
        table = measure(session, rows, files if given.talk else None)
        session.close()
    kinds = ["all"] if "sealed" in given.split else ["all", *sorted(kind for kind in table if kind != "all")]
    print("| % | n | " + " | ".join(name for name, _, _ in COLUMNS) + " |")
    print("|---|---|" + "---|" * len(COLUMNS))
    for kind in kinds:
        row = table[kind]
        print(f"| {kind} | {row['n']:.0f} | " + " | ".join(share(row, a, b) for _, a, b in COLUMNS) + " |")
    print("\nconfidence: questions, said, right (best quote)")
    for count, said, right in reliability(table["all"]):
        print(f"  {count:5} {said:.2f} {right:.2f}")


if __name__ == "__main__":
    main()
