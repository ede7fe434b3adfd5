"""What the tests of this room share: a server of two knowledge bases that only reads, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browser
import pytest
from http_server import Served, serving


@pytest.fixture(scope="session")
def served(small_knowledge: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    from edge import paths

    home = tmp_path_factory.mktemp("home")
    shipped = str(paths.shipped_knowledge())
    with serving(home, "--knowledge", str(small_knowledge), "--knowledge", shipped) as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A headless Chromium; skips where none is installed."""
    browser.executable()
    with browser.chromium() as driven:
        yield driven


@pytest.fixture
def window(chromium: Any) -> Iterator[Any]:
    """Makes a window on a server; at its end nothing was asked of another host, and no script failed."""
    opened: list[tuple[Any, browser.Visit]] = []

    def made(served: Served, room: str = "", **options: Any) -> browser.Visit:
        context = chromium.new_context(**{"locale": "en-GB", **options})
        visit = browser.Visit(context, served.url)
        opened.append((context, visit))
        visit.page.goto(f"{served.url}/{room}")
        return visit

    yield made
    for context, visit in opened:
        ran = visit.page.evaluate("window.ran ?? null")
        context.close()
        assert visit.elsewhere() == []
        assert visit.errors == []
        assert ran is None
