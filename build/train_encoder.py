"""Train the bilingual encoder: MiniLM's English vectors, reached from English and French. Resumed by default.

    python build/bilingual_vocabulary.py          once: the vocabulary and its first rows
    python build/train_encoder.py --minutes 90    as often as there is time; ends sooner on SIGTERM
    python build/train_encoder.py --evaluate      what the newest checkpoint can do, on development data

The student maps a French sentence to the vector the teacher gives its English translation (Reimers and
Gurevych 2020), English to the teacher's own. First the word table alone learns, then all layers. Beside the
distance to the target, the batch's other targets push away a little (InfoNCE). From some pool on, questions
also learn to find their paragraph among those of the same article (French PIAF, English SQuAD). What is
measured and exported is the running mean of the weights, which needs no falling learning rate and so no
planned end. Checkpoints go to EDGE_ENCODER_CACHE (~/.cache/edge/encoder) every few minutes, with a log
(train.log.jsonl).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import torch
from encoder_batches import Batch, Batches
from encoder_data import encoder_folder, pairs
from encoder_metrics import full, quick
from encoder_model import Encoder, embed, has_bf16, load_student, load_teacher, padded
from encoder_teacher import vectors
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

TEMPERATURE = 0.05
PUSH = 0.05  # weight of the push from the batch's other targets
SEARCH = 0.2  # weight of the loss of a search


def dev_targets() -> Tensor:
    """The teacher's vectors of the held-apart pairs' English, kept on disk."""
    path = encoder_folder() / "teacher-dev.pt"
    if not path.is_file():
        torch.save(embed(*load_teacher(), [pair.english for pair in pairs("dev")]), path)
    found: Tensor = torch.load(path, weights_only=True)
    return found


def loss_of(made: Tensor, target: Tensor, twins: Tensor) -> tuple[Tensor, Tensor]:
    """(distance, push): 1 - cosine, and InfoNCE over the batch. `twins`: places where two rows share their
    English text, which do not push each other.
    """
    scores = (made @ target.T) / TEMPERATURE
    scores = scores.masked_fill(twins, -1e4)
    push = functional.cross_entropy(scores, torch.arange(len(made)))
    return 1 - (made * target).sum(1).mean(), push


class Training:
    """A run: the student, its optimiser, the mean of its weights, and where in the pools it stands."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.folder = encoder_folder()
        self.student, self.tokenizer = load_student(self.folder)
        self.mean = {name: value.clone() for name, value in self.student.state_dict().items()}
        self.student.places.weight.requires_grad_(False)
        self.student.types.weight.requires_grad_(False)
        table = [self.student.words.weight]
        rest = [p for p in self.student.parameters() if p.requires_grad and p is not table[0]]
        self.optimiser = torch.optim.AdamW(
            [
                {"params": table, "rate": given.table_rate, "weight_decay": 0.0},
                {"params": [p for p in rest if p.ndim > 1], "rate": given.rate, "weight_decay": 0.01},
                {"params": [p for p in rest if p.ndim == 1], "rate": given.rate, "weight_decay": 0.0},
            ],
            lr=given.rate,
            betas=(0.9, 0.98),
            fused=True,
        )
        self.rest = rest
        self.state: dict[str, Any] = {
            "pool": 0, "batch": 0, "steps": 0, "texts": 0, "layer_steps": 0, "cpu_s": 0.0, "wall_s": 0.0
        }  # fmt: skip
        self.resume()
        self.batches = Batches(
            self.tokenizer, seed=given.seed, tokens=given.tokens, searches=given.searches,
            search_from=given.search_from,
        )  # fmt: skip
        self.began, self.cpu = time.monotonic(), time.process_time()
        self.first = int(self.state["texts"])
        self.stop = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.end)
        self.empty()

    def end(self, *_: object) -> None:
        """Asked to stop: after this batch."""
        self.stop = True

    def resume(self) -> None:
        source = self.folder / "last.pt"
        if source.is_file() and not self.given.fresh:
            held = torch.load(source, weights_only=True)
            self.student.load_state_dict(held["student"])
            self.optimiser.load_state_dict(held["optimiser"])
            self.mean = held["mean"]
            self.state |= held["state"]
            for group, now in zip(
                self.optimiser.param_groups, (self.given.table_rate, *2 * (self.given.rate,)), strict=True
            ):
                group["rate"] = now
            print(f"resumed {source} at {self.state['texts']} texts", flush=True)

    def spent(self) -> dict[str, float]:
        """Seconds of this run and those before it."""
        return {
            "cpu_s": self.state["cpu_s"] + time.process_time() - self.cpu,
            "wall_s": self.state["wall_s"] + time.monotonic() - self.began,
        }

    def note(self, kind: str, **values: Any) -> None:
        """A line of the log, printed too."""
        spent = {name: round(seconds) for name, seconds in self.spent().items()}
        at = {name: self.state[name] for name in ("pool", "steps", "texts")}
        line = json.dumps({"kind": kind, "time": time.strftime("%H:%M:%S"), **at, **spent, **values})
        print(line, flush=True)
        with (self.folder / "train.log.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def checkpoint(self) -> None:
        """Write a checkpoint beside and move it into place."""
        fresh = self.folder / "last.new"
        held = {"student": self.student.state_dict(), "mean": self.mean}
        held |= {"optimiser": self.optimiser.state_dict(), "state": self.state | self.spent()}
        torch.save(held, fresh)
        fresh.replace(self.folder / "last.pt")

    def empty(self) -> None:
        """Begin a new stretch of the log."""
        self.sums = dict.fromkeys(("distance", "push", "steps", "search", "searches"), 0.0)
        self.sums["since"] = time.monotonic()

    def rates(self) -> None:
        """Learning rates of this step; the layers rest while the table alone learns."""
        state = self.state
        layers = state["pool"] >= self.given.table_pools
        for parameter in self.rest:
            parameter.requires_grad_(layers)
        warm = min(1.0, (state["steps"] + 1) / 50)
        gentle = min(1.0, (state["layer_steps"] + 1) / 100)  # the layers' own warm-up
        for group, factor in zip(self.optimiser.param_groups, (warm, gentle, gentle), strict=True):
            group["lr"] = group["rate"] * factor
        state["layer_steps"] += layers

    def loss(self, batch: Batch, targets: Tensor) -> Tensor:
        """Of a batch: distance and push for sentences, InfoNCE of the pages for a search."""
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.given.bf16):
            made = self.student(*padded(batch.rows))
            pages = self.student(*padded(batch.pages)) if batch.pages else made
        if batch.pages:
            search = functional.cross_entropy(made @ pages.T / TEMPERATURE, batch.which)
            self.sums["search"] += search.item()
            self.sums["searches"] += 1
            return SEARCH * search
        which = batch.which
        twins = (which[:, None] == which[None]) & ~torch.eye(len(which), dtype=torch.bool)
        distance, push = loss_of(made, targets[which], twins)
        self.sums["distance"] += distance.item()
        self.sums["push"] += push.item()
        self.sums["steps"] += 1
        return distance + PUSH * push

    def learn(self, batch: Batch, targets: Tensor) -> None:
        """One step."""
        state = self.state
        self.rates()
        loss = self.loss(batch, targets)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for p in self.student.parameters() if p.grad is not None], 1.0)
        self.optimiser.step()
        state["steps"] += 1
        state["texts"] += len(batch.rows) + len(batch.pages)
        if state["steps"] % 4 == 0:  # early on the mean looks back less far
            keep = min(0.992, state["steps"] / (state["steps"] + 40))
            for name, value in self.student.state_dict().items():
                self.mean[name].lerp_(value, 1 - keep)

    def averaged(self) -> Encoder:
        """The mean of the weights as an encoder."""
        encoder = Encoder(len(self.mean["words.weight"]))
        encoder.load_state_dict(self.mean)
        return encoder.eval()

    def run(self) -> None:
        """Until the minutes are over or SIGTERM."""
        self.note("begin", **vars(self.given))
        self.student.train()
        saved = measured = time.monotonic()
        while not self.stop:
            number = self.state["pool"]
            pools = self.batches.pools
            targets = vectors(pools.at(number).english, self.given.seed, number % pools.count)
            batches = self.batches.at(number)
            while self.state["batch"] < len(batches) and not self.stop:
                self.learn(batches[self.state["batch"]], targets)
                self.state["batch"] += 1
                now = time.monotonic()
                if now - self.sums["since"] > 60:
                    self.tell()
                self.stop |= now - self.began > self.given.minutes * 60
                if now - saved > 240:
                    self.checkpoint()
                    saved = now
            if self.state["batch"] >= len(batches):
                self.state |= {"pool": number + 1, "batch": 0}
            if not self.stop and time.monotonic() - measured > self.given.measure * 60:
                self.note("dev", **quick((self.averaged(), self.tokenizer), dev_targets()))
                measured = time.monotonic()
        self.checkpoint()
        self.note("end")

    def tell(self) -> None:
        """The last minute of training, for the log."""
        per_s = (self.state["texts"] - self.first) / (time.monotonic() - self.began)
        counts = {"distance": "steps", "push": "steps", "search": "searches"}
        means = {name: round(self.sums[name] / max(1, self.sums[count]), 4) for name, count in counts.items()}
        self.note("train", **means, per_s=round(per_s, 1))
        self.empty()


def newest(folder: Path) -> tuple[Encoder, Tokenizer, dict[str, Any]]:
    """The averaged encoder of the newest checkpoint, its tokenizer, and where training stood."""
    encoder, tokenizer = load_student(folder)
    if not (folder / "last.pt").is_file():
        return encoder.eval(), tokenizer, {"texts": 0}
    held = torch.load(folder / "last.pt", weights_only=True)
    encoder.load_state_dict(held["mean"])
    return encoder.eval(), tokenizer, held["state"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=90.0, help="wall clock of this run")
    parser.add_argument("--tokens", type=int, default=1536, help="of a batch")
    parser.add_argument("--rate", type=float, default=1e-4, help="learning rate of the layers")
    parser.add_argument("--table-rate", type=float, default=5e-4, help="learning rate of the word table")
    parser.add_argument("--table-pools", type=int, default=6, help="pools in which only the table learns")
    parser.add_argument("--searches", type=int, default=20, help="of a pool: questions find their paragraph")
    parser.add_argument("--search-from", type=int, default=25, help="pool from which on there are any")
    parser.add_argument("--measure", type=float, default=30, help="minutes between evaluations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bf16", action=argparse.BooleanOptionalAction, default=has_bf16())
    parser.add_argument("--fresh", action="store_true", help="begin anew instead of resuming")
    parser.add_argument("--evaluate", action="store_true", help="only measure the newest checkpoint")
    parser.add_argument("--teacher", action="store_true", help="with --evaluate: measure MiniLM instead")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    if not given.evaluate:
        Training(given).run()
        return
    encoder, tokenizer, state = newest(encoder_folder())
    model = load_teacher() if given.teacher else (encoder, tokenizer)
    at = "teacher" if given.teacher else state["texts"]
    for name, figures in full(model, dev_targets()):
        print(json.dumps({"texts": at, name: figures}), flush=True)


if __name__ == "__main__":
    main()
