"""Long Markdown, parsed a stretch at a time: a parser's tokens take a hundred times the room of their text.

What a line of Markdown opens is known from the lines before it, so that the blocks of a stretch are those of
the whole but for the last one, which may go on: the next stretch begins with it. A block that is longer than
a stretch (a table, a list, a fence of megabytes) is cut, at an item or a line, and goes on as the same kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

#: Characters that are parsed together.
STRETCH = 1 << 18
#: Quotes and lists within each other that are told apart; deeper ones are one text.
MOST_NESTED = 60
DEEP_BLOCK = "deep_block"
_MARKS = re.compile(r"^(?:[ \t]{0,3}>)+[ \t]?", re.MULTILINE)
_DEFINITION = re.compile(r"^[ \t>]*\[[^\]]{1,999}\]:", re.MULTILINE)
#: HTML that goes on over blank lines until its own end.
_UNTIL_ITS_END = re.compile(r"<(?:!--|\?|!\[CDATA\[|![a-z]|(script|pre|style|textarea)\b)", re.IGNORECASE)
#: Where a line may be cut: what follows is no mark of a list or a heading.
_BEFORE_A_WORD = re.compile(r" (?=[^\W\d_])")
#: A block of its own wherever nothing is open: what swallows it has not ended.
_PROBE = "\n\nx\n"


class Stretch(msgspec.Struct, frozen=True):
    """Tokens of some whole blocks. `above`: lines of the text before the one that the tokens count as 0.

    `goes_on`: the first block is the rest of the one that the stretch before ended with, its opening (the
    heading of a table, the first line of a fence) put before it again.
    """

    tokens: list[Token]
    above: int
    goes_on: bool = False


@cache
def _parser(blocks_only: bool = False) -> MarkdownIt:
    from markdown_it import MarkdownIt
    from markdown_it.parser_block import ParserBlock
    from markdown_it.rules_block import StateBlock

    class BoundedBlocks(ParserBlock):
        """The parser drops what lies deeper than it goes; here that is a block of its own."""

        def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:
            line = state.skipEmptyLines(startLine)
            if state.level < state.md.options.maxNesting or line >= endLine:
                super().tokenize(state, startLine, endLine)
                return
            last = line
            while last < endLine and (state.isEmpty(last) or state.sCount[last] >= state.blkIndent):
                last += 1
            token = state.push(DEEP_BLOCK, "", 0)
            token.content = _MARKS.sub("", state.getLines(line, last, state.blkIndent, False))
            token.map = [line, last]
            state.line = last

    parser = MarkdownIt("commonmark", {"maxNesting": 2 * MOST_NESTED}).enable("table")
    bounded = BoundedBlocks()
    bounded.ruler = parser.block.ruler
    parser.block = bounded
    if blocks_only:
        parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def stretches(text: str, size: int = STRETCH) -> Iterator[Stretch]:
    """A text with line feeds only, in order. `size`: characters that are parsed together, about."""
    names: dict[str, object] = {}
    if len(text) <= 2 * size:
        yield Stretch(_parser().parse(text, names), 0)
        return
    if _DEFINITION.search(text):  # of links: they are in force everywhere
        for _ in _parsed(text, size, names, blocks_only=True):
            pass
    yield from _parsed(text, size, names, blocks_only=False)


def _parsed(text: str, size: int, names: dict[str, object], *, blocks_only: bool) -> Iterator[Stretch]:
    parser = _parser(blocks_only)
    at = line = 0
    opening = ""
    while at < len(text):
        end = _line_end(text, at, size)
        source = opening + text[at:end]
        tokens = parser.parse(source, names)
        above = line - opening.count("\n")
        goes_on, opening = bool(opening), ""
        if end < len(text):
            begun = _last_block(tokens)
            first = tokens[begun].map if begun is not None else None
            cut = _offset(source, first[0]) if first else 0
            if begun and cut > len(source) - (end - at):
                del tokens[begun:]
            else:
                cut, opening = _cut_inside(source, tokens)
            end -= len(source) - cut
        yield Stretch(tokens, above, goes_on)
        line += text.count("\n", at, end)
        at = end


def _line_end(text: str, at: int, size: int) -> int:
    """Where a stretch that begins at `at` ends: behind a line end, else before a word, else anywhere."""
    if len(text) - at <= size:
        return len(text)
    if (found := text.rfind("\n", at, at + size)) >= at:
        return found + 1
    spaces = [match.end() for match in _BEFORE_A_WORD.finditer(text, at + size // 2, at + size)]
    return spaces[-1] if spaces else at + size


def _last_block(tokens: list[Token]) -> int | None:
    """The index of the token that opens the last block of all."""
    for at in range(len(tokens) - 1, -1, -1):
        if tokens[at].level == 0 and tokens[at].nesting >= 0:
            return at
    return None


def _offset(source: str, line: int) -> int:
    """Where a line begins."""
    at = 0
    for _ in range(line):
        at = source.find("\n", at) + 1
    return at


def _cut_inside(source: str, tokens: list[Token]) -> tuple[int, str]:
    """Where a block that does not end in its stretch is cut, and what is put before its rest. The tokens of
    what is cut off are taken out.
    """
    first = next((token for token in tokens if token.map and token.level == 0), None)
    if first is None or first.map is None:
        return len(source), ""
    for at in range(len(tokens) - 1, -1, -1):
        token = tokens[at]
        if token.type == "list_item_open" and token.level == 1 and token.map:
            if token.map[0] == first.map[0]:
                break
            del tokens[at:-1]
            return _offset(source, token.map[0]), ""
    if first.type == "table_open":
        return len(source), source[_offset(source, first.map[0]) : _offset(source, first.map[0] + 2)]
    return len(source), _opening(first, source) if first.type in ("fence", "html_block") else ""


def _opening(block: Token, source: str) -> str:
    """What opens the rest of a fence, or of HTML, that the source ends in; nothing where it has ended."""
    probe = _parser(True).parse(source + _PROBE)
    if len(probe) > 2 and probe[-2].content == "x" and probe[-3].level == 0:
        return ""
    if block.type == "fence":
        return f"{block.markup}{block.info}\n"
    found = _UNTIL_ITS_END.match(block.content.lstrip())
    return f"{found[0]}{'>' if found[1] else ''}\n" if found else ""
