"""UTF-16, with a mark and without, is read wherever a text is: Windows writes it where a shell redirects."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge import config, evident
from edge.cli import batch
from edge.cloud import prices
from edge.context import ics, task_lists
from edge.errors import QuestionError, ReadError, UsageError
from edge.extract.export import plan
from edge.grade import scale
from edge.indexing.readers import plain_text
from edge.text import charset

WIDE = ["utf-16", "utf-16-le", "utf-16-be"]
QUESTION = "Où est « la clé » de l’armoire ?\r\n"
#: Text of any script with enough of Latin letters, and without what is in no text.
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=30).map(
    lambda it: it + "the words of a page" * (1 + len(it) // 8)
)


@given(TEXT, st.sampled_from([*WIDE, "utf-8", "utf-8-sig", "utf-32"]))
def test_the_text_is_the_same_in_every_charset_that_shows_itself(text: str, codec: str) -> None:
    """Whatever stands in it, and however it was written."""
    assert evident.text(text.encode(codec)) == text
    assert charset.decode(text.encode(codec))[0] == text


@given(st.binary(max_size=200))
def test_any_bytes_are_looked_at(data: bytes) -> None:
    """Nothing makes it fail; what it names, decodes, and holds no NUL."""
    shown = evident.codec(data)
    if shown.startswith("utf-16-"):
        assert "\0" not in data.decode(shown, "replace")[:100]


@pytest.mark.parametrize(
    "data",
    [b"", b"a", b"a\0", b"ab\0cd\0ef\0", b"\x01\0\x02\0\x03\0\x04\0", b"a\0\0\0b\0\0\0", bytes(64),
     b"one\0two\0three\0", b"\x7fELF\x02\x01\x01" + bytes(9),
     b"RIFF\x24\x08\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0"],
)  # fmt: skip
def test_what_only_has_zeros_is_no_utf_16(data: bytes) -> None:
    """Numbers, programs, sounds, lists that end in NUL: zeros among control characters, or here and there."""
    assert evident.codec(data) == ""


@pytest.mark.parametrize("codec", WIDE)
def test_a_question_on_stdin(codec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`edge ask -` takes what `edge extract -` takes; what is no text is refused with its place."""
    stdin = io.TextIOWrapper(io.BytesIO(QUESTION.encode(codec)), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    assert batch.question(["-"]) == QUESTION.strip()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00\xd8"), encoding="utf-8"))
    with pytest.raises(QuestionError, match="neither UTF-8 nor UTF-16"):
        batch.question(["-"])


@pytest.mark.parametrize("codec", WIDE)
def test_files_that_people_write(codec: str, tmp_path: Path) -> None:
    """Settings, prices, a scale, tasks, a calendar, a document: each is read as the text that it is."""

    def written(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_bytes(text.replace("\n", "\r\n").encode(codec))
        return path

    assert config._from_file(written("config.toml", '[ask]\nengine = "semantic"\n'), {}) == {
        "ask.engine": "semantic"
    }
    assert prices._read(written("prices.toml", 'as_of = "2026-01-02"\n')) == {"as_of": "2026-01-02"}
    question = {"id": "Q1", "text": "Why?", "max": 1, "model_answer": "Because it rains."}
    assert scale.read(written("scale.json", json.dumps({"questions": [question]}))).questions[0].id == "Q1"
    found, warnings = task_lists.tasks(written("todo.md", "- [ ] Rappeler Zoé\n- [x] Payer\n"))
    assert (found[0].title, warnings) == ("Rappeler Zoé", [])
    event = "BEGIN:VEVENT\nUID:1\nDTSTART:20260102T100000Z\nSUMMARY:Été\nEND:VEVENT\n"
    calendar = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n{event}END:VCALENDAR\n"
    assert str(ics._parsed(written("a.ics", calendar))[0].walk("VEVENT")[0]["SUMMARY"]) == "Été"
    page = "# Clés\n\nLa clé est « là ».\n"
    assert plain_text.decode(page.encode(codec)) == page
    assert plain_text.is_text(page.encode(codec))
    assert evident.beginning(written("note.md", page), 6) == "# Clés"


def test_a_list_in_utf_16_is_not_written_into(tmp_path: Path) -> None:
    """Without a mark it would pass for UTF-8, and what edge adds would be no text in it: it is refused."""
    data = "- [ ] Payer\n".encode("utf-16-le")
    with pytest.raises(UsageError, match="UTF-16"):
        plan.decoded(data, tmp_path / "todo.md")


def test_a_charset_that_is_declared_counts_where_the_bytes_do_not_show_another() -> None:
    """A header that says UTF-8 over UTF-16 is wrong, and that is told; one that says UTF-16 is right."""
    data = QUESTION.encode("utf-16-le")
    text, reason = charset.decode(data, "utf-8")
    assert (text, reason and reason.params) == (QUESTION, {"declared": "utf-8", "used": "utf-16-le"})
    assert charset.decode(data, "utf-16-le") == (QUESTION, None)


def test_binary_is_refused_as_before() -> None:
    """A NUL in what is no UTF-16 is of no text."""
    with pytest.raises(ReadError, match="binary"):
        plain_text.decode(b"text and then\0\0\0\x01\x02 numbers" * 40)
