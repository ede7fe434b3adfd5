"""A message prepared for the rules: its new text as words and clauses, its sender, its language."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from edge.extract.rules.code_lines import without_code
from edge.extract.rules.lexicon import PhraseMatch, lexicon
from edge.extract.rules.patterns.find import find_cues
from edge.extract.rules.sender import Sender, as_signed, read_sender
from edge.records import Message
from edge.text import sentences, subject_line
from edge.text.language import language
from edge.text.tokens import words
from edge.text.word_tokens import WordTokens, tokens

# A line that stands for itself: `Montant : 45 EUR`, a bullet, a numbered point, a heading with a colon.
_FIELD = re.compile(r"^\s*[^\s:][^\n:.!?]{0,34}?\s?:(?:\s|$)(?!//)")
_ITEM = re.compile(r"^\s*(?:[-*+•·▪◦‣–—✅☐☑✔➢→>]|\[[ xX]?\]|\(?\d{1,2}[.)])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence, field or point of a list: `body[start:end] == text`. One of the subject starts at 0."""

    start: int
    end: int
    text: str
    first: int  # its words, from
    last: int  # ... to, exclusive
    cues: frozenset[str]
    item: bool = False
    heading: str = ""  # folded words of the line above a list that ends in a colon
    subject: bool = False


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """What all rules look at. `hits` are of the new text, `subject_hits` of the subject, `foot_hits` of what
    comes after the new text in a message that is no reply: footers, never history.
    """

    message: Message
    sender: Sender
    french: bool
    tokens: WordTokens
    hits: list[PhraseMatch]
    subject_tokens: WordTokens
    subject_hits: list[PhraseMatch]
    foot_hits: list[PhraseMatch]
    clauses: list[Clause]
    subject: Clause | None
    fresh_chars: int
    spans: list[tuple[int, int]]  # the new text that is the sender's own

    @property
    def is_mailing(self) -> bool:
        """Sent to many who did not ask, as its headers say: not an answer, nor what a list talks about."""
        return self.message.machine.bulk and not self.message.machine.reply

    @property
    def new_text(self) -> str:
        """The beginning of the new text, for patterns that are no words."""
        body = self.message.body
        return "\n".join(body[a:b] for a, b in self.spans[:4])[:1_500]


def parse_message(message: Message) -> ParsedMessage:
    """Tokenise, find all phrases once, and cut the new text into clauses."""
    fresh = [(max(0, a), min(b, len(message.body))) for a, b in message.fresh if a < b]
    spans = without_code(message.body, fresh)
    body_tokens = tokens(message.body, spans)
    hits = _hits(body_tokens)
    own = _own_part(message, spans)
    if own and _advertises(hits, body_tokens, own[-1][1]):
        # Somebody passes an advert on: what it says is not what they say.
        spans = own
        body_tokens = tokens(message.body, spans)
        hits = _hits(body_tokens)
    subject_tokens = tokens(message.subject)
    subject_hits = _hits(subject_tokens)
    foot_hits: list[PhraseMatch] = []
    if not _answers(message):
        begin = spans[-1][1] if spans else len(message.body)
        foot_hits = lexicon().find(tokens(message.body, [(begin, min(len(message.body), begin + 3_000))]))
    new = "\n".join([message.subject, *(message.body[start:end] for start, end in spans)])
    return ParsedMessage(
        message=message,
        sender=as_signed(read_sender(message.sender), _signed_text(message.body, spans)),
        french=language(new[:2_500]) == "fr",
        tokens=body_tokens,
        hits=hits,
        subject_tokens=subject_tokens,
        subject_hits=subject_hits,
        foot_hits=foot_hits,
        clauses=_clauses(message.body, spans, body_tokens, hits),
        subject=_subject_clause(message.subject, subject_tokens, subject_hits),
        fresh_chars=sum(b - a for a, b in spans),
        spans=spans,
    )


def _signed_text(body: str, spans: list[tuple[int, int]]) -> str:
    """What the sender wrote himself, and so signed: all that stands above a forwarded message."""
    whole = "\n".join(body[start:end] for start, end in spans)
    forwarded = _FORWARDED_BELOW.search(whole)
    return whole[: forwarded.start()] if forwarded else whole


def _hits(found: WordTokens) -> list[PhraseMatch]:
    """Phrases of the lists and of the patterns, in order of place."""
    return sorted([*lexicon().find(found), *find_cues(found)], key=lambda hit: hit.first)


_FORWARDED = re.compile(r"^[ \t>*]*(?:From|De|Von|Objet|Subject)\s?:", re.MULTILINE | re.IGNORECASE)
_FORWARDED_BELOW = re.compile(
    r"^[ \t>*-]{0,20}(?:forwarded|message transf[ée]r[ée]|d[ée]but du message)", re.MULTILINE | re.IGNORECASE
)
_ADVERT = frozenset(
    f"evidence.{name}" for name in ("promotion", "newsletter", "unsubscribe", "appeal", "survey")
)


def _own_part(message: Message, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans above a forwarded message, when there are any: they are the sender's own words."""
    for at in range(1, len(spans)):
        if _FORWARDED.search(message.body, spans[at - 1][1], min(spans[at][0] + 80, spans[at][1])):
            own = spans[:at]
            return own if sum(b - a for a, b in own) >= 30 else []
    return []


def _advertises(hits: list[PhraseMatch], body_tokens: WordTokens, after: int) -> bool:
    return sum(hit.name in _ADVERT and body_tokens.starts[hit.first] >= after for hit in hits) >= 2


def _answers(message: Message) -> bool:
    subject = message.subject
    return message.machine.reply or subject_line.is_reply(subject) or subject_line.is_forward(subject)


def _subject_clause(subject: str, subject_tokens: WordTokens, hits: list[PhraseMatch]) -> Clause | None:
    text = subject.strip()
    if not text:
        return None
    return Clause(0, len(text), text, 0, len(subject_tokens.words), frozenset(_cue_names(hits)), subject=True)


def _cue_names(hits: list[PhraseMatch]) -> set[str]:
    return {hit.name[5:] for hit in hits if hit.name.startswith("cues.")}


# Rules of dashes or underscores, with or without "Forwarded message" in them.
_MARKER = re.compile(
    r"^[-_=*\s>]*(?:begin |début du )?(?:forwarded message|original message|message transféré|"
    r"message d['’]origine|message original|message réexpédié)\s?:?[-_=*\s]*$|^[-_=*]{4,}$",
    re.IGNORECASE,
)


def _clauses(
    body: str, spans: list[tuple[int, int]], body_tokens: WordTokens, hits: list[PhraseMatch]
) -> list[Clause]:
    cues: list[tuple[int, str]] = [(hit.first, hit.name[5:]) for hit in hits if hit.name.startswith("cues.")]
    places = [place for place, _ in cues]
    result: list[Clause] = []
    heading = ""
    for first, last in spans:
        for start, end, item, solid in _units(body, first, last):
            text = body[start:end]
            if _MARKER.match(text):
                continue
            a = bisect_left(body_tokens.starts, start)
            b = bisect_right(body_tokens.ends, end)
            names = frozenset(name for _, name in cues[bisect_left(places, a) : bisect_left(places, b)])
            result.append(Clause(start, end, text, a, b, names, item=item, heading=heading if item else ""))
            if solid and text.endswith(":"):
                heading = " ".join(words(text))
            elif not item:
                heading = ""
    return result


def _units(body: str, first: int, last: int) -> list[tuple[int, int, bool, bool]]:
    """(start, end, is a list item, is a line of its own) of each sentence, field and item of a span."""
    units: list[tuple[int, int, bool, bool]] = []
    block = -1
    block_end = first
    width = max(map(len, body[first:last].split("\n")), default=0)

    def close() -> None:
        nonlocal block
        if block >= 0:
            units.extend((block + a, block + b, False, False) for a, b in _sentences(body[block:block_end]))
            block = -1

    at = first
    while at < last:
        stop = body.find("\n", at, last)
        stop = last if stop < 0 else stop
        line = body[at:stop]
        if not line.strip():
            close()
        elif (item := _ITEM.match(line)) or (len(line) < 160 and _FIELD.match(line)):
            close()
            start = at + (item.end() if item else len(line) - len(line.lstrip()))
            end = stop - (len(line) - len(line.rstrip()))
            if start < end:
                if end - start > 90 and re.search(r"[.!?]\s", body[start:end]):
                    units.extend(
                        (start + unit.start, start + unit.end, bool(item), False)
                        for unit in sentences.split(body[start:end])
                    )
                else:
                    units.append((start, end, bool(item), True))
        else:
            if block >= 0 and _broken_on_purpose(body[block:block_end].rpartition("\n")[2], line, width):
                close()
            if block < 0:
                block = at
            block_end = stop
        at = stop + 1
    close()
    return units


# A full stop that no capital follows, not that of an abbreviation.
_STOP = re.compile(r"(?<=[^\W_]{3}[.?!])\s+(?=[a-zà-ÿ])|(?<=\s[?!])\s+(?=[a-zà-ÿ])")
# "Merci.... je passe demain", "c'est bon ?? sinon": some people end all they say with more than one mark.
_RUN = re.compile(r"(?<=[.?!]{3})\s+(?=[a-zà-ÿ\d])|(?<=[?!]{2})\s+(?=[a-zà-ÿ\d])")
# The same of those who write capitals now and then: no word that is cut short, and no title.
_CARELESS = re.compile(r"(?<=[^\W\d_]{3}[.?!])\s+(?=[a-zà-ÿ]{2})|(?<=\s[?!])\s+(?=[a-zà-ÿ]{2})")
_SHORT = re.compile(
    r"\b(?:etc|env|t[ée]l|r[ée]f|resp|max|min|incl|approx|ext|est|dept|sept|janv|f[ée]vr|juil|oct|nov|d[ée]c|avr|jan"
    r"|feb|mar|apr|aug|mme|mrs|prof|st|av|boul|bât|appt?|chap|vol|pag|vs|mtg|govt|hrs|mins|tues|weds|thurs|ven|sam|dim"
    r"|lun|mer|jeu|serv|dir|adm|d[ée]p|comp|int|mon|tue|wed|thu|fri|sat|sun|compl|suppl|part|asso|assoc|messrs|inc|ltd)\.\Z",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"[.?!]\s+[A-ZÀ-Þ]")


def _sentences(text: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence; those of people who write no capitals too."""
    found = [part for unit in sentences.split(text) for part in _cut(text, unit.start, unit.end, _RUN)]
    if not text[:1].islower() and _CAPITAL.search(text):
        return [part for start, end in found for part in _cut(text, start, end, _CARELESS)]
    parts: list[tuple[int, int]] = []
    for start, end in found:
        parts += _cut(text, start, end, _STOP)
    return parts


def _cut(text: str, start: int, end: int, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """A stretch of the text, cut wherever the pattern is."""
    stops = [
        stop for stop in pattern.finditer(text, start, end) if not _SHORT.search(text, start, stop.start())
    ]
    begins = [start, *(stop.end() for stop in stops)]
    return list(zip(begins, [*(stop.start() for stop in stops), end], strict=True))


#: Programs wrap mail at 72 to 78 signs, a few at 60 or 100. Text that is wider or narrower was never wrapped.
_WIDTHS = range(50, 101)


def _broken_on_purpose(line: str, following: str, width: int) -> bool:
    """The writer ended the line: the next word would have had room in it, or lines are not wrapped at all.
    Many people write so in place of a full stop.
    """
    word = following.split(maxsplit=1)[0]
    return width not in _WIDTHS or len(line.rstrip()) + 1 + len(word) <= width
