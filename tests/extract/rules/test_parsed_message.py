"""A message's new text as clauses: where a sentence ends."""

from __future__ import annotations

from edge.extract.rules.parsed_message import parse_message
from edge.records import Message


def clauses(body: str) -> list[str]:
    return [one.text for one in parse_message(Message(id="m", body=body, fresh=[(0, len(body))])).clauses]


def test_lines_that_are_ended_on_purpose_are_sentences() -> None:
    """Where the next word had room in the line, or lines are not wrapped, the writer ended the line."""
    assert clauses("salut cam\non se retrouve 19h chez momo, tu viens\nmoi je prends les bières") == [
        "salut cam", "on se retrouve 19h chez momo, tu viens", "moi je prends les bières",
    ]  # fmt: skip


def test_wrapped_lines_are_one_sentence() -> None:
    """A line that is as full as it can be goes on in the next."""
    body = "We are writing to let you know that the surgery will be closed for the\nwhole of Tuesday."
    assert clauses(body) == [body]


def test_sentences_without_capitals_are_parted() -> None:
    """People who write no capitals end sentences all the same; abbreviations end none."""
    assert clauses("ça goutte depuis ce matin. vous pouvez passer quand ? merci") == [
        "ça goutte depuis ce matin.", "vous pouvez passer quand ?", "merci",
    ]  # fmt: skip
