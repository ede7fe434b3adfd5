"""Makes the reader's training examples: a window of lines, and which of them answers. No torch.

An example is a function of the seed and its position. Kinds: answered; wrong (a paragraph near in meaning
that does not answer); cut (the answer's sentences taken out); swap and turn (another question,
question_changes.py); own (a question over documents); same (a sentence among others in the other language:
which one is it?).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from corpus import Pair, without_accents
from numpy.typing import NDArray
from question_changes import swapped, turned
from reader_texts import LINE, QUESTION, Articles, Asked, Ids, OwnCase

WINDOW = 256
SHARES = (0.52, 0.10, 0.22, 0.16)  # English articles, French articles, own, same
OF_ARTICLES = {"answered": 0.58, "wrong": 0.24, "cut": 0.07, "swap": 0.08, "turn": 0.03}
_CLS, _SEP = 2, 3
_AROUND = 6  # sentences of neighbouring paragraphs on either side


@dataclass(frozen=True, slots=True)
class Example:
    """`line`: the number of the line that each token is of, -1 for none. `begin`: where the passage begins.
    `gold`: the lines that answer, none where nothing does. `span`: first and last token of the exact words,
    where they are known; (0, 0) says that there are none, None that nothing is known of them.
    """

    kind: str
    ids: Ids
    begin: int
    line: list[int]
    gold: list[int]
    span: tuple[int, int] | None


class Window:
    """`[CLS] question [SEP] where it stands [SEP] lines [SEP]`, as edge/engines/onnx/evidence.py lays it
    out.
    """

    def __init__(self, question: Sequence[int], head: Sequence[int], longest: int = WINDOW) -> None:
        self.ids: Ids = [_CLS, *question, _SEP]
        self.begin = len(self.ids)
        self.ids += [*head, _SEP] if len(head) else []
        self.line = [-1] * len(self.ids)
        self.starts: dict[int, int] = {}
        self._room = longest - 1
        self._last: tuple[tuple[int, ...], ...] = ()

    def add(self, number: int, line: Sequence[int], above: tuple[tuple[int, ...], ...] = ()) -> None:
        """A line, cut to what is left, under what stands above it where that is new and there is room."""
        for lead in above:
            if lead not in self._last and len(self.ids) + len(lead) + len(line) <= self._room:
                self._put(lead, -1)
        self._last = above
        kept = line[: max(0, self._room - len(self.ids))]
        if len(kept):
            self.starts[number] = len(self.ids)
            self._put(kept, number)

    def _put(self, ids: Sequence[int], number: int) -> None:
        self.ids += ids
        self.line += [number] * len(ids)

    def example(self, kind: str, gold: Sequence[int] = (), span: tuple[int, int] | None = None) -> Example:
        """With its closing mark; lines are numbered from 0, and of the gold ones those stay that found
        room.
        """
        place = {number: n for n, number in enumerate(self.starts)}
        line = [place.get(number, -1) for number in (*self.line, -1)]
        held = [place[number] for number in gold if number in place]
        return Example(kind, [*self.ids, _SEP], self.begin, line, held, span)


def grown(anchor: int, within: range, size: Callable[[int], int], target: int, rng: random.Random) -> range:
    """Neighbours of an anchor to either side until they are `target` tokens long."""
    low, high = within.start, within.stop
    first = last = anchor
    total = size(anchor)
    while total < target and (first > low or last < high - 1):
        if first > low and (last == high - 1 or rng.random() < 0.5):
            first -= 1
            total += size(first)
        else:
            last += 1
            total += size(last)
    return range(first, last + 1)


class Maker:
    """`mined`: for each question of each set of articles the paragraphs nearest in meaning that do not
    answer it, -1 where there are no more.
    """

    def __init__(
        self, articles: Sequence[Articles], mined: Sequence[NDArray[np.int32]], own: Sequence[OwnCase],
        pairs: Sequence[Pair], tokenizer: Any, *, seed: int,
    ) -> None:  # fmt: skip
        self.articles, self.mined, self.own, self.pairs = articles, mined, own, pairs
        self.tokenizer, self.seed = tokenizer, seed

    def at(self, position: int) -> Example:
        """The example at a position."""
        rng = random.Random(f"{self.seed} example {position}")
        kind = rng.choices(("english", "french", "own", "same"), SHARES)[0]
        if kind == "own":
            return self._own(rng)
        if kind == "same":
            return self._same(rng)
        return self.of_articles(rng, int(kind == "french"))

    def _ids(self, text: str, longest: int) -> Ids:
        ids: Ids = self.tokenizer.encode(text, add_special_tokens=False).ids
        return ids[:longest]

    def _same(self, rng: random.Random) -> Example:
        base = rng.randrange(len(self.pairs))
        chosen = {base: None}
        for _ in range(rng.randint(2, 8)):  # mostly neighbours: pairs of one source stand together
            near = rng.random() < 0.7
            chosen[
                (base + rng.randint(-60, 60)) % len(self.pairs) if near else rng.randrange(len(self.pairs))
            ] = None
        asked, told = rng.sample(("english", "french"), 2)
        missing = rng.random() < 0.2
        order = [number for number in chosen if not (missing and number == base)]
        rng.shuffle(order)
        window = Window(self._ids(getattr(self.pairs[base], asked), QUESTION), [])
        for place, number in enumerate(order):
            window.add(place, self._ids(getattr(self.pairs[number], told), 60))
        return window.example("same", [place for place, number in enumerate(order) if number == base])

    def _own(self, rng: random.Random) -> Example:
        case = rng.choice(self.own)
        good = [it for it in case.passages if it.gold]
        it = rng.choice(good if good and rng.random() < 0.65 else case.passages)
        count = len(it.lines)
        anchor = rng.choice(it.gold) if it.gold and rng.random() < 0.85 else rng.randrange(count)
        kept = grown(anchor, range(count), lambda n: len(it.lines[n]), rng.randint(60, 215), rng)
        window = Window(case.question, it.head if rng.random() < 0.9 else [])
        for number in kept:
            window.add(number, it.lines[number], it.above[number])
        return window.example("own", it.gold)

    def of_articles(self, rng: random.Random, which: int) -> Example:
        held = self.articles[which]
        number = rng.randrange(len(held.questions))
        asked = held.questions[number]
        kind, question = self._question(rng, which, number)
        paragraph, anchor = asked.paragraph, asked.sentence
        if kind == "wrong":
            near = [int(one) for one in self.mined[which][number][:6] if one >= 0]
            pool = near if near and rng.random() < 0.75 else held.articles[held.paragraphs[paragraph].title]
            paragraph = rng.choice(pool)
            anchor = rng.randrange(held.paragraphs[paragraph].first, held.paragraphs[paragraph].last)
        title, low, high, _ = held.paragraphs[paragraph]
        if rng.random() < 0.5:  # neighbours in the article too
            of = held.articles[title]
            low = max(low - _AROUND, held.paragraphs[of[0]].first)
            high = max(high, min(high + _AROUND, held.paragraphs[of[-1]].last))
        target = rng.randint(50, 215) if rng.random() < 0.8 else 240
        kept = list(grown(anchor, range(low, high), lambda n: len(held.sentences[n]), target, rng))
        if kind in ("wrong", "cut"):
            kept = [n for n in kept if not any(one in held.texts[n].lower() for one in asked.answers)]
        window = Window(question, held.titles[title] if rng.random() < 0.6 else [])
        for n in kept:
            window.add(n, held.sentences[n])
        if kind != "answered":
            return window.example(kind, span=(0, 0))
        return window.example(kind, [anchor], self._span(held, asked, window))

    def _question(self, rng: random.Random, which: int, number: int) -> tuple[str, Ids]:
        """The kind of the example and the question as it is asked."""
        held = self.articles[which]
        asked = held.questions[number]
        kind = rng.choices(list(OF_ARTICLES), list(OF_ARTICLES.values()))[0]
        if kind in ("swap", "turn"):
            text = held.paragraphs[asked.paragraph].text
            new = swapped(asked.text, text, rng) if kind == "swap" else turned(asked.text, rng)
            if new is not None:
                return kind, self._ids(new, QUESTION)
            kind = "answered"
        if which and rng.random() < 0.04:
            return kind, self._ids(without_accents(asked.text), QUESTION)
        if rng.random() < 0.03:
            return kind, self._ids(asked.text.lower().rstrip("?. "), QUESTION)
        return kind, held.asked[number]

    def _span(self, held: Articles, asked: Asked, window: Window) -> tuple[int, int] | None:
        """The tokens of the exact words; None where the window's end cuts them."""
        start = window.starts.get(asked.sentence)
        if start is None:
            return 0, 0
        offsets = self.tokenizer.encode(held.texts[asked.sentence], add_special_tokens=False).offsets[:LINE]
        inside = [n for n, (a, b) in enumerate(offsets) if a < asked.end and b > asked.start]
        if not inside or start + inside[-1] >= len(window.ids):
            return None
        return start + inside[0], start + inside[-1]
