"""Quality gates: recall, sentence choice, answers, abstention; on development data where it is to be had."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from edge import paths
from edge.models import catalog, installed
from edge.search.rank import Mix
from edge.settings import IndexSettings, Settings

sys.path.insert(0, str(Path(__file__).parent / "quality"))
import answers
import manuals
import retrieval
import shipped

needs_data = pytest.mark.skipif(
    not (retrieval.DATA / "arbiter_fr").is_dir(),
    reason=f"no development data in {retrieval.DATA} (set EDGE_DEV_DATA)",
)


@needs_data
@pytest.mark.parametrize("name", list(retrieval.SETS))
def test_recall(gate: Callable[..., None], name: str) -> None:
    """An expected page is among the first five, by words alone."""
    row = retrieval.measure(Mix(), IndexSettings(), [name])[name]
    gate(f"recall5.{name}", row.recall5, f"R@1 {row.recall1:.1f}, MRR {row.mrr:.3f}")


@needs_data
@pytest.mark.parametrize("name", [name for name in shipped.SETS if ">" not in name])
def test_recall_as_it_comes(gate: Callable[..., None], name: str) -> None:
    """The same by words and vectors, the best pages read: what a user gets."""
    row = shipped.recall(name)
    gate(f"recall5_shipped.{name}", row.five, f"{row.questions} questions")


@pytest.mark.parametrize("name", [name for name in shipped.SETS if ">" in name])
def test_recall_across_languages(gate: Callable[..., None], name: str) -> None:
    """A question in one language finds the page in the other, which has none of its words."""
    row = shipped.recall(name)
    gate(f"across.{name.replace('>', '_')}", row.five, f"{row.questions} questions")


@needs_data
@pytest.mark.parametrize("corpus", ["squad", "piaf"])
def test_reader_on_its_paragraph(gate: Callable[..., None], corpus: str) -> None:
    """The reader, forced to choose, speaks for a line that holds the answer."""
    found = shipped.forced(corpus)
    gate(f"{corpus}.line", found.line, f"F1 of the whole line {found.f1:.1f}, {found.questions} questions")


def test_near_misses(gate: Callable[..., None]) -> None:
    """Whether it is answered at all is told apart from what only seems to: figures of the fit, each article
    or document left out.
    """
    fitted = json.loads(paths.asset("answerable.json").read_text(encoding="utf-8"))["provenance"]
    heads = fitted["left out by article or document"]
    gate("near_misses.squad", heads["answerable_prose"]["squad"]["auroc"], "SQuAD 2.0, articles left out")
    for language in ("en", "fr"):
        gate(f"near_misses.papers_{language}", heads["answerable_papers"][f"papers {language}"]["auroc"])


def test_weights(gate: Callable[..., None]) -> None:
    """All files of the networks that ship, each counted once."""
    here = [one for one in catalog.load().values() if one.shipped]
    files = {path for model in here for path in installed.verified(model, model.variant()).paths}
    names = ", ".join(sorted(path.name for path in files))
    gate("weights.shipped", sum(path.stat().st_size for path in files) / 1e6, names)


@needs_data
@pytest.mark.parametrize("corpus", ["squad", "piaf"])
def test_sentence_choice(gate: Callable[..., None], corpus: str) -> None:
    """The best sentence, or one of three, holds the answer; confidence tells right from the rest."""
    found = answers.choice(corpus, 200)
    gate(f"{corpus}.best", found["best holds the answer"], f"{found['questions']} questions, twice")
    gate(f"{corpus}.one_of_three", found["one of three does"])
    gate(f"{corpus}.auroc", found["AUROC right vs rest"])
    gate(f"{corpus}.answered", found["answered when there"])
    gate(f"{corpus}.right", found["right of answered when there"])
    gate(f"{corpus}.refused", found["abstained when gone"])
    gone = f"of the gone {found['called absent when gone']} %"
    gate(f"{corpus}.absent_there", found["called absent when there"], gone)


@needs_data
def test_regulations(gate: Callable[..., None], tmp_path: Path) -> None:
    """On the French regulations an expected page is cited, and abstention beats the floor."""
    found = json.loads(answers.arbiter("arbiter_fr", tmp_path))
    gate("arbiter_fr.cited", 100 * found["cited_expected_page"], f"answered {100 * found['answered']:.0f} %")
    gate("arbiter_fr.balanced_abstention", found["balanced_abstention_accuracy"])


def test_handbook(gate: Callable[..., None], tmp_path: Path) -> None:
    """On the handbook's own questions the cited page is an expected one, and "no" is said when due."""
    found = answers.handbook(tmp_path)
    gate("handbook.cited", found["cited page expected"], f"answered {found['answered of answerable']} %")
    gate("handbook.answered", found["answered of answerable"])
    gate("handbook.abstained", found["abstained of unanswerable"])
    gone = f"of the unanswerable {found['called absent of unanswerable']} %"
    gate("handbook.absent_there", found["called absent of answerable"], gone)


def test_manuals(gate: Callable[..., None], tmp_path: Path) -> None:
    """On the sealed documents of `datasets/manuals`, which nobody fits on."""
    with manuals.base(Settings(), tmp_path) as session:
        row = manuals.measure(session, manuals.load(["sealed"], ""))["all"]
    gates = {
        "found5": ("found", "there"), "right": ("right", "there"), "wrong": ("wrong", "answered"),
        "strong_wrong": ("strong_wrong", "strong"), "shown_unsure": ("near", "unsure"),
        "refused": ("refused", "gone"), "section": ("cited", "right"),
    }  # fmt: skip
    detail = f"{row['n']:.0f} questions over four documents"
    for name, (part, whole) in gates.items():
        gate(f"manuals.{name}", 100 * row[part] / row[whole] if row[whole] else 0.0, detail)
