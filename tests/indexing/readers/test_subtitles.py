"""Subtitles as players, YouTube and meeting programs write them."""

from __future__ import annotations

import pytest
from growth import linear
from hypothesis import given
from hypothesis import strategies as some
from refusal import whole_or_refused

from edge.errors import ReadError
from edge.indexing.readers import subtitles

SRT = """\
1
00:00:01,000 --> 00:00:04,200
<i>The valve must be closed</i>
before the pump

2
00:00:04,300 --> 00:00:06,000 X1:10 X2:90
is started.

3
00:00:06,500 --> 00:00:08,000
{\\an8}- Why?
- It would run dry.

4
00:00:09,000 --> 00:00:10,000
[MUSIC]

5
00:01:30,000 --> 00:01:33,000
Then oil the bearing
6
00:01:33,500 --> 00:01:36,000
twice a year &amp; note it.
"""
VTT = """\
\ufeffWEBVTT - Meeting
Kind: captions

NOTE the author's own

STYLE
::cue { color: red }

intro
00:01.000 --> 00:04.000 align:start position:0%
<v Anna Roux>We<00:00:01.500><c> moved the fair</c>

00:04.000 --> 00:06.000
We moved the fair
<v Anna Roux>to the ninth of May.

1:02:03.000 --> 1:02:05.000
<v.loud Bob>Who tells the mayor?</v>
"""


def read(text: str, name: str = "pump.en.srt") -> tuple[str, list[str], str]:
    document = subtitles.read(text.encode(), name)
    (page,) = document.pages
    return page.text, [one.text for one in page.headings], document.title


def test_what_is_said_is_joined_to_sentences() -> None:
    """Over the cues that show it; a section says when it begins. Marks, sounds and numbers are not said."""
    text, headings, title = read(SRT)
    assert text.split("\n\n") == [
        "0:00:01",
        "The valve must be closed before the pump is started.",
        "Why?",
        "It would run dry.",
        "0:01:30",
        "Then oil the bearing twice a year & note it.",
    ]
    assert headings == ["0:00:01", "0:01:30"] and title == "pump"


def test_speakers_and_captions_that_roll() -> None:
    """Who speaks is told where it changes; a line that is shown again is said once; notes are not said."""
    text, headings, _ = read(VTT.replace("\n", "\r\n"), "talk.vtt")
    assert text.split("\n\n") == [
        "0:00:01", "Anna Roux: We moved the fair to the ninth of May.", "1:02:03",
        "Bob: Who tells the mayor?",
    ]  # fmt: skip
    assert headings == ["0:00:01", "1:02:03"]


def test_captions_without_full_stops_have_sections_too() -> None:
    """Captions that a machine wrote have none: after two minutes the next line begins a section."""
    times = [f"00:{n // 6:02}:{n % 6}" for n in range(36)]
    cues = "".join(f"{at}0.000 --> {at}9.000\nword{at}\n\n" for at in times)
    _, headings, _ = read("WEBVTT\n\n" + cues)
    assert headings == ["0:00:00", "0:02:00", "0:04:00"]


@pytest.mark.parametrize("data", [b"", b"WEBVTT\n", b"hello\n", b"00:00:01,000 --> 00:00:02,000\n", b"\0\1"])
def test_where_nothing_is_said(data: bytes) -> None:
    """The file is refused with a reason."""
    with pytest.raises(ReadError):
        subtitles.read(data, "a.srt")


def test_encodings_and_long_files() -> None:
    """The Western code page of old players; a hundred thousand cues in time that grows as the file does."""
    old = "1\n00:00:01,000 --> 00:00:02,000\nL'été à Orléans.\n".encode("cp1252")
    assert "L'été à Orléans." in subtitles.read(old, "a.srt").pages[0].text
    cue = b"00:00:01,000 --> 00:00:02,000\n"
    assert linear(lambda count: subtitles.read((b"1\n" + cue + b"<i>a b\n\n") * count, "a.srt"), 50_000)
    assert linear(lambda count: subtitles.read(cue + b"<v a{\\" * count, "a.srt"), 50_000)


_PIECE = some.sampled_from(
    ["00:00:01,000 --> 00:00:02,000", "99:99:99.9 --> 1:1:11.1", "\n", "\n\n", "<v A>", "</v>", "text.",
     "- ", "7", "♪", "["]
)  # fmt: skip


@given(some.lists(_PIECE, max_size=20))
def test_no_cue_breaks_the_reader(pieces: list[str]) -> None:
    """It is read, or refused."""
    whole_or_refused(subtitles.read, "".join(pieces).encode(), "a.srt")
