"""Fit the weights of the rules' action (`assets/rules/weights.json`) on the mails of `datasets/mail`

    python build/fit_rules.py                 the table: each author's mails by weights of the others
    python build/fit_rules.py --write         also fit on all of them, and write the weights
    python build/fit_rules.py --wrong         also each mail on the wrong side

A logistic regression with an L2 penalty, by Newton steps in the space of the mails (there are fewer of them
than features). A word counts where at least three mails of two senders have it: nothing rests on one mail.
Judge by the table alone: what is written has seen every one of these mails.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from edge.config import ExtractSettings  # noqa: E402
from edge.extract.rules.action import is_sure, may_go  # noqa: E402
from edge.extract.rules.clause_values import gather_values  # noqa: E402
from edge.extract.rules.deletion_evidence import plain, weigh  # noqa: E402
from edge.extract.rules.features import form, vocabulary  # noqa: E402
from edge.extract.rules.fitted import PERSON, caution, strength  # noqa: E402
from edge.extract.rules.one_time_code import holds_passing_code  # noqa: E402
from edge.extract.rules.parsed_message import read  # noqa: E402
from edge.extract.rules.value_evidence import facts  # noqa: E402
from edge.messages.from_json import of_json  # noqa: E402

MAILS = ROOT / "datasets" / "mail"
OUT = ROOT / "assets" / "rules" / "weights.json"
#: One set, one author. The last is of whoever made this script: it teaches, and its row says little.
SETS = ("awkward", "own", "mails_2", "mails_3", "mails_4")

LEAST_MAILS, LEAST_SENDERS = 3, 2
PENALTY = 1.0
WORD_PENALTY = 2.0  # words are many: each is held back more than a sign
HAND = 0.25  # share of the hand-set weights: chosen by the table
CAREFUL = 0.2  # log-odds taken off: a mail lost costs more than a mail kept
LEAST_WEIGHT = 0.01


@dataclass(frozen=True)
class Case:
    id: str
    delete: bool
    sender: str
    features: dict[str, float]  # "sign:", "form:" and "word:" and a name
    hand: float
    caution: float  # see `edge.extract.rules.fitted.caution`
    code: bool  # a passing code is its matter

    @property
    def signs(self) -> set[str]:
        return {key[5:] for key in self.features if key.startswith("sign:")}


def cases(name: str) -> list[Case]:
    """The mails of one set."""
    settings = ExtractSettings()
    found = []
    for line in (MAILS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        message = of_json({key: value for key, value in row.items() if key != "expected"}, settings)
        reading = read(message)
        gathered = gather_values(reading, settings.country)
        known = facts(gathered)
        signs = plain(reading, known)
        features = {f"sign:{sign.name}": strength(sign) for sign in signs}
        if reading.sender.person >= PERSON:
            features |= {f"sign:person.{sign.name}": strength(sign) for sign in signs}
        features |= {f"form:{key}": value for key, value in form(reading, gathered).items()}
        features |= {f"word:{word}": 1.0 for word in vocabulary(reading)}
        hand = sum(sign.weight for sign in weigh(signs, reading, known))
        delete = row["expected"]["action"] == "delete"
        found.append(
            Case(
                row["id"], delete, message.sender, features, hand, caution(reading, hand),
                holds_passing_code(reading),
            )
        )  # fmt: skip
    return found


def names(train: list[Case]) -> list[str]:
    """Features that enough mails of enough senders have."""
    mails: dict[str, int] = defaultdict(int)
    senders: dict[str, set[str]] = defaultdict(set)
    for case in train:
        for name in case.features:
            mails[name] += 1
            senders[name].add(case.sender)
    return sorted(
        name for name, count in mails.items() if count >= LEAST_MAILS and len(senders[name]) >= LEAST_SENDERS
    )


def matrix(found: list[Case], columns: list[str]) -> np.ndarray:
    """A row a case, a column a feature."""
    place = {name: at for at, name in enumerate(columns)}
    result = np.zeros((len(found), len(columns)))
    for row, case in enumerate(found):
        for name, value in case.features.items():
            if name in place:
                result[row, place[name]] = value
    return result


def fit(train: list[Case], columns: list[str]) -> tuple[np.ndarray, float]:
    """Weights and bias. The hand-set weights are given, so what is fitted is what they leave."""
    penalty = PENALTY * np.array([WORD_PENALTY if name.startswith("word:") else 1.0 for name in columns])
    x = matrix(train, columns) / np.sqrt(penalty)
    y = np.array([float(case.delete) for case in train])
    given = HAND * np.array([case.hand for case in train])
    kernel = x @ x.T
    dual, bias = np.zeros(len(y)), 0.0
    one = np.ones(len(y))
    for _ in range(60):
        score = kernel @ dual + bias
        p = 1.0 / (1.0 + np.exp(-np.clip(score + given, -30.0, 30.0)))
        spread = np.maximum(p * (1.0 - p), 1e-6)
        target = score - (p - y) / spread
        solved = np.linalg.solve(kernel + np.diag(1.0 / spread), np.stack([target, one], axis=1))
        new_bias = float((one @ solved[:, 0]) / (one @ solved[:, 1]))
        new = solved[:, 0] - new_bias * solved[:, 1]
        moved = float(np.abs(new - dual).max())
        dual, bias = new, new_bias
        if moved < 1e-7:
            break
    return x.T @ dual / np.sqrt(penalty), bias


def left_out(sets: dict[str, list[Case]], wrong: bool) -> None:
    """Each set by weights of the others, beside the hand-set weights."""
    print("left out     mails  by hand  fitted  kept deleted  ... surely  worthless kept  deleted surely")
    for name, test in sets.items():
        train = [case for other, found in sets.items() if other != name for case in found]
        columns = names(train)
        weights, bias = fit(train, columns)
        given = np.array([HAND * case.hand + case.caution for case in test])
        scores = matrix(test, columns) @ weights + bias - CAREFUL + given
        labels = np.array([case.delete for case in test])
        hand = np.array([case.hand for case in test]) > HAND_BIAS
        going = (scores > 0) & np.array([may_go(case.signs, headed=bool(case.sender)) for case in test])
        right = going == labels
        sure = np.array(
            [
                gone and is_sure(case.signs, score, case.hand, code=case.code)
                for case, score, gone in zip(test, scores, going, strict=True)
            ]
        )
        counts = [
            going & ~labels, sure & ~labels, ~going & labels, sure & labels,
        ]  # fmt: skip
        deleted, surely, left, gone = (int(count.sum()) for count in counts)
        print(
            f"{name:12} {len(test):5}  {np.mean(hand == labels):7.3f}  {right.mean():6.3f}  "
            f"{deleted:4} of {int((~labels).sum()):3}  {surely:8}  "
            f"{left:8} of {int(labels.sum()):3}  {gone:12}"
        )
        if wrong:
            for case, score, good in zip(test, scores, right, strict=True):
                if not good:
                    print(
                        f"    {case.id} {'worthless' if case.delete else 'KEPT'} {score:+.2f} {case.sender}"
                    )


#: What the sum of the hand-set weights had to pass before weights were fitted.
HAND_BIAS = 0.9


def write(sets: dict[str, list[Case]]) -> None:
    """Fit on everything."""
    train = [case for found in sets.values() for case in found]
    columns = names(train)
    weights, bias = fit(train, columns)
    parts: dict[str, dict[str, float]] = {"sign": {}, "form": {}, "word": {}}
    for column, weight in zip(columns, weights, strict=True):
        kind, _, name = column.partition(":")
        if kind == "sign" or abs(weight) >= LEAST_WEIGHT:
            parts[kind][name] = round(float(weight), 3)
    data = {
        "bias": round(bias - CAREFUL, 3),
        "hand": HAND,
        "signs": parts["sign"],
        "form": parts["form"],
        "words": parts["word"],
    }
    OUT.write_text(json.dumps(data, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(
        f"{OUT}: {', '.join(f'{len(found)} {kind}s' for kind, found in parts.items())}, of {len(train)} mails"
    )


def main() -> int:
    """Print the table; with --write also fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="fit on all sets and write the weights")
    parser.add_argument("--wrong", action="store_true", help="print the mails on the wrong side")
    given = parser.parse_args()
    sets = {name: cases(name) for name in SETS if (MAILS / f"{name}.jsonl").is_file()}
    left_out(sets, given.wrong)
    if given.write:
        write(sets)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
