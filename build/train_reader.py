"""Train the reader: which line of a window answers the question, or none. Resumes by default.

    python build/train_encoder.py              first: the reader starts from its weights
    python build/train_reader.py               190 s on one H100 with 12 processes that make examples

Evidence is one logit a token, averaged over each line; the first token's stands for "none of them". The
loss is the negative log-share of the lines that answer (Clark and Gardner 2018 normalise over all that is
shown alike). Beside it the exact words are learnt where they are known; that head does not ship. On a
processor take --size 16 --workers 0.
"""

from __future__ import annotations

import argparse
import os
from typing import Any

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # the makers of examples are processes

import torch
from checkpoint import Sitting, arguments, finished
from corpus import cases, encoder_folder, pairs, paragraphs
from encoder_measure import Model
from network import Encoder, Reader, device_of, mixed
from pretrained import plain
from reader_batches import Batch, batches
from reader_examples import Maker
from reader_measure import OnArticles, OnDocuments, by_line
from reader_mining import mined
from reader_texts import Articles, own_cases
from torch import Tensor
from torch.nn import functional

SPAN = 0.4  # weight of the loss of the exact words
FAR = -1e4


def loss_of(reader: Reader, batch: Batch) -> tuple[Tensor, Tensor]:
    """(evidence, exact words)"""
    with mixed(batch.ids.device):
        tokens, start, end = reader(batch.ids, batch.mask, batch.types)
    lines = by_line(tokens.float(), batch.line, batch.gold.shape[1] - 1)
    right = torch.logsumexp(lines.masked_fill(~batch.gold, FAR), 1)
    evidence = (torch.logsumexp(lines, 1) - right).mean()
    allowed = batch.types.bool() & batch.mask
    allowed[:, 0] = True  # no words
    wall = (~allowed) * FAR
    words = functional.cross_entropy(start.float() + wall, batch.first, reduction="none")
    words = words + functional.cross_entropy(end.float() + wall, batch.last, reduction="none")
    return evidence, (words * batch.known).sum() / batch.known.sum().clamp(min=1) / 2


def load_encoder(device: torch.device) -> Model:
    """The trained encoder and its tokenizer."""
    weights = finished("encoder")
    encoder = Encoder(len(weights["words.weight"]))
    encoder.load_state_dict(weights)
    return encoder.to(device).eval(), plain(encoder_folder() / "tokenizer.json")


def maker_of(model: Model, device: torch.device, seed: int) -> Maker:
    """What makes the examples, over all training texts."""
    tokenizer = model[1]
    held = [Articles(paragraphs(f"{name}/train.jsonl.gz"), tokenizer) for name in ("squad", "piaf")]
    near = [mined(one, model, device) for one in held]
    own = own_cases([case for case in cases() if case.split == "fit"], tokenizer)
    return Maker(held, near, own, sorted(pairs(), key=lambda pair: pair.source), tokenizer, seed=seed)


def begun(encoder: Encoder, dropout: float, seed: int) -> Reader:
    """A reader with the encoder's weights. Word table and places stay as they are, so one table could serve
    both.
    """
    torch.manual_seed(seed)
    reader = Reader(len(encoder.words.weight), dropout)
    missing, unexpected = reader.load_state_dict(encoder.state_dict(), strict=False)
    assert not unexpected and {name.split(".")[0] for name in missing} == {"evidence", "span"}
    reader.words.weight.requires_grad_(False)
    reader.places.weight.requires_grad_(False)
    return reader


def train(given: argparse.Namespace) -> None:
    """Until the steps, the minutes or the patience of whoever started it are over."""
    device = device_of(given.device)
    model = load_encoder(device)
    maker = maker_of(model, device, given.seed)
    sets = {name: OnArticles(name, model, device) for name in ("squad", "piaf")}
    own = OnDocuments(model[1])
    reader = begun(model[0], given.dropout, given.seed).to(device).train()
    learnt = [p for p in reader.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in learnt if p.ndim > 1], "weight_decay": 0.01},
        {"params": [p for p in learnt if p.ndim == 1], "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=given.rate, betas=(0.9, 0.98), fused=True)
    sitting = Sitting("reader", reader, optimiser, given)
    losses: tuple[Tensor, ...] = ()

    def report() -> dict[str, Any]:
        told = {k: round(v.item(), 3) for k, v in zip(("evidence", "words"), losses, strict=False)}
        found = {name: one.figures(reader, device) for name, one in sets.items()}
        return {**told, **found, "own": own.figures(reader, device)}

    sitting.note(
        "begin",
        device=str(device),
        questions=[len(one.questions) for one in maker.articles],
        own=len(maker.own),
    )
    pinned = device.type == "cuda"
    for batch in batches(maker, given.size, sitting.step, given.steps, given.workers, pinned=pinned):
        if sitting.over:
            break
        sitting.begin(least=0.02)
        losses = loss_of(reader, batch.to(device))
        sitting.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(losses[0] + SPAN * losses[1])
        torch.nn.utils.clip_grad_norm_(learnt, 1.0)
        sitting.optimiser.step()
        sitting.end(report)
    sitting.save()
    sitting.note("end", **report())


def main() -> None:
    parser = arguments(__doc__, steps=7_441)
    parser.add_argument("--size", type=int, default=192, help="examples of a batch")
    parser.add_argument("--rate", type=float, default=2.5e-4, help="learning rate")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument(
        "--workers", type=int, default=min(12, (os.cpu_count() or 1) - 1), help="make examples"
    )
    train(parser.parse_args())


if __name__ == "__main__":
    main()
