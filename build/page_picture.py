"""The picture of the page in README.md, from a real run in the Chromium that is installed.

python build/page_picture.py       writes docs/page.png (groups browser and build: Playwright, Pillow)
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "docs" / "page.png"
SIZE = {"width": 1240, "height": 780}
QUESTION = "What is the default time?"
MOST = 200_000  # bytes


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("EDGE_")}
        server = subprocess.Popen(
            [sys.executable, "-m", "edge", "serve", "--port", "0", "--json", "--quiet"],
            stdout=subprocess.PIPE, text=True, encoding="utf-8",
            env={**environment, "EDGE_HOME": home, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        try:
            assert server.stdout is not None
            picture = _picture(json.loads(server.stdout.readline())["url"])
        finally:
            server.terminate()
            server.wait(20)
    # Of text on plain ground: 128 colours are all there is to see.
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(128).save(OUT, optimize=True)
    size = OUT.stat().st_size
    print(f"{OUT.relative_to(ROOT)}: {size} bytes")
    assert size <= MOST, f"more than {MOST}"


def _picture(url: str) -> bytes:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page: Any = browser.new_page(viewport=SIZE, locale="en-GB", color_scheme="light")
        page.goto(url)
        page.locator("#question").fill(QUESTION)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Open this page").first.click()
        page.locator(".lit").first.wait_for()
        page.mouse.move(0, 0)
        taken: bytes = page.screenshot()
        browser.close()
    return taken


if __name__ == "__main__":
    main()
