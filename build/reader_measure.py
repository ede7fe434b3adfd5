"""How good a reader is on what it was not taught: does the best line answer, and is it surer where one
does?
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from corpus import cases, paragraphs
from encoder_measure import Model
from network import Reader, mixed
from numpy.typing import NDArray
from reader_batches import collate
from reader_examples import Example, Window
from reader_mining import mined
from reader_texts import QUESTION, Articles, own_cases
from torch import Tensor

Floats = NDArray[np.float32]
FULL = 190  # tokens of the lines of a window, about, as in edge/engines/onnx/evidence.py
LONGEST = 384  # tokens of a development paragraph with its question, whole


def by_line(evidence: Tensor, line: Tensor, count: int) -> Tensor:
    """(batch, 1 + count): the first token's logit, which says none, then each line's mean; -1e4 where no
    line is.
    """
    place = (line + 1).clamp(min=0)
    empty = torch.zeros(len(line), count + 1, device=evidence.device)
    total = empty.scatter_add(1, place, torch.where(line >= 0, evidence, 0.0))
    size = empty.scatter_add(1, place, (line >= 0).float())
    mean = torch.where(size > 0, total / size.clamp(min=1), -1e4)
    return torch.cat([evidence[:, :1], mean[:, 1:]], 1)


@torch.inference_mode()
def odds(reader: Reader, examples: Sequence[Example], device: torch.device, size: int = 256) -> list[Floats]:
    """For each example its lines' logits less that of none."""
    training = reader.training
    reader.eval()
    found: list[Floats] = [np.zeros(0, np.float32)] * len(examples)
    order = sorted(range(len(examples)), key=lambda n: len(examples[n].ids))
    for at in range(0, len(order), size):
        group = order[at : at + size]
        batch = collate([examples[n] for n in group]).to(device)
        with mixed(device):
            evidence, _, _ = reader(batch.ids, batch.mask, batch.types)
        means = by_line(evidence.float(), batch.line, batch.gold.shape[1] - 1)
        for n, row in zip(group, (means[:, 1:] - means[:, :1]).cpu().numpy(), strict=True):
            found[n] = row
    reader.train(training)
    return found


def auroc(yes: Sequence[float], no: Sequence[float]) -> float | None:
    """The share of pairs in which the one of `yes` is the larger; None where there is no pair."""
    if not yes or not no:
        return None
    rank = np.concatenate([yes, no]).argsort().argsort() + 1.0
    return round(float((rank[: len(yes)].sum() - len(yes) * (len(yes) + 1) / 2) / (len(yes) * len(no))), 3)


class OnArticles:
    """Questions of SQuAD or PIAF on their paragraph, on the nearest wrong one, and those that nothing
    answers.
    """

    def __init__(self, name: str, model: Model, device: torch.device, most: int = 500) -> None:
        held = Articles(paragraphs(f"{name}/dev.jsonl"), model[1])
        chosen = random.Random(5).sample(range(len(held.questions)), min(most, len(held.questions)))
        near = mined(held, model, device)
        self.right, self.wrong, self.gold = list[Example](), list[Example](), list[set[int]]()

        def window(question: Sequence[int], paragraph: int) -> Example:
            title, first, last, _ = held.paragraphs[paragraph]
            made = Window(question, held.titles[title], LONGEST)
            for n in range(first, last):
                made.add(n - first, held.sentences[n])
            return made.example(name)

        for n in chosen:
            asked = held.questions[n]
            _, first, last, _ = held.paragraphs[asked.paragraph]
            lines = [held.texts[k].lower() for k in range(first, last)]
            self.right.append(window(held.asked[n], asked.paragraph))
            self.gold.append({k for k, line in enumerate(lines) if any(one in line for one in asked.answers)})
            if near[n][0] >= 0:
                self.wrong.append(window(held.asked[n], int(near[n][0])))
        ids = model[1].encode
        self.gone = [
            window(ids(question, add_special_tokens=False).ids[:QUESTION], paragraph)
            for paragraph, question in held.unanswerable[:most]
        ]

    def figures(self, reader: Reader, device: torch.device) -> dict[str, Any]:
        """`top`: percent whose best line answers. AUROC of its odds: there against wrong, against gone."""
        right = odds(reader, self.right, device)
        top = np.mean([int(row.argmax()) in gold for row, gold in zip(right, self.gold, strict=True)])
        best = [float(row.max()) for row in right]
        found: dict[str, Any] = {"top": round(100 * float(top), 1)}
        for name, held in (("wrong", self.wrong), ("gone", self.gone)):
            found[name] = auroc(best, [float(row.max()) for row in odds(reader, held, device)])
        return found


class OnDocuments:
    """Cases of the documents left out ("calibration"): all windows of a question together."""

    def __init__(self, tokenizer: Any, most: int | None = None) -> None:
        held = [case for case in cases() if case.split != "fit"]
        if most is not None:
            held = random.Random(5).sample(held, min(most, len(held)))
        self.cases = own_cases(held, tokenizer)
        self.windows, self.of = list[Example](), list[tuple[int, set[int]]]()
        for number, case in enumerate(self.cases):
            for it in case.passages:
                at = 0
                while at < len(it.lines):
                    made, first, size = Window(case.question, it.head), at, 0
                    while at < len(it.lines) and (at == first or size + len(it.lines[at]) < FULL):
                        made.add(at - first, it.lines[at], it.above[at])
                        size += len(it.lines[at])
                        at += 1
                    self.windows.append(made.example("own"))
                    self.of.append((number, {n - first for n in it.gold if first <= n < at}))

    def figures(self, reader: Reader, device: torch.device) -> dict[str, Any]:
        """`top`: percent whose best line answers, where one does. AUROC of its odds: an answer there
        against none (`there`), and right against wrong or none (`right`).
        """
        best: dict[int, tuple[float, bool]] = {}
        for row, (number, gold) in zip(odds(reader, self.windows, device), self.of, strict=True):
            if len(row) and (number not in best or row.max() > best[number][0]):
                best[number] = float(row.max()), int(row.argmax()) in gold
        there = {n for n, case in enumerate(self.cases) if any(it.gold for it in case.passages)} & best.keys()
        found: dict[str, Any] = {"questions": len(there)}
        for name in ("", "en", "fr"):
            own = [best[n][1] for n in there if self.cases[n].language.startswith(name)]
            found[f"top_{name}".rstrip("_")] = round(100 * float(np.mean(own)), 1) if own else None
        found["there"] = auroc([best[n][0] for n in there], [best[n][0] for n in best.keys() - there])
        right = [odds for odds, gold in best.values() if gold]
        return found | {"right": auroc(right, [odds for odds, gold in best.values() if not gold])}
