"""What the Gemma tests share: making model files, and a ranking that keeps every sentence."""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from edge.engines.gemma import llama
from edge.records import Choice, PagePicture, Passage
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


needs_sight = pytest.mark.skipif(
    not llama.sees(), reason="this llama.cpp has no libmtmd: build it again with build/llama_wheel.py"
)


def picture(pixels: Any, page: int = 1, part: int = 1, parts: int = 1) -> PagePicture:
    """A square of a page from its pixels, (side, side, 3) uint8."""
    raw = pixels.tobytes()
    return PagePicture(
        page=page, part=part, parts=parts, side=len(pixels), data=zlib.compress(raw),
        sha256=hashlib.sha256(raw).hexdigest(),
    )  # fmt: skip
