"""Train the extractive reader on SQuAD 1.1's training set. One command, resumed by default.

    python build/mine_negatives.py --positions 60000
    python build/train_reader.py --minutes 100

Checkpoints (weights, optimiser, position, log) go to EDGE_READER_CACHE (~/.cache/edge/reader) every three
minutes. The learning rate warms up, stays, and in the end falls along a half cosine. Before it falls the
state is kept as `trunk.pt`: a later, longer run goes on from there (`--from-trunk`), as if the first had
never stopped.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # a shared machine: threads that wait must not spin

import torch
from mine_negatives import best_wrong, cache_folder, load, searcher
from reader_data import LONGEST, QUESTION, Example, Maker, read
from reader_metrics import Encoded, auc, encode, exact, f1
from reader_model import Reader, base_folder, load_base, loss_of
from tokenizers import Tokenizer

POOL = 32  # batches whose examples are sorted by length together


class Batch:
    """Padded tensors of examples; `first`/`last` are token places, 0 for no answer."""

    def __init__(self, encoded: list[Encoded], spans: list[tuple[int, int] | None]) -> None:
        longest = max(len(it.ids) for it in encoded)
        n = len(encoded)
        self.ids = torch.zeros(n, longest, dtype=torch.int64)
        self.types = torch.zeros(n, longest, dtype=torch.int64)
        self.mask = torch.zeros(n, longest, dtype=torch.int64)
        self.allowed = torch.zeros(n, longest, dtype=torch.bool)
        self.first = torch.zeros(n, dtype=torch.int64)
        self.last = torch.zeros(n, dtype=torch.int64)
        for row, (it, span) in enumerate(zip(encoded, spans, strict=True)):
            size = len(it.ids)
            self.ids[row, :size] = torch.tensor(it.ids)
            self.types[row, it.begin : size] = 1
            self.mask[row, :size] = 1
            self.allowed[row, it.begin : size - 1] = True
            self.allowed[row, 0] = True
            inside = [n for n, (a, b) in enumerate(it.offsets) if span and a < span[1] and b > span[0]]
            if span and inside and it.offsets[inside[-1]][1] >= span[1]:
                self.first[row], self.last[row] = it.begin + inside[0], it.begin + inside[-1]


def batches(
    maker: Maker, tokenizer: Tokenizer, position: int, size: int, seed: int
) -> Iterator[tuple[int, list[Batch]]]:
    """(next position, batches) of one pool after the other; within a pool, like lengths lie together."""
    while True:
        examples = [maker.at(n) for n in range(position, position + size * POOL)]
        pairs = [(encode(tokenizer, it.question, it.text, LONGEST, QUESTION), it.span) for it in examples]
        pairs.sort(key=lambda pair: len(pair[0].ids))
        groups = [pairs[n : n + size] for n in range(0, len(pairs), size)]
        random.Random(f"{seed} pool {position}").shuffle(groups)
        position += size * POOL
        yield position, [Batch([e for e, _ in group], [s for _, s in group]) for group in groups]


def best_span(start: list[float], end: list[float], it: Encoded, longest: int = 30) -> tuple[int, int, float]:
    """Best (first token, last token, score) inside the passage."""
    best = (it.begin, it.begin, -math.inf)
    stop = len(it.ids) - 1
    for a in range(it.begin, stop):
        b = max(range(a, min(stop, a + longest)), key=end.__getitem__)
        if start[a] + end[b] > best[2]:
            best = (a, b, start[a] + end[b])
    return best


@torch.inference_mode()
def scored(reader: Reader, tokenizer: Tokenizer, items: list[Example]) -> list[tuple[str, float, float]]:
    """For each item the best span's words, the margin over "no answer" and the answerable logit."""
    reader.eval()
    encoded = [encode(tokenizer, it.question, it.text, 384, 64) for it in items]
    order = sorted(range(len(items)), key=lambda n: len(encoded[n].ids))
    found: list[Any] = [None] * len(items)
    for at in range(0, len(order), 32):
        group = order[at : at + 32]
        batch = Batch([encoded[n] for n in group], [None] * len(group))
        start, end, answerable = reader(batch.ids, batch.types, batch.mask)
        for row, n in enumerate(group):
            s, e = start[row].tolist(), end[row].tolist()
            a, b, score = best_span(s, e, encoded[n])
            begin = encoded[n].begin
            said = items[n].text[encoded[n].offsets[a - begin][0] : encoded[n].offsets[b - begin][1]]
            found[n] = (said, score - s[0] - e[0], float(answerable[row]))
    reader.train()
    return found


class DevSlice:
    """300 answerable questions of dev.jsonl, the same asked of the best wrong paragraph, and 300
    adversarial ones.
    """

    def __init__(self, folder: Path, size: int = 300) -> None:
        paragraphs = read("dev.jsonl")
        search = searcher(paragraphs, folder / "dev.db")
        rng = random.Random("dev slice")
        every = [(p, q) for p, it in enumerate(paragraphs) for q in it.questions]
        yes = rng.sample([pair for pair in every if pair[1].answerable], size)
        no = rng.sample([pair for pair in every if not pair[1].answerable], size)
        self.answers = [q.answers for _, q in yes]
        self.right = [Example("answered", q.question, paragraphs[p].text, None) for p, q in yes]
        self.wrong = []
        for p, q in yes:
            others = best_wrong(search, paragraphs, q.question, p, q.answers)
            if others:
                self.wrong.append(Example("wrong", q.question, paragraphs[others[0]].text, None))
        self.adversarial = [Example("adversarial", q.question, paragraphs[p].text, None) for p, q in no]

    def measure(self, reader: Reader, tokenizer: Tokenizer) -> dict[str, float]:
        """EM and F1 when forced to answer, and AUC of margin and of the answerable head, in percent."""
        right, wrong, adversarial = (
            scored(reader, tokenizer, items) for items in (self.right, self.wrong, self.adversarial)
        )
        n = len(right)
        figures = {
            "em": sum(exact(r[0], a) for r, a in zip(right, self.answers, strict=True)) / n,
            "f1": sum(f1(r[0], a) for r, a in zip(right, self.answers, strict=True)) / n,
        }
        for name, which in (("margin", 1), ("head", 2)):
            for case, rows in (("wrong", wrong), ("adversarial", adversarial)):
                figures[f"auc_{case}_{name}"] = auc([r[which] for r in right], [r[which] for r in rows])
        both = [[r[1] + 2 * r[2] for r in rows] for rows in (right, wrong, adversarial)]
        figures["auc_wrong_both"], figures["auc_adversarial_both"] = (
            auc(both[0], both[1]),
            auc(both[0], both[2]),
        )
        return {name: round(100 * value, 1) for name, value in figures.items()}


class Threads:
    """One thread or two, whichever gave more tokens a second when last tried: the machine is shared."""

    def __init__(self, fixed: int) -> None:
        self.options = [fixed] if fixed else [1, 2]
        self.speeds = dict.fromkeys(self.options, 0.0)
        self.step = 0
        self.tried = [0.0, 0.0]  # tokens, seconds

    def choose(self) -> None:
        """Called before each step: 3 steps of each in every 150, the faster one for the rest."""
        if len(self.options) == 1:
            torch.set_num_threads(self.options[0])
            return
        place = self.step % 150
        if place in {0, 3, 6}:
            self.tried = [0.0, 0.0]
        torch.set_num_threads(
            self.options[place // 3] if place < 6 else max(self.speeds, key=self.speeds.__getitem__)
        )
        self.step += 1

    def tell(self, tokens: int, seconds: float) -> None:
        self.tried[0] += tokens
        self.tried[1] += seconds
        place = (self.step - 1) % 150
        if len(self.options) > 1 and place in {2, 5}:
            self.speeds[self.options[place // 3]] = self.tried[0] / self.tried[1]


def rate(state: dict[str, Any], given: argparse.Namespace) -> float:
    """Learning rate at the state's position: linear warm-up, level, half a cosine from `cool_at` for
    `cool_for`.
    """
    seen = state["position"]
    warm = min(1.0, (seen + 1) / given.warmup)
    if state["cool_at"] is None or seen < state["cool_at"]:
        return float(given.rate * warm)
    done = min(1.0, (seen - state["cool_at"]) / state["cool_for"])
    return float(given.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done))))


class Training:
    """A run: the network, its optimiser, and where in the order of examples it stands."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.folder = cache_folder()
        base = base_folder()
        self.tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.reader = load_base(base)
        self.reader.dropout = given.dropout
        trained = [p for p in self.reader.parameters() if p.requires_grad]
        decayed, plain = [p for p in trained if p.ndim > 1], [p for p in trained if p.ndim == 1]
        self.optimiser = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}],
            lr=given.rate,
            betas=(0.9, 0.98),
            fused=True,
        )
        self.state: dict[str, Any] = {
            "position": 0, "cool_at": None, "cool_for": None, "cpu_s": 0.0, "wall_s": 0.0
        }  # fmt: skip
        self.resume()
        self.first = int(self.state["position"])
        self.mined = self.folder / f"negatives-{given.seed}.json"
        self.maker = Maker(read("train.jsonl.gz"), load(self.mined), given.seed)
        self.dev = DevSlice(self.folder)
        self.threads = Threads(given.threads)
        self.began, self.cpu = time.monotonic(), time.process_time()
        self.sums: dict[str, float] = {}
        self.empty()

    def resume(self) -> None:
        """Go on from the last checkpoint, or from the one before the rate fell."""
        source = self.folder / ("trunk.pt" if self.given.from_trunk else "last.pt")
        if source.is_file() and not self.given.fresh:
            held = torch.load(source, weights_only=True)
            self.reader.load_state_dict(held["reader"])
            self.optimiser.load_state_dict(held["optimiser"])
            self.state |= held["state"]
            print(f"resumed {source} at {self.state['position']} examples", flush=True)
        if self.given.cool_at is not None:
            self.state |= {"cool_at": self.given.cool_at, "cool_for": self.given.cool_for}

    def spent(self) -> dict[str, float]:
        """Seconds of this run and those before it."""
        return {
            "cpu_s": self.state["cpu_s"] + time.process_time() - self.cpu,
            "wall_s": self.state["wall_s"] + time.monotonic() - self.began,
        }

    @property
    def share(self) -> float:
        """Part of this run's minutes that is over."""
        return (time.monotonic() - self.began) / (self.given.minutes * 60)

    def note(self, kind: str, **values: Any) -> None:
        """A line of the log, printed too."""
        spent = {name: round(seconds) for name, seconds in self.spent().items()}
        line = json.dumps({"kind": kind, "position": self.state["position"], **spent, **values})
        print(line, flush=True)
        with (self.folder / "train.log.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def checkpoint(self, name: str) -> None:
        """Write a checkpoint beside and move it into place."""
        path = self.folder / name
        fresh = path.with_suffix(".new")
        held = {"reader": self.reader.state_dict(), "optimiser": self.optimiser.state_dict()}
        torch.save({**held, "state": self.state | self.spent()}, fresh)
        fresh.replace(path)

    def empty(self) -> None:
        """Begin a new minute of the log."""
        self.sums = {"span": 0.0, "head": 0.0, "steps": 0.0, "tokens": 0.0, "since": time.monotonic()}

    def learn(self, batch: Batch) -> None:
        """One step."""
        self.threads.choose()
        began = time.monotonic()
        for group in self.optimiser.param_groups:
            group["lr"] = rate(self.state, self.given)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.given.bf16):
            start, end, answerable = self.reader(batch.ids, batch.types, batch.mask)
        span, head = loss_of(
            start.float(), end.float(), answerable.float(), batch.allowed, (batch.first, batch.last)
        )
        self.optimiser.zero_grad(set_to_none=True)
        (span + 0.5 * head).backward()
        torch.nn.utils.clip_grad_norm_(self.reader.parameters(), 1.0)
        self.optimiser.step()
        self.state["position"] += len(batch.ids)
        self.threads.tell(batch.ids.numel(), time.monotonic() - began)
        for name, value in (
            ("span", span.item()),
            ("head", head.item()),
            ("steps", 1),
            ("tokens", batch.ids.numel()),
        ):
            self.sums[name] += value

    def watch(self) -> bool:
        """Tell each minute; let the rate fall when it is time. True when the run is over."""
        if time.monotonic() - self.sums["since"] > 60:
            steps = self.sums["steps"]
            per_s = (self.state["position"] - self.first) / (time.monotonic() - self.began)
            self.note(
                "train",
                span=round(self.sums["span"] / steps, 3),
                head=round(self.sums["head"] / steps, 3),
                rate=round(rate(self.state, self.given), 6),
                per_s=round(per_s, 2),
                tokens=round(self.sums["tokens"] / steps / self.given.batch),
                threads=torch.get_num_threads(),
            )
            self.empty()
        if self.state["cool_at"] is None and self.share > 1 - self.given.cool:
            self.checkpoint("trunk.pt")
            seen = self.state["position"] - self.first
            left = max(self.given.batch, int(seen * (1 - self.share) / self.share))
            self.state |= {"cool_at": self.state["position"], "cool_for": left}
            self.note("cool", cool_at=self.state["cool_at"], cool_for=left)
        cool_at = self.state["cool_at"]
        fallen = cool_at is not None and self.state["position"] >= cool_at + self.state["cool_for"]
        return fallen or self.share > 1.1

    def run(self) -> None:
        """Ends when the minutes are over or the fall of the rate is complete."""
        self.note("begin", **{name: value for name, value in vars(self.given).items() if name != "fresh"})
        self.reader.train()
        saved, evaluated = time.monotonic(), self.state["position"] // self.given.evaluate
        order = batches(self.maker, self.tokenizer, self.first, self.given.batch, self.given.seed)
        for position, pool in order:
            for batch in pool:
                self.learn(batch)
                if over := self.watch():
                    break
            # A pool is the unit of resuming: only at its end does the position name a place in the order.
            if not over:
                self.state["position"] = position
            if over or time.monotonic() - saved > 180:
                self.checkpoint("last.pt")
                saved = time.monotonic()
                self.maker.mined = load(self.mined)  # more may have been mined meanwhile
            if over or self.state["position"] // self.given.evaluate > evaluated:
                evaluated = self.state["position"] // self.given.evaluate
                self.note("dev", **self.dev.measure(self.reader, self.tokenizer))
            if over:
                self.checkpoint("final.pt")
                self.note("end")
                return


def main() -> None:
    given = arguments()
    torch.manual_seed(given.seed)
    Training(given).run()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=100.0, help="wall clock of this run")
    parser.add_argument(
        "--cool", type=float, default=0.35, help="share of the minutes in which the rate falls"
    )
    parser.add_argument(
        "--cool-at", type=int, default=None, help="position where it falls (to repeat a run exactly)"
    )
    parser.add_argument("--cool-for", type=int, default=None, help="for how many examples it falls")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--warmup", type=int, default=1_000, help="examples")
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--evaluate", type=int, default=10_000, help="examples between evaluations")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0, help="0: one or two, whichever is faster now")
    parser.add_argument("--bf16", action=argparse.BooleanOptionalAction, default=has_bf16())
    parser.add_argument("--from-trunk", action="store_true", help="go on from before the rate fell")
    parser.add_argument("--fresh", action="store_true", help="begin anew instead of resuming")
    return parser.parse_args()


def has_bf16() -> bool:
    """Whether the processor multiplies bfloat16 itself (AMX or AVX512-BF16)."""
    info = Path("/proc/cpuinfo")
    return info.is_file() and any(
        flag in info.read_text(encoding="utf-8") for flag in ("amx_bf16", "avx512_bf16")
    )


if __name__ == "__main__":
    main()
