"""Exact phrases of a query: what stands between quotation marks must occur on a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from edge.text import tokens
from edge.text.query_text import clean_query

if TYPE_CHECKING:
    import apsw

_PHRASE = re.compile(r'"([^"]+)"|«([^«»]+)»|“([^“”]+)”')

#: Most phrases of a query that must occur, and most characters of each: they bound the work of one query.
MAX_PHRASES = 4
MAX_PHRASE_CHARACTERS = 200


def phrases(typed: str) -> list[str]:
    """Runs between double quotes or guillemets that hold a word."""
    runs = ("".join(groups).strip() for groups in _PHRASE.findall(clean_query(typed)))
    fitting = [run for run in runs if len(run) <= MAX_PHRASE_CHARACTERS and tokens.words(run)]
    return list(dict.fromkeys(fitting))[:MAX_PHRASES]


def pages_with(db: apsw.Connection, phrase: str) -> list[int]:
    """Ids of the pages that hold the phrase, without regard to case, accents and punctuation."""
    quoted = '"' + phrase.replace('"', " ") + '"'
    return [row[0] for row in db.execute("SELECT rowid FROM pages_fts WHERE pages_fts MATCH ?", (quoted,))]
