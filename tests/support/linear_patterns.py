"""Run by test_linear_patterns: how every compiled pattern of edge takes repeated characters, as JSON lines.

`python linear_patterns.py SMALL LARGE PART PARTS`: every PARTSth pattern, over texts of SMALL characters and,
where those take their time, of LARGE ones.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Iterator
from math import inf
from typing import Any

import edge
from edge.text.regex import LazyRegex

#: What a text made to be slow repeats.
UNITS = (
    " ", "\n", "\t", "\r\n", "  \n", "0", "1 ", "a", "A", "é", "a a a", "A1", "Aa ", "<", "</", "<a ", "<!--",
    "(", ")", "[", "{", "&#", '"', "'", "’", "« ", "“", ".", ". ", ",", ";", ":", "://", "http://", "@", "a@",
    "a.a", "-", "--", "_", "=", "*", "* ", ">", "|", "| ", "+", "/", "\\", "#", "%", "€", "\u00a0", "\u200b",
    "De : ", "Re: ", "10.", "1,", "12:30 ", "01/02/", "le ", "du 3 au ", "From ",
)  # fmt: skip
#: Those that made patterns slow before.
COMMON = (" ", "\n", "  \n", "0", "a", "A1", "(", '"', ". ", "10.", "Re: ", "« ")
#: What such a text ends in: something that does not belong, or nothing more.
ENDS = ("!\x01x", "")
#: Repetitions that count as without end.
MANY = 200
#: Seconds after which a search is given up.
TOO_LONG = 1.0
#: Seconds in which no pattern can look at each of thousands of characters thousands of times.
NOISE = 0.005


def patterns() -> dict[str, re.Pattern[Any]]:
    """Every compiled pattern that a module or a class of edge holds, by where it is found first."""
    found: dict[tuple[object, int], tuple[str, re.Pattern[Any]]] = {}
    for module in pkgutil.walk_packages(edge.__path__, "edge."):
        if module.name.rpartition(".")[2] in ("__main__", "worker"):
            continue
        for name, value in list(vars(importlib.import_module(module.name)).items()):
            for pattern in _inside(value):
                found.setdefault((pattern.pattern, pattern.flags), (f"{module.name}.{name}", pattern))
    return {f"{name} {pattern.pattern!r}": pattern for name, pattern in found.values()}


def _inside(value: object, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, LazyRegex):
        value = value.compiled()
    if isinstance(value, re.Pattern):
        yield value
    elif depth > 5 or isinstance(value, str | bytes | int):
        return
    elif isinstance(value, dict):
        for each in [*value.keys(), *value.values()]:
            yield from _inside(each, depth + 1)
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _inside(each, depth + 1)
    elif isinstance(value, type):
        if value.__module__.startswith("edge.") and depth == 0:
            for each in vars(value).values():
                yield from _inside(each, depth + 1)
    elif type(value).__module__.startswith("edge."):
        names = getattr(type(value), "__slots__", None) or getattr(value, "__dict__", ())
        for name in names:
            yield from _inside(getattr(value, name, None), depth + 1)


def attacks(pattern: re.Pattern[Any], *, everything: bool) -> Iterator[tuple[str, str]]:
    """(beginning, unit): the units above alone, each endless repetition of the pattern itself after the
    shortest text that leads to it, and what it almost finds, again and again.
    """
    yield from (("", unit) for unit in (UNITS if everything else COMMON))
    source = pattern.pattern
    read = re._parser.parse(source if isinstance(source, str) else source.decode("latin-1"), pattern.flags)  # type: ignore[attr-defined]
    seen = {("", unit) for unit in UNITS}
    nearly = [one[:-1] + end for one in _samples(read) if len(one) > 1 for end in ("", " ", ".", "/")]
    for attack in (*_pumps(read, ""), *(("", unit) for unit in nearly)):
        if attack[1] and attack not in seen:
            seen.add(attack)
            yield attack


def _pumps(nodes: Any, before: str) -> Iterator[tuple[str, str]]:
    """Where the nodes of a parsed pattern repeat without end: (a text that comes before, what repeats)."""
    for kind, value in nodes:
        name = str(kind)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, inner = value
            if most > MANY:
                # What a group said, said again, has no sample of its own: the last character stands for it.
                yield from ((before, one or before[-1:]) for one in _samples(inner))
            yield from _pumps(inner, before)
            before += _sample(inner) * max(least, 1)
            continue
        for inner in _parts(name, value):
            yield from _pumps(inner, before)
        before += _sample([(kind, value)])


def _parts(name: str, value: Any) -> list[Any]:
    """What a node of a parsed pattern is made of."""
    if name == "BRANCH":
        return list(value[1])
    if name == "SUBPATTERN":
        return [value[3]]
    if name == "ATOMIC_GROUP":
        return [value]
    return [value[1]] if name in ("ASSERT", "ASSERT_NOT") else []


def _samples(nodes: Any) -> list[str]:
    """Short texts that the nodes match: of a set, and of a choice, one for each of the first members."""
    listed = list(nodes)
    if len(listed) == 1:
        kind, value = listed[0]
        if str(kind) == "IN":
            return [_character(value, skip) for skip in range(min(len(value), 6))]
        if str(kind) == "BRANCH":
            return [_sample(option) for option in value[1][:6]]
        if str(kind) == "SUBPATTERN":
            return _samples(value[3])
    for at, (kind, value) in enumerate(listed):  # one that begins or ends with a choice: each of its options
        if str(kind) in ("SUBPATTERN", "BRANCH") and len(options := _samples([(kind, value)])) > 1:
            return [_sample(listed[:at]) + one + _sample(listed[at + 1 :]) for one in options]
    return [_sample(listed)]


def _sample(nodes: Any) -> str:
    text = ""
    for kind, value in nodes:
        name = str(kind)
        if name == "LITERAL":
            text += chr(value)
        elif name == "NOT_LITERAL":
            text += "y" if value == ord("x") else "x"
        elif name == "ANY":
            text += "x"
        elif name == "IN":
            text += _character(value, 0)
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            text += _sample(value[2]) * value[0]
        elif name not in ("ASSERT", "ASSERT_NOT") and (parts := _parts(name, value)):
            text += _sample(parts[0])
    return text


_CLASSES = {
    "CATEGORY_SPACE": " ", "CATEGORY_DIGIT": "1", "CATEGORY_WORD": "a", "CATEGORY_NOT_SPACE": "a",
    "CATEGORY_NOT_DIGIT": "a", "CATEGORY_NOT_WORD": "-",
}  # fmt: skip


def _character(members: Any, skip: int) -> str:
    """A character of a set: that of one of its members; of a negated set, any that is not in it."""
    if str(members[0][0]) == "NEGATE":
        candidates = "x a1-.,:;'\"()<>|/\n\u00e9\u20ac"
        return next((one for one in candidates if not _in(members[1:], one)), "\u4e00")
    kind, value = members[skip % len(members)]
    if str(kind) == "LITERAL":
        return chr(value)
    if str(kind) == "RANGE":
        return chr(value[0])
    return _CLASSES.get(str(value), "x")


def _in(members: Any, character: str) -> bool:
    for kind, value in members:
        if str(kind) == "LITERAL" and ord(character) == value:
            return True
        if str(kind) == "RANGE" and value[0] <= ord(character) <= value[1]:
            return True
        if str(kind) == "CATEGORY":
            shown = str(value).removeprefix("CATEGORY_")
            letter = {"SPACE": r"\s", "DIGIT": r"\d", "WORD": r"\w"}[shown.removeprefix("NOT_")]
            if bool(re.match(letter, character)) is not shown.startswith("NOT_"):
                return True
    return False


def seconds(pattern: re.Pattern[Any], text: str) -> float:
    """How long it takes to go through a text as callers do: all that is found, and from the beginning."""
    subject: Any = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
    began = time.process_time()
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, TOO_LONG)  # `re` looks for signals as it searches
            for _ in pattern.finditer(subject):
                pass
            pattern.match(subject)
            pattern.fullmatch(subject)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except TimeoutError:  # outside: the signal may come when the search is done and the timer still runs
        return inf
    return time.process_time() - began


def _give_up(*_: object) -> None:
    raise TimeoutError


def growth(
    pattern: re.Pattern[Any], attack: tuple[str, str], small: int, large: int, end: str = ENDS[0]
) -> float:
    """How many times as long the larger text takes; 0 where it takes next to no time at all."""
    times = []
    for _ in range(3):  # a slow moment of the machine is not slow three times
        first = seconds(pattern, _text(attack, small, end))
        if first < NOISE:
            return 0.0
        if first == inf:  # no need to wait for a longer one
            return inf
        times.append(seconds(pattern, _text(attack, large, end)) / first)
        if times[-1] <= 2.5 * large / small:
            break
    return min(times)


def _text(attack: tuple[str, str], length: int, end: str) -> str:
    before, unit = attack
    return f"{before}{unit * (length // len(unit))}{end}"


def slow(
    pattern: re.Pattern[Any], small: int, large: int, *, everything: bool = True
) -> list[tuple[str, str]]:
    """What makes a pattern slow: texts LARGE / SMALL times as long that take over 2.5 times that."""
    return [
        attack
        for attack in attacks(pattern, everything=everything)
        if any(growth(pattern, attack, small, large, end) > 2.5 * large / small for end in ENDS)
    ]


if __name__ == "__main__":
    signal.signal(signal.SIGVTALRM, _give_up)
    small, large, part, parts = map(int, sys.argv[1:])
    for number, (name, pattern) in enumerate(sorted(patterns().items())):
        if number % parts == part:
            print(
                json.dumps({"name": name, "slow": slow(pattern, small, large, everything=parts > 1)}),
                flush=True,
            )
