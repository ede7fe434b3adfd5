"""Build "The Arbiter's Handbook": two PDFs, and the questions whose answers stand on known pages.

Usage: python build/handbook.py [--check]

Reads the chapters of `build/handbook/{en,fr}/` and the questions of `build/handbook/questions/*.jsonl`;
writes `assets/handbook/*.pdf` and `assets/handbook/questions.jsonl`.  A question names its evidence by
`anchors`, phrases of the chapters; they are looked up in the finished PDF's own text, so the expected pages
follow the chapters when those change.  With `--check` nothing in `assets/` is touched: the book is built in
a temporary folder and compared with the files there, byte by byte.

Exit status: 0 if all is well, 1 if a chapter, a question or the comparison is not.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf
from book_style import BODY_BOTTOM, BODY_TOP
from chapters import ChapterError, load_chapters
from render_pdf import Book, render

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "build" / "handbook"
ASSETS = ROOT / "assets" / "handbook"
QUESTIONS_FILE = "questions.jsonl"
CHAPTER_COUNT = 36
MAX_PAGES_PER_ANCHOR = 3
# The fields of a question that are copied to the built file, in this order, before its expected pages.
QUESTION_FIELDS = ("id", "language", "question", "answerable", "kind", "style", "answer")
# How a question is worded: in the usual vocabulary, or in everyday words that avoid the chapter's.
STYLES = ("plain", "colloquial")

BOOKS = (
    Book(
        file_name="arbiters-handbook-en.pdf",
        language="en",
        title="The Arbiter’s Handbook",
        subtitle="Chess: the rules of play and the running of a tournament",
        language_line="English",
        edition_line="Edition 2026",
        notice="Written by the edge project, Apache-2.0; facts checked against the rules in force in "
        "2025-2026; the official rules prevail.",
        contents="Contents",
        table_word="Table",
    ),
    Book(
        file_name="guide-de-l-arbitre-fr.pdf",
        language="fr",
        title="Guide de l’arbitre",
        subtitle="Échecs\u00a0: les règles du jeu et la conduite d’un tournoi",
        language_line="Français",
        edition_line="Édition 2026",
        notice="Rédigé par le projet edge, Apache-2.0\u00a0; faits vérifiés d’après les règles en vigueur en "
        "2025-2026\u00a0; les règles officielles font foi.",
        contents="Table des matières",
        table_word="Tableau",
    ),
)

_CAPTION_LABEL = re.compile(r"^(?:Table|Tableau)\s*:\s*")
_SAME_SIGN = str.maketrans({"’": "'", "‘": "'", "\u2011": "-", "\u00ad": None})


@dataclass
class PageTexts:
    """The text of a PDF's chapter pages, made comparable with `comparable`."""

    file_name: str
    by_page: dict[int, str]

    def pages_with(self, anchor: str) -> list[int]:
        """The pages that carry `anchor`; both pages if it runs over from one to the next."""
        wanted = comparable(_CAPTION_LABEL.sub("", anchor))
        found = [number for number, text in self.by_page.items() if wanted in text]
        if found:
            return found
        for number, text in self.by_page.items():
            if wanted in f"{text} {self.by_page.get(number + 1, '')}":
                return [number, number + 1]
        return []


def comparable(text: str) -> str:
    """One form for what only typesetting tells apart: line breaks, no-break spaces, curly apostrophes."""
    return " ".join(text.translate(_SAME_SIGN).split())


def read_pages(path: Path) -> PageTexts:
    """Extract the body (no running header, no page number) of every page from the first chapter on."""
    by_page: dict[int, str] = {}
    with pymupdf.open(path) as document:
        _level, _title, first_page = document.get_toc()[0]  # the outline begins with the first chapter
        for page in document.pages(first_page - 1):
            # A little more than the frame, for the parts of letters that reach out of it.
            body = pymupdf.Rect(0, BODY_TOP - 2, page.rect.width, BODY_BOTTOM + 6)
            by_page[page.number + 1] = comparable(page.get_text(clip=body))
    return PageTexts(path.name, by_page)


def build_books(source: Path, output: Path) -> tuple[dict[str, PageTexts], list[str]]:
    """Render each language's book into `output`; return its pages by language, and what was wrong."""
    texts: dict[str, PageTexts] = {}
    problems: list[str] = []
    for book in BOOKS:
        try:
            chapters = load_chapters(source / book.language, book.language)
            if not chapters:
                raise ChapterError("no chapters at all")
            missing = sorted(set(range(1, CHAPTER_COUNT + 1)) - {chapter.number for chapter in chapters})
            if missing:
                problems.append(f"{book.language}: no chapter {', '.join(map(str, missing))}")
            path = output / book.file_name
            render(book, chapters, path)
        except ValueError as error:
            problems.append(f"{book.language}: {error}")
            continue
        texts[book.language] = read_pages(path)
        with pymupdf.open(path) as document:
            pages = document.page_count
        print(f"{book.file_name}: {len(chapters)} chapters, {pages} pages, {path.stat().st_size:,} bytes")
    return texts, problems


def resolve_questions(source: Path, texts: dict[str, PageTexts]) -> tuple[list[dict[str, Any]], list[str]]:
    """Give every question its expected pages; return the questions by id, and what was wrong."""
    resolved: dict[str, dict[str, Any]] = {}
    problems: list[str] = []
    for path in sorted((source / "questions").glob("*.jsonl")):
        for line_number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.strip():
                continue
            where = f"{path.name}:{line_number}"
            try:
                question = json.loads(line)
                entry = {field: question[field] for field in QUESTION_FIELDS}
                anchors = question.get("anchors") or []
            except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
                problems.append(f"{where}: not a question ({error!r})")
                continue
            if entry["id"] in resolved:
                problems.append(f"{where}: the id {entry['id']} is taken")
            if bool(anchors) != bool(entry["answerable"]):
                problems.append(f"{where}: {entry['id']}: anchors if and only if answerable")
            if entry["style"] not in STYLES:
                problems.append(f"{where}: {entry['id']}: the style {entry['style']!r} is none of {STYLES}")
            if entry["language"] not in texts:
                problems.append(f"{where}: {entry['id']}: no book in language {entry['language']!r}")
                continue
            expected, bad_anchors = _expected_pages(anchors, texts[entry["language"]])
            problems += [f"{where}: {entry['id']}: {bad}" for bad in bad_anchors]
            resolved[entry["id"]] = entry | {"expected": expected}
    return [resolved[identifier] for identifier in sorted(resolved)], problems


def _expected_pages(anchors: list[str], texts: PageTexts) -> tuple[list[list[str | int]], list[str]]:
    pages: set[int] = set()
    bad: list[str] = []
    for anchor in anchors:
        found = texts.pages_with(anchor)
        if not found:
            bad.append(f"not found: {anchor!r}")
        elif len(found) > MAX_PAGES_PER_ANCHOR:
            bad.append(f"on {len(found)} pages, {MAX_PAGES_PER_ANCHOR} at most: {anchor!r}")
        else:
            pages.update(found)
    return [[texts.file_name, page] for page in sorted(pages)], bad


def build(source: Path, output: Path) -> list[str]:
    """Build everything into `output`; return what was wrong."""
    output.mkdir(parents=True, exist_ok=True)
    texts, problems = build_books(source, output)
    questions, bad_questions = resolve_questions(source, texts)
    problems += bad_questions
    if problems:
        print(f"{QUESTIONS_FILE}: not written, see the problems")
    else:
        lines = [json.dumps(question, ensure_ascii=False) + "\n" for question in questions]
        (output / QUESTIONS_FILE).write_text("".join(lines), encoding="utf-8", newline="\n")
        print(f"{QUESTIONS_FILE}: {len(questions)} questions")
    return problems


def compare(built: Path, assets: Path) -> list[str]:
    """Say which of the built files are not byte for byte those of `assets`."""
    differences: list[str] = []
    for name in (*(book.file_name for book in BOOKS), QUESTIONS_FILE):
        ours, theirs = built / name, assets / name
        if not theirs.exists() or not ours.exists() or ours.read_bytes() != theirs.read_bytes():
            differences.append(f"{theirs} is not what the chapters give now")
        else:
            print(f"{name}: identical")
    return differences


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the handbook's PDFs and its questions.")
    parser.add_argument("--check", action="store_true", help="compare with assets/handbook, change nothing")
    parser.add_argument("--source", type=Path, default=SOURCE, help="folder of en/, fr/ and questions/")
    parser.add_argument("--output", type=Path, default=ASSETS, help="folder to write to, or to compare with")
    options = parser.parse_args()
    if options.check:
        with tempfile.TemporaryDirectory() as folder:
            built = Path(folder)
            problems = build(options.source, built) + compare(built, options.output)
    else:
        problems = build(options.source, options.output)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
