"""Questions over documents with the passages that edge finds for them: what encoder and reader learn from.

    python build/reading_cases.py [FOLDER ...]

Reads `datasets/manuals`, `datasets/reading` and `datasets/found`, and other folders of that form. Left out
are sealed documents and, of those to learn from, what is under a licence of GNU's; all of `found` is for
measuring.
Passages are found by the product itself with the encoder that ships (by words where there is none), and cut
into the lines that its reader is shown. Three in four of the questions to learn from are asked of their own
document alone: what stands in the others is labelled for none of them, and may answer too. A share is asked
again with the pages that answer taken away; where a page of a document learnt from was not found, it is put
first. Writes cases.jsonl to EDGE_ENCODER_CACHE.
"""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import chooser_examples as examples  # which makes bench/quality importable
import manuals as questions
import msgspec
from chooser_examples import BUDGET, ROOT, Json
from corpus import Case, Shown, encoder_folder

from edge.compose.passages import compose_passages
from edge.engines.lines import Line, shown
from edge.errors import ModelError
from edge.indexing.run import index_paths
from edge.records import Passage
from edge.search.build import build_search
from edge.search.searcher import Searcher
from edge.settings import IndexSettings

ENCODER = "encoder-fr-en"
FOLDERS = tuple(ROOT / "datasets" / name for name in ("manuals", "reading", "found"))
MEASURED = ROOT / "datasets" / "found"
PLACES = 8  # pages looked for, so that some are left when those that answer are taken away
#: In the name of a licence: what is under it is not learnt from, so that nobody has to decide whether weights
#: adapt their data.
COPYLEFT = ("GPL", "GFDL")
ALONE = 0.75  # share of the questions to learn from that are asked of their own document


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "folders", nargs="*", type=Path, help="more sets, each with parts as datasets/manuals has"
    )
    names = [folder.name for folder in FOLDERS]
    parser.add_argument("--sets", nargs="*", default=names, choices=names, help="of datasets/")
    parser.add_argument("--every", type=int, default=1, help="for a trial: each so many questions")
    given = parser.parse_args()
    target = encoder_folder() / "cases.jsonl"
    fresh = target.with_suffix(".new")
    count = answered = 0
    with fresh.open("wb") as file:
        for folder in (*(one for one in FOLDERS if one.name in given.sets), *given.folders):
            for case in cases_of(folder, given.every):
                file.write(msgspec.json.encode(case) + b"\n")
                count += 1
                answered += any(passage.gold for passage in case.passages)
    fresh.replace(target)
    print(f"{target}: {count} cases, {answered} with a line that answers")


def cases_of(folder: Path, every: int = 1) -> Iterator[Case]:
    """The cases of a set, of each `every`-th question, all documents that are not left out in one base."""
    split = {
        row["id"]: "calibration" if folder == MEASURED else name
        for name in ("fit", "calibration")
        for row in questions.load((name,), "", folder)
    }
    away = left_out(folder)
    rows = [row for row in questions.load(("fit", "calibration"), "", folder) if row["document"] not in away]
    signs = signs_of_passages()
    with tempfile.TemporaryDirectory() as temporary:
        knowledge = Path(temporary, "knowledge.db")
        held = sorted(folder.glob("*/documents/*"))
        kept = [path for path in held if path.name.partition(".")[0] not in away]
        index_paths(kept, knowledge, IndexSettings(), build_search=build_search)
        searcher = signs.open(knowledge)
        for row, said, gone in examples.asked(rows[::every]):
            fit = split[row["id"]] == "fit"
            alone = fit and examples.share("alone" + row["id"]) < ALONE
            sources = (row["document"],) if alone else ()
            passages = found_for(searcher, said, row, sources, fit=fit, gone=gone)
            if passages:
                yield Case(said, row["language"], split[row["id"]], row["document"], passages)


def left_out(folder: Path) -> set[str]:
    """The ids of the documents of a set that are not even found: sealed ones, open ones, which nothing is
    fitted on, and of those to learn from what is under a licence of GNU's.
    """
    found = set()
    for manifest in folder.glob("*/manifest.toml"):
        for entry in tomllib.loads(manifest.read_text(encoding="utf-8"))["document"]:
            split = "calibration" if folder == MEASURED and entry["split"] == "fit" else entry["split"]
            under_gnu = any(name in entry["licence"] for name in COPYLEFT)
            if split in ("sealed", "open") or (split == "fit" and under_gnu):
                found.add(entry["id"])
    return found


def signs_of_passages() -> examples.LexicalSigns:
    """How passages are found: with the encoder that is here, else by words."""
    try:
        return examples.SemanticSigns(ENCODER)
    except ModelError as error:
        print(f"{error.message} Passages are found by words alone.", flush=True)
        return examples.LexicalSigns()


def found_for(
    searcher: Searcher, said: str, row: Json, sources: tuple[str, ...], *, fit: bool, gone: bool
) -> list[Shown]:
    """The passages shown for a question, with the lines that answer."""
    pieces, near = pieces_of(row), row.get("near") or []
    found = list(searcher.passages(said, PLACES, sources))
    missing: list[Passage] = []
    if gone:
        away = {(one.source, one.page) for one in found if holds(one.text, pieces)}
        found = [one for one in found if (one.source, one.page) not in away]
    elif fit and pieces and not any(holds(one.text, pieces) for one in found):
        missing = [one for one in searcher.passages(pieces[0], 4) if holds(one.text, pieces)][:1]
    if not found:
        return []
    pages = shown(compose_passages(said, examples.ranked(found), BUDGET).passages)
    if missing:
        pages = [*shown(missing), *pages[:-1]]
    return [
        Shown(
            page.head,
            [list(line.above) for line in page.lines],
            [line.text for line in page.lines],
            [] if gone else [n for n, line in enumerate(page.lines) if answers(line, pieces)],
            [n for n, line in enumerate(page.lines) if line.text in near],
        )
        for page in pages
    ]


def pieces_of(row: Json) -> list[str]:
    """All runs of text that answer, by whichever way."""
    also = [[one] if isinstance(one, str) else one for one in row.get("also") or []]
    return [piece for way in (row.get("evidence") or [], *also) for piece in way]


def holds(text: str, pieces: Sequence[str]) -> bool:
    """Whether a text holds a piece of evidence, or is most of one."""
    return any(questions.holds(text, piece) for piece in pieces)


def answers(line: Line, pieces: Sequence[str]) -> bool:
    """Whether a line answers, by itself or under what stands above it."""
    lead = line.above[-1] if line.above else ""
    return holds(line.text, pieces) or holds(f"{lead} {line.text}", pieces)


if __name__ == "__main__":
    main()
