"""What asks for nothing (thanks, a greeting, "ok"): it gets a short word, and no quote.

The phrases stand in `assets/courtesy.toml`. A text counts only where they account for all of its words: one
further word, and it is a question.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import NamedTuple

from edge import i18n, paths
from edge.records import Answer, Confidence, Reason, coded
from edge.text import tokens
from edge.text.any_of import any_of

#: Nothing longer is looked at: a courtesy is short.
MAX_WORDS = 12
_THANKS, _FILLER, _PLEASE, _MORE = "thanks", "filler", "please", "more"
_MARKED = re.compile(r"(?P<said>[^,.!?;:–]{1,60}+)[,.!?;:–]{1,3}\s{0,3}(?=\S)")


class Courtesy(NamedTuple):
    """`kind`: thanks, greeting, farewell or agreement; `language`: of the words it was said in."""

    kind: str
    language: str


@cache
def _phrases() -> dict[str, dict[str, list[str]]]:
    """By language and kind: phrases as folded words."""
    return tomllib.loads(paths.asset("courtesy.toml").read_text(encoding="utf-8"))


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], dict[str, re.Pattern[str]]]:
    """One that a text made of nothing but courtesies matches, and one for each kind."""
    held = _phrases()[language]
    whole = re.compile(rf"(?:{any_of(phrase for listed in held.values() for phrase in listed)}(?: |$))+")
    kinds = {
        kind: re.compile(rf"\b{any_of(listed)}\b")
        for kind, listed in held.items()
        if kind not in (_FILLER, _PLEASE, _MORE)
    }
    return whole, kinds


def without(said: str) -> str:
    """A question without the greeting before and the thanks after it ("hi, how do I …, please?"); what is
    nothing else is left as it is.
    """
    rest = said
    while (cut := _opening(rest)) and tokens.terms(rest[cut:]):
        rest = rest[cut:]
    while _may_close(rest) and (match := _closing().search(rest)) and tokens.terms(rest[: match.start()]):
        rest = rest[: match.start()].rstrip(" ,;.!–-") + ("?" if "?" in match[0] else "")
    return rest


def _opening(said: str) -> int:
    """Where what is asked begins: after a run that says nothing and ends with a mark; 0 without one."""
    match = _MARKED.match(said)
    return match.end() if match and read(match["said"]) is not None else 0


def _said_of(*kinds: str) -> frozenset[str]:
    """The phrases of these kinds, of every language."""
    return frozenset(phrase for held in _phrases().values() for kind in kinds for phrase in held[kind])


@cache
def _first_words() -> frozenset[str]:
    """Words that a courtesy may begin with."""
    return frozenset(
        phrase.split()[0] for held in _phrases().values() for listed in held.values() for phrase in listed
    )


@cache
def _last_words() -> frozenset[str]:
    """Words that may stand at the end of what `_closing` finds."""
    return frozenset(phrase.split()[-1] for phrase in _said_of(_THANKS, _PLEASE, _MORE))


def _may_close(said: str) -> bool:
    """Whether the last word allows that `_closing` finds something: most questions never need it made."""
    return not _last_words().isdisjoint(tokens.words(said)[-1:])


@cache
def _closing() -> re.Pattern[str]:
    """Thanks or a please at the end, with a word that makes more of it."""
    listed, more = (
        "|".join(re.escape(one).replace(r"\ ", r"[\s'’-]++") for one in sorted(said, key=len, reverse=True))
        for said in (_said_of(_THANKS, _PLEASE), _said_of(_MORE))
    )
    listed, more = listed.replace("plait", "pla[iî]t"), more.replace("reponse", "r[eé]ponse")
    return re.compile(rf"(?<![\s,;.!?–-])[\s,;.!?–-]++(?:{listed})(?:[\s,]++(?:{more}))*[\s.!?]*+$", re.I)


def read(said: str, language: str = "") -> Courtesy | None:
    """The courtesy that a text is, or None where it may ask for something. `language`: of the conversation,
    for words of several ("ok").
    """
    found = tokens.words(said)
    if not found or len(found) > MAX_WORDS or found[0] not in _first_words():
        return None
    flat = " ".join(found)
    for one in sorted(_phrases(), key=lambda name: name != language):
        whole, kinds = _patterns(one)
        if whole.fullmatch(flat):
            for kind, pattern in kinds.items():  # thanks before all: "ok, thanks" is answered as thanks
                if pattern.search(flat):
                    return Courtesy(kind, one)
    return None


def reply(said: str, courtesy: Courtesy) -> Answer:
    """A short word in place of an answer: nothing was asked, so nothing is quoted."""
    answer = Answer(
        question=said,
        answer=None,
        outcome="absent",
        abstained=True,
        confidence=Confidence(raw=0.0, source="none"),
        codes=coded(reason=Reason(f"courtesy.{courtesy.kind}"), stopped_because=Reason("nothing_asked")),
        timings_ms={"total": 0.0},
    )
    return i18n.rendered(answer, courtesy.language)


def is_reply(answer: Answer) -> bool:
    """Whether an answer is such a short word."""
    return any(code.code.startswith("courtesy.") for code in answer.codes.get("reason", []))
