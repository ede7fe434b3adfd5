"""Which document a question on an option names: "tar" `tar.1` and `TAR(1)`, "git commit" `git-commit.1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from edge.text import tokens

#: "tar(1)", "USERADD(8)": a manual page.
_SECTION = re.compile(r"\s{0,9}\(\d\w{0,3}\)\s{0,9}+\Z")
_FOLDER = re.compile(r"\A.*[/\\]|\A[^/\\]*: (?=\S)", re.DOTALL)
#: Most words of a name, and words of a question that are looked at.
_LONGEST, _MOST = 4, 64


def names(document: str, heading: str = "") -> frozenset[str]:
    """What a document, or the part of it under a path of headings, may be called, in folded words: its file's
    name without extension, its title, a manual page in the path.
    """
    first, *others = heading.split(" > ")
    pages = [first, *(one for one in others if _SECTION.search(one))]
    said = [
        _FOLDER.sub("", document).lstrip(".").partition(".")[0],
        *(_SECTION.sub("", one) for one in pages),
    ]
    return frozenset(" ".join(words) for one in said if 0 < len(words := tokens.words(one)) <= _LONGEST)


def runs(question: str, option: str) -> Mapping[str, int]:
    """The runs of words of a question that may name a document, with their rank, 0 the best: the nearest to
    the option, of two as near the longer one.
    """
    met = re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", question)
    before, after = (question[: met.start()], question[met.end() :]) if met else (question, "")
    left, right = tokens.words(before)[-_MOST:], tokens.words(after)[:_MOST]
    stop = tokens.stop_words()
    found: dict[str, tuple[int, int]] = {}
    for words, ends in ((left, True), (right, False)):
        for at in range(len(words)):
            for size in range(1, min(_LONGEST, len(words) - at) + 1):
                run = words[at : at + size]
                away = len(words) - at - size if ends else at
                # "du -s", "… in du?": a stop word names a command right before its option, or last of all.
                last = away == 0 if ends else at + 1 == len(words)
                if all(word in stop for word in run) and not (size == 1 and last):
                    continue
                key, place = " ".join(run), (away, -size)
                found[key] = min(place, found.get(key, place))
    order = sorted(set(found.values()))
    return {key: order.index(place) for key, place in found.items()}


def best(named: Iterable[str], ranks: Mapping[str, int]) -> int | None:
    """The best rank that any of these names has; None where the question has none of them."""
    return min((ranks[name] for name in named if name in ranks), default=None)
