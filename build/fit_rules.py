"""Fit the weights of the rules' action (`assets/rules/weights.json`) on the mails of `datasets/mail`

    python build/fit_rules.py                 the table: each author's mails, read by weights of the others
    python build/fit_rules.py --json          the same and the totals, as one JSON document
    python build/fit_rules.py --write         also fit on all of them, and write the weights
    python build/fit_rules.py --sealed [SET]  a sealed set by the shipped weights, as totals only
    python build/fit_rules.py --leave         as shipped; without it, extract.leave_worthless = false
    python build/fit_rules.py --wrong         also each mail on the wrong side
    python build/fit_rules.py --labels FILE   also a label for each mail: edge calibrate

A logistic regression with an L2 penalty, by Newton steps in the space of the mails (there are fewer of them
than features). A word counts where six mails have it, of three quarters of the authors (and of three at
least), and where it is no name, day or month: nothing rests on one mail, nor on what somebody wrote about.
Judge by the table alone: what is written has seen every one of these mails. The whole way of a message is
measured, from its JSON to an action or a question.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from labelled_message import labelled_message  # noqa: E402
from mail_figures import figures, tally  # noqa: E402

from edge.cascade.run import Tier  # noqa: E402
from edge.extract import pipeline  # noqa: E402
from edge.extract.rules import engine as rules_engine  # noqa: E402
from edge.extract.rules.clause_values import gather_values  # noqa: E402
from edge.extract.rules.engine import RulesEngine  # noqa: E402
from edge.extract.rules.parsed_message import parse_message  # noqa: E402
from edge.extract.rules.weighing import score as rules_score  # noqa: E402
from edge.extract.rules.weighing.features import form, vocabulary  # noqa: E402
from edge.extract.rules.weighing.score import RuleWeights, interactions, strengths  # noqa: E402
from edge.records import Context, Extracted, Message  # noqa: E402
from edge.settings import ExtractSettings  # noqa: E402
from edge.text.tokens import fold  # noqa: E402
from edge.values.date_words import MONTHS, WEEKDAYS  # noqa: E402

MAILS = ROOT / "datasets" / "mail"
WEIGHTS = ROOT / "assets" / "rules" / "weights.json"
#: One set, one author. Lexicons were written beside `awkward` and `own`: their rows flatter.
SETS = ("awkward", "own", "mails_2", "mails_3", "mails_4")
#: Kinds of mail that the others lack, written before the rules of types were mended. Never fitted.
UNFITTED = ("mails_5", "mails_6", "mails_8", "mails_10", "mails_12", "mails_14", "mails_16", "mails_18",
            "mails_20")  # fmt: skip
#: Looked at by totals alone: those who wrote the later ones mend rules, so that their mails taught nothing.
SEALED = ("sealed", "mails_7", "mails_9", "mails_11", "mails_13", "mails_15", "mails_17", "mails_19",
          "mails_21")  # fmt: skip

LEAST_MAILS, LEAST_SENDERS = 3, 2
WORD_MAILS, WORD_AUTHORS = 6, 0.75  # the latter as a share of the authors
PENALTY = 1.0
WORD_PENALTY = 2.0  # words are many: each is held back more than named evidence
CAREFUL = 0.3  # log-odds taken off: a mail lost costs more than a mail kept
LEAST_WEIGHT = 0.01
SURE_PENALTY = 3.0
MOST_WRONG = 0.024  # among what is archived unasked
MOST_LEFT = 0.015  # mail worth keeping among what is left unasked
MARGIN = 0.5  # of the doubt that the worst kept mail left


_INSIDE = re.compile(r"(?<=[\w,] )[^\W\d_]+")  # a word that opens no sentence


def read_once() -> None:
    """Each mail is weighed by many weights: what is read of it, whatever its weights, is kept."""
    reading = [
        (rules_engine, "parse_message", 0),
        (rules_engine, "gather_values", 0),
        (RulesEngine, "_extractions", 1),
    ]
    weighing = [(rules_score, name, 0) for name in ("strengths", "form", "vocabulary")]
    for place, name, about in [*reading, *weighing]:
        setattr(place, name, _kept(getattr(place, name), about))


def _kept(function: Callable[..., Any], about: int) -> Callable[..., Any]:
    """The function, called once for each thing that its argument `about` is."""
    results: dict[int, tuple[Any, Any]] = {}

    def call(*given: Any) -> Any:
        key = id(given[about])
        if key not in results:
            results[key] = given[about], function(*given)  # held, so that nothing else gets its id
        return results[key][1]

    return call


@dataclass(frozen=True)
class Case:
    author: str
    row: dict[str, Any]
    message: Message
    features: dict[str, float]  # "evidence:", "form:" and "word:" and a name

    @property
    def delete(self) -> bool:
        return bool(self.row["expected"]["action"] == "delete")


def cases(author: str) -> list[Case]:
    """The mails of one set."""
    settings = ExtractSettings()
    result = []
    for line in (MAILS / f"{author}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        message = labelled_message(row, settings)
        parsed = parse_message(message)
        values = gather_values(parsed, settings.country)
        evidence = strengths(parsed, values)
        features = {f"evidence:{name}": strength for name, strength in evidence.items()}
        features |= {f"evidence:{a}.{name}": evidence[name] for a, name in interactions(parsed, evidence)}
        features |= {f"form:{name}": value for name, value in form(parsed, values).items()}
        features |= {f"word:{word}": 1.0 for word in vocabulary(parsed)}
        result.append(Case(author, row, message, features))
    return result


def names(train: Iterable[Case]) -> set[str]:
    """Folded words that the mails write with a capital more often than without, inside a sentence."""
    balance: Counter[str] = Counter()
    for case in train:
        for word in _INSIDE.findall(case.row["body"]):
            if not (len(word) > 1 and word.isupper()):
                balance[fold(word)] += 1 if word[0].isupper() else -1
    return {word for word, count in balance.items() if count > 0}


def columns(train: list[Case]) -> list[str]:
    """Features that enough mails of enough people have; words that are no topic of somebody's week."""
    mails: Counter[str] = Counter()
    senders: dict[str, set[str]] = defaultdict(set)
    authors: dict[str, set[str]] = defaultdict(set)
    for case in train:
        for name in case.features:
            mails[name] += 1
            senders[name].add(case.message.sender)
            authors[name].add(case.author)
    least_authors = max(3, WORD_AUTHORS * len({case.author for case in train}))
    excluded = names(train) | set(MONTHS) | set(WEEKDAYS)

    def counts(name: str) -> bool:
        if not name.startswith("word:"):
            return mails[name] >= LEAST_MAILS and len(senders[name]) >= LEAST_SENDERS
        word = name.rpartition(":")[2]
        known = mails[name] >= WORD_MAILS and len(authors[name]) >= least_authors
        return known and word not in excluded

    return sorted(name for name in mails if counts(name))


def matrix(rows: list[Case], features: list[str]) -> np.ndarray:
    """A row a case, a column a feature."""
    place = {name: at for at, name in enumerate(features)}
    result = np.zeros((len(rows), len(features)))
    for row, case in enumerate(rows):
        for name, value in case.features.items():
            if name in place:
                result[row, place[name]] = value
    return result


def fit(train: list[Case]) -> RuleWeights:
    """Weights and bias."""
    features = columns(train)
    penalty = PENALTY * np.array([WORD_PENALTY if name.startswith("word:") else 1.0 for name in features])
    x = matrix(train, features) / np.sqrt(penalty)
    y = np.array([float(case.delete) for case in train])
    kernel = x @ x.T
    dual, bias = np.zeros(len(y)), 0.0
    one = np.ones(len(y))
    for _ in range(60):
        score = kernel @ dual + bias
        p = 1.0 / (1.0 + np.exp(-np.clip(score, -30.0, 30.0)))
        spread = np.maximum(p * (1.0 - p), 1e-6)
        target = score - (p - y) / spread
        solved = np.linalg.solve(kernel + np.diag(1.0 / spread), np.stack([target, one], axis=1))
        new_bias = float((one @ solved[:, 0]) / (one @ solved[:, 1]))
        new = solved[:, 0] - new_bias * solved[:, 1]
        step = float(np.abs(new - dual).max())
        dual, bias = new, new_bias
        if step < 1e-7:
            break
    parts: dict[str, dict[str, float]] = {"evidence": {}, "form": {}, "word": {}}
    for feature, weight in zip(features, x.T @ dual / np.sqrt(penalty), strict=True):
        kind, _, name = feature.partition(":")
        if kind == "evidence" or abs(weight) >= LEAST_WEIGHT:
            parts[kind][name] = round(float(weight), 3)
    return RuleWeights(round(bias - CAREFUL, 3), parts["evidence"], parts["form"], parts["word"])


def second(rows: list[tuple[dict[str, float], bool]]) -> dict[str, float]:
    """Of signs and worthlessness of mails weighed by others' weights: the fit of `sureness`, thresholds."""
    columns_of = sorted(rows[0][0])
    raw = np.array([[signs[name] for name in columns_of] for signs, _ in rows])
    y = np.array([float(worthless) for _, worthless in rows])
    mean, spread = raw.mean(0), raw.std(0) + 1e-9
    x = np.c_[np.ones(len(raw)), (raw - mean) / spread]
    penalty = SURE_PENALTY * np.diag([0.0, *[1.0] * len(columns_of)])
    w = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1.0 / (1.0 + np.exp(-x @ w))
        w -= np.linalg.solve((x.T * (p * (1.0 - p))) @ x + penalty, x.T @ (p - y) + penalty @ w)
    result = {name: round(float(v), 4) for name, v in zip(columns_of, w[1:] / spread, strict=True)}
    result["bias"] = round(float(w[0] - (w[1:] * mean / spread).sum()), 4)
    p = 1.0 / (1.0 + np.exp(-x @ w))
    kept = np.sort(p)
    wrong = np.cumsum(y[np.argsort(p)])
    good = [k for k in range(1, len(p)) if wrong[k - 1] <= MOST_WRONG * k]
    worthless = np.sort(p)[::-1]
    missed = np.cumsum(1.0 - y[np.argsort(-p)])
    left = [k for k in range(1, len(p)) if missed[k - 1] <= MOST_LEFT * k]
    # Half way, in log-odds, from the last kept mail to certainty: none of them may be deleted.
    worst = float(p[y < 0.5].max())
    return result | {
        "from_archive": round(1.0 - float(kept[max(good) - 1]), 4),
        "from_nothing": round(float(worthless[max(left) - 1]), 4) if left else 1.0,
        "from_delete": round(1.0 - (1.0 - worst) * MARGIN, 5),
        "fitted_on": float(len(rows)), "alpha": MOST_WRONG, "delta": 0.5,
    }  # fmt: skip


def crossed(sets: dict[str, list[Case]], without: str) -> list[tuple[dict[str, float], bool]]:
    """Signs and labels of all mails but one author's, each by weights that saw neither author."""
    rows: list[tuple[dict[str, float], bool]] = []
    for author, test in sets.items():
        if author == without:
            continue
        weights = fit([case for other in SETS if other not in (author, without) for case in sets[other]])
        for case, result in zip(test, extracted(test, weights), strict=True):
            found = result.passes[-1].signals
            rows.append(({k[5:]: v for k, v in found.items() if k.startswith("sign.")}, case.delete))
    return rows


def extracted(rows: list[Case], weights: RuleWeights | None, *, leave: bool = False) -> list[Extracted]:
    """Each mail's result, by the pipeline with the rules alone. `leave`: what is surely worthless stays."""
    settings = ExtractSettings(leave_worthless=leave)
    rules = RulesEngine(settings, weights)
    return [
        pipeline.extract(case.message, [Tier(rules)], lambda *_: Context(), settings, rules=rules)[0]
        for case in rows
    ]


def left_out(
    sets: dict[str, list[Case]],
    *,
    wrong: bool,
    leave: bool = False,
    labels: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Each author's mails by weights fitted on the others', and the total. `labels` gets one for each."""
    table: dict[str, Any] = {}
    total: Counter[str] = Counter()
    for author, test in sets.items():
        others = [other for other in SETS if other != author]
        weights = fit([case for other in others for case in sets[other]])
        weights = msgspec.structs.replace(weights, sure=second(crossed(sets, author)))
        results = extracted(test, weights, leave=leave)
        count = tally(test, results)
        total += count
        table[author] = figures(count)
        if labels is not None:
            labels += [_label(case, result) for case, result in zip(test, results, strict=True)]
        if wrong:
            for case, result in zip(test, results, strict=True):
                if (result.action == "delete") != case.delete:
                    print(f"    {case.row['id']} as {result.action}", file=sys.stderr)
    return {"authors": table, "total": figures(total)}


def _label(case: Case, result: Extracted) -> dict[str, Any]:
    last = result.passes[-1]
    return {
        "id": str(case.row["id"]), "raw": result.confidence.raw, "verb": "extract", "engine": last.engine,
        "model": last.model, "version": last.version, "kind": last.kind,
        "right": (result.action == "delete") == case.delete,
    }  # fmt: skip


def sealed(name: str) -> dict[str, Any]:
    """A set that rules are not mended by: totals of the shipped weights, never a single mail."""
    rows = cases(name)
    return figures(tally(rows, extracted(rows, None)))


def write(sets: dict[str, list[Case]]) -> None:
    """Fit on everything."""
    weights = fit([case for author in SETS for case in sets[author]])
    weights = msgspec.structs.replace(weights, sure=second(crossed(sets, "")))
    data = {
        "bias": weights.bias, "evidence": weights.evidence, "form": weights.form, "words": weights.words,
        "sure": weights.sure,
    }  # fmt: skip
    WEIGHTS.write_text(json.dumps(data, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{WEIGHTS.relative_to(ROOT)}: {', '.join(f'{len(data[k])} {k}' for k in list(data)[1:])}")


def show(result: dict[str, Any]) -> None:
    """The table, for people."""
    shown = ("mails", "action_accuracy", "action_macro_f1", "keep_deleted", "keep_deleted_surely",
             "worthless_kept", "types_recall", "types_precision", "asked_share", "wrong_unasked")  # fmt: skip
    print("left out".ljust(10), *shown)
    for author, row in [*result["authors"].items(), ("total", result["total"])]:
        print(author.ljust(10), *(str(row[name]).rjust(len(name)) for name in shown))


def main() -> int:
    """Print the table; with --write also fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="fit on all sets and write the weights")
    parser.add_argument("--leave", action="store_true", help="with extract.leave_worthless, as shipped")
    parser.add_argument("--wrong", action="store_true", help="name the mails on the wrong side")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--sealed", nargs="?", const=SEALED[0], choices=SEALED, help="a sealed set, as totals"
    )
    parser.add_argument("--labels", type=Path, help="write labels for edge calibrate")
    args = parser.parse_args()
    if args.sealed:
        print(json.dumps(sealed(args.sealed)))
        return 0
    read_once()
    sets = {author: cases(author) for author in (*SETS, *UNFITTED)}
    if args.write:
        write(sets)
    labels: list[dict[str, Any]] = []
    result = left_out(sets, wrong=args.wrong, leave=args.leave, labels=labels)
    if args.labels is not None:
        args.labels.write_text("\n".join(map(json.dumps, labels)) + "\n", encoding="utf-8")
    print(json.dumps(result)) if args.json else show(result)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
