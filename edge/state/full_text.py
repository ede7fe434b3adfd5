"""Full text search over the user's own database: words to MATCH, and BM25 that strangers' items cannot sway.

FTS5 counts words over the whole table, so an item that the principal may not read would move the scores of
those that they may. Where there are such items, the same formula is computed over the readable ones alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from math import log
from typing import TYPE_CHECKING, Any

from edge.state.access import READABLE, Principal, shares
from edge.state.database import Value, first
from edge.text import tokens
from edge.text.query_text import MAX_WORDS, clean_query, content_words

if TYPE_CHECKING:
    import apsw

_TOKENIZER = ("porter", ["unicode61", "remove_diacritics", "2"])  # as in assets/sql/state
#: C++ and C# would be a lone letter.
_SIGNS = re.compile(r"(?<!\w)([A-Za-z])(\+\+|#)(?!\w)")
_NAMED = {"++": "plusplus", "#": "sharp"}
# Constants of FTS5's own bm25().
_K1, _B, _LEAST_IDF = 1.2, 0.75, 1e-6


def indexed(text: str) -> str:
    """Text as it is given to an FTS table: folded as queries are."""
    if "+" in text or "#" in text:
        text = _SIGNS.sub(lambda sign: sign[1] + _NAMED[sign[2]], text)
    return tokens.fold(text)


def query_words(typed: str) -> list[str]:
    """The distinct words of a query, folded, without stop words where there are others; at most MAX_WORDS."""
    words = content_words(tokens.words(indexed(clean_query(typed))))
    return list(dict.fromkeys(words))[:MAX_WORDS]


def match(words: Sequence[str]) -> str:
    """A MATCH expression that finds any of the words. They hold letters and digits only, and are quoted."""
    return " OR ".join(f'"{word}"' for word in words)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A folded word as the tables hold it (Porter)."""
    import apsw

    found = _tokenizer()(
        word.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None, include_offsets=False, include_colocated=False
    )
    return str(found[0]) if found else word


def stems(text: str) -> list[str]:
    """Stems of the content words of a text, in order."""
    return [stem(word) for word in tokens.terms(indexed(text))]


@cache
def _tokenizer() -> Callable[..., list[Any]]:
    import apsw

    made: Any = apsw.Connection(":memory:").fts5_tokenizer(*_TOKENIZER)
    known: Callable[..., list[Any]] = made
    return known


def ranked(
    db: apsw.Connection,
    table: str,
    words: Sequence[str],
    principal: Principal,
    *,
    weights: Sequence[float],
    limit: int,
    where: str = "",
    values: Mapping[str, Value] | None = None,
) -> list[tuple[int, float]]:
    """(item, score) of the best items of an FTS table that hold any of the words, best first, ties by id.

    `table`: memory_fts, turn_fts or summary_fts; `weights` of its columns. `where`: a further condition on
    `items` and `memories`. Scores are BM25 (larger is better) over what the principal may read.
    """
    if not words or limit <= 0:
        return []
    kind = table.removesuffix("_fts")
    score, fetched = "-bm25", -1 if where else limit
    if shares(db, principal, kind):
        score, fetched = "readable_bm25", -1
        db.register_fts5_function(score, _scorer(*_statistics(db, table, kind, words, principal)))
    given = principal.bound(match=match(words), limit=limit, fetched=fetched, **(values or {}))
    numbers = ", ".join(f"{weight:.6g}" for weight in weights)
    join = " CROSS JOIN memories ON memories.item = items.id" if where and kind == "memory" else ""
    # Scored and ordered first (its LIMIT keeps it so, and is none where some of the best may be left out),
    # then row by row until there are enough: to look up a row of `items` for every match costs more than
    # the match.
    found = db.execute(
        f"SELECT items.id, found.score FROM ("
        f"SELECT rowid AS item, {score}({table}, {numbers}) AS score FROM {table}"
        f" WHERE {table} MATCH :match ORDER BY score DESC, rowid LIMIT :fetched"
        f") AS found CROSS JOIN items ON items.id = found.item{join}"
        f" WHERE items.space IN {READABLE}{f' AND ({where})' if where else ''} LIMIT :limit",
        given,
    )
    return [(int(item), float(value)) for item, value in found]


def _statistics(
    db: apsw.Connection, table: str, kind: str, words: Sequence[str], principal: Principal
) -> tuple[list[float], float]:
    """Inverse document frequency of each word, and the mean length, over what the principal may read."""
    readable = f"items.kind = :kind AND items.live = 1 AND items.space IN {READABLE}"
    lengths = [
        _total(size)
        for (size,) in db.execute(
            f"SELECT sz FROM {table}_docsize AS sizes JOIN items ON items.id = sizes.id WHERE {readable}",
            principal.bound(kind=kind),
        )
    ]
    frequencies = []
    for word in words:
        found = first(
            db,
            f"SELECT count(*) FROM {table} JOIN items ON items.id = {table}.rowid"
            f" WHERE {table} MATCH :match AND {readable}",
            principal.bound(match=match([word]), kind=kind),
        )
        hits = int(found[0]) if found else 0
        idf = log((len(lengths) - hits + 0.5) / (hits + 0.5))
        frequencies.append(idf if idf > 0 else _LEAST_IDF)
    return frequencies, sum(lengths) / max(1, len(lengths))


def _scorer(frequencies: list[float], mean: float) -> Callable[..., float]:
    """FTS5's own formula, with these statistics."""

    def score(api: Any, *weights: Any) -> float:
        length = api.column_size(-1)
        total = 0.0
        for phrase, idf in enumerate(frequencies):
            found = sum(
                weight * len(places)
                for weight, places in zip(weights, api.phrase_locations(phrase), strict=False)
            )
            total += idf * (found * (_K1 + 1) / (found + _K1 * (1 - _B + _B * length / mean)))
        return total

    return score


def _total(sizes: bytes) -> int:
    """The tokens of a row: the sum of the variable-length integers that FTS5 keeps of its columns."""
    total = value = 0
    for byte in sizes:
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            total, value = total + value, 0
    return total
