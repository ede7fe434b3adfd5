"""Chats as WhatsApp exports them from telephones of several kinds."""

from __future__ import annotations

import pytest
from growth import linear

from edge.errors import ReadError
from edge.indexing.readers import chat_export, formats

ANDROID = """\
12/03/2024 à 14:02 - Les messages et les appels sont chiffrés de bout en bout.
12/03/2024 à 14:05 - Anna Roux: Le dîner est à 20h chez Paul.
Apporte le dessert.
12/03/2024 à 14:06 - Paul: <Médias omis>
12/03/2024 à 14:07 - Paul: Code de la porte : 47B1 <Ce message a été modifié>
13/03/2024 à 09:00 - +33 6 12 34 56 78: Merci !
"""
IPHONE = """\
\u200e[3/12/24, 2:05:11\u202fPM] Anna: \u200eimage omitted
[3/12/24, 2:06:12\u202fPM] Anna: The key is under the mat.
[3/13/24, 9:00:00\u202fAM] Bob: ok
[3/13/24, 9:01:00\u202fAM] Bob: see https://a.example
"""


def read(text: str) -> tuple[str, list[str], str]:
    document = formats.document_of(text.encode(), "Discussion WhatsApp avec Paul.txt", "text", 10**9)
    (page,) = document.pages
    return page.text, [one.text for one in page.headings], document.title


def test_a_message_is_a_paragraph_in_the_section_of_its_day() -> None:
    """With its hour and who wrote it; what the program says and media that are not there are left out."""
    text, headings, title = read(ANDROID)
    assert text.split("\n\n") == [
        "12/03/2024",
        "14:05 Anna Roux: Le dîner est à 20h chez Paul.\nApporte le dessert.",
        "14:07 Paul: Code de la porte : 47B1",
        "13/03/2024",
        "09:00 +33 6 12 34 56 78: Merci !",
    ]
    assert headings == ["12/03/2024", "13/03/2024"] and title == "Discussion WhatsApp avec Paul"


def test_the_telephones_of_apple() -> None:
    """Brackets, seconds and marks that nobody sees."""
    text, headings, _ = read(IPHONE)
    assert headings == ["3/12/24", "3/13/24"]
    assert "2:06\u202fPM Anna: The key is under the mat." in text and "omitted" not in text


@pytest.mark.parametrize(
    "text",
    [
        "12/03/2024, 14:05 - Anna: one message\nand a text about it.\nAnd more.\n",
        "Notes\n" + ANDROID,
        "2024-03-12 14:05:11 INFO a: b\n" * 9,
        "",
    ],
)
def test_other_texts_are_no_chats(text: str) -> None:
    """A quoted message, or a log, is read as what it is."""
    assert not chat_export.is_chat(text.encode())


def test_long_and_broken_chats() -> None:
    """Time grows as the file does, and where nothing is said the file is refused."""
    assert linear(lambda count: chat_export.read((ANDROID * count).encode("utf-16"), "a.txt"), 10_000)
    with pytest.raises(ReadError):
        chat_export.read(b"12/03/2024, 14:05 - Anna\n" * 10_000, "a.txt")
