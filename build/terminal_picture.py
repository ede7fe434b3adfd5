"""The picture of the terminal in README.md, from a real run.

python build/terminal_picture.py       writes docs/terminal.svg
"""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "docs" / "terminal.svg"
WIDTH = 98
COMMANDS = (
    "edge index documents --knowledge my.db",
    'edge ask -K my.db "What does error code E7 mean?"',
    'edge ask -K my.db "Avec quel préavis le locataire peut-il donner congé ?"',
    'edge ask -K my.db "What is the highest pressure of the P3-20?"',
    'edge ask -K my.db "Who won the regatta of 1911?"',
)

#: rich's own frame without its web font: nothing in the picture is loaded from another host.
_SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
 font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g>
</svg>
"""


def _printed(command: str, folder: Path, environment: dict[str, str]) -> str:
    """What a command prints on a terminal: there lines are wrapped, and wrapped ones indented."""
    ours, its = pty.openpty()
    run = subprocess.Popen(
        ["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=its,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(its)
    said = b""
    with contextlib.suppress(OSError):  # how Linux ends a terminal whose other side is closed
        while part := os.read(ours, 65_536):
            said += part
    os.close(ours)
    run.wait()
    return said.decode().replace("\r\n", "\n")


def main() -> None:
    console = Console(record=True, width=WIDTH, file=Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "work")
        shutil.copytree(ROOT / "assets" / "demo", folder)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("EDGE_")}
        environment |= {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}",
            "EDGE_HOME": str(Path(temporary, "home")), "COLUMNS": str(WIDTH - 2), "FORCE_COLOR": "1",
            "PYTHONPATH": str(ROOT),
        }  # fmt: skip
        for command in COMMANDS:
            console.print(Text("$ ", style="green"), Text(command, style="bold"), sep="", end="\n")
            console.print(Text.from_ansi(_printed(command, folder, environment)))
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(console.export_svg(title="edge", code_format=_SVG, unique_id="edge"), encoding="utf-8")
    print(OUT)


if __name__ == "__main__":
    main()
