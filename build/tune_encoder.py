"""Train the encoder that ships further, on labelled questions over documents, where there is no GPU.

    python build/reading_cases.py                   first: the questions with what the product finds
    python build/tune_encoder.py                    two cores of a laptop or server, a quarter of an hour
    python build/export_networks.py --tuned encoder

Begins with the weights under `models/`. A question learns to find its passage among those of its own document
and of some others, most of them on other matters of the same paper (InfoNCE, van den Oord et al. 2018).
Beside it questions of SQuAD and PIAF find their paragraphs, and both sides of a translation keep the vector
that the English one had, so that nothing is forgotten. The table of words stays as it is: the reader reads
it too.
"""

from __future__ import annotations

import argparse
import copy
import random
from typing import Any

import torch
from checkpoint import Sitting, arguments
from corpus import cases, encoder_folder, pairs, paragraphs
from encoder_lessons import Drawn, Searches, of_articles, of_documents
from encoder_measure import rows_of, shares
from network import POSITIONS, Encoder, Rows, device_of, embed
from pretrained import own_names, plain
from shipped_networks import shipped_encoder
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

FROZEN = 2  # lowest layers that stay as they are
TEMPERATURE, PAGE = 0.05, 224  # as in train_encoder.py
TRANSLATIONS = 40_000  # of those there are, in no order
TOGETHER = 12  # texts of one run, alike in length
ARTICLES = 0.5  # weight of the loss of a search in articles, and of what keeps translations where they were
KEEP = 4.0


def shipped() -> tuple[Encoder, Tokenizer]:
    """The encoder under `models/` and its pieces."""
    published = {name: torch.from_numpy(value) for name, value in shipped_encoder().items()}
    name = "embeddings.position_embeddings.weight"
    published[name] = functional.pad(published[name], (0, 0, 0, POSITIONS - len(published[name])))
    weights = own_names(published)
    encoder = Encoder(len(weights["words.weight"]))
    encoder.load_state_dict(weights)
    return encoder, plain(encoder_folder() / "tokenizer.json")


def vectors(encoder: Encoder, rows: Rows, numbers: list[int], longest: int = 96) -> Tensor:
    """(texts, 384). Texts alike in length run together, so that little is read for nothing."""
    order = torch.tensor(numbers)[rows.lengths[torch.tensor(numbers)].argsort()]
    made = torch.cat([encoder(*rows.batch(part, longest)) for part in order.split(TOGETHER)])
    place = {number: at for at, number in enumerate(order.tolist())}
    return made[[place[number] for number in numbers]]


class Finds:
    """Questions that are to find their passages."""

    def __init__(self, searches: Searches, tokenizer: Tokenizer, device: torch.device) -> None:
        self.searches = searches
        self.questions = rows_of(tokenizer, searches.questions, device)
        self.passages = rows_of(tokenizer, searches.paragraphs, device)

    def loss(self, encoder: Encoder, drawn: Drawn) -> Tensor:
        """InfoNCE: each question its own passage among those drawn."""
        asked = vectors(encoder, self.questions, drawn.questions)
        found = vectors(encoder, self.passages, drawn.paragraphs, PAGE)
        answers = torch.tensor(drawn.answers, device=asked.device)
        return functional.cross_entropy(asked @ found.T / TEMPERATURE, answers)


class Held:
    """Questions on documents that are not learnt from, and on articles: how many find their passage."""

    def __init__(self, tokenizer: Tokenizer, device: torch.device, most: int) -> None:
        apart = of_documents(cases(), "calibration")
        articles = of_articles("piaf", paragraphs("piaf/dev.jsonl"))
        self.sets = {
            one.name: (
                rows_of(tokenizer, one.questions[:: one.every(most)], device),
                torch.tensor(one.answers[:: one.every(most)], device=device),
                rows_of(tokenizer, one.paragraphs, device),
            )
            for one in (apart, articles)
        }

    def figures(self, encoder: Encoder) -> dict[str, list[float]]:
        """Percent first, and among the first five."""
        return {
            name: shares(embed(encoder, questions) @ embed(encoder, pages).T, answers)
            for name, (questions, answers, pages) in self.sets.items()
        }


def train(given: argparse.Namespace) -> None:
    device = device_of(given.device)
    encoder, tokenizer = shipped()
    encoder.to(device)
    before = copy.deepcopy(encoder).eval()
    encoder.train()
    for part in (encoder.words, encoder.places, encoder.types, encoder.norm, *encoder.layers[:FROZEN]):
        part.requires_grad_(False)
    own: Searches = of_documents(cases())
    documents = Finds(own, tokenizer, device)
    articles = [
        Finds(of_articles(name, paragraphs(f"{name}/train.jsonl.gz")), tokenizer, device)
        for name in ("squad", "piaf")
    ]
    translated = [(pair.english, pair.french) for pair in pairs()[:TRANSLATIONS]]
    english, french = (rows_of(tokenizer, side, device) for side in zip(*translated, strict=True))
    held = Held(tokenizer, device, given.most)
    learnt = [p for p in encoder.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(
        [
            {"params": [p for p in learnt if p.ndim > 1], "weight_decay": 0.01},
            {"params": [p for p in learnt if p.ndim == 1], "weight_decay": 0.0},
        ],
        lr=given.rate, betas=(0.9, 0.98),
    )  # fmt: skip
    sitting = Sitting("tuned-encoder", encoder, optimiser, given)
    told: dict[str, float] = {}

    def report() -> dict[str, Any]:
        return {name: round(value, 3) for name, value in told.items()} | held.figures(encoder)

    sitting.note("begin", questions=len(own.questions), passages=len(own.paragraphs), **held.figures(encoder))
    while not sitting.over:
        sitting.begin(least=0.02)
        rng = random.Random(f"{given.seed} step {sitting.step}")
        search = documents.loss(encoder, own.draw(rng, given.passages))
        beside = rng.choice(articles)
        known = beside.loss(encoder, beside.searches.draw(rng, given.passages // 3))
        kept = _kept(encoder, before, english, french, rng.sample(range(len(translated)), given.pairs))
        sitting.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(search + ARTICLES * known + KEEP * kept)
        torch.nn.utils.clip_grad_norm_(learnt, 1.0)
        sitting.optimiser.step()
        for name, value in (("documents", search), ("articles", known), ("kept", kept)):
            told[name] = 0.95 * told.get(name, value.item()) + 0.05 * value.item()
        sitting.end(report)
    sitting.save()
    sitting.note("end", **report())


def _kept(encoder: Encoder, before: Encoder, english: Rows, french: Rows, chosen: list[int]) -> Tensor:
    """How far both sides of translations went from where the English ones were: a mean of 1 - cosine."""
    with torch.no_grad():
        wanted = vectors(before, english, chosen)
    sides = [(vectors(encoder, rows, chosen) * wanted).sum(1) for rows in (english, french)]
    return 1 - torch.cat(sides).mean()


def main() -> None:
    parser = arguments(__doc__, steps=200)
    parser.add_argument("--passages", type=int, default=48, help="of documents, in a step")
    parser.add_argument("--pairs", type=int, default=24, help="of translations, in a step")
    parser.add_argument("--most", type=int, default=600, help="questions of a set to measure on")
    parser.add_argument("--rate", type=float, default=8e-5, help="learning rate")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
