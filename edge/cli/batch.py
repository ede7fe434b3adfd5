"""Input for commands: a question on the command line or stdin, or a file of them with one JSON a line."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from edge import evident
from edge.cli.failure import detail
from edge.cli.terminal import output, streams
from edge.errors import EdgeError, QuestionError, UsageError
from edge.text.unmarked import unmarked

#: More than this on stdin is not a question. The limit that matters is a setting; this one bounds the read.
_MOST = 1 << 20
_LONGEST_LINE = 4 << 20
_QUESTION = 'A line is {"id": "q1", "question": "…"}.'


def question(words: list[str] | None) -> str:
    """The question typed, words joined; `-` alone reads it from stdin. Raises UsageError, QuestionError."""
    if not words:
        raise UsageError(
            "There is no question.",
            'For example: edge ask "How long is a rapid game?" (one that begins with a dash goes after --)',
        )
    if words == ["-"]:
        return _decoded(streams.read(_MOST), "stdin").strip()
    # Bytes that are no UTF-8 arrive from the shell as lone surrogates.
    return " ".join(words).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _decoded(data: bytes, name: str) -> str:
    try:
        return evident.text(data)
    except UnicodeDecodeError as error:
        raise QuestionError(
            f"The question on {name} is neither UTF-8 nor UTF-16: {error}.", "Convert it first."
        ) from error


def numbered(name: str, longest: int = _LONGEST_LINE) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, or of stdin for `-`, that are not blank, each with its number as an editor shows
    it. Raises UsageError.
    """
    return ((at, line) for at, line in enumerate(lines(name, longest), start=1) if line.strip())


def lines(name: str, longest: int = _LONGEST_LINE) -> Iterator[bytes]:
    """All lines, for readers that count them themselves; of one that is too long the beginning, which
    `decoded` refuses. Raises UsageError.
    """
    if name == "-":
        yield from _whole(streams.lines(longest + 1))
        return
    try:
        with Path(name).open("rb") as file:
            given = unmarked(file)
            yield from _whole(iter(lambda: given.readline(longest + 1), b""))
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        reason = getattr(error, "strerror", "") or error
        raise UsageError(f"The file {name} cannot be read: {reason}.", "Check the path.") from error


def _whole(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces that begin a line, without the mark that Windows puts before UTF-8."""
    begins = True
    for piece in pieces:
        if begins:
            yield piece.removeprefix(BOM_UTF8)
        begins = piece.endswith(b"\n")


def decoded(line: bytes, number: int, longest: int = _LONGEST_LINE, shape: str = _QUESTION) -> Any:
    """The JSON value of a line; `shape` says what one looks like. Raises BatchLineError."""
    import msgspec

    if len(line) > longest:
        raise BatchLineError(f"Line {number} is longer than {longest:,} bytes.", shape=shape)
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BatchLineError(f"Line {number} is not JSON: {error}.", shape=shape) from error


@contextmanager
def paths(words: list[str]) -> Iterator[tuple[list[Path], Path | None]]:
    """The paths typed, and for `-` a file that holds what stdin gives, while it is needed."""
    typed = [Path(word) for word in words if word != "-"]
    if "-" not in words:
        yield typed, None
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="edge-") as folder:
        pages = Path(folder) / "stdin.jsonl"
        with pages.open("wb") as file:
            while piece := streams.read(_MOST):
                file.write(piece)
        yield typed, pages


def each(name: str, run: Callable[[str], dict[str, Any]]) -> int:
    """Run every question of a batch; print one JSON line each, with its `id`. Exit code 1 if any line failed.

    A bad line costs only itself: it gives {"schema", "id", "error"} and the batch goes on.
    """
    failed = False
    for number, line in numbered(name):
        identity: Any = None
        try:
            identity, asked = parsed(line, number)
            output.document({"id": identity, **{k: v for k, v in run(asked).items() if k != "id"}})
        except EdgeError as error:
            failed = True
            identity = getattr(error, "line_id", identity)
            output.document({"schema": 1, "id": identity, "error": detail(error)})
    return int(failed)


class BatchLineError(UsageError):
    """A line of a batch that cannot be used. `line_id` is its id where it had one."""

    def __init__(self, message: str, line_id: Any = None, *, shape: str = _QUESTION) -> None:
        super().__init__(message, shape)
        self.line_id = line_id


def parsed(line: bytes, number: int) -> tuple[Any, str]:
    """The `id` of a line, and its question. Raises BatchLineError."""
    item = decoded(line, number)
    if not isinstance(item, dict):
        raise BatchLineError(f"Line {number} is not a JSON object.")
    asked = item.get("question", item.get("query"))
    identity = item.get("id")
    if not isinstance(asked, str):
        raise BatchLineError(f'Line {number} has no "question".', identity)
    return identity, asked
