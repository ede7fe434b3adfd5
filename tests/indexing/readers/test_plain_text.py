from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.errors import ReadError
from edge.indexing.readers.plain_text import decode, read

FRENCH = "Le délai de grâce est fixé par l’organisateur ; à défaut, la pièce touchée doit être jouée.\n" * 5
RUSSIAN = "Игрок, прикоснувшийся к фигуре, обязан ею ходить. Часы останавливает только арбитр турнира.\n" * 8


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "utf-8"),
        (FRENCH, "utf-8-sig"),
        (FRENCH, "utf-16"),
        (FRENCH, "utf-32"),
        (FRENCH, "cp1252"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
    ],
)
def test_encodings(text: str, encoding: str) -> None:
    """What was written is what is read, whether the encoding is marked, UTF-8 or has to be guessed."""
    assert decode(text.encode(encoding)) == text


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_utf8_round_trip(text: str) -> None:
    """UTF-8 is never guessed at."""
    assert decode(text.encode("utf-8")) == text.removeprefix("\ufeff")


@given(st.binary(max_size=300))
def test_any_bytes_give_text_or_a_reason(data: bytes) -> None:
    """Random bytes are decoded or refused as binary; nothing else is ever raised."""
    try:
        assert isinstance(decode(data), str)
    except ReadError as error:
        assert "binary" in error.message


def test_form_feeds_are_page_ends() -> None:
    """Pages are counted as printed: a blank one in the middle counts, a form feed at the end opens none."""
    document = read(b"one\f\fthree\f\n", "x.txt")
    assert [(page.number, page.text) for page in document.pages] == [(1, "one"), (2, ""), (3, "three")]


@pytest.mark.parametrize(("data", "reason"), [(b"\x7fELF\0\0\0", "binary"), (b"  \n", "empty")])
def test_binary_and_blank_are_refused(data: bytes, reason: str) -> None:
    """Neither becomes a page of noise."""
    with pytest.raises(ReadError, match=reason):
        read(data, "x.txt")
