"""Run the commands of every ```console block in README.md and docs/, and write down what they print.

    python build/transcripts.py            rewrites the blocks
    python build/transcripts.py --check    compares; exit 1 names the differences. Durations are left out, and
                                           how sure an answer is may be off by `NEAR`: the sums of a network
                                           are rounded otherwise on another processor

The commands run one after the other, file by file, in an empty home, in a folder that holds copies of what
lies in `assets/demo`. A block whose fence is ```sh is for the reader and is not run.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "assets" / "demo"
FILES = ("README.md", "docs/demo.md")

_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
#: What differs from run to run, and from machine to machine.
_MASKS = (
    (re.compile(r"\b\d+(?:[.,]\d+)? (?:ms|s)\b"), "N s"),
    (re.compile(r"\b0[.,]\d{3} s"), "N s"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "SHA256"),
)
#: How sure, as a probability or in hundredths.
_SURE = re.compile(r"(?<=\()(?:0[.,](\d\d)|(\d\d?)\s?%)(?=\))")
#: Hundredths.
NEAR = 5
WIDTH = "110"
#: Stands for the day on which the commands run.
DAY = "2026-11-26"


def commands(block: str) -> list[str]:
    """The lines of a block that are typed."""
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def run(command: str, folder: Path) -> str:
    """What a command prints, on both streams in the order of a terminal."""
    home, began = folder.parent / "home", _today()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("EDGE_")}
    environment |= {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}",
        "EDGE_HOME": str(home), "COLUMNS": WIDTH, "TERM": "dumb", "NO_COLOR": "1", "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return dated(done.stdout.replace(str(home), "~/.local/share/edge"), {began, _today()}).rstrip("\n")


def dated(text: str, days: set[str]) -> str:
    """A text with `DAY` in the place of these days: what is kept is printed with the day it was kept."""
    return re.sub("|".join(rf"\b{day}\b" for day in sorted(days)), DAY, text)


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


def transcript(block: str, folder: Path) -> str:
    """A block anew: each command and what it printed."""
    runs = (f"$ {command}\n{run(command, folder)}".rstrip("\n") for command in commands(block))
    return "\n\n".join(runs) + "\n"


def rewritten(path: Path) -> str:
    """A file with the output of its commands put in anew."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "work")
        shutil.copytree(DEMO, folder)
        return _BLOCK.sub(lambda found: transcript(found[0], folder), path.read_text(encoding="utf-8"))


def masked(text: str) -> list[str]:
    """Lines without what may differ."""
    for pattern, name in _MASKS:
        text = pattern.sub(name, text)
    return text.splitlines()


def alike(now: str, new: str) -> bool:
    """Whether two transcripts say the same but for what differs from machine to machine."""
    texts = ["\n".join(masked(text)) for text in (now, new)]
    sure = [[int(found[1] or found[2]) for found in _SURE.finditer(text)] for text in texts]
    plain = [_SURE.sub(lambda found: "0." if found[1] else "%", text) for text in texts]
    return plain[0] == plain[1] and all(abs(a - b) <= NEAR for a, b in zip(*sure, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 when a transcript is not current"
    )
    parser.add_argument("files", nargs="*", default=FILES, help="files to look at (default: all)")
    given = parser.parse_args()
    stale = False
    for name in given.files:
        path = ROOT / name
        now, new = path.read_text(encoding="utf-8"), rewritten(path)
        if not given.check:
            path.write_text(new, encoding="utf-8")
        elif not alike(now, new):
            stale = True
            print("\n".join(difflib.unified_diff(masked(now), masked(new), name, "printed now", lineterm="")))
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
