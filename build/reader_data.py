"""Examples for the reader, made from SQuAD 1.1's training set: a pure function of (seed, position).

Kinds: `answered`; `wrong` (a good wrong paragraph: the best by our own retrieval, or one of the same
article); and, since SQuAD 1.1 has no unanswerable question, made ones: `cut` (the answer's sentences taken
out), `swap` (an entity, number or date of the question changed), `turn` (negated or turned to its
opposite), `premise` (another article's question, asked of this paragraph's entity).
"""

from __future__ import annotations

import gzip
import hashlib
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec

KINDS = ("answered", "wrong", "cut", "swap", "turn", "premise")
SHARES = (0.56, 0.22, 0.06, 0.08, 0.04, 0.04)

#: Articles of which sha1(title) mod this is 0 are never trained on: the reader's own development set.
HELD_OUT = 40

LONGEST = 256  # tokens of question and passage with their three marks
QUESTION = 40


def data_folder() -> Path:
    """Development data: EDGE_DEV_DATA, else ../shared/data beside the checkout."""
    given = os.environ.get("EDGE_DEV_DATA")
    return Path(given) if given else Path(__file__).resolve().parents[2] / "shared" / "data"


class Question(msgspec.Struct):
    question: str
    answers: list[str]
    answerable: bool = True


class Paragraph(msgspec.Struct):
    paragraph: str
    title: str
    text: str
    questions: list[Question]


def held_out(title: str) -> bool:
    """Whether an article of the training set is kept apart."""
    return int(hashlib.sha1(title.encode()).hexdigest(), 16) % HELD_OUT == 0


def read(name: str) -> list[Paragraph]:
    """Paragraphs of `train.jsonl.gz` or `dev.jsonl`. Ends the program with the reason when the file is
    absent.
    """
    path = data_folder() / "squad" / name
    if not path.is_file():
        raise SystemExit(
            f"Skipped: {path} is absent. Set EDGE_DEV_DATA to the folder that holds squad/{name}."
        )
    raw = path.read_bytes()
    lines = (gzip.decompress(raw) if path.suffix == ".gz" else raw).splitlines()
    return [msgspec.json.decode(line, type=Paragraph) for line in lines if line.strip()]


@dataclass(frozen=True, slots=True)
class Example:
    """A question, the passage it is asked of, and where the answer lies in it (None: nowhere)."""

    kind: str
    question: str
    text: str
    span: tuple[int, int] | None


_SENTENCE = re.compile(r"(?<=[.!?])[\"”')\]]*\s+(?=[\"“'(\[]?[A-Z0-9])")
_NAME = re.compile(r"\b[A-Z][\w'’-]+(?:\s+(?:of\s+|the\s+|de\s+)*[A-Z][\w'’-]+)*")
_NUMBER = re.compile(r"\b\d[\d,.]*\d\b|\b\d\b")
_VERB = re.compile(r"\b(is|was|are|were|did|does|do|can|could|has|have|had|will|would)\b", re.I)
_ASKING = {
    "What", "When", "Where", "Who", "Whom", "Which", "Why", "How", "Whose", "In", "The", "On", "At", "For",
}  # fmt: skip
_OPPOSITES = """
first/last before/after largest/smallest highest/lowest most/least more/less increase/decrease
increased/decreased begin/end began/ended north/south northern/southern east/west eastern/western
win/lose won/lost old/new oldest/newest early/late major/minor support/oppose supported/opposed
above/below longest/shortest maximum/minimum high/low large/small good/bad best/worst male/female
men/women buy/sell bought/sold join/leave joined/left open/close opened/closed founded/dissolved
accept/reject accepted/rejected allow/forbid allowed/forbidden public/private internal/external
positive/negative rise/fall gain/lose common/rare strong/weak inside/outside
"""
_PAIRS = [(a, b) for a, _, b in (pair.partition("/") for pair in _OPPOSITES.split())]
_OPPOSITE = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}
_TURN = re.compile(r"\b(" + "|".join(_OPPOSITE) + r")\b")


def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences, roughly."""
    cuts = [0, *(match.end() for match in _SENTENCE.finditer(text)), len(text)]
    return [(a, b) for a, b in pairwise(cuts) if b > a]


def locate(text: str, answer: str, question: str) -> tuple[int, int] | None:
    """Where the answer stands. Of several places, the one whose sentence shares most words with the
    question.
    """
    places = [match.span() for match in re.finditer(r"(?<!\w)" + re.escape(answer) + r"(?!\w)", text)]
    if not places:
        at = text.find(answer)
        return (at, at + len(answer)) if at >= 0 else None
    if len(places) == 1:
        return places[0]
    asked = set(re.findall(r"\w{3,}", question.lower()))

    def shared(place: tuple[int, int]) -> int:
        for a, b in sentences(text):
            if a <= place[0] < b:
                return len(asked & set(re.findall(r"\w{3,}", text[a:b].lower())))
        return 0

    return max(places, key=shared)


class Maker:
    """Makes the example at a position. `mined` maps question number -> paragraphs our retrieval ranks best,
    wrong.
    """

    def __init__(self, paragraphs: list[Paragraph], mined: dict[int, list[int]], seed: int) -> None:
        self.paragraphs, self.mined, self.seed = paragraphs, mined, seed
        self.questions = [(p, q) for p, it in enumerate(paragraphs) for q in range(len(it.questions))]
        self.by_title: dict[str, list[int]] = {}
        for p, paragraph in enumerate(paragraphs):
            self.by_title.setdefault(paragraph.title, []).append(p)
        self.count = sum(not held_out(paragraphs[p].title) for p, _ in self.questions)
        self._orders: dict[int, list[int]] = {}

    def question_at(self, position: int) -> int:
        """Number of the question asked at a position: a fresh permutation for each pass over the data."""
        epoch, place = divmod(position, self.count)
        if epoch not in self._orders:
            self._orders = {epoch: self._order(epoch)}
        return self._orders[epoch][place]

    def _order(self, epoch: int) -> list[int]:
        # paragraph by turns, so that a short run sees as many different paragraphs as it can
        rng = random.Random(f"{self.seed} order {epoch}")
        keyed = []
        first = 0
        for paragraph in self.paragraphs:
            count = len(paragraph.questions)
            turns = rng.sample(range(count), count)
            if not held_out(paragraph.title):
                keyed += [(turn, rng.random(), first + n) for n, turn in enumerate(turns)]
            first += count
        return [number for _, _, number in sorted(keyed)]

    def kind_at(self, position: int) -> str:
        rng = random.Random(f"{self.seed} kind {position}")
        return rng.choices(KINDS, SHARES)[0]

    def at(self, position: int) -> Example:
        """The example, with the passage mostly cut to a random length (shorter ones cost less to learn
        from).
        """
        rng = random.Random(f"{self.seed} make {position}")
        number = self.question_at(position)
        p, q = self.questions[number]
        paragraph = self.paragraphs[p]
        asked = paragraph.questions[q]
        answer = asked.answers[0]
        span = locate(paragraph.text, answer, asked.question)
        kind = self.kind_at(position)
        made = self.make(kind, number, rng) if kind != "answered" else None
        if made is None:
            made = Example("answered", asked.question, paragraph.text, span)
        return shorten(made, rng)

    def make(self, kind: str, number: int, rng: random.Random) -> Example | None:
        """A question that its passage does not answer, made of the question of that number; None where that
        kind cannot be made of it.
        """
        p, q = self.questions[number]
        paragraph = self.paragraphs[p]
        text, asked = paragraph.text, paragraph.questions[q]
        question, answer = asked.question, asked.answers[0]
        if kind == "wrong":
            pool = self.mined.get(number, []) if rng.random() < 0.75 else []
            if not pool:
                pool = [o for o in self.by_title[paragraph.title] if o != p]
            pool = [o for o in pool if answer.lower() not in self.paragraphs[o].text.lower()]
            return Example(kind, question, self.paragraphs[rng.choice(pool[:3])].text, None) if pool else None
        if kind == "cut":
            kept = "".join(
                text[a:b] for a, b in sentences(text) if answer.lower() not in text[a:b].lower()
            ).strip()
            return Example(kind, question, kept, None) if len(kept) > 80 else None
        if kind == "swap":
            changed = self._swap(question, text, answer, paragraph.title, rng)
        elif kind == "turn":
            changed = turn(question, rng)
        else:
            changed = self._premise(text, paragraph.title, rng)
        return Example(kind, changed, text, None) if changed and changed != question else None

    def _swap(self, question: str, text: str, answer: str, title: str, rng: random.Random) -> str | None:
        spots = list(_NUMBER.finditer(question))
        spots += [m for m in _NAME.finditer(question, 1) if m[0] not in _ASKING]
        if not spots:
            return None
        spot = rng.choice(spots)
        old = spot[0]
        if old[0].isdigit():
            new = other_number(old, rng)
            if new in text:
                return None
        else:
            # a name of the same paragraph makes the hardest question; one of the same article the next
            source = text if rng.random() < 0.6 else self.paragraphs[rng.choice(self.by_title[title])].text
            names = [
                name for name in names_of(source)
                if name.lower() not in question.lower() and old.lower() not in name.lower()
                and answer not in name and name not in answer
            ]  # fmt: skip
            if not names:
                return None
            new = rng.choice(names)
        return question[: spot.start()] + new + question[spot.end() :]

    def _premise(self, text: str, title: str, rng: random.Random) -> str | None:
        names = names_of(text)
        for _ in range(8):
            other = self.paragraphs[rng.randrange(len(self.paragraphs))]
            question = rng.choice(other.questions).question if other.questions else ""
            spots = [m for m in _NAME.finditer(question, 1) if m[0] not in _ASKING]
            if other.title != title and spots and names:
                spot = rng.choice(spots)
                return question[: spot.start()] + rng.choice(names) + question[spot.end() :]
        return None


def names_of(text: str) -> list[str]:
    """Capitalised names inside sentences, distinct, in order."""
    firsts = {a for a, _ in sentences(text)}
    return list(
        dict.fromkeys(m[0] for m in _NAME.finditer(text) if m.start() not in firsts and m[0] not in _ASKING)
    )


def other_number(old: str, rng: random.Random) -> str:
    """A number of the same look: a year moves by 1 to 40, any other by a third to three times."""
    digits = old.replace(",", "")
    if not digits.isdigit():
        return str(rng.randint(2, 99))
    value = int(digits)
    if len(digits) == 4 and 1000 <= value <= 2100:
        return str(value + rng.choice((-1, 1)) * rng.randint(1, 40))
    new = max(2, round(value * rng.uniform(0.33, 3.0)))
    new += new == value
    return f"{new:,}" if "," in old else str(new)


def turn(question: str, rng: random.Random) -> str | None:
    """The question negated, or with one word turned to its opposite."""
    words = list(_TURN.finditer(question))
    if words and rng.random() < 0.7:
        word = rng.choice(words)
        return question[: word.start()] + _OPPOSITE[word[0]] + question[word.end() :]
    verb = _VERB.search(question)
    if verb is None or re.search(r"\b(not|never|no)\b|n't", question):
        return None
    plain = question[: verb.end()] + rng.choice((" not", " never"))
    short = re.sub(r"(?i)cann't", "can't", re.sub(r"(?i)willn't", "won't", question[: verb.end()] + "n't"))
    return (short if rng.random() < 0.6 else plain) + question[verb.end() :]


def shorten(example: Example, rng: random.Random) -> Example:
    """Mostly, keep only neighbouring sentences up to a random length, the answer among them."""
    if rng.random() < 0.2:
        return example
    parts = sentences(example.text)
    target = rng.uniform(100, 500)  # characters: 25 to 115 tokens
    inside = [n for n, (a, b) in enumerate(parts) if example.span and a <= example.span[0] < b]
    first = last = inside[0] if inside else rng.randrange(len(parts)) if parts else 0
    if not parts:
        return example
    while parts[last][1] - parts[first][0] < target and (first > 0 or last < len(parts) - 1):
        if first > 0 and (last == len(parts) - 1 or rng.random() < 0.5):
            first -= 1
        else:
            last += 1
    a, b = parts[first][0], parts[last][1]
    span = example.span
    if span is None:
        return Example(example.kind, example.question, example.text[a:b].strip() or example.text, None)
    if span[1] > b:
        return example
    return Example(example.kind, example.question, example.text[a:b].rstrip(), (span[0] - a, span[1] - a))


def positions(maker: Maker, start: int) -> Iterator[tuple[int, Example]]:
    """Examples from a position on, without end."""
    while True:
        yield start, maker.at(start)
        start += 1
