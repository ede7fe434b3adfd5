"""`edge open`: a viewer gets a list of arguments, and nothing of a document is run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from cli_fakes import Run
from documents import pdf
from pdf_pages import made, text

from edge.cli.open import viewer
from edge.errors import UsageError


@pytest.fixture
def base(run: Run, tmp_path: Path) -> str:
    folder = tmp_path / "docs $(touch x)"
    folder.mkdir()
    pdf(folder / "a; b {page}.pdf", ["One.", "The gong is struck at noon."])
    (folder / "page.html").write_text("<h1>Gong</h1><p>It hangs.</p><script>x()</script>", encoding="utf-8")
    target = str(tmp_path / "k.db")
    assert run("index", str(folder), "-K", target).code == 0
    return target


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    calls: list[list[str]] = []
    monkeypatch.setattr(viewer, "start", calls.append)
    return calls


def test_the_page_is_shown(run: Run, base: str, started: list[list[str]], tmp_path: Path) -> None:
    """The viewer of the settings gets file and page as arguments of their own, whatever the name holds."""
    opened = run(
        "open", "a;", "b", "{page}.pdf", "·", "page", "2", "-K", base, "--set", "open.viewer=see -p {page}"
    )
    assert opened.code == 0 and "Opened" in opened.err
    assert started == [["see", "-p", "2", str(tmp_path / "docs $(touch x)" / "a; b {page}.pdf")]]
    machine = run("open", "a;:2", "-K", base, "--json", "--set", "open.viewer=see {file}#{page}")
    assert machine.json["opened"] == started[1] and started[1][1].endswith(".pdf#2")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have an opener of their own")
def test_a_viewer_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that can be told the page before the system's opener; none without a screen; not for what runs."""
    for name in ("xdg-open", "zathura"):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert viewer.viewing(Path("/x.pdf"), 3, "") is None
    monkeypatch.setenv("DISPLAY", ":0")
    assert viewer.viewing(Path("/x.pdf"), 3, "") == ([str(tmp_path / "zathura"), "-P", "3", "/x.pdf"], True)
    assert viewer.viewing(Path("/x.md"), None, "") == ([str(tmp_path / "xdg-open"), "/x.md"], True)
    (tmp_path / "zathura").unlink()
    assert viewer.viewing(Path("/x.pdf"), 3, "") == ([str(tmp_path / "xdg-open"), "/x.pdf"], False)
    for name in ("x.html", "x.desktop", "x.sh", "x", "x.svg", "x.PY"):
        assert viewer.viewing(Path(f"/{name}"), None, "") is None
    with pytest.raises(UsageError, match=r"open\.viewer"):
        viewer.viewing(Path("/x.pdf"), 1, 'see "')


def test_what_is_not_opened_is_printed(run: Run, base: str, started: list[list[str]]) -> None:
    """A page that a browser would run: its text, exit code 0; --context never opens anything."""
    shown = run("open", "page.html", "-K", base)
    assert shown.code == 0 and "It hangs." in shown.out and started == []
    around = run("open", "a;:2", "--quote", "at noon", "--context", "2", "-K", base)
    assert around.code == 0 and "The gong is struck at noon." in around.out and started == []
    assert "page 2" in around.out


def test_the_number_printed_on_a_page_is_told(run: Run, tmp_path: Path) -> None:
    """Beside the page of the file, as `edge ask` tells it, and in the JSON."""
    made(
        tmp_path / "front.pdf",
        *(lambda page: text(page, 72, 90, "The gong is struck at noon.") for _ in range(3)),
        labels=[{"startpage": 0, "style": "r"}, {"startpage": 2, "style": "D", "firstpagenum": 1}],
    )
    target = str(tmp_path / "front.db")
    assert run("index", str(tmp_path / "front.pdf"), "-K", target).code == 0
    assert "page 3 (printed 1)" in run("open", "front.pdf:3", "--context", "0", "-K", target).out
    assert run("open", "front.pdf:3", "--context", "0", "-K", target, "--json").json["label"] == "1"


def test_a_file_gone_or_changed(run: Run, base: str, started: list[list[str]], tmp_path: Path) -> None:
    """A changed file is opened with a warning; one that is gone is an error with the next step."""
    (file,) = (tmp_path / "docs $(touch x)").glob("*.pdf")
    file.write_bytes(file.read_bytes() + b"%")
    assert "has changed" in run("open", "a;:2", "-K", base, "--set", "open.viewer=see").err
    Path(file).unlink()
    gone = run("open", "a;:2", "-K", base)
    assert gone.code == 1 and "--context" in gone.err and len(started) == 1
    assert run("open", "-K", base).code == 2
    assert run("open", "nothing.pdf", "-K", base).code == 2
