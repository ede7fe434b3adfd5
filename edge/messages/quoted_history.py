"""What the author of a message wrote now: its text without quoted replies, signatures and legal footers.

Lines are read once from the top. French and English wordings of the usual programs (Outlook, Gmail, Apple
Mail, Thunderbird, Zimbra) are known, German, Spanish, Italian and Dutch ones where they cost a word. What is
cut stays in the body; only nobody takes it for new.
"""

from __future__ import annotations

from typing import NamedTuple

from edge.messages import reply_phrases
from edge.text import subject_line

MAX_FORWARDS = 5  # forwards within forwards
OWN_TEXT = 600  # characters of own text up to which a forwarded message is the matter itself
_SIGNATURE_LINES = 20
_HEADERS = 24  # lines of a block of them
_DELIMITERS = 20  # "-- " lines that are looked at

#: A paragraph of at most so many words is a notice with a single legal word in it.
_SHORT = 12


class _Lines(NamedTuple):
    """The body's lines, and where each begins; one more offset ends the last. In a quotation the lines are
    without their marks.
    """

    body: str
    text: list[str]
    at: list[int]


def fresh(body: str, subject: str = "") -> list[tuple[int, int]]:
    """Spans (start, end) of the body, in code points, ordered and disjoint, that its author wrote now.

    A forwarded message is taken as new, without its headers, where the own text is short; `subject` tells
    a forward (TR:, Fwd:) from a reply where the text alone cannot. When everything would be cut, everything
    is new; an empty body gives no span.
    """
    if not body.strip():
        return []
    parts = body.split("\n")
    at = [0]
    for part in parts:
        at.append(at[-1] + len(part) + 1)
    lines = _Lines(body, parts, at)
    numbers = _new_lines(lines, 0, subject_line.is_forward(subject), 0)
    return _spans(lines, numbers) or [(0, len(body))]


def _new_lines(lines: _Lines, n: int, forward: bool, depth: int) -> list[int]:
    """Numbers of the lines from `n` on that are new."""
    own: list[int] = []
    delimiters = quoted = 0
    while n < len(lines.text):
        line = lines.text[n]
        if reply_phrases.QUOTED.match(line):
            quoted += 1
            if quoted == 1 and _length(lines, own) <= OWN_TEXT and _is_quoted_forward(lines, n, forward):
                return _history(lines, n, own, True, depth)
            n += 1
            continue
        attributed = _attribution(lines, n)
        if attributed:
            if _is_quoted(lines, attributed) and not (forward and _length(lines, own) <= OWN_TEXT):
                n = attributed  # the quoted lines go by themselves; replies between them stay
                continue
            return _history(lines, attributed, own, forward, depth)
        forwarded = reply_phrases.FORWARD.match(line) is not None
        if forwarded or reply_phrases.ORIGINAL.match(line):
            return _history(lines, n + 1, own, forwarded or forward, depth)
        if reply_phrases.FIRST_LABEL.match(line) and _header_end(lines, n):
            return _history(lines, n, own, forward, depth)
        if line.rstrip() == "--" and delimiters < _DELIMITERS:
            delimiters += 1
            after = _after_signature(lines, n)
            if after:
                n = after
                continue
        if not reply_phrases.DEVICE.match(line):
            own.append(n)
        n += 1
    return _without_footers(lines, own)


def _history(lines: _Lines, n: int, own: list[int], forward: bool, depth: int) -> list[int]:
    """What to keep when an earlier message begins at line `n`: its headers, then its text."""
    own = _without_footers(lines, own)
    while own and (not lines.text[own[-1]].strip() or reply_phrases.RULE.match(lines.text[own[-1]])):
        own.pop()
    length = _length(lines, own)
    matter = forward and (depth > 0 or length <= OWN_TEXT)  # within a forward nothing is the author's own
    if depth == MAX_FORWARDS or (length and not matter):
        return own
    start = _next(lines, n)
    if start is None:
        return own
    if _is_quoted(lines, start):  # forwarded with quotation marks, as Apple Mail does
        lines = _unquoted(lines)
    body = _header_end(lines, start) or _header_end(lines, start + 1) or start
    stated = [match for line in lines.text[start:body] if (match := reply_phrases.SUBJECT.match(line))]
    if _is_quoted(lines, body) and _all_quoted(lines, body):  # the text alone, as Proton does
        lines = _unquoted(lines)
    nested = bool(stated) and subject_line.is_forward(stated[0][1])
    return own + _new_lines(lines, body, nested, depth + 1)


def _is_quoted_forward(lines: _Lines, n: int, forward: bool) -> bool:
    """Whether the quotation that begins at line `n` is a message that was handed on: it says so, or the
    subject does and it begins with headers, perhaps below one line.
    """
    opening = lines._replace(text=lines.text[:n] + _without_marks(lines.text[n : n + _HEADERS + 1]))
    if reply_phrases.FORWARD.match(opening.text[n]):
        return True
    return forward and bool(_header_end(opening, n) or _header_end(opening, n + 1))


def _unquoted(lines: _Lines) -> _Lines:
    return lines._replace(text=_without_marks(lines.text))


def _without_marks(text: list[str]) -> list[str]:
    return [reply_phrases.UNQUOTE.sub("", line, count=1) for line in text]


def _all_quoted(lines: _Lines, n: int) -> bool:
    """Every text from line `n` on is quoted."""
    return all(reply_phrases.QUOTED.match(line) for line in lines.text[n:] if line.strip())


def _length(lines: _Lines, own: list[int]) -> int:
    return sum(len(lines.text[line].strip()) for line in own)


def _attribution(lines: _Lines, n: int) -> int:
    """The line after "On ..., X wrote:" or "Le ..., X a écrit :" that begins at `n`, over at most four
    lines; 0 when there is none.
    """
    for stop in range(n + 1, min(n + 5, len(lines.text) + 1)):
        last = lines.text[stop - 1]
        if not last.strip() or len(last) > 400:
            return 0
        if not reply_phrases.WROTE.search(last):
            if not reply_phrases.ATTRIBUTION.match(lines.text[n]):
                return 0
            continue
        whole = " ".join(lines.text[n:stop])
        stamped = reply_phrases.ATTRIBUTION.match(whole) and reply_phrases.STAMPED.search(whole)
        return stop if stamped or _is_quoted(lines, stop) else 0
    return 0


def _header_end(lines: _Lines, n: int) -> int:
    """The line after a block of From, Sent, To, Subject that begins at `n`; 0 when there is none. Values may
    be folded, and some programs put a blank line between headers.
    """
    labels = between = end = 0
    mail = spaced = False
    for number in range(n, min(n + _HEADERS, len(lines.text))):
        line = lines.text[number]
        if reply_phrases.LABEL.match(line):
            spaced = spaced or (labels == 1 and between > 0 and not lines.text[number - 1].strip())
            labels += 1
            end, between = number + 1, 0
            # A subject or an address: tickets have From, To and Date as well.
            mail = mail or "@" in line or reply_phrases.SUBJECT.match(line) is not None
        else:
            between += 1
            if between > 2 or (labels > 1 and not spaced and not line.strip()):
                break
    return end if labels >= 3 and mail else 0


def _is_quoted(lines: _Lines, n: int) -> bool:
    """The next text from line `n` on is quoted."""
    following = _next(lines, n)
    return following is not None and reply_phrases.QUOTED.match(lines.text[following]) is not None


def _next(lines: _Lines, n: int) -> int | None:
    """The first line from `n` on that is not blank."""
    return next((number for number in range(n, len(lines.text)) if lines.text[number].strip()), None)


def _after_signature(lines: _Lines, n: int) -> int:
    """Where a signature that begins with the delimiter at `n` ends: at the next quotation, or with the text.
    0 when it is none: nothing stands above it, or too much below.
    """
    if not any(line.strip() for line in lines.text[:n]):
        return 0
    last = min(n + _SIGNATURE_LINES + 1, len(lines.text))
    for number in range(n + 1, last):
        if _begins_history(lines, number):
            return number
    return last if last == len(lines.text) else 0


def _begins_history(lines: _Lines, n: int) -> bool:
    line = lines.text[n]
    return bool(
        reply_phrases.QUOTED.match(line)
        or reply_phrases.FORWARD.match(line)
        or reply_phrases.ORIGINAL.match(line)
        or (reply_phrases.FIRST_LABEL.match(line) and _header_end(lines, n))
        or _attribution(lines, n)
    )


def _without_footers(lines: _Lines, own: list[int]) -> list[int]:
    """Legal and printing notices cut, from the end; the first paragraph is never one."""
    paragraphs: list[list[int]] = []
    for number in own:
        if not lines.text[number].strip():
            continue
        if paragraphs and paragraphs[-1][-1] == number - 1:
            paragraphs[-1].append(number)
        else:
            paragraphs.append([number])
    cut: set[int] = set()
    for paragraph in paragraphs[:0:-1][:6]:
        text = "\n".join(lines.text[number] for number in paragraph)
        if not reply_phrases.LEGAL.match(text):
            continue
        marks = len({word.lower() for word in reply_phrases.LEGAL_WORD.findall(text)})
        if marks >= (1 if len(text.split()) <= _SHORT else 2):
            cut.update(paragraph)
    return [number for number in own if number not in cut]


def _spans(lines: _Lines, numbers: list[int]) -> list[tuple[int, int]]:
    """Runs of neighbouring lines as spans, without the white space around them."""
    spans: list[tuple[int, int]] = []
    n = 0
    while n < len(numbers):
        last = n
        while last + 1 < len(numbers) and numbers[last + 1] == numbers[last] + 1:
            last += 1
        first_line, last_line = numbers[n], numbers[last]
        n = last + 1
        start, end = lines.at[first_line], lines.at[last_line + 1] - 1
        while start < end and (lines.body[start].isspace() or lines.body[start] == ">"):
            start += 1
        while end > start and lines.body[end - 1].isspace():
            end -= 1
        if start < end:
            spans.append((start, end))
    return spans
