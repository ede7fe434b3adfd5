"""What a step of `tune_reader.py` learns from: for each question windows side by side. No torch."""

from __future__ import annotations

import random
from collections.abc import Sequence

from reader_examples import Example, Maker, Window, grown
from reader_texts import OwnCase

WINDOWS = 2  # of a question in a step
FULL = 190  # tokens of the lines of a window, at most, as in edge/engines/onnx/evidence.py


class Groups:
    """The windows of a step: `questions` times WINDOWS of documents, then `articles` of articles."""

    def __init__(self, cases: Sequence[OwnCase], maker: Maker, seed: int) -> None:
        """`cases`: those to learn. Of `maker.own` one is read again in each step, of its articles some."""
        self.cases, self.maker, self.seed = cases, maker, seed

    def at(self, step: int, questions: int, articles: int) -> list[Example]:
        rng = random.Random(f"{self.seed} step {step}")
        new = range(step * (questions - 1), (step + 1) * (questions - 1))
        chosen = [*(self.cases[self._order(place)] for place in new), rng.choice(self.maker.own)]
        made = [window for case in chosen for window in self._of(case, rng)]
        return made + [self.maker.of_articles(rng, int(rng.random() < 0.35)) for _ in range(articles)]

    def _order(self, place: int) -> int:
        """Each question once before any comes again."""
        round_, at = divmod(place, len(self.cases))
        order = list(range(len(self.cases)))
        random.Random(f"{self.seed} round {round_}").shuffle(order)
        return order[at]

    def _of(self, case: OwnCase, rng: random.Random) -> list[Example]:
        good = [n for n, one in enumerate(case.passages) if one.gold or one.near]
        others = [n for n in range(len(case.passages)) if n not in good]
        rng.shuffle(others)
        chosen = [rng.choice(good)] if good else []
        chosen += (others + good + others * WINDOWS)[: WINDOWS - len(chosen)]
        while len(chosen) < WINDOWS:
            chosen.append(chosen[0])
        return [self._window(case, n, rng, seek=bool(good) and at == 0) for at, n in enumerate(chosen)]

    @staticmethod
    def _window(case: OwnCase, number: int, rng: random.Random, *, seek: bool) -> Example:
        it = case.passages[number]
        count = len(it.lines)
        anchor = rng.choice(it.gold or it.near) if seek else rng.randrange(count)
        target = rng.randint(60, FULL)
        kept = grown(anchor, range(count), lambda n: len(it.lines[n]), target, rng)
        window = Window(case.question, it.head if rng.random() < 0.95 else [])
        for n in kept:
            window.add(n, it.lines[n], it.above[n])
        return window.example("own", it.gold)
