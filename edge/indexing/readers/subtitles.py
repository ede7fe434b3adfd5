"""Subtitles (.srt, .vtt): what is said, joined to sentences, in sections named by the time they begin at."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from edge.errors import ReadError
from edge.indexing.readers.plain_text import PIECE, decode
from edge.indexing.structure.document import Document, Page, of_text
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.sanitise import line_feeds

_CLOCK = r"(?:(\d{1,3}):)?(\d{1,2}):(\d\d)[.,]\d{1,3}"
_TIMES = re.compile(rf"\A[ \t]{{0,9}}{_CLOCK}[ \t]*-->[ \t]*{_CLOCK}(?:[ \t].{{0,300}})?")
_SPEAKER = re.compile(r"<v(?:\.[^\s<>]{0,60})?[ \t]+([^<>]{1,80})>")
_MARKUP = re.compile(r"</?[A-Za-z0-9][^<>]{0,200}>|</>|\{\\[^{}]{0,60}\}")
#: "[Music]", "♪ la la ♪": what is heard and not said.
_SOUND = re.compile(r"\A[-–\s]{0,3}(?:\[[^\[\]]{0,80}\]|[♪♫#][^♪♫]{0,200}[♪♫]?)\s?")
_TURN = re.compile(r"[-–—][ \t]*(?=\S)")
_ENDS = re.compile(r"\A.*[.!?…][\"'”»)\]]{0,3}", re.DOTALL)
_SECTION = 60  # seconds after which the next sentence begins a section
_LONGEST = 120  # seconds after which one begins wherever the text is
_PAUSE = 5  # seconds without words that part two paragraphs


class Cue(NamedTuple):
    """What stands on the screen from `start` to `end`, in seconds."""

    start: int
    end: int
    lines: list[str]


def read(data: bytes, name: str) -> Document:
    """Subtitles. Raises ReadError when nothing is said in them."""
    pages: list[Page] = []
    speech = _Speech()
    for cue in _cues(line_feeds(decode(data)).removeprefix("\ufeff").split("\n")):
        if speech.builder.size > PIECE and speech.complete:
            pages.append(speech.page(len(pages) + 1))
            speech = _Speech()
        speech.add(cue)
    pages.append(speech.page(len(pages) + 1))
    if not any(page.text for page in pages):
        raise ReadError(
            "empty: nothing is said in it", "Are there times in it (00:01:02,000 --> 00:01:05,000)?"
        )
    return of_text("subtitles", name, pages, title=_title(name), paged=False)


def _cues(lines: list[str]) -> Iterator[Cue]:
    """Cues in order. What stands above the first times of a block (its number), notes and styles are none."""
    cue: Cue | None = None
    for at, line in enumerate(lines):
        if "-->" in line and (times := _TIMES.fullmatch(line)):
            if cue is not None:
                yield cue
            cue = Cue(_seconds(*times.groups()[:3]), _seconds(*times.groups()[3:]), [])
        elif cue is not None and not line.strip():
            yield cue
            cue = None
        elif cue is not None and not (line.strip().isdigit() and "-->" in "".join(lines[at + 1 : at + 2])):
            cue.lines.append(line)
    if cue is not None:
        yield cue


class _Speech:
    """Cues as sections and paragraphs."""

    def __init__(self) -> None:
        self.builder = PageBuilder()
        self._said: list[str] = []  # of the paragraph that was begun
        self._last = ""  # the line shown last: captions that roll show it again
        self._section = -1  # where it begins
        self._end = 0  # of the last cue
        self._speaker = ""

    @property
    def complete(self) -> bool:
        """Whether the last sentence has come to its end."""
        return not self._said or _ENDS.fullmatch(self._said[-1]) is not None

    def add(self, cue: Cue) -> None:
        for line in cue.lines:
            speaker = found[1].strip() if (found := _SPEAKER.search(line)) else ""
            text = " ".join(html.unescape(_MARKUP.sub("", line)).split())
            if not text or text == self._last or _SOUND.fullmatch(text):
                continue
            self._last = text
            self._begin(cue)
            if turn := _TURN.match(text):
                text = text[turn.end() :]
            if (speaker and speaker != self._speaker) or turn:
                self._flush()
            if speaker and speaker != self._speaker:
                text = f"{speaker}: {text}"
            self._speaker = speaker or self._speaker
            self._said.append(text)
            self._end = max(cue.end, cue.start)

    def _begin(self, cue: Cue) -> None:
        """A new section or paragraph, where it is time for one."""
        lasts = cue.start - self._section
        if self._section < 0 or lasts < 0 or lasts >= (_SECTION if self.complete else _LONGEST):
            self._flush()
            self._section = cue.start
            hours, minutes = divmod(cue.start // 60, 60)
            self.builder.heading(1, f"{hours}:{minutes:02}:{cue.start % 60:02}")
        elif self.complete and cue.start - self._end >= _PAUSE:
            self._flush()

    def _flush(self) -> None:
        self.builder.block(" ".join(self._said))
        self._said.clear()

    def page(self, number: int) -> Page:
        self._flush()
        return self.builder.page(number)


def _seconds(hours: str | None, minutes: str, seconds: str) -> int:
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)


def _title(name: str) -> str:
    """The file's name without its suffixes: times are no titles, and "talk.en.vtt" is the talk."""
    file = name.rpartition("/")[2].removesuffix(".gz")
    return re.sub(r"(?:\.[a-zA-Z]{2,3}(?:-[A-Za-z]{2,4})?)?\.[a-zA-Z]{1,4}\Z", "", file) or file
