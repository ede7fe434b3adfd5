"""What shows its charset (`edge.evident`), as UTF-8 without a mark: Windows writes UTF-16 where a shell
redirects.
"""

from __future__ import annotations

import codecs
import io

from edge import evident

#: Bytes that are read at once, and how many show a charset at the least.
_PIECE, _SHOWN = 65_536, 4


def unmarked(stream: io.BufferedIOBase) -> io.BufferedIOBase:
    """The same bytes, in UTF-8 and without the mark where they begin with one (UTF-8, UTF-16, UTF-32) or are
    UTF-16 without. Waits for no more than it is asked for, so that a pipe answers line by line. `stream` is
    not closed with it.
    """
    begun = piece = stream.read1(evident.SAMPLE)
    while piece and len(begun) < _SHOWN and (b"\0" in begun or evident.begins_mark(begun)):
        begun += (piece := stream.read1(_SHOWN - len(begun)))
    return io.BufferedReader(_Unmarked(stream, begun))


class _Unmarked(io.RawIOBase):
    """A stream of which `begun` was read already."""

    def __init__(self, stream: io.BufferedIOBase, begun: bytes) -> None:
        codec = evident.codec(begun)
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(codec)("replace") if codec else None
        self._ready = self._in_utf8(begun)

    def readable(self) -> bool:
        return True

    def readinto(self, into: memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            piece = self._stream.read1(_PIECE)
            self._ready = self._in_utf8(piece)
            if not piece:
                break
        count = min(len(into), len(self._ready))
        into[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _in_utf8(self, piece: bytes) -> bytes:
        if self._decoder is None:
            return piece
        return self._decoder.decode(piece, final=not piece).encode("utf-8", "replace")
