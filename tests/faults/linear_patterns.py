"""Run by test_linear_patterns: how every compiled pattern of edge takes repeated characters, as JSON lines.

`python linear_patterns.py PART PARTS`: every PARTSth pattern.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import sys
import time
from collections.abc import Iterator
from typing import Any

import edge

#: What a text made to be slow repeats.
UNITS = (
    " ", "\n", "\t", "\r\n", "  \n", "0", "1 ", "a", "A", "é", "a a a", "A1", "Aa ", "<", "</", "<a ", "<!--",
    "(", ")", "[", "{", "&#", '"', "'", "’", "« ", "“", ".", ". ", ",", ";", ":", "://", "http://", "@", "a@",
    "a.a", "-", "--", "_", "=", "*", "* ", ">", "|", "| ", "+", "/", "\\", "#", "%", "€", "\u00a0", "\u200b",
    "De : ", "Re: ", "10.", "1,", "12:30 ", "01/02/", "le ", "du 3 au ", "From ",
)  # fmt: skip
SMALL, LARGE = 10_000, 100_000
#: Seconds in which no pattern can look at each of `SMALL` characters thousands of times.
NOISE = 0.003
#: How many times as long ten times the text may take.
MOST = 25


def patterns() -> dict[str, re.Pattern[Any]]:
    """Every compiled pattern that a module or a class of edge holds, by where it is found first."""
    found: dict[tuple[object, int], tuple[str, re.Pattern[Any]]] = {}
    for module in pkgutil.walk_packages(edge.__path__, "edge."):
        if module.name.rpartition(".")[2] in ("__main__", "worker", "pdf_worker"):
            continue
        for name, value in list(vars(importlib.import_module(module.name)).items()):
            for pattern in _inside(value):
                found.setdefault((pattern.pattern, pattern.flags), (f"{module.name}.{name}", pattern))
    return {f"{name} {pattern.pattern!r}": pattern for name, pattern in found.values()}


def _inside(value: object, depth: int = 0) -> Iterator[re.Pattern[Any]]:
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


def seconds(pattern: re.Pattern[Any], text: str) -> float:
    """How long it takes to go through a text as callers do: all that is found, and from the beginning."""
    subject: Any = text.encode() if isinstance(pattern.pattern, bytes) else text
    began = time.process_time()
    for _ in pattern.finditer(subject):
        pass
    pattern.match(subject)
    pattern.fullmatch(subject)
    return time.process_time() - began


def growth(pattern: re.Pattern[Any], unit: str) -> float:
    """How many times as long ten times the text takes; 0 where it takes next to no time at all."""
    times = []
    for _ in range(2):  # a slow moment of the machine is not slow twice
        small = seconds(pattern, _text(unit, SMALL))
        if small < NOISE:
            return 0.0
        if small > 3:  # 10,000 characters: no need to wait for ten times as many
            return 100.0
        times.append(seconds(pattern, _text(unit, LARGE)) / small)
        if times[-1] <= MOST:
            break
    return min(times)


def _text(unit: str, length: int) -> str:
    return "x " + unit * (length // len(unit)) + "!x"


if __name__ == "__main__":
    part, parts = int(sys.argv[1]), int(sys.argv[2])
    for number, (name, pattern) in enumerate(sorted(patterns().items())):
        if number % parts == part:
            slow = [unit for unit in UNITS if growth(pattern, unit) > MOST]
            print(json.dumps({"name": name, "slow": slow}), flush=True)
