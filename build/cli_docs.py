"""Write docs/cli.md from the commands and docs/settings.md from the settings (`make docs`)."""

from __future__ import annotations

from pathlib import Path

from edge.cli.reference import markdown, settings

if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "docs"
    for name, text in (("cli.md", markdown()), ("settings.md", settings())):
        (folder / name).write_text(text, encoding="utf-8")
        print(folder / name)
