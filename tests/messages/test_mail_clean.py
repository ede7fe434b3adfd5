"""Characters nobody sees, and charsets that are wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.charset import decode
from edge.text.one_line import one_line
from edge.text.sanitise import reveal


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("a\r\nb\rc\u2028d\x85e", "a\nb\nc\nd\ne"),
        ("v\u200bi\u200cr\u2060e\ufeffment", "virement"),
        ("fac\u00adture", "facture"),
        ("ok\U000e0049\U000e0067\U000e006e", "ok"),  # Unicode tags spell words that only a model reads
        ("ok\U000e0100\ufe01", "ok"),
        ("\u202e12345\u202c\u2066x\u2069", "12345x"),
        ("a\x00b\x1bc\x7fd\x9fe\tf", "abcde\tf"),
        ("half \ud83d", "half \ufffd"),
        ("👨\u200d👩 ❤\ufe0f", "👨\u200d👩 ❤\ufe0f"),  # what holds emoji together stays
        ("a\u200db", "ab"),
        ("été\u00a0: 5\u202f€", "été\u00a0: 5\u202f€"),
    ],
)
def test_unseen_characters_are_taken_out(raw: str, text: str) -> None:
    """What a reader cannot see is not there for a model either; spaces and emoji stay as they are."""
    assert reveal(raw)[0] == text


@given(st.text())
def test_cleaning_twice_is_cleaning_once(raw: str) -> None:
    """Offsets stay true: a body that was cleaned is never changed again."""
    once = reveal(raw)[0]
    assert reveal(once) == (once, 0)
    assert "\n" not in one_line(raw)


@pytest.mark.parametrize(
    ("data", "declared", "text", "noted"),
    [
        ("été".encode(), "utf-8", "été", False),
        ("été".encode("latin-1"), "iso-8859-1", "été", False),
        ("l’été à 5 €".encode("cp1252"), "iso-8859-1", "l’été à 5 €", False),  # what Windows means by it
        ("été".encode(), "iso-8859-1", "été", True),
        ("été".encode("latin-1"), "utf-8", "été", True),
        ("été".encode("latin-1"), "us-ascii", "été", True),
        ("été".encode("latin-1"), "", "été", False),
        ("été".encode(), "", "été", False),
        ("été".encode(), "x-no-such-charset", "été", True),
        ("été".encode("utf-16"), "", "été", False),
        (b"abc", "punycode", "abc", True),
        (b"abc", "zlib", "abc", True),
        (b"abc", "\x00", "abc", True),
        ("日本".encode("shift_jis"), "shift_jis", "日本", False),
        ("smørrebrød".encode("latin-1"), "iso-8859-1", "smørrebrød", False),
        (("é" * 40).encode() + b"\xc3", "utf-8", "é" * 40 + "\ufffd", True),  # cut in the middle of a letter
    ],
)
def test_wrong_charsets_are_mended(data: bytes, declared: str, text: str, noted: bool) -> None:
    """The bytes decide where the declaration cannot be right, and a note says so."""
    found, note = decode(data, declared)
    assert (found, bool(note)) == (text, noted)


@given(
    st.binary(max_size=200),
    st.sampled_from(["", "utf-8", "latin1", "utf-16", "utf-7", "hz", "big5", "\ud800"]),
)
def test_any_bytes_become_text(data: bytes, declared: str) -> None:
    """No bytes and no declaration make decoding fail."""
    assert isinstance(decode(data, declared)[0], str)
