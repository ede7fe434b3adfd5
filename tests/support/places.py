"""Where tests find what is not in `edge/`: the checkout, its recipes, and the labelled data of our own."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
MAILS = ROOT / "datasets" / "mail"
