"""The section cited is the section of the quote: contract, law, manual page and FAQ, in four formats."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

import edge

#: (level, heading); what stands under each is made up below.
CONTRACT = [
    (1, "PART I - GENERAL"), (2, "Article 1 - Definitions"), (2, "Article 2 - Subject"),
    (1, "PART II - SERVICES"), (2, "Article 3 - Ordering"), (2, "Article 4 - Delivery"),
    (2, "Article 5 - Late delivery"), (1, "ANNEX A - PRICES"), (2, "Article A1 - Washing"),
]  # fmt: skip
LAW = [
    (1, "TITRE Ier - DISPOSITIONS GÉNÉRALES"), (2, "Chapitre 1 - Champ d'application"), (3, "Article 1er"),
    (3, "Article 2"), (2, "Chapitre 2 - Définitions"), (3, "Article 3"), (1, "TITRE II - SANCTIONS"),
    (3, "Article 4"), (3, "Article 5"),
]  # fmt: skip
MANUAL = [
    (1, "PUMPD(8)"), (2, "NAME"), (2, "SYNOPSIS"), (2, "DESCRIPTION"), (2, "EXIT STATUS"),
    (1, "PUMPD.CONF(5)"), (2, "NAME"), (2, "DESCRIPTION"), (2, "FILES"), (2, "SEE ALSO"),
]  # fmt: skip
FAQ = [
    (1, "Moving"), (2, "When do I have to tell you that I move?"), (2, "Who reads the meter on that day?"),
    (1, "Paying"), (2, "How can I pay?"), (2, "What happens if I pay too late?"), (2, "Can I pay abroad?"),
]  # fmt: skip
DOCUMENTS = {"contract": CONTRACT, "law": LAW, "manual": MANUAL, "faq": FAQ}


def said(kind: str) -> Iterator[tuple[int, str, list[str]]]:
    """Level, heading and three sentences of each section; the higher ones hold none."""
    sections = DOCUMENTS[kind]
    for at, (level, heading) in enumerate(sections):
        leaf = at + 1 == len(sections) or sections[at + 1][0] <= level
        lines = [
            f"Sentence {at}.{n} of the {kind} names matter {at * 7 + n} and lets the lamp, the pump and the"
            f" door be checked by the person on duty before noon."
            for n in range(3)
        ]
        yield level, heading, lines if leaf else []


def markdown(kind: str) -> str:
    return "\n\n".join("#" * level + f" {head}\n\n" + "\n\n".join(lines) for level, head, lines in said(kind))


def html(kind: str) -> str:
    body = (
        f"<h{level}>{head}</h{level}>" + "".join(f"<p>{line}</p>" for line in lines)
        for level, head, lines in said(kind)
    )
    return f"<html><head><title>{kind}</title></head><body>{''.join(body)}</body></html>"


def text(kind: str) -> str:
    """As such documents are set in plain text: wrapped, a manual page indented, nothing marked."""
    parts = []
    for level, head, lines in said(kind):
        indent = " " * 7 if kind == "manual" else ""
        title = f"{head}{'System Manual':>40}{head:>25}" if head.startswith("PUMPD") else head
        if kind == "faq" and level == 1:
            title = head.upper()
        parts.append(title)
        parts += [textwrap.fill(line, 76, initial_indent=indent, subsequent_indent=indent) for line in lines]
    return "\n\n".join(parts) + "\n"


def pdf(kind: str, path: Path) -> None:
    """One type size for all; what is not called an article, a part or a chapter is bold."""
    document = pymupdf.open()
    bottom = 780.0
    y = bottom
    for _, head, lines in said(kind):
        for block, bold in [(head, kind in ("manual", "faq")), *((line, False) for line in lines)]:
            if y > bottom - 60:
                page, y = document.new_page(), 80.0
            for line in textwrap.wrap(block, 80):
                page.insert_text((72, y), line, fontsize=10, fontname="hebo" if bold else "helv")
                y += 13
            y += 14
    document.save(path, no_new_id=True)
    document.close()


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[edge.Edge]:
    folder = tmp_path_factory.mktemp("sections") / "papers"
    folder.mkdir()
    for kind in DOCUMENTS:
        (folder / f"{kind}.md").write_text(markdown(kind), encoding="utf-8")
        (folder / f"{kind}.html").write_text(html(kind), encoding="utf-8")
        (folder / f"{kind}.txt").write_text(text(kind), encoding="utf-8")
        pdf(kind, folder / f"{kind}.pdf")
    with edge.open(folder.parent / "k.db") as session:
        session.index([folder])
        yield session


@pytest.mark.parametrize("suffix", ["md", "html", "txt", "pdf"])
@pytest.mark.parametrize("kind", list(DOCUMENTS))
def test_the_heading_is_that_of_the_sentence(session: edge.Edge, kind: str, suffix: str) -> None:
    """Every sentence is cited under the heading it stands under, and no other."""
    access = session.library.access(())
    name = f"{kind}.{suffix}"
    units = session.library.db.execute(
        "SELECT number, text FROM pages JOIN sources ON sources.id = source_id WHERE name = ?",
        (name,),
    ).fetchall()
    wrong = []
    for level, head, lines in said(kind):
        for line in lines:
            begin = line.split(" and lets")[0].split(" ")
            found = False
            for number, body in units:
                flat = " ".join(body.split())
                if " ".join(begin) not in flat:
                    continue
                start = body.index(" ".join(begin[:2]))
                heading = access.place_of(name, number, start, start + 5).heading.rpartition(" > ")[2]
                found = heading.lower() == head.lower()
            if not found:
                wrong.append((level, head, line[:30], heading))
    assert not wrong


def test_a_title_stands_once(tmp_path: Path) -> None:
    """The document's title is said once, whether its metadata and its first heading agree to the letter or
    only in their words.
    """
    head = "<html><head><title>Pump P3 - Manual - Docs</title></head><body><h1>Pump P3 manual</h1>"
    body = "<h2>Start</h2><p>To start the pump turn the red wheel.</p></body></html>"
    (tmp_path / "a.html").write_text(head + body, encoding="utf-8")
    with edge.open(tmp_path / "k.db") as session:
        session.index([tmp_path / "a.html"])
        answer = session.ask("Which wheel starts the pump?")
        quote = (answer.citations or answer.candidates)[0]
        assert quote.heading == "Pump P3 manual > Start"


@pytest.mark.parametrize("headed", [True, False])
def test_what_follows_a_fold_out_answer_is_not_under_its_question(tmp_path: Path, *, headed: bool) -> None:
    """`<details>` end where they end: the text behind them is cited under the heading above them all."""
    folds = "".join(
        f"<details><summary>How do I {what}?</summary><p>Open the page {what} in Settings.</p></details>"
        for what in ("pay", "leave")
    )
    body = f"{'<h1>Help centre</h1>' * headed}{folds}<p>The office closes at noon.</p>"
    (tmp_path / "a.html").write_text(f"<html><title>Help centre</title><body>{body}</body></html>")
    with edge.open(tmp_path / "k.db") as session:
        session.index([tmp_path / "a.html"])
        cited = {
            question: (session.ask(question, engine="lexical").citations or [None])[0]
            for question in ("When does the office close?", "How do I leave?")
        }
        headings = [section.heading for section in session.library.document("a.html").sections]
        folds = ["Help centre > How do I pay?", "Help centre > How do I leave?"]
        assert headings == (["Help centre", *folds] if headed else [one[14:] for one in folds])
    office, leave = cited.values()
    assert office is not None and (office.quote, office.heading) == (
        "The office closes at noon.",
        "Help centre",
    )
    assert leave is not None and leave.heading == "Help centre > How do I leave?"
