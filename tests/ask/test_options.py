"""The entry of an option that is asked for is quoted first, and its page found first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import edge
from edge.api import Edge
from edge.ask import options

_SIFT = r""".TH SIFT 1
.SH NAME
sift \- look for grains
.SH SYNOPSIS
sift [\-cN] [\-\-count] FILE
.SH DESCRIPTION
Sift looks for grains in files. Sift is used with \-c when grains are to be counted, and never with \-N.
.SH OPTIONS
.TP
.BR \-c ", " \-\-count
Print only the number of grains of each file.
.TP
.BR \-C ", " \-\-context =\fINUM\fR
Show so many grains around each one. This is slow on large files.
.TP
.B \-\-[no\-]status
Tell how far it has come.
"""
_TAMIS = r""".TH TAMIS 1
.SH NOM
tamis \- cherche des grains
.SH DESCRIPTION
Tamis cherche des grains. On l'utilise avec \-i pour tout ce qui compte.
.SH OPTIONS
.TP
.BR \-i ", " \-\-ignorer\-casse
Ne pas distinguer les majuscules des minuscules.
"""
_WINNOW = """# winnow

Winnow parts the chaff. Winnow is often run with `--keep` by people.

- `--keep`: leaves the chaff in the folder.
- `--drop`: throws the chaff away.

| Setting | Meaning |
| --- | --- |
| `heap.size` | how many bags stand on the heap |
| `heap.age` | how old a bag may grow |
"""
_GRIND = """<html><head><title>grind</title></head><body><h1>grind</h1>
<p>Grind mills what sift left, with -c or without.</p>
<dl><dt><code>-c</code>, <code>--coarse</code></dt><dd>Mill it coarsely.</dd>
<dt><code>-z</code></dt><dd>Mill to dust.</dd></dl></body></html>"""
_SPOKEN = "# Letters\n\nI used sift -c, and -c again; what does tamis -i do, what does it do, I asked. {}\n"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edge]:
    folder: Path = tmp_path_factory.mktemp("options")
    more = {f"letter{n}.md": _SPOKEN.format(f"Letter {n}.") for n in range(6)}
    texts = {"sift.1": _SIFT, "tamis.1": _TAMIS, "winnow.md": _WINNOW, "grind.html": _GRIND, **more}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    with edge.open(folder / "k.db") as opened:
        opened.index([folder / name for name in texts])
        yield opened


@pytest.mark.parametrize("engine", ["lexical", "auto"])
@pytest.mark.parametrize(
    ("question", "source", "holds"),
    [
        ("What does sift -c do?", "sift.1", "Print only the number of grains"),
        ("what does the -C option of sift do", "sift.1", "Show so many grains around each one. This is slow"),
        ("What is sift --no-status for?", "sift.1", "Tell how far it has come."),
        ("grind -c", "grind.html", "Mill it coarsely."),
        ("à quoi sert l'option -i de tamis ?", "tamis.1", "Ne pas distinguer les majuscules"),
        ("que fait --keep ?", "winnow.md", "leaves the chaff"),
        ("What does heap.age mean?", "winnow.md", "how old a bag may grow"),
    ],
)  # fmt: skip
def test_the_entry_is_the_answer(session: Edge, engine: str, question: str, source: str, holds: str) -> None:
    """With its term, of the document that is named, -c not being -C; with the confidence of such entries."""
    answer = session.ask(question, engine=engine)
    assert answer.outcome == "answer" and answer.passes[-1].signals[options.SIGNAL] == options.RIGHT
    first = answer.citations[0]
    assert first.source == source and holds in " ".join(first.quote.split())
    assert (answer.confidence.calibrated or answer.confidence.raw) >= options.RIGHT


@pytest.mark.parametrize(
    "question",
    [
        "What does sift -z do?", "What does sow -c do?", "When is sift -c slow?", "Que fait tamis --vite ?",
        "What does sift do?",
    ],
)  # fmt: skip
def test_everything_else_is_left_to_the_engine(session: Edge, question: str) -> None:
    """An option that its document has no entry of, a command that no document is about, another question."""
    assert options.SIGNAL not in session.ask(question).passes[-1].signals


@pytest.mark.parametrize(
    ("query", "source", "holds"),
    [
        ("sift -c", "sift.1", "-c, --count"), ("tamis -i", "tamis.1", "--ignorer-casse"),
        ("the -c option of grind", "grind.html", "--coarse"), ("--keep", "winnow.md", "leaves"),
    ],
)  # fmt: skip
def test_the_page_with_the_entry_is_found_first(session: Edge, query: str, source: str, holds: str) -> None:
    """Before pages that only speak of it, explained as a channel; the entry is in what is shown."""
    hit = session.search(query).results[0]
    assert hit.source == source and hit.channels["options"] > 0 and holds in hit.text
    assert sum(hit.channels.values()) == pytest.approx(hit.score, abs=1e-4)


def test_other_queries_have_no_such_channel(session: Edge) -> None:
    """No option, an option in the other case, an option of a document that has none of it."""
    for query in ("grains", "sift -n", "tamis -I", "sift -z"):
        found = session.search(query).results
        assert found and all("options" not in one.channels for one in found)


def test_several_bases_prefer_the_document_named_in_any(session: Edge, tmp_path: Path) -> None:
    """The entry of another base's command does not gain where the question names this one's."""
    for name, text in {"sift.1": _SIFT, "grind.html": _GRIND}.items():
        folder = tmp_path / name.partition(".")[0]
        folder.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
        with edge.open(folder / "k.db") as made:
            made.index([folder / name])
    with edge.open([tmp_path / "sift" / "k.db", tmp_path / "grind" / "k.db"]) as both:
        hits = both.search("what does grind -c do").results
        assert [hit.source for hit in hits if "options" in hit.channels] == ["grind.html"]
        assert hits[0].source == "grind.html"
        assert both.ask("what does sift -c do").citations[0].quote.startswith("-c, --count")
