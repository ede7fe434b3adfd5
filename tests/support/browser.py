"""A real Chromium on a real `edge serve` of loopback; tests skip with a reason where either is missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

#: As Debian, Ubuntu, Fedora and macOS call it.
_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def executable() -> str:
    """The browser to drive; skips the test where there is none."""
    pytest.importorskip("playwright", reason="playwright (group browser) is not installed")
    pytest.importorskip("starlette", reason="starlette (extra serve) is not installed")
    pytest.importorskip("uvicorn", reason="uvicorn (extra serve) is not installed")
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.skip("no Chromium is installed (Debian: apt install chromium)")
    return found


#: Milliseconds that anything is waited for: a busy machine takes long to load the networks and to index.
_MOST_MS = 90_000


@contextmanager
def chromium() -> Iterator[Any]:
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Visit:
    """One page of a browser context: what it asked for, what it said on its console, what failed."""

    def __init__(self, context: Any, address: str) -> None:
        context.set_default_timeout(_MOST_MS)
        self.page = context.new_page()
        self.address = f"{address}/"
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.bytes = 0
        context.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._said)
        self.page.on("response", self._came)

    def _said(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _came(self, response: Any) -> None:
        self.bytes += int(response.headers.get("content-length", "0"))

    def open(self) -> None:
        """Load the page and wait until it knows its documents."""
        self.page.goto(self.address)
        self.page.locator(".about:not(:empty)").wait_for()

    def elsewhere(self) -> list[str]:
        """Requests to any other host; pictures made here (blob:, data:) are none."""
        return [url for url in self.requests if not url.startswith((self.address, "blob:", "data:"))]

    def until(self, expression: str) -> None:
        """Wait until it is true. Playwright's own way evaluates a string in the page, which its policy
        forbids.
        """
        for _ in range(_MOST_MS // 50):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never: {expression}")

    def ask(self, question: str) -> Any:
        """Type a question and wait for what comes of it: the article of the turn."""
        self.page.locator("#question").fill(question)
        self.page.keyboard.press("Enter")
        turn = self.page.locator(".turns > .turn")
        turn.locator(".verdict, .failure").first.wait_for()
        return turn


def faults(page: Any) -> list[str]:
    """What axe finds that is serious or critical, and where."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
