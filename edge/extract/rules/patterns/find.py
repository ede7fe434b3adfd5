"""The search for all patterns at once."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from edge.extract.rules.lexicon import PhraseMatch
from edge.extract.rules.patterns.commitment import COMMITMENT
from edge.extract.rules.patterns.decision import DECISION
from edge.extract.rules.patterns.news import NEWS
from edge.extract.rules.patterns.people import PEOPLE
from edge.extract.rules.patterns.prohibition import PROHIBITION
from edge.extract.rules.patterns.request import REQUEST
from edge.extract.rules.patterns.typed_words import spelled_out
from edge.text.word_tokens import WordTokens

_PATTERNS = (*COMMITMENT, *REQUEST, *PROHIBITION, *DECISION, *NEWS, *PEOPLE)

#: The cues that patterns give.
CUES = frozenset(name for name, _ in _PATTERNS)


def find_cues(tokens: WordTokens) -> list[PhraseMatch]:
    """Matches named like those of `cues.toml`, unordered; `first` and `last` are places of words."""
    if not tokens.words:
        return []
    words = [spelled_out(word) for word in tokens.words]
    text = f". {' '.join(words)} "  # a sentence opens here, see `fragments`
    starts = list(accumulate((len(word) + 1 for word in words[:-1]), initial=2))
    hits: list[PhraseMatch] = []
    for name, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            first = bisect_right(starts, match.start() + 1) - 1
            last = bisect_right(starts, match.end() - 1)
            hits.append(PhraseMatch(f"cues.{name}", first, last))
    return hits
