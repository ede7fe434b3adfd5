"""Options of a search beyond the mix: exact phrases, and those of the specification that are off by default.

Glossary boost, synonyms, abbreviations, source patterns and relevance feedback were measured and did not win
(bench/LOG.md); they stay because a corpus of another kind may want them.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from edge.config import SearchSettings
from edge.errors import UsageError
from edge.search.arrays import OrdinalArrays
from edge.search.documents import best_first
from edge.search.query import Query, clean, parse
from edge.search.sources import sources_like
from edge.search.stemming import Stem, stemmer
from edge.text import tokens

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

_PHRASE = re.compile(r'"([^"]+)"|«([^»]+)»|“([^”]+)”')

#: Most phrases of a query that must occur, and most characters of each: they bound the work of one query.
MAX_PHRASES = 4
MAX_PHRASE_CHARACTERS = 200

#: Pages that relevance feedback takes its terms from.
FEEDBACK_PAGES = 3

# A question that asks what a term means, in French or English, after folding.
_DEFINITION = re.compile(
    r"definition|definir|define|signifi|meaning|what (is|are|does)|qu.?est.ce qu|c.?est quoi|qu.?appelle.t.on"
)


def phrases(typed: str) -> list[str]:
    """Runs between double quotes or guillemets that hold a word: they must occur on a page."""
    found = ("".join(groups).strip() for groups in _PHRASE.findall(clean(typed)))
    fitting = [p for p in found if len(p) <= MAX_PHRASE_CHARACTERS and tokens.words(p)]
    return list(dict.fromkeys(fitting))[:MAX_PHRASES]


def pages_with(db: apsw.Connection, phrase: str) -> list[int]:
    """Ids of the pages that hold the phrase, without regard to case, accents and punctuation."""
    quoted = '"' + phrase.replace('"', " ") + '"'
    return [row[0] for row in db.execute("SELECT rowid FROM pages_fts WHERE pages_fts MATCH ?", (quoted,))]


class Options:
    """What the settings switch on, for one knowledge base. Files are read on first use."""

    def __init__(self, db: apsw.Connection, settings: SearchSettings, arrays: OrdinalArrays) -> None:
        self._db = db
        self._settings = settings
        self._arrays = arrays

    @cached_property
    def stem(self) -> Stem:
        """The stemming that the knowledge base was built with: queries must match it."""
        row = self._db.execute("SELECT value FROM meta WHERE key = 'stemming'").fetchone()
        return stemmer(str(row[0]) if row else "light")

    def expansions(self, typed: str, query: Query) -> Iterator[tuple[Query, float]]:
        """Further words to look for, each group with its weight."""
        settings = self._settings
        present = f" {' '.join(tokens.words(clean(typed)))} "
        if settings.synonyms:
            others = [
                other
                for group in self._synonyms
                if any(f" {member} " in present for member in group)
                for other in group
                if f" {other} " not in present
            ]
            yield self._beyond(" ".join(others), query), settings.synonym_weight
        if settings.abbreviations:
            longs = [long for short, long in self._abbreviations if f" {short} " in present]
            yield self._beyond(" ".join(longs), query), 1.0

    def feedback(self, scores: NDArray[np.float64], query: Query) -> Query:
        """The terms that weigh most on the best pages and are not in the query."""
        counted: Counter[str] = Counter()
        for page in best_first(scores, FEEDBACK_PAGES).tolist():
            row = self._db.execute(
                "SELECT text FROM pages WHERE id = ?", (int(self._arrays.page_id[page]),)
            ).fetchone()
            counted.update(set(tokens.terms(str(row[0]))) if row else ())
        many = len(self._arrays.page_id)
        rows = self._db.execute(
            "SELECT substr(postings.key, 2), length(docs) / 4 FROM json_each(?) AS asked"
            " JOIN postings ON postings.key = asked.value",
            (json.dumps([f"w{term}" for term in counted]),),
        )
        weight = {term: counted[term] * math.log(many / size) for term, size in rows if size > 1}
        best = sorted(weight, key=lambda term: (-weight[term], term))
        wanted = [term for term in best if term not in query.words][: self._settings.feedback]
        return self._beyond(" ".join(wanted), query)

    def page_factor(self, typed: str, query: Query) -> NDArray[np.float64] | None:
        """Factor on each page's score from the glossary and the source patterns; None: no change."""
        factor = None
        if self._settings.glossary and _DEFINITION.search(tokens.fold(typed)):
            defining = [page for term, page in self._glossary if term and term <= set(query.stems)]
            if defining:  # fallback: a term without a definition changes nothing
                factor = np.where(np.isin(self._arrays.page_id, defining), self._settings.glossary, 1.0)
        for expression, sources in self._source_patterns:
            if sources and expression.search(clean(typed)):
                named = np.isin(self._arrays.page_source, sources)
                gain = 1.0 + self._settings.source_pattern_weight * named
                factor = gain if factor is None else factor * gain
        return factor

    def _beyond(self, words: str, query: Query) -> Query:
        """A query of `words` without what the first query already looks for."""
        more = parse(words, self.stem)
        return Query(*([t for t in new if t not in old] for new, old in zip(more, query, strict=True)))

    @cached_property
    def _synonyms(self) -> list[list[str]]:
        return [
            [" ".join(tokens.words(member)) for member in line.split(",")]
            for line in _lines(self._settings.synonyms)
        ]

    @cached_property
    def _abbreviations(self) -> list[tuple[str, str]]:
        """Short and long forms, folded, as the documents introduce them: `Long Form (LF)`."""
        from edge.search.abbreviations import abbreviations

        rows = self._db.execute("SELECT text FROM pages")
        return sorted({pair for row in rows for pair in abbreviations(str(row[0]))})

    @cached_property
    def _glossary(self) -> list[tuple[frozenset[str], int]]:
        rows = self._db.execute("SELECT term, page_id FROM glossary")
        return [(frozenset(map(self.stem, tokens.terms(str(term)))), int(page)) for term, page in rows]

    @cached_property
    def _source_patterns(self) -> list[tuple[re.Pattern[str], list[int]]]:
        if not self._settings.source_patterns:
            return []
        found = []
        for line in _lines(self._settings.source_patterns):
            expression, arrow, pattern = line.rpartition("=>")
            try:
                compiled = re.compile(expression.strip(), re.IGNORECASE)
            except re.error as error:
                raise UsageError(f"Source pattern {line!r}: {error}.") from error
            if not arrow or not expression.strip():
                raise UsageError(f"Source pattern {line!r} is not `regular expression => document pattern`.")
            found.append((compiled, sources_like(self._db, pattern.strip())))
        return found


def _lines(path: str) -> list[str]:
    """Lines of an options file that hold something; `#` begins a comment line."""
    try:
        content = Path(path).expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"The file {path} cannot be read: {error}.", "Set it in the [search] settings."
        ) from error
    return [line.strip() for line in content.splitlines() if line.strip() and not line.startswith("#")]
