"""Train the bilingual encoder: MiniLM's English vectors, reached from both languages. Resumes by default.

    python build/bilingual_vocabulary.py       once: the vocabulary and its first rows
    python build/reading_cases.py              once: questions over documents with the passages found for them
    python build/train_encoder.py              200 s on one H100; ends sooner on SIGTERM or after --minutes

The student maps a French sentence to the vector the teacher gives its English translation (Reimers and
Gurevych 2020), English to the teacher's own; the batch's other targets push away a little (InfoNCE). From
an eighth of the way on, questions also learn to find their paragraph among those of the same articles. For
the last fifth the word table is held at the 4 bits that ship, and the layers learn around it. On a
processor take --tokens 2048 and days.
"""

from __future__ import annotations

import argparse
import os
import random
from typing import Any

os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")

import torch
from checkpoint import Sitting, arguments
from corpus import cases, pairs, paragraphs
from encoder_lessons import Drawn, Searches, lessons, of_articles, of_documents, without_end
from encoder_measure import Measure, Model, rows_of
from network import Encoder, device_of, four_bits, mixed
from pretrained import load_student, load_teacher
from torch import Tensor
from torch.nn import functional

TEMPERATURE = 0.05
PUSH, SEARCH = 0.05, 0.4  # weight of the push from other targets, of the loss of a search
SEARCH_FROM, HELD_FROM = 0.12, 0.8  # share of the way: searches begin, the table stays at 4 bits
PAGE = 224  # tokens of a paragraph in a search
SHARES = {"squad": 0.6, "piaf": 0.2, "own": 0.35}


class Teacher:
    """The teacher's vectors of the targets, each computed when it is first wanted."""

    def __init__(self, targets: list[str], device: torch.device) -> None:
        encoder, self.tokenizer = load_teacher()
        self.encoder, self.rows = encoder.to(device), rows_of(self.tokenizer, targets, device)
        self.known = torch.zeros(len(targets), dtype=torch.bool, device=device)
        self.vectors = torch.zeros(len(targets), 384, device=device)

    @torch.no_grad()
    def of(self, numbers: Tensor) -> Tensor:
        """(targets, 384)"""
        fresh = torch.unique(numbers[~self.known[numbers]])
        if len(fresh):
            with mixed(self.rows.device):
                self.vectors[fresh] = self.encoder(*self.rows.batch(fresh, 256)).float()
            self.known[fresh] = True
        return self.vectors[numbers]


class Lookups:
    """A set of questions and paragraphs on the device."""

    def __init__(self, searches: Searches, model: Model, device: torch.device) -> None:
        self.searches = searches
        self.questions = rows_of(model[1], searches.questions, device)
        self.paragraphs = rows_of(model[1], searches.paragraphs, device)

    def loss(self, encoder: Encoder, drawn: Drawn) -> Tensor:
        """InfoNCE: each question its own paragraph among those drawn."""
        device = self.questions.device
        questions = encoder(*self.questions.batch(torch.tensor(drawn.questions, device=device), 256))
        pages = encoder(*self.paragraphs.batch(torch.tensor(drawn.paragraphs, device=device), PAGE))
        return functional.cross_entropy(
            questions @ pages.T / TEMPERATURE, torch.tensor(drawn.answers, device=device)
        )


def likeness(made: Tensor, target: Tensor, which: Tensor) -> Tensor:
    """1 - cosine, and the push from the others. Rows that share their target do not push each other."""
    own = torch.eye(len(which), dtype=torch.bool, device=which.device)
    scores = (made @ target.T / TEMPERATURE).masked_fill((which[:, None] == which) & ~own, -1e4)
    push = functional.cross_entropy(scores, torch.arange(len(which), device=which.device))
    return 1 - (made * target).sum(1).mean() + PUSH * push


def optimiser_of(encoder: Encoder, rate: float, table_rate: float) -> torch.optim.Optimizer:
    """AdamW; the word table learns three times as fast, places and types not at all."""
    encoder.places.weight.requires_grad_(False)
    encoder.types.weight.requires_grad_(False)
    layers = [p for n, p in encoder.named_parameters() if p.requires_grad and n != "words.weight"]
    return torch.optim.AdamW(
        [
            {"params": [encoder.words.weight], "lr": table_rate, "weight_decay": 0.0},
            {"params": [p for p in layers if p.ndim > 1], "lr": rate, "weight_decay": 0.01},
            {"params": [p for p in layers if p.ndim == 1], "lr": rate, "weight_decay": 0.0},
        ],
        betas=(0.9, 0.98),
        fused=True,
    )


def hold(encoder: Encoder) -> None:
    """From here on the table is what ships."""
    if encoder.words.weight.requires_grad:
        with torch.no_grad():
            encoder.words.weight.copy_(four_bits(encoder.words.weight))
        encoder.words.weight.requires_grad_(False)
        encoder.words.weight.grad = None


def train(given: argparse.Namespace) -> None:
    """Until the steps, the minutes or the patience of whoever started it are over."""
    device = device_of(given.device)
    encoder, tokenizer = load_student()
    encoder.to(device).train()
    sitting = Sitting("encoder", encoder, optimiser_of(encoder, given.rate, given.table_rate), given)
    squad, piaf = paragraphs("squad/train.jsonl.gz"), paragraphs("piaf/train.jsonl.gz")
    texts, target, targets = lessons(sorted(pairs(), key=lambda pair: pair.source), squad, given.seed)
    reads, which_of = rows_of(tokenizer, texts, device), torch.tensor(target, device=device)
    teacher = Teacher(targets, device)
    sets = [of_articles("squad", squad), of_articles("piaf", piaf, bare=True), of_documents(cases())]
    lookups = {one.name: Lookups(one, (encoder, tokenizer), device) for one in sets}
    measure = Measure((encoder, tokenizer), (teacher.encoder, teacher.tokenizer), device)
    sitting.note("begin", device=str(device), texts=len(texts), tokens=int(reads.lengths.sum()), **measure())
    told: dict[str, Tensor] = {}

    def report() -> dict[str, Any]:
        return {f"loss_{name}": round(value.item(), 4) for name, value in told.items()} | measure()

    for chosen in without_end(reads.lengths.cpu().numpy(), given.seed, given.tokens, sitting.step):
        if sitting.over:
            break
        sitting.begin(least=0.03)
        if sitting.done >= HELD_FROM:
            hold(encoder)
        numbers = torch.from_numpy(chosen).to(device)
        which = which_of[numbers]
        wanted = teacher.of(which)
        with mixed(device):
            made = encoder(*reads.batch(numbers, 256))
        loss = told["text"] = likeness(made, wanted, which)
        if sitting.done > SEARCH_FROM:
            rng = random.Random(f"{given.seed} search {sitting.step}")
            name = rng.choices(list(SHARES), list(SHARES.values()))[0]
            with mixed(device):
                told[name] = lookups[name].loss(encoder, lookups[name].searches.draw(rng))
            loss = loss + SEARCH * told[name]
        sitting.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_([p for p in encoder.parameters() if p.requires_grad], 1.0)
        sitting.optimiser.step()
        sitting.end(report)
    if sitting.done >= 1:
        hold(encoder)
    sitting.save()
    sitting.note("end", **report())


def main() -> None:
    parser = arguments(__doc__, steps=1_358)
    parser.add_argument("--tokens", type=int, default=49_152, help="of a batch")
    parser.add_argument("--rate", type=float, default=4e-4, help="learning rate of the layers")
    parser.add_argument("--table-rate", type=float, default=1.2e-3, help="learning rate of the word table")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
