"""Train the reader that ships further, on labelled questions over documents, where there is no GPU.

    python build/reading_cases.py                   first: the questions with what the product finds
    python build/tune_reader.py                     two cores of a laptop or server, an hour; resumes

Begins with the weights under `models/`, or of `--reader`. Each step takes questions, for each a window that
answers (where one does) and others that were found beside it. The loss is that of `train_reader.py` for each
window, and the share of the answering lines among *all* lines of the question's windows, each less its
window's "none" (normalised over paragraphs: Clark and Gardner 2018): that is how edge compares them. Articles
of SQuAD and PIAF are read again beside, so that nothing is forgotten.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from checkpoint import Sitting, arguments
from corpus import cases, encoder_folder, paragraphs
from network import POSITIONS, Reader, device_of
from pretrained import own_names, plain
from reader_batches import collate
from reader_examples import Example, Maker
from reader_groups import WINDOWS, Groups
from reader_measure import OnDocuments, by_line
from reader_texts import Articles, own_cases
from shipped_reader import PATH, shipped_reader
from torch import Tensor
from torch.nn import functional

ROOT = Path(__file__).resolve().parent.parent
FAR = -1e4
TOGETHER = 5  # windows of one run
#: What the reader of `train_reader.py` has learnt from: read again beside what is new.
LEARNT = ("manuals/*", "reading/en-c", "reading/fr-c")
FROZEN = 2  # lowest layers that stay as they are


def lines_of(reader: Reader, examples: list[Example], device: torch.device) -> tuple[Tensor, Tensor]:
    """The logits of none and of each line (examples, 1 + lines), FAR where no line is, and which are gold.

    Examples alike in length run together, so that little is read for nothing.
    """
    order = sorted(range(len(examples)), key=lambda n: len(examples[n].ids))
    widest = 1 + max(max(one.line) + 1 for one in examples)
    logits, golds = list[Tensor](), list[Tensor]()
    for first in range(0, len(order), TOGETHER):
        batch = collate([examples[n] for n in order[first : first + TOGETHER]]).to(device)
        tokens, _, _ = reader(batch.ids, batch.mask, batch.types)
        lines = by_line(tokens.float(), batch.line, batch.gold.shape[1] - 1)
        room = (0, widest - lines.shape[1])
        logits.append(functional.pad(lines, room, value=FAR))
        golds.append(functional.pad(batch.gold, room))
    back = torch.tensor(order, device=device).argsort()
    return torch.cat(logits)[back], torch.cat(golds)[back]


def loss_of(lines: Tensor, gold: Tensor, questions: int) -> tuple[Tensor, Tensor]:
    """(of each window, of all windows of a question together)"""
    each = torch.logsumexp(lines, 1) - torch.logsumexp(lines.masked_fill(~gold, FAR), 1)
    own = questions * WINDOWS
    odds = (lines[:own, 1:] - lines[:own, :1]).clamp(min=FAR).view(questions, -1)
    answers = gold[:own, 1:].reshape(questions, -1)
    there = answers.any(1)
    best = torch.logsumexp(odds.masked_fill(~answers, FAR), 1)
    together = torch.logsumexp(odds, 1) - best
    return each.mean(), (together * there).sum() / there.sum().clamp(min=1)


def train(given: argparse.Namespace) -> None:
    device = device_of(given.device)
    tokenizer = plain(encoder_folder() / "tokenizer.json")
    published = {name: torch.from_numpy(value) for name, value in shipped_reader(given.reader).items()}
    name = "embeddings.position_embeddings.weight"
    published[name] = functional.pad(published[name], (0, 0, 0, POSITIONS - len(published[name])))
    weights = own_names(published)
    torch.manual_seed(given.seed)
    reader = Reader(len(weights["words.weight"]), given.dropout)
    missing, unexpected = reader.load_state_dict(weights, strict=False)
    assert not unexpected and {name.split(".")[0] for name in missing} == {"span"}
    reader.to(device).train()
    for part in (reader.words, reader.places, reader.types, reader.norm, *reader.layers[:FROZEN]):
        part.requires_grad_(False)
    held = [Articles(paragraphs(f"{name}/train.jsonl.gz"), tokenizer) for name in ("squad", "piaf")]
    near = [np.full((len(one.questions), 1), -1, np.int32) for one in held]
    fit = [case for case in cases() if case.split == "fit"]
    learnt_from = [file for of in LEARNT for file in (ROOT / "datasets").glob(f"{of}/documents/*")]
    known = {file.name.partition(".")[0] for file in learnt_from}
    if given.known:  # a further serving of documents: what was learnt in the ones before
        known |= set(given.known.read_text(encoding="utf-8").split())
    new = own_cases([case for case in fit if case.document not in known], tokenizer)
    old = own_cases([case for case in fit if case.document in known], tokenizer)
    if not new:
        raise SystemExit("No case is of a document that the reader has not learnt from: make more of them.")
    groups = Groups(new, Maker(held, near, old, [], tokenizer, seed=given.seed), given.seed)
    measured = OnDocuments(tokenizer, most=given.most)
    learnt = [p for name, p in reader.named_parameters() if p.requires_grad and not name.startswith("span")]
    optimiser = torch.optim.AdamW(
        [
            {"params": [p for p in learnt if p.ndim > 1], "weight_decay": 0.01},
            {"params": [p for p in learnt if p.ndim == 1], "weight_decay": 0.0},
        ],
        lr=given.rate, betas=(0.9, 0.98),
    )  # fmt: skip
    sitting = Sitting("tuned", reader, optimiser, given)
    ran: list[tuple[float, float]] = []

    def report() -> dict[str, Any]:
        told = [round(float(np.mean(of)), 3) for of in zip(*ran[-50:], strict=True)]
        return {"losses": told, "own": measured.figures(reader, device)}

    sitting.note("begin", new=len(new), old=len(old))
    while not sitting.over:
        examples = groups.at(sitting.step - given.since, given.questions, given.articles)
        sitting.begin(least=0.02)
        each, together = loss_of(*lines_of(reader, examples, device), given.questions)
        sitting.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(each + together)
        torch.nn.utils.clip_grad_norm_(learnt, 1.0)
        sitting.optimiser.step()
        ran.append((each.item(), together.item()))
        sitting.end(report)
    sitting.save()
    sitting.note("end", **report())


def main() -> None:
    parser = arguments(__doc__, steps=1_600)
    parser.add_argument("--reader", type=Path, default=PATH, help="an exported one, to begin with")
    parser.add_argument("--known", type=Path, help="names of documents that earlier servings had")
    parser.add_argument("--since", type=int, default=0, help="the step at which this serving began")
    parser.add_argument("--questions", type=int, default=8, help="of documents, in a step")
    parser.add_argument("--articles", type=int, default=3, help="windows of articles, in a step")
    parser.add_argument("--most", type=int, default=150, help="questions to measure on")
    parser.add_argument("--rate", type=float, default=1e-4, help="learning rate")
    parser.add_argument("--dropout", type=float, default=0.1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
