"""`edge documents` on a real knowledge base, and `edge index` with the options of what is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_fakes import Run


@pytest.fixture
def base(run: Run, tmp_path: Path) -> str:
    for plant in ("north", "south"):
        folder = tmp_path / plant / "docs"
        (folder / "node_modules").mkdir(parents=True)
        (folder / "README.md").write_text(
            f"# Pump {plant}\n\n## Use\n\nThe {plant} pump runs at 4 bar.\n", encoding="utf-8"
        )
        (folder / "node_modules" / "x.md").write_text("x", encoding="utf-8")
        target = str(tmp_path / "k.db")
        made = run("index", str(folder), "-K", target)
        assert made.code == 0 and "left out: 1 folder of dependencies" in made.err
    assert "README.md is now cited as docs/README.md" in made.err
    return target


def test_listing(run: Run, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents under their folders, with paths; alone `edge documents` lists; some by name."""
    shown = run("documents", "list", "-K", base)
    assert shown.code == 0
    assert [line.split()[0] for line in shown.out.splitlines() if "README" in line] == [
        "docs/README.md", "south/docs/README.md",
    ]  # fmt: skip
    listed = run("documents", "list", "-K", base, "--json").json
    assert [root["label"] for root in listed["roots"]] == ["docs", "south/docs"]
    assert all(document["there"] and document["pages"] is None for document in listed["documents"])
    assert len(run("documents", "list", "docs", "-K", base, "--json").json["documents"]) == 1
    monkeypatch.setenv("EDGE_KNOWLEDGE", base)
    assert run("documents").out == shown.out
    assert run("documents", "-K", base, "list").code == 2
    monkeypatch.delenv("EDGE_KNOWLEDGE")
    assert run("documents", "-K", base).out == shown.out  # a base that is named is one, not one a letter
    assert run("documents", "-K", base, "--json").json == listed


def test_what_could_not_be_read_is_listed_by_name(run: Run, base: str, tmp_path: Path) -> None:
    """A name lists its own failure and no other; what takes a name says why it is not there."""
    folder = tmp_path / "north" / "docs"
    (folder / "empty.txt").write_text("", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4")
    assert run("index", str(folder), "-K", base).code == 0
    assert "not read" not in run("documents", "list", "docs/README.md", "-K", base).out
    listed = run("documents", "list", "empty.txt", "-K", base)
    assert listed.code == 0 and "empty.txt: not read: empty" in listed.out and "broken" not in listed.out
    assert "south" not in listed.out
    assert [
        one["source"] for one in run("documents", "list", "empty*", "-K", base, "--json").json["failures"]
    ] == ["empty.txt"]
    everything = run("documents", "list", "-K", base).out
    assert "empty.txt: not read" in everything and "broken.pdf: not read" in everything
    for command in (["documents", "show", "empty.txt"], ["ask", "-s", "empty.txt", "How much?"]):
        refused = run(*command, "-K", base)
        assert refused.code == 2 and "empty.txt could not be read: empty" in refused.err


def test_showing(run: Run, base: str) -> None:
    """Where it lies, its sections, its exact text; a name that fits several is asked about."""
    shown = run("documents", "show", "docs/README.md", "-K", base)
    assert shown.code == 0 and "north" in shown.out and "Use" in shown.out
    text = run("documents", "show", "docs/README.md", "-K", base, "--text")
    assert "The north pump runs at 4 bar." in text.out
    several = run("documents", "show", "README", "-K", base)
    assert several.code == 2 and "2 documents" in several.err


def test_removing(run: Run, base: str) -> None:
    """By its name or its folder; never from the base that ships, and never without saying which."""
    assert run("documents", "remove", "-K", base).code == 2
    assert run("documents", "remove", "docs/README.md").code == 2
    removed = run("documents", "remove", "docs/README.md", "-K", base, "--json").json
    assert removed["removed"] == ["docs/README.md"]
    assert removed["renamed"] == {"south/docs/README.md": "README.md"}
    assert run("documents", "remove", "--root", "south/docs", "-K", base).code == 0
    assert run("ask", "At how many bar does the pump run?", "-K", base).code == 3


def test_watching_ends_with_a_key(
    run: Run, base: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A change is indexed, a fault is told and waited out, Ctrl-C while waiting is exit code 0."""
    folder = tmp_path / "north" / "docs"
    new = folder / "new.md"
    steps = iter([lambda: new.write_text("# New\n\nA gong.\n", "utf-8"), lambda: None, lambda: None])

    def sleep(_: float) -> None:
        try:
            next(steps)()
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("edge.indexing.watch.changes.__kwdefaults__", {"sleep": sleep})
    watched = run("index", str(folder), "-K", base, "--watch")
    assert watched.code == 0 and "1 added, 1 unchanged" in watched.out and "Ended." in watched.err
    assert run("index", "-", "-K", base, "--watch").code == 2


def test_who_a_file_says_wrote_it_is_shown(run: Run, tmp_path: Path) -> None:
    """Its author stands with a document; what a program fills in is none, and a base of before has none."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lease.html").write_text('<meta name=author content="Ann Lee"><p>Rent is due monthly.</p>')
    (folder / "plan.html").write_text('<meta name=author content="(anonymous)"><p>The roof is renewed.</p>')
    (folder / "notes.md").write_text("---\ntitle: Notes\nauthor: 'Ben Ode'\n---\n# Notes\n\nWater it.\n")
    base = str(tmp_path / "k.db")
    assert run("index", str(folder), "-K", base).code == 0
    listed = run("documents", "list", "-K", base, "--json").json["documents"]
    assert [(one["source"], one["author"]) for one in listed] == [
        ("lease.html", "Ann Lee"), ("notes.md", "Ben Ode"), ("plan.html", ""),
    ]  # fmt: skip
    assert "\n  author    Ann Lee\n" in run("documents", "show", "lease", "-K", base).out
    assert "author" not in run("documents", "show", "plan", "-K", base).out
    assert run("documents", "show", "notes", "-K", base, "--json").json["document"]["author"] == "Ben Ode"


def test_a_citation_of_html_has_the_lines_of_the_file(run: Run, tmp_path: Path) -> None:
    """In answers, in results and in what `edge open` shows of a line; there is no page."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "pump.html").write_text(
        "<html><head><title>Pump</title></head>\n<body>\n<nav><a href=#o>Oil</a></nav>\n<h1>Pump</h1>\n"
        "<h2 id=o>Oil</h2>\n<p>The gearbox takes\ntwo litres of <b>mineral\noil</b>. "
        "It is changed each spring.</p>"
    )
    base = str(tmp_path / "k.db")
    assert run("index", str(folder), "-K", base).code == 0
    (quote,) = run("ask", "How much oil does the gearbox take?", "-K", base, "--json").json["citations"]
    assert (quote["page"], quote["lines"], quote["heading"]) == (None, [6, 8], "Pump > Oil")
    (hit,) = run("search", "gearbox oil", "-K", base, "--json").json["results"]
    assert hit["lines"] == [4, 8]
    opened = run("open", "pump.html:7", "-K", base, "--context", "0", "--json").json
    assert (opened["lines"], opened["page"]) == ([6, 8], None)
    assert "changed each spring" in opened["text"]
