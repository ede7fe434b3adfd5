"""Write docs/cli.md from the commands themselves (`make docs`)."""

from __future__ import annotations

from pathlib import Path

from edge.cli.reference import markdown

if __name__ == "__main__":
    target = Path(__file__).parents[1] / "docs" / "cli.md"
    target.parent.mkdir(exist_ok=True)
    target.write_text(markdown(), encoding="utf-8")
    print(target)
