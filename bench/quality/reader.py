"""How well the reader reads: spans, sentences, abstention, cost. Lexical engine and reader side by side.

    python bench/quality/reader.py [--most 300] [--adversarial 200]

squad: the articles of dev.jsonl that did not calibrate it, each answerable question asked with its
paragraph among what is found and with it taken out, and adversarial ones. handbook: its English questions
(which calibrate the threshold, with 400 others). Reads $EDGE_DEV_DATA (default ../shared/data beside the
checkout) and ends with a reason when absent.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "build")]

import reader_cases  # noqa: E402
from fit_reader import Remembering, calibration_article  # noqa: E402
from reader_cases import Case, Corpus  # noqa: E402
from reader_data import read  # noqa: E402
from reader_metrics import auc, exact, f1  # noqa: E402

from edge.cascade import calibrate, confidence  # noqa: E402
from edge.engines.base import Chooser  # noqa: E402
from edge.engines.onnx import span_model, windows  # noqa: E402
from edge.engines.onnx.reader import ReaderEngine  # noqa: E402
from edge.engines.reading import Candidate  # noqa: E402
from edge.records import Choice, Passage  # noqa: E402


@dataclass(frozen=True)
class Said:
    """What an engine made of a case: `f1` and `exact` are of its exact words (of its sentence when it has
    none).
    """

    kind: str
    raw: float
    answered: bool
    right: bool
    page: bool
    f1: float
    exact: float


def run(cases: Iterable[Case], engine: Chooser) -> list[Said]:
    """Ask an engine every case, and judge with the shipped calibration."""
    key = calibrate.CalibrationKey(engine=engine.name, model=engine.model, language="en")
    threshold = confidence.threshold(calibrate.find(calibrate.load(), key))
    found = []
    for case in cases:
        draft = engine.choose(case.question, case.passages)
        raw = draft.signals.get("right", 0.0)
        best = draft.choices[0] if draft.choices else None
        words = _words(best) if best else ""
        passage = case.passages[best.passage] if best else None
        found.append(
            Said(
                kind=case.kind,
                raw=raw,
                answered=best is not None and raw >= threshold,
                right=best is not None and case.holds(_candidate(best)),
                page=passage is not None and (passage.source, passage.page) in case.gold,
                f1=f1(words, case.answers),
                exact=exact(words, case.answers),
            )
        )
    return found


def _words(choice: Choice) -> str:
    if choice.span is None:
        return choice.text
    return choice.text[choice.span[0] - choice.start : choice.span[1] - choice.start]


def _candidate(choice: Choice) -> Candidate:
    return Candidate(
        choice.passage, choice.start, choice.end, choice.text, bool(choice.context), choice.context
    )


def percent(values: Iterable[float]) -> float:
    kept = list(values)
    return round(100 * sum(kept) / len(kept), 1) if kept else float("nan")


def squad_figures(said: list[Said]) -> dict[str, Any]:
    there = [s for s in said if s.kind == "there"]
    gone = [s for s in said if s.kind == "gone"]
    adversarial = [s for s in said if s.kind == "adversarial"]
    both = [*there, *gone]
    answered = [s for s in both if s.answered]
    overall = [s.f1 * s.answered for s in there] + [float(not s.answered) for s in gone]
    return {
        "questions": len(there),
        "sentence right when there": percent(s.right for s in there),
        "words EM when there": percent(s.exact for s in there),
        "words F1 when there": percent(s.f1 for s in there),
        "answered when there": percent(s.answered for s in there),
        "abstained when gone": percent(not s.answered for s in gone),
        "abstained when adversarial": percent(not s.answered for s in adversarial),
        "sentence right of the answered (there and gone)": percent(s.right for s in answered),
        "overall F1 (half gone)": percent(overall),
        "AUROC right vs rest (there and gone)": round(
            auc([s.raw for s in both if s.right], [s.raw for s in both if not s.right]), 3
        ),
        "AUROC there vs gone": round(auc([s.raw for s in there], [s.raw for s in gone]), 3),
        "AUROC there vs adversarial": round(auc([s.raw for s in there], [s.raw for s in adversarial]), 3),
    }


def handbook_figures(said: list[Said]) -> dict[str, Any]:
    yes, no = [s for s in said if s.kind == "there"], [s for s in said if s.kind == "gone"]
    return {
        "answerable, not": [len(yes), len(no)],
        "answered of answerable": percent(s.answered for s in yes),
        "abstained of unanswerable": percent(not s.answered for s in no),
        "first quote on an expected page, of the answered": percent(s.page for s in yes if s.answered),
        "first quote on an expected page, forced": percent(s.page for s in yes),
        "AUROC": round(auc([s.raw for s in yes], [s.raw for s in no]), 3),
    }


def forced(model: span_model.SpanModel, most: int) -> dict[str, Any]:
    """SQuAD's own measure on its own paragraphs: always an answer, and margins against adversarial
    questions.
    """
    every = [(p, q) for p in read("dev.jsonl") if not calibration_article(p.title) for q in p.questions]
    figures: dict[str, list[float]] = {"em": [], "f1": []}
    margins: dict[bool, list[float]] = {True: [], False: []}
    for answerable in (True, False):
        chosen = [pair for pair in every if pair[1].answerable == answerable]
        for paragraph, question in chosen[:: max(1, len(chosen) // most)][:most]:
            passage = Passage(
                chunk=1, source="p", page=1, start=0, end=len(paragraph.text), text=paragraph.text
            )
            whole = [Candidate(0, 0, len(paragraph.text), paragraph.text, False, "")]
            (seen,) = windows.read(model, question.question, [passage], whole, _zeros(1))
            assert seen is not None
            margins[answerable].append(seen.margin)
            if answerable:
                words = paragraph.text[slice(*seen.span)]
                figures["em"].append(exact(words, question.answers))
                figures["f1"].append(f1(words, question.answers))
    return {
        "questions": len(figures["f1"]),
        "EM": percent(figures["em"]),
        "F1": percent(figures["f1"]),
        "adversarial AUC of the margin": round(auc(margins[True], margins[False]), 3),
    }


def _zeros(n: int) -> Any:
    import numpy as np

    return np.zeros(n)


def cost(corpus: Corpus, cases: list[Case]) -> dict[str, Any]:
    """CPU of a question read, and of a cold `edge ask` with its peak memory."""
    engine = ReaderEngine(corpus.lexical)
    times = []
    for case in cases:
        began = time.process_time()
        engine.choose(case.question, case.passages)
        times.append(time.process_time() - began)
    code = (
        "import re, sys, time; from pathlib import Path; from edge.cli import main\n"
        f"sys.argv = ['edge', 'ask', '-e', 'reader', '-K', {str(corpus.path)!r}, {cases[0].question!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        # not ru_maxrss: a child begins with its parent's peak
        "peak = re.search(r'VmHWM:\\s*(\\d+)', Path('/proc/self/status').read_text())\n"
        "print(time.process_time(), int(peak[1]) / 1024 if peak else 0, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    cpu, rss = map(float, done.stderr.split()[-2:])
    return {
        "CPU s a question, median and worst": [round(statistics.median(times), 3), round(max(times), 3)],
        "cold edge ask: CPU s, RSS MB": [round(cpu, 2), round(rss)],
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=int, default=300, help="answerable questions of dev.jsonl")
    parser.add_argument("--adversarial", type=int, default=200)
    given = parser.parse_args()
    model = Remembering(span_model.load())
    with reader_cases.scratch() as folder:
        corpus, found = reader_cases.squad(
            read("dev.jsonl"),
            Path(folder),
            "dev",
            ask_of=lambda title: not calibration_article(title),
            most=given.most,
            adversarial=given.adversarial,
        )
        cases = list(found)
        show("cost", cost(corpus, [case for case in cases if case.kind == "there"][:20]))
        show("forced, own paragraph", forced(model, given.most))
        for engine in (corpus.lexical, ReaderEngine(corpus.lexical, model)):
            show(f"squad, {engine.name}", squad_figures(run(cases, engine)))
        corpus, found = reader_cases.handbook(Path(folder))
        cases = list(found)
        for engine in (corpus.lexical, ReaderEngine(corpus.lexical, model)):
            show(f"handbook English, {engine.name}", handbook_figures(run(cases, engine)))
    return 0


def show(title: str, figures: dict[str, Any]) -> None:
    print(title, json.dumps(figures, indent=1), flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
