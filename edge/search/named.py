"""Documents that a query names: those with a word in their titles that hardly any other document has.

"How is the Kestland stored?" is about the manual of the Kestland, although the page on storing it never says
the name, and pages of other manuals say more about storing. All pages of a document that is named gain, the
more the rarer the word; and the name itself counts for less, or the title page would come before the page on
storing. A word that many documents have, or that a document has somewhere but not in its title, names none:
counted by it, others are lost (bench/LOG.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.search.postings.reader import holding, occurrences, rarity
from edge.text import tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from edge.search.arrays import OrdinalArrays
    from edge.search.postings.reader import Fetched
    from edge.search.query import Query

CHANNEL = "named"
#: What a word that names counts beside the other words of a query, on pages.
NAME = 0.2
#: A word names a document when at most this share of the documents has it, or one alone.
FEW = 0.05
#: A title stands in the header of each page of its document; a heading that has its words stands for it.
MOST_PAGES = 0.9


class Naming:
    """What the words of a query name in one knowledge base."""

    def __init__(
        self, postings: Mapping[str, Fetched], arrays: OrdinalArrays, allowed: NDArray[np.bool_] | None = None
    ) -> None:
        """`postings`: as fetched for the query, of headers and of pages; `allowed`: the pages that may be
        ranked, others' documents are not named. Raises KnowledgeDamaged.
        """
        self._arrays = arrays
        self._texts = postings.get("w")
        #: By word, the ids of the documents that have it in their titles.
        self.titled: dict[str, list[int]] = {}
        headers = postings.get("h")
        for key, count in occurrences(headers).items():
            if count < MOST_PAGES * arrays.shortest:
                continue  # as it is for most words of most queries
            own = self._documents(headers, key)
            ids, pages = np.unique(own, return_counts=True)
            titled = ids[pages >= MOST_PAGES * arrays.document_pages[ids]]
            if allowed is not None:
                titled = titled[np.isin(titled, arrays.page_source[allowed])]
            if len(titled):
                self.titled[key[1:]] = titled.tolist()

    def _documents(self, postings: Fetched | None, key: str) -> NDArray[np.uint32]:
        """The document of each page that has a key."""
        return self._arrays.page_source[holding(postings, len(self._arrays.page_id), key)]

    @property
    def documents(self) -> int:
        """How many documents there are."""
        return int(np.count_nonzero(self._arrays.document_pages))

    def holding(self, word: str) -> int:
        """How many documents have a word in their texts or titles."""
        return len({*self._documents(self._texts, f"w{word}").tolist(), *self.titled.get(word, ())})


class Named(NamedTuple):
    """What a query names: by which of its words, and for each base how much each of its documents, the most
    named of all = 1.
    """

    words: tuple[str, ...]
    shares: tuple[dict[int, float], ...]

    def of(self, base: int) -> dict[int, float] | None:
        """How much the documents of a base are named; None where none of any base is."""
        return self.shares[base] if self.words else None

    def factors(self, query: Query) -> dict[str, float]:
        """What the postings of the naming words count beside the others, by key: the page that answers seldom
        repeats of what it is. Of a query that only names, all.
        """
        others = [word for word in query.words if word not in self.words]
        if not self.words or not others:
            return {}
        stems = {tokens.stem(word) for word in self.words}.difference(map(tokens.stem, others))
        kept = {gram for word in others for gram in tokens.grams(word)}
        keys = [kind + word for word in self.words for kind in "wh"]
        keys += [kind + stem for stem in stems for kind in "ct"]
        keys += [f"b{pair}" for pair in query.bigrams if not stems.isdisjoint(pair.split())]
        keys += [f"g{gram}" for word in self.words for gram in tokens.grams(word) if gram not in kept]
        return dict.fromkeys(keys, NAME)


def named(found: Sequence[Naming]) -> Named:
    """What a query names in its bases."""
    shares: tuple[dict[int, float], ...] = tuple({} for _ in found)
    titled = dict.fromkeys(word for base in found for word in base.titled)
    if not titled:
        return Named((), shares)
    documents = sum(base.documents for base in found)
    words = []
    for word in titled:
        count = sum(base.holding(word) for base in found)
        if count > max(1, FEW * documents):
            continue
        words.append(word)
        for base, own in zip(found, shares, strict=True):
            for one in base.titled.get(word, ()):
                own[one] = own.get(one, 0.0) + rarity(documents, count)
    most = max((share for own in shares for share in own.values()), default=1.0)
    return Named(tuple(words), tuple({one: share / most for one, share in own.items()} for own in shares))
