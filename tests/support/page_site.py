"""A knowledge base of one PDF and one note with the words of attackers in it, served to a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pdf_pages

#: What would run if any of it were taken for markup.
HOSTILE = (
    '<script>window.ran="script"</script>',
    '"><img src=x onerror="window.ran=1">',
    "<svg onload=window.ran=2>",
    "javascript:window.ran=3",
    "{{constructor.constructor('window.ran=4')()}}",
)

RULES = (
    ("The boiler is started with the green lever beside the window.", "Wait ninety seconds first."),
    ("The brass key hangs behind the blue door.", "Nobody but the caretaker may take it."),
    ("The pressure must stay below four bar.", "When the whistle blows, close the valve at once."),
)


def boiler_pdf(path: Path) -> Path:
    """Three pages, a rule each, and a table on the last."""

    def page(number: int) -> Any:
        def draw(sheet: Any) -> None:
            pdf_pages.text(sheet, 72, 80, f"{number + 1}. Chapter of the boiler", 16, bold=True)
            for at, line in enumerate(RULES[number]):
                pdf_pages.text(sheet, 72, 120 + 16 * at, line, 11)
            if number == 2:
                table = [["Season", "Lowest pressure"], ["Winter", "2.5 bar"], ["Summer", "1.0 bar"]]
                pdf_pages.rows(sheet, table, columns=(72, 200), top=260, ruled=True, bold_header=True)

        return draw

    return pdf_pages.made(path, *(page(number) for number in range(3)))


def hostile_note(path: Path) -> Path:
    """A Markdown file whose heading, sentence and code are attacks."""
    code = "\n".join(HOSTILE)
    path.write_text(
        f"# The pantry {HOSTILE[1]}\n\nThe pantry door {HOSTILE[0]} {HOSTILE[1]} is opened with the copper"
        f" spoon {HOSTILE[2]}.\n\n## Opening\n\nThe pantry program is run with this command:\n\n"
        f"```\npantry --open\n{code}\n```\n",
        encoding="utf-8",
    )
    return path


def indexed(folder: Path) -> Path:
    """The knowledge base of both, in `folder`."""
    from edge.indexing.run import index_paths
    from edge.search.build import build_search
    from edge.settings import IndexSettings

    documents = folder / "documents é"
    documents.mkdir(parents=True)
    boiler_pdf(documents / "boiler <img src=x onerror=window.ran=5>.pdf")
    hostile_note(documents / "pantry.md")
    base = folder / "house.db"
    index_paths([documents], base, IndexSettings(), build_search=build_search)
    return base
