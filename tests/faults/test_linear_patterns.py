"""No text of a stranger makes edge slow: ten times the text takes about ten times as long."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import process_time
from typing import Any

import fault_tally
import linear_patterns
import pytest
from linear_patterns import COMMON, UNITS
from places import ROOT

from edge.ask import courtesy
from edge.indexing.readers.html.page import read as read_html
from edge.indexing.readers.markdown import read as read_markdown
from edge.indexing.readers.plain_text import read as read_text
from edge.indexing.structure.chunk import cut
from edge.indexing.structure.document import Page, of_text
from edge.indexing.structure.indented_code import with_code
from edge.text import sanitise, sentences, similarity
from edge.text.document_names import runs
from edge.text.fold import FoldedText
from edge.text.option_question import option_question
from edge.text.options import headed
from edge.text.truncate import unique
from edge.text.word_tokens import tokens
from edge.values.amounts import find_amounts
from edge.values.dates import find_dates

LONG = "EDGE_PATTERN_SCAN" in os.environ


def scanned(*arguments: int) -> Iterator[Any]:
    """What linear_patterns prints: in a process of its own, since a pattern can take hours."""
    command = [sys.executable, linear_patterns.__file__, *map(str, arguments)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=900,
        cwd=ROOT,
        check=True,
    )
    yield from map(json.loads, done.stdout.splitlines())


def test_every_pattern_is_linear() -> None:
    """All compiled patterns that modules and classes hold, over the characters they repeat and over what they
    almost find: four times the text takes less than ten times as long.
    """
    measured = list(scanned(2_000, 8_000, 0, 1))
    assert len(measured) > 250
    assert [one for one in measured if one["slow"]] == []


@pytest.mark.skipif(not LONG, reason="takes minutes: make faults")
@pytest.mark.parametrize("part", range(4))
def test_every_pattern_is_linear_at_any_length(part: int) -> None:
    """The same with every repeated character we know of, at 10 and 100 kB."""
    measured = list(scanned(10_000, 100_000, part, 4))
    assert len(measured) > 50
    assert [one for one in measured if one["slow"]] == []
    fault_tally.count("patterns over repeated text, at 10 and 100 kB", len(measured))


@pytest.mark.parametrize(
    "read",
    [
        sanitise.tidy, sanitise.visible, sanitise.clean, sentences.split, similarity.names, tokens,
        lambda text: FoldedText(text, single_spaces=True), lambda text: cut(text, 100),
        unique, find_amounts,
        lambda text: find_dates(text, datetime(2026, 3, 2, tzinfo=UTC)),
        lambda text: read_text(b"x" + text.encode(), "a.txt"),
        lambda text: read_markdown(b"x" + text.encode(), "a.md"),
        lambda text: [list(headed(text, name)) for name in ("-c", "--count", "a", "a.a", "10.")],
        lambda text: option_question(f"what does {text} --count do"),
        lambda text: runs(f"{text} --count {text}", "--count"),
        lambda text: courtesy.without(f"where is it{text}?"),
        lambda text: with_code(of_text("text", "a.txt", [Page(1, f"Run:\n{text}\n  a\n{text}:\n{text}")])),
        lambda text: read_html(f"<pre>{text}</pre><h1>a [{text}</h1><p>{text}".encode(), "a.html"),
    ],
    ids=[
        "tidy", "visible", "clean", "split", "names", "tokens", "fold", "cut", "unique", "amounts", "dates",
        "text", "markdown", "headed", "option_question", "runs", "courtesy", "code", "html",
    ],
)  # fmt: skip
def test_what_reads_texts_is_linear(read: Callable[[str], object]) -> None:
    """Readers, not patterns alone: a loop over matches can be slow where each match is quick."""
    size = 20_000 if LONG else 2_000
    for unit in UNITS if LONG else COMMON:
        times = []
        for length in (size, 4 * size):
            text = unit * (length // len(unit))
            times.append(min(_seconds(read, text) for _ in range(2)))
        assert times[1] < 10 * max(times[0], 0.005 if not LONG else 0.05), (unit, times)


def _seconds(read: Callable[[str], object], text: str) -> float:
    began = process_time()
    read(text)
    return process_time() - began
