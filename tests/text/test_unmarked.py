"""Bytes with a byte-order mark come as UTF-8 without one, however they arrive."""

from __future__ import annotations

import io

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edge import evident
from edge.text.unmarked import unmarked

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


#: What French and English are written in, two letters of it at the least.
LATIN = st.text(st.sampled_from("abc éÉßœ.,;€’\r\n\t01"), min_size=4, max_size=60).map(lambda it: f"ab{it}")


class Pipe(io.RawIOBase):
    """Gives its bytes in pieces of a size."""

    def __init__(self, data: bytes, size: int) -> None:
        self.data, self.size = io.BytesIO(data), size

    def readable(self) -> bool:
        return True

    def readinto(self, into: memoryview) -> int:  # type: ignore[override]
        piece = self.data.read(min(self.size, len(into)))
        into[: len(piece)] = piece
        return len(piece)


@given(TEXT, st.sampled_from(["utf-8-sig", "utf-16", "utf-32"]), st.integers(1, 9))
def test_whatever_the_mark_and_the_pieces(text: str, codec: str, size: int) -> None:
    """The text is the same in UTF-8, wherever a pipe is cut; a line of it ends where it ended. (The mark of
    UTF-16 and a NUL are the mark of UTF-32.)
    """
    assume(codec != "utf-16" or not text.startswith("\0"))
    whole = unmarked(io.BufferedReader(Pipe(text.encode(codec), size)))
    assert list(whole) == list(io.BytesIO(text.encode()))
    again = unmarked(io.BufferedReader(Pipe(text.encode(codec), size)))
    assert again.read() == text.encode()


@given(LATIN, st.sampled_from(["utf-16-le", "utf-16-be"]), st.integers(2, 9))
def test_latin_text_in_utf_16_needs_no_mark(text: str, codec: str, size: int) -> None:
    """Half of its even or odd bytes are zero, and that of nothing else that is a text; wherever a pipe is
    cut behind the first of them, it is the same text in UTF-8.
    """
    whole = unmarked(io.BufferedReader(Pipe(text.encode(codec), size)))
    assert whole.read() == text.encode()


@given(st.binary(max_size=40), st.integers(1, 9))
def test_what_has_no_mark_stays_as_it_is(data: bytes, size: int) -> None:
    """Bytes of any other encoding, or of none, are not touched. (UTF-16 shows itself without a mark.)"""
    data = b"-" + data
    assume(all(not evident.codec(data[:cut]) for cut in range(4, len(data) + 1)))
    assert unmarked(io.BufferedReader(Pipe(data, size))).read() == data


@pytest.mark.parametrize("begun", [b"", b"\n", b"a\n", b"ab\n"])
def test_a_short_line_is_not_waited_over(begun: bytes) -> None:
    """A program at the other end of a pipe has its answer before it writes its next line."""
    pipe = Pipe(begun, len(begun) or 1)
    stream = unmarked(io.BufferedReader(pipe))
    pipe.size = 0  # nothing more comes
    assert stream.readline() == begun


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_short_line_in_utf_16_is_not_waited_over(codec: str) -> None:
    """So has one whose program writes UTF-16."""
    begun = "a\n".encode(codec)
    pipe = Pipe(begun, len(begun))
    stream = unmarked(io.BufferedReader(pipe))
    pipe.size = 0
    assert stream.readline() == b"a\n"


def test_half_a_character_at_the_end_is_a_hole() -> None:
    """UTF-16 cut in the middle loses its last character, and no other."""
    assert unmarked(io.BytesIO("ab".encode("utf-16")[:-1])).read().decode() == "a\N{REPLACEMENT CHARACTER}"
