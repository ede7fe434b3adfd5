"""Page numbers as printed: from the file's own page labels, else from what stands in the margins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from edge.text.roman import roman, roman_value

_NUMBER = re.compile(r"(?<![\d.])\d{1,5}(?![\d.]*\d)|(?<!\w)[ivxlc]{1,8}(?!\w)", re.IGNORECASE)
_LEAST_PAGES = 3
_HEXADECIMAL = re.compile(r"\A<((?:[0-9A-Fa-f]{2})+)>")


def label_of(said: str) -> str:
    """A page's own label as people read it: MuPDF leaves what is not ASCII in hexadecimal, "<FEFF0038>"."""
    written = _HEXADECIMAL.match(said)
    if written is None:
        return said
    data = bytes.fromhex(written[1])
    codec = "utf-16" if data[:2] in (b"\xfe\xff", b"\xff\xfe") else "latin-1"
    return data.decode(codec, "replace") + said[written.end() :]


def page_labels(given: Sequence[str], margins: Sequence[Sequence[str]]) -> list[str]:
    """A label for each page, "" where nothing tells it.

    `given`: the file's own labels, taken unless they only count the pages. `margins`: the running lines of
    each page. A number in them is the page's when at least three pages have one that runs as far ahead of (or
    behind) the physical page.
    """
    if any(label and label != str(number) for number, label in enumerate(given, start=1)):
        return list(given)
    found: list[dict[tuple[bool, int], str]] = []
    steps: Counter[tuple[bool, int]] = Counter()
    for number, lines in enumerate(margins, start=1):
        here: dict[tuple[bool, int], str] = {}
        for line in lines:
            for match in _NUMBER.finditer(line):
                in_roman = not match[0].isdecimal()
                value = roman_value(match[0].lower()) if in_roman else int(match[0])
                if value:
                    here.setdefault((in_roman, value - number), match[0])
        found.append(here)
        steps.update(here.keys())
    sure = {step: count for step, count in steps.items() if count >= _LEAST_PAGES}
    steps_of = [
        max(known, key=lambda step: sure[step])
        if (known := [step for step in here if step in sure])
        else None
        for here in found
    ]
    labels = [here[step] if step else "" for here, step in zip(found, steps_of, strict=True)]
    _fill(labels, steps_of)
    # One that only counts the pages says nothing.
    return ["" if label == str(number) else label for number, label in enumerate(labels, start=1)]


def _fill(labels: list[str], steps: Sequence[tuple[bool, int] | None]) -> None:
    """Pages without a number of their own (where a chapter opens) between pages of one count are counted."""
    last = -1
    for at, step in enumerate(steps):
        if step is None:
            continue
        if last >= 0 and steps[last] == step:
            in_roman, ahead = step
            for between in range(last + 1, at):
                value = between + 1 + ahead
                labels[between] = roman(value) if in_roman else str(value)
        last = at
