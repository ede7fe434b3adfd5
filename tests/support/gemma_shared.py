"""What the Gemma tests share: making model files, and a ranking that keeps every sentence."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from places import ROOT

from edge.records import Choice, Passage
from edge.text import sentences

needs_llama = pytest.mark.skipif(
    importlib.util.find_spec("llama_cpp") is None,
    reason='llama.cpp is not installed: pip install "$(python build/llama_wheel.py)"',
)


def synthesise(out: Path, *arguments: str) -> Path:
    """Run `build/synthesise.py gguf`; build/ is never imported."""
    command = [sys.executable, str(ROOT / "build" / "synthesise.py"), "gguf", *arguments, "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return out


def every_sentence(_: str, passages: Sequence[Passage]) -> list[Choice]:
    """All sentences of the passages in order, as a ranking."""
    return [
        Choice(
            passage=i,
            start=p.start + u.start,
            end=p.start + u.end,
            text=p.text[u.start : u.end],
            probability=0.0,
            context=u.context,
        )
        for i, p in enumerate(passages)
        for u in sentences.split(p.text)
    ]


def passage(text: str, page: int = 1) -> Passage:
    return Passage(chunk=page, source="notes.txt", page=page, start=0, end=len(text), text=text)
