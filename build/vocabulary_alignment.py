"""Rows of a new word table from the rows of an old one, by word alignment in translated sentences.

A French piece starts as the mean of the teacher's English pieces it is translated by (WECHSEL, Minixhofer
et al. 2022; FOCUS, Dobler and de Melo 2023), so that training starts near its goal. The product of the two
directions of the alignment (word_alignment.py) keeps what both agree on.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
import word_alignment
from corpus import Pair, without_accents
from numpy.typing import NDArray
from tokenizers import Tokenizer

PAIRS = 140_000  # most that are aligned: memory (about 130 cells a pair)
LONGEST = 26  # pieces of a side
PRIOR = 4.0  # sightings that the spelling of a piece is worth against its alignments

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Rows(NamedTuple):
    """The teacher: its pieces and its word table."""

    tokenizer: Tokenizer
    table: Floats


class Links(NamedTuple):
    """Agreeing translations: new piece, old piece, strength; and how often each new piece was seen."""

    new: Ints
    old: Ints
    strength: NDArray[np.float64]
    seen: NDArray[np.int64]


def start_rows(
    teacher: Rows, student: Tokenizer, pairs: list[Pair], usage: tuple[Counter[str], Counter[str]]
) -> Floats:
    """(pieces, width). A piece that both languages use is mixed by how much each uses it; marks, digits and
    pieces of one letter keep their row.
    """
    old, new = teacher.tokenizer.get_vocab(), student.get_vocab()
    aligned, seen = translated(align(teacher.tokenizer, student, pairs), teacher.table, len(new))
    totals = usage[0].total(), usage[1].total()
    table = np.zeros((len(new), teacher.table.shape[1]), np.float32)
    lengths = np.linalg.norm(teacher.table, axis=1)
    for piece, number in new.items():
        bare = piece.removeprefix("##")
        if piece in old and (len(bare) == 1 or not bare.isalpha() or piece.startswith("[")):
            table[number] = teacher.table[old[piece]]
            continue
        spelt = spelling(piece, old)
        row = (seen[number] * aligned[number] + PRIOR * teacher.table[spelt].mean(axis=0)) / (
            seen[number] + PRIOR
        )
        row *= lengths[spelt].mean() / np.linalg.norm(row)  # a mean of rows is shorter than they are
        if piece in old:
            in_english, in_french = usage[0][piece] / totals[0], usage[1][piece] / totals[1]
            share = in_french / (in_english + in_french) if in_french else 0.0
            row = share * row + (1 - share) * teacher.table[old[piece]]
        table[number] = row
    return table


def spelling(piece: str, old: dict[str, int]) -> list[int]:
    """The teacher's pieces that spell this one without accents, longest first from the left."""
    mark = "##" if piece.startswith("##") else ""
    rest = without_accents(piece.removeprefix("##").replace("œ", "oe").replace("æ", "ae"))
    found = []
    while rest:
        for end in range(len(rest), 0, -1):
            if (number := old.get(mark + rest[:end])) is not None:
                found.append(number)
                break
        rest, mark = rest[end:], "##"
    return found or [old["[UNK]"]]


def align(teacher: Tokenizer, student: Tokenizer, pairs: list[Pair]) -> Links:
    """Links of French pieces of the student's to English pieces of the teacher's."""
    new_ids, old_ids = [], []
    for first in range(0, len(pairs), 10_000):
        group = pairs[first : first + 10_000]
        french = student.encode_batch_fast([pair.french for pair in group], add_special_tokens=False)
        english = teacher.encode_batch_fast([pair.english for pair in group], add_special_tokens=False)
        for one, other in zip(french, english, strict=True):
            if max(len(one.ids), len(other.ids)) <= LONGEST and len(new_ids) < PAIRS:
                new_ids.append(one.ids)
                old_ids.append(other.ids)
    found = word_alignment.align(new_ids, old_ids, teacher.get_vocab_size())
    seen = np.bincount(np.concatenate(new_ids), minlength=student.get_vocab_size())
    return Links(found.one, found.other, found.forth * found.back, seen)


def translated(links: Links, table: Floats, pieces: int) -> tuple[Floats, NDArray[np.float64]]:
    """Per new piece the mean of the old rows it is linked to, and the sightings that speak for it."""
    best = np.zeros(pieces)
    np.maximum.at(best, links.new, links.strength)
    strong = links.strength >= 0.1 * best[links.new]
    new, old, strength = links.new[strong], links.old[strong], links.strength[strong]
    rows = np.zeros((pieces, table.shape[1]))
    for first in range(0, len(new), 20_000):
        part = slice(first, first + 20_000)
        np.add.at(rows, new[part], strength[part, None] * table[old[part]])
    total = np.bincount(new, weights=strength, minlength=pieces)
    rows /= np.maximum(total, 1e-12)[:, None]
    # A weak best link (no translation stands out) counts for little.
    trust = links.seen * np.minimum(1.0, np.sqrt(best) * 4)
    return rows.astype(np.float32), np.where(total > 0, trust, 0.0)
