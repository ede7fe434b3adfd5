"""Quality gates: recall, sentence choice, answers, abstention; on development data where it is to be had."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from edge.search.rank import Mix
from edge.settings import IndexSettings, Settings

sys.path.insert(0, str(Path(__file__).parent / "quality"))
import answers
import manuals
import retrieval

needs_data = pytest.mark.skipif(
    not (retrieval.DATA / "arbiter_fr").is_dir(),
    reason=f"no development data in {retrieval.DATA} (set EDGE_DEV_DATA)",
)


@needs_data
@pytest.mark.parametrize("name", list(retrieval.SETS))
def test_recall(gate: Callable[..., None], name: str) -> None:
    """An expected page is among the first five."""
    row = retrieval.measure(Mix(), IndexSettings(), [name])[name]
    gate(f"recall5.{name}", row.recall5, f"R@1 {row.recall1:.1f}, MRR {row.mrr:.3f}")


@needs_data
@pytest.mark.parametrize("corpus", ["squad", "piaf"])
def test_sentence_choice(gate: Callable[..., None], corpus: str) -> None:
    """The best sentence, or one of three, holds the answer; confidence tells right from the rest."""
    found = answers.choice(corpus, 200)
    gate(f"{corpus}.best", found["best holds the answer"], f"{found['questions']} questions, twice")
    gate(f"{corpus}.one_of_three", found["one of three does"])
    gate(f"{corpus}.auroc", found["AUROC right vs rest"])
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
