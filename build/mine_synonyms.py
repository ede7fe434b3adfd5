"""Words that mean the same, in one language and across two, from sentences and their translations.

    python build/mine_synonyms.py          writes assets/synonyms/{en,fr}.txt.gz

Words that have a translation in common are paraphrases (Bannard and Callison-Burch 2005):
p(e2 | e1) = sum over f of p(f | e1) p(e2 | f). Translations come from word_alignment.py over the sentence
pairs that corpus.py gives, with the laws held down to `LAWS` pairs. No data but these: what a table does to
search is measured with bench/quality/retrieval.py and bench/quality/manuals.py. The same pairs give the same
lines. About a minute.
"""

from __future__ import annotations

import gzip
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from corpus import Pair, pairs
from word_alignment import align

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from edge.text import tokens  # noqa: E402

FOLDER = ROOT / "assets" / "synonyms"
LAWS = 35_000  # pairs: laws are a third of all, and speak of few things
LONGEST = 30  # words of a side
#: A translation counts when both directions agree on it so often, and when it is such a share of what one of
#: the two words is translated by. Seen less, it is often a mistake, and adds to size without being met.
SEEN, SHARE = 4, 0.02
#: How sure a word that is kept must be, and most that are kept: what the next ones find, they cost.
LEAST, MOST = 32, 2

_WORD = re.compile(r"[^\W\d_]+")

Table = Mapping[str, Mapping[str, float]]


class Translations(NamedTuple):
    """P(word of the one language | word of the other), as written in lower case; how often each was seen."""

    french_of: Table
    english_of: Table
    french: Counter[str]
    english: Counter[str]


class Words(dict[str, int]):
    """Content words, accents kept (pêche is not péché), and their numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: Counter[str] = Counter()

    def numbers(self, text: str) -> list[int]:
        found = _WORD.findall(unicodedata.normalize("NFC", text.lower()))
        words = [word for word in found if len(word) > 1 and is_content(word)][:LONGEST]
        self.seen.update(words)
        return [self.setdefault(word, len(self)) for word in words]


def is_content(word: str) -> bool:
    return tokens.fold(word) not in tokens.stop_words()


def main() -> None:
    held = translations(fewer_laws(pairs()))
    french = folded(through(held.english_of, held.french_of), held.french)
    english = folded(through(held.french_of, held.english_of), held.english)
    across = folded(held.english_of, held.french), folded(held.french_of, held.english)
    FOLDER.mkdir(exist_ok=True)
    for name, own, other in (("fr", french, across[0]), ("en", english, across[1])):
        rows = sorted(lines(own, other), key=str.encode)
        table = gzip.compress("".join(rows).encode("utf-8"), mtime=0)
        FOLDER.joinpath(f"{name}.txt.gz").write_bytes(table)
        print(f"{name}: {len(rows)} words, {sum(row.count(' ') + 1 for row in rows) // 2} related")


def fewer_laws(held: Iterable[Pair]) -> list[Pair]:
    laws: list[Pair] = []
    rest: list[Pair] = []
    for pair in held:
        (laws if pair.source == "canlaw" else rest).append(pair)
    return rest + laws[:LAWS]


def translations(held: Iterable[Pair]) -> Translations:
    """The translations that both directions agree on."""
    french, english = Words(), Words()
    sides = [(french.numbers(pair.french), english.numbers(pair.english)) for pair in held]
    ones, others = zip(*((one, other) for one, other in sides if one and other), strict=True)
    found = align(ones, others, len(english))
    of_one = found.agreed / np.bincount(found.one, weights=found.agreed)[found.one]
    of_other = found.agreed / np.bincount(found.other, weights=found.agreed)[found.other]
    kept = (found.agreed >= SEEN) & (np.maximum(of_one, of_other) >= SHARE)
    kept &= of_one * of_other >= SHARE**2 / 8
    names = list(french), list(english)
    english_of: dict[str, dict[str, float]] = defaultdict(dict)
    french_of: dict[str, dict[str, float]] = defaultdict(dict)
    for one, other, forth, back in zip(
        found.one[kept].tolist(), found.other[kept].tolist(), of_one[kept].tolist(), of_other[kept].tolist(),
        strict=True,
    ):  # fmt: skip
        english_of[names[0][one]][names[1][other]] = forth
        french_of[names[1][other]][names[0][one]] = back
    return Translations(french_of, english_of, french.seen, english.seen)


def through(there: Table, back: Table) -> Table:
    """What a word comes back as by way of the other language."""
    found: dict[str, Counter[str]] = {}
    for word, translated in there.items():
        found[word] = Counter()
        for by, share in translated.items():
            for again, chance in back.get(by, {}).items():
                found[word][again] += share * chance
    return found


def folded(table: Table, seen: Mapping[str, int]) -> Table:
    """By words without accents, as the index has them: a mean by how often each was seen."""
    total: Counter[str] = Counter()
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for word, related in table.items():
        own = tokens.fold(word)
        total[own] += seen[word]
        for other, share in related.items():
            found[own][tokens.fold(other)] += share * seen[word]
    return {word: {other: n / total[word] for other, n in related.items()} for word, related in found.items()}


def lines(own: Table, other: Table) -> Iterable[str]:
    """`word<tab>other sure other sure ...`, for all words of the two tables."""
    for word in {**own, **other}:
        related: dict[str, float] = {}
        for table in (own, other):
            for one, share in best(word, table.get(word, {})):
                related[one] = max(related.get(one, 0.0), share)
        told = [f"{one} {sure(share)}" for one, share in ordered(related)[:MOST]]
        if told and len(word) > 2:
            yield f"{word}\t{' '.join(told)}\n"


def best(word: str, related: Mapping[str, float]) -> Iterable[tuple[str, float]]:
    """What adds to a word: forms of it are found as it is."""
    stem = tokens.stem(word)
    fit = ((one, p) for one, p in ordered(related) if sure(p) >= LEAST and len(one) > 2)
    return islice(((one, p) for one, p in fit if tokens.stem(one) != stem and is_content(one)), MOST)


def sure(share: float) -> int:
    """The square root of a probability, in hundredths."""
    return round(100 * share**0.5)


def ordered(related: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(related.items(), key=lambda pair: (-pair[1], pair[0]))


if __name__ == "__main__":
    main()
