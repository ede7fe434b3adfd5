"""What README.md and docs/demo.md print is what the commands print."""

from __future__ import annotations

import subprocess
import sys

import pytest
from places import BUILD


@pytest.mark.parametrize("name", ["README.md", "docs/demo.md"])
def test_transcripts_are_current(name: str) -> None:
    """A changed sentence, figure or citation changes the transcript: run `make docs`."""
    done = subprocess.run(
        [sys.executable, str(BUILD / "transcripts.py"), "--check", name],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_only_how_sure_may_differ_a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another processor rounds a network's sums otherwise: five hundredths, and nothing else, may differ."""
    monkeypatch.syspath_prepend(str(BUILD))
    from transcripts import alike

    told = "“The bar is 12 mm.”\nconfidence: good (0.76) · 0.8 s\nnot likely enough (36%)"
    assert alike(told, told.replace("0.76", "0.73").replace("0.8 s", "1.2 s").replace("36%", "38%"))
    for other in ("(0.66)", "(76%)", "(0.761)", "(0.76) "):
        assert not alike(told, told.replace("(0.76)", other)), other
    assert not alike(told, told.replace("36%", "45%"))
    assert not alike(told, told.replace("12 mm", "13 mm"))


def test_a_transcript_is_of_no_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept today is printed with today's day, and tomorrow the transcript is current still."""
    monkeypatch.syspath_prepend(str(BUILD))
    from transcripts import DAY, dated

    assert dated("m2 bug  2031-01-31 · 1.000", {"2031-01-31", "2031-02-01"}) == f"m2 bug  {DAY} · 1.000"
    assert dated("due 2031-02-02, no 12031-01-31", {"2031-01-31"}) == "due 2031-02-02, no 12031-01-31"
