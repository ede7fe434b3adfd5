"""A session in a program: what is given wrongly is understood, or refused with a word of help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

import edge
from edge import paths
from edge.api import Edge
from edge.errors import CopyError, MessageError, UsageError

SCALE = {"title": "Quiz", "questions": [{"id": "Q1", "text": "?", "max": 1, "model_answer": "Yes."}]}
README = Path(__file__).parents[1] / "README.md"


@pytest.fixture(scope="module")
def session(small_knowledge: Path) -> Iterator[Edge]:
    with edge.open(small_knowledge) as opened:
        yield opened


@pytest.mark.parametrize("one", ["boiler manual.md", Path("boiler manual.md")])
def test_one_source_alone_is_that_source(session: Edge, one: Any) -> None:
    """A name where several may be given is one name, not its letters: each names other documents."""
    question = "Where does the brass key hang, où se range la brouette rouge?"
    asked = session.ask(question, sources=one)
    assert {quote.source for quote in [*asked.citations, *asked.candidates]} <= {"boiler manual.md"}
    assert {hit.source for hit in session.search(question, sources=one).results} == {"boiler manual.md"}


def test_an_unknown_source_alone_is_told_whole(session: Edge) -> None:
    """The message has the name that was given."""
    with pytest.raises(UsageError, match="'nothing of ours'"):
        session.ask("Where does the brass key hang?", sources="nothing of ours")
    with pytest.raises(UsageError, match="no source 'web'"):
        session.compose("the brass key", sources="web")


def test_one_path_alone_is_that_path(session: Edge, tmp_path: Path) -> None:
    """A path where several may be given is one path: what is said of it names it whole."""
    [unread] = session.messages(str(tmp_path / "none.eml"))
    assert getattr(unread, "source", "").endswith("none.eml")
    with (
        edge.open(tmp_path / "new.db") as made,
        pytest.raises(UsageError, match=r"no file or folder .*nowhere"),
    ):
        made.index("nowhere")


def test_an_earlier_question_alone_is_a_history(session: Edge) -> None:
    """One question or answer is a conversation of one turn."""
    first = session.ask("Where does the brass key hang?")
    alone, listed = (session.ask("and why?", history=turns) for turns in (first, [first]))  # type: ignore[arg-type]
    assert [quote.quote for quote in alone.citations] == [quote.quote for quote in listed.citations]


@pytest.mark.parametrize("wrong", [None, 3, b"oil"])
def test_a_question_that_is_no_text_is_refused(session: Edge, wrong: Any) -> None:
    """What is no text is a mistake of the caller, told as one."""
    for verb in (session.ask, session.search, session.recall, session.compose):
        with pytest.raises(UsageError, match=f"is not text but {type(wrong).__name__}"):
            verb(wrong)


@pytest.mark.parametrize("k", [0, -1, "3", True])
def test_a_count_is_a_whole_number_from_one_on(session: Edge, k: Any) -> None:
    """No results because none were asked for would look like no results."""
    for verb in (session.search, session.recall):
        with pytest.raises(UsageError, match="k is"):
            verb("the brass key", k)


def test_no_knowledge_base_is_not_the_one_that_ships() -> None:
    """A list that came out empty is not answered from the handbook."""
    with pytest.raises(UsageError, match="empty"):
        edge.open([])


@pytest.mark.parametrize(
    "verb",
    [
        lambda session: session.index(README),
        lambda session: session.remove(["arbiters-handbook-en.pdf"]),
        lambda session: session.embed(),
    ],
)
def test_the_handbook_that_ships_is_not_written(verb: Callable[[Edge], object]) -> None:
    """A program that names no base would put its documents into the one that every user of edge has: it is
    told to name one, as the command line is.
    """
    shipped = paths.shipped_knowledge()
    before = shipped.stat()
    for named in (None, shipped):
        with (
            edge.open(named, settings=edge.Settings()) as session,
            pytest.raises(UsageError, match="read-only"),
        ):
            verb(session)
    assert (shipped.stat().st_mtime_ns, shipped.stat().st_size) == (before.st_mtime_ns, before.st_size)


def test_settings_are_settings() -> None:
    """A dictionary is understood nowhere: it is refused where it is given, with what to give."""
    wrong: Any = {"search.k": 3}
    with pytest.raises(UsageError, match=r"not edge\.Settings but dict"):
        edge.open(settings=wrong)


@pytest.mark.parametrize("wrong", ["mail/1.eml", Path("mail/1.eml"), EmailMessage()])
def test_what_is_no_message_is_told_how_to_give_one(session: Edge, wrong: Any) -> None:
    """A path, a text and a message of Python's own are what a program has at hand: it is told what to do."""
    with pytest.raises(MessageError) as refused:
        session.extract(wrong)
    assert "bytes" in refused.value.hint and "messages(" in refused.value.hint


def test_a_copy_that_is_a_text_is_told_how_to_give_one(session: Edge) -> None:
    """A text where a file is named is what a program tries first."""
    with pytest.raises(CopyError) as refused:
        session.grade("Q1. Yes.", SCALE)
    assert '"text"' in refused.value.hint


@pytest.mark.parametrize(
    "verb",
    [
        lambda closed: closed.ask("Where does the brass key hang?"),
        lambda closed: closed.recall("the brass key"),
        lambda closed: closed.extract({"subject": "Hello", "body": "See you on Monday."}),
        lambda closed: closed.grader(SCALE),
    ],
)  # fmt: skip
def test_a_closed_session_opens_nothing(small_knowledge: Path, verb: Callable[[Edge], object]) -> None:
    """Every verb is refused once a session is closed: nobody would close what it opened."""
    closed = edge.open(small_knowledge)
    closed.close()
    assert repr(closed).endswith(", closed>")
    with pytest.raises(UsageError, match="closed"):
        verb(closed)


def test_the_program_of_the_readme_runs(
    small_knowledge: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each block of Python in README.md runs as it is printed."""
    (tmp_path / "my.db").symlink_to(small_knowledge)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```$", README.read_text(encoding="utf-8"))
    assert blocks
    for block in blocks:
        exec(
            compile(
                block.replace("How often is the oil changed?", "Where does the brass key hang?"),
                "README.md",
                "exec",
            ),
            {},
        )
    assert "behind the blue door" in capsys.readouterr().out


def test_the_program_of_the_python_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program of docs/python.md, which uses every method, runs on the example that comes with edge."""
    for folder in ("documents", "inbox"):
        (tmp_path / folder).symlink_to(paths.asset("demo", folder))
    monkeypatch.chdir(tmp_path)
    page = README.parent / "docs" / "python.md"
    (program,) = re.findall(r"(?ms)^```python\n(.*?)^```$", page.read_text(encoding="utf-8"))
    exec(compile(program, page.name, "exec"), {})
    printed = capsys.readouterr().out
    for told in ("every 2,000 hours", "pump-manual.md added", "Anna 1.0 final", "['Build fails on ARM']"):
        assert told in printed
