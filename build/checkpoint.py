"""A training that can be stopped at any step and goes on as if it had not been.

The schedule is a number of steps; what a step learns from is a function of the seed and its number, and so
is its dropout. A checkpoint holds weights, optimiser and step; it is written beside and moved into place.
"""

from __future__ import annotations

import argparse
import json
import math
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from corpus import encoder_folder
from torch import nn


def arguments(doc: str | None, *, steps: int) -> argparse.ArgumentParser:
    """What both trainings take."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=steps, help="of the whole training")
    parser.add_argument("--minutes", type=float, default=math.inf, help="wall clock of this sitting")
    parser.add_argument("--device", default="auto", help="auto, cpu or cuda")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--measure", type=float, default=1.0, help="minutes between measurements")
    parser.add_argument("--fresh", action="store_true", help="begin anew instead of resuming")
    return parser


#: What may differ from sitting to sitting; everything else is the plan.
SITTING = frozenset({"minutes", "device", "measure", "fresh", "workers", "known", "since", "most", "reader"})


class Sitting:
    """One run of a training: where it stands, its log and its checkpoint."""

    def __init__(
        self, name: str, network: nn.Module, optimiser: torch.optim.Optimizer, given: argparse.Namespace
    ) -> None:
        """Resumes. Exits where the checkpoint was begun with another plan."""
        self.name, self.network, self.optimiser, self.given = name, network, optimiser, given
        self.plan = {k: v for k, v in vars(given).items() if k not in SITTING}
        self.path = encoder_folder() / f"{name}.pt"
        self.step, self.before = 0, 0.0
        self.began = time.monotonic()
        self.saved = self.told = self.began
        self.stop = False
        self.rates = [group["lr"] for group in optimiser.param_groups]
        if self.path.is_file() and not given.fresh:
            self._resume()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)

    def _resume(self) -> None:
        held = torch.load(self.path, map_location="cpu", weights_only=True)
        if held["plan"] != self.plan:
            raise SystemExit(f"{self.path} was begun with {held['plan']}: give the same again, or --fresh.")
        self.network.load_state_dict(held["network"])
        self.optimiser.load_state_dict(held["optimiser"])
        self.step, self.before = held["step"], held["seconds"]
        self.note("resumed")

    def _end(self, *_: object) -> None:
        """Asked to stop: after this step."""
        self.stop = True

    @property
    def done(self) -> float:
        """Share of the schedule that is over, 0 to 1."""
        return self.step / int(self.given.steps)

    @property
    def over(self) -> bool:
        """Whether this sitting ends before the next step."""
        late = time.monotonic() - self.began > self.given.minutes * 60
        return self.stop or late or self.step >= self.given.steps

    def begin(self, least: float) -> None:
        """Before a step: rates along half a cosine down to `least` of themselves, warm after a ninth (at
        most 200 steps); dropout of the step's own number.
        """
        warm = min(1.0, (self.step + 1) / max(1, min(200, self.given.steps // 9)))
        factor = warm * (least + (1 - least) * 0.5 * (1 + math.cos(math.pi * self.done)))
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * factor
        torch.manual_seed(self.given.seed * 1_000_003 + self.step)

    def end(self, measure: Callable[[], dict[str, Any]]) -> None:
        """After a step: a checkpoint every minute, a measurement when it is due."""
        self.step += 1
        now = time.monotonic()
        if now - self.saved > 60:
            self.save()
        if now - self.told > self.given.measure * 60:
            self.told = now
            self.note("train", **measure())

    def save(self) -> None:
        """The checkpoint, whole or not at all."""
        fresh = self.path.with_suffix(".new")
        held = {"network": self.network.state_dict(), "optimiser": self.optimiser.state_dict()}
        torch.save({**held, "step": self.step, "seconds": self.seconds, "plan": self.plan}, fresh)
        fresh.replace(self.path)
        self.saved = time.monotonic()

    @property
    def seconds(self) -> float:
        """Wall clock of this sitting and those before it."""
        return self.before + time.monotonic() - self.began

    def note(self, kind: str, **values: Any) -> None:
        """A line of the log, printed too."""
        at = {"kind": kind, "step": self.step, "of": self.given.steps, "s": round(self.seconds)}
        line = json.dumps({**at, **values})
        print(line, flush=True)
        with (encoder_folder() / f"{self.name}.log.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def finished(name: str, script: str = "") -> dict[str, torch.Tensor]:
    """The weights of a training that came to its end. Exits where it did not."""
    path: Path = encoder_folder() / f"{name}.pt"
    script = script or f"train_{name}.py"
    if not path.is_file():
        raise SystemExit(f"{path} is absent: python build/{script}")
    held = torch.load(path, map_location="cpu", weights_only=True)
    if held["step"] < held["plan"]["steps"]:
        raise SystemExit(f"{path} stands at step {held['step']}: python build/{script} goes on.")
    weights: dict[str, torch.Tensor] = held["network"]
    return weights
