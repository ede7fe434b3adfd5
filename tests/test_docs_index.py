"""docs/README.md leads to every page of documentation, and no link of ours leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *DOCS.glob("*.md"),
        *ROOT.glob("bench/*.md"),
        *ROOT.glob("models/*/README.md"),
        *ROOT.glob("datasets/*/README.md"),
    ]
)
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def links(page: Path) -> list[str]:
    return [link for link in _LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]


def test_every_page_is_in_the_index() -> None:
    """A page that the index does not name is found by nobody."""
    assert {page.name for page in DOCS.glob("*.md")} - set(links(DOCS / "README.md")) == {"README.md"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    """A link between our pages leads to a file that is there."""
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


def test_every_measurement_is_in_the_index() -> None:
    """Each section of bench/log/ has its line in bench/LOG.md, under the file it stands in: what is not
    named there is found by nobody.
    """
    index = (ROOT / "bench" / "LOG.md").read_text(encoding="utf-8")
    for page in sorted((ROOT / "bench" / "log").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for heading in re.findall(r"^## (.+)$", text, re.MULTILINE):
            assert f"[{heading}](log/{page.name}#" in index
