"""What style says of an element's text: whether it is hidden, how large it is, and in which colours.

As much of CSS as hides words in mail: inline declarations, attributes of old HTML, and rules of a
`<style>` on a class, an id or a tag. Rules for some screens only do not count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from edge.text.html.colour import Colour, colour, differ
from edge.text.regex import regex

_HIDING = regex(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all"
    r"|(?<![\w-])(?:opacity|max-height|max-width)\s*:\s*0?(?:\.0[0-5]?\d*|0(?:\.0+)?)(?:px|em|pt|%)?\s*(?![.\d\w%])"
    r"|text-indent\s*:\s*-\d{3}|(?<![\w-])(?:left|top|right|bottom)\s*:\s*-\d{4}"
    r"|(?<![\w-])clip\s*:\s*rect\(\s*(?:[01](?:px)?[\s,]+){3}[01](?:px)?\s*\)"
    r"|clip-path\s*:\s*(?:inset\(\s*(?:5\d|[6-9]\d|1\d\d)%|circle\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?\s*\))"
    r"|transform\s*:[^;]{0,60}\bscale(?:3d|x|y)?\(\s*0(?:\.0+)?\s*[,)]"
    r"|filter\s*:\s*opacity\(\s*0",
    re.IGNORECASE,
)
#: Sizes of a box: 0 by 0, or at most a pixel of it and the rest cut.
_SIDE = r"(?<![\w-]){}\s*:\s*([01](?:\.0+)?)(?:px|pt|em|%|)\s*(?:!important\s*)?(?=;|$)"
_WIDTH, _HEIGHT = regex(_SIDE.format("width"), re.I), regex(_SIDE.format("height"), re.I)
_CUT = regex(r"overflow\s*:\s*(?:hidden|clip)", re.IGNORECASE)
#: Laid-out mails set 0 around everything and a size again on each text; em and % of 0 stay 0.
_SIZE = r"([\d.]{1,10})\s*(px|pt|em|ex|rem|%|vw|)"
_FONT_SIZE = regex(rf"(?<![\w-])font-size\s*:\s*(?:{_SIZE}|[a-z-]+)", re.IGNORECASE)
_FONT = regex(rf"(?<![\w-])font\s*:[^;]{{0,80}}?(?<![\w.]){_SIZE}\s*(?:/|\s+['\"\w])", re.IGNORECASE)
_COLOUR = regex(r"(?<![\w-])color\s*:\s*([^;!]{1,60})", re.IGNORECASE)
_BACKGROUND = regex(r"(?<![\w-])background(?:-color)?\s*:\s*([^;!]{1,200})", re.IGNORECASE)
_IMAGE = regex(r"url\(|gradient\(", re.IGNORECASE)
_VARIABLE = regex(r"var\(\s*(--[\w-]{1,60})\s*(?:,\s*([^()]{0,40}))?\)")
_PROPERTY = regex(r"(--[\w-]{1,60})\s*:\s*([^;{}]{1,60})")
_SIMPLE = regex(r"[a-zA-Z][\w-]{0,30}|[a-zA-Z]{0,12}[.#][\w-]{1,100}")
_BRACE = regex(r"[{}]")
_COMMENT = regex(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_MOST = 200_000  # characters of one style sheet

#: Pixels up to which nobody can read a text.
_UNREADABLE = 1.0
_PIXELS = {"": 1.0, "px": 1.0, "pt": 1.33, "rem": 16.0, "vw": 8.0}


#: Attributes of old HTML that give a colour.
_PAINTS = frozenset({"color", "text", "bgcolor", "background"})


class TextLook(NamedTuple):
    """How text inside an element looks; passed on to the elements in it. `background` None: a picture."""

    shrunk: bool = False
    ink: Colour | None = (0, 0, 0, 1.0)
    background: Colour | None = (255, 255, 255, 1.0)

    @property
    def unseen(self) -> bool:
        """Too small, or of the colour it stands on."""
        return self.shrunk or not differ(self.ink, self.background)


class StyleSheet:
    """Declarations by simple selector (`p`, `.x`, `#x`, `p.x`), in the order in which they stand."""

    def __init__(self, sheets: list[str]) -> None:
        self._rules: dict[str, str] = {}
        self._variables: dict[str, str] = {}
        for sheet in sheets:
            for selectors, body in _blocks(_COMMENT.sub(" ", sheet[:_MOST])):
                self._variables.update((m[1], m[2].strip()) for m in _PROPERTY.finditer(body))
                for part in selectors.split(","):
                    name = part.strip()
                    if _SIMPLE.fullmatch(name):
                        key = name if name[0] == "#" else name.lower() if name.isalpha() else name
                        self._rules[key] = f"{self._rules.get(key, '')};{body}"

    def style(self, tag: str, attributes: Mapping[str, str | None]) -> str:
        """All declarations on an element, the strongest last."""
        inline = attributes.get("style") or ""
        if "--" in inline:
            self._variables.update((m[1], m[2].strip()) for m in _PROPERTY.finditer(inline))
        found = []
        if self._rules:
            names = (attributes.get("class") or "").split()
            name = attributes.get("id")
            keys = [tag, *(f".{one}" for one in names), *(f"{tag}.{one}" for one in names)]
            keys += [f"#{name}", f"{tag}#{name}"] if name else []
            found = [self._rules[key] for key in keys if key in self._rules]
        text = ";".join([*found, inline]) if found else inline
        if "var(" in text:
            text = _VARIABLE.sub(lambda m: self._variables.get(m[1], m[2] or ""), text)
        return text


def hides(style: str) -> bool:
    """Nothing in the element is seen, whatever is said further in."""
    if not style:
        return False
    if _HIDING.search(style):
        return True
    width, height = _WIDTH.search(style), _HEIGHT.search(style)
    if width is None or height is None:
        return False
    empty = not float(width[1]) and not float(height[1])
    return empty or _CUT.search(style) is not None


def look(tag: str, attributes: Mapping[str, str | None], style: str, inherited: TextLook) -> TextLook:
    """How text in an element looks, in an element of which the text looks as `inherited`."""
    if not style and (not attributes or not _PAINTS.intersection(attributes)):
        return inherited
    ink, background = inherited.ink, inherited.background
    old = attributes.get("color") if tag == "font" else attributes.get("text") if tag == "body" else None
    ink = colour(old) if old else ink
    filled = attributes.get("bgcolor")
    background = colour(filled) if filled else background
    if attributes.get("background"):
        background = None
    shrunk = inherited.shrunk
    if style:
        shrunk = _shrunk(style, shrunk)
        for found in _COLOUR.finditer(style):
            ink = colour(found[1])
        for found in _BACKGROUND.finditer(style):
            background = None if _IMAGE.search(found[1]) else _over(colour(found[1]), background)
    return TextLook(shrunk, ink, background)


def _over(fill: Colour | None, below: Colour | None) -> Colour | None:
    """A transparent fill lets what is below through."""
    return below if fill is not None and fill[3] < 0.5 else fill


def _shrunk(style: str, inherited: bool) -> bool:
    size = _FONT_SIZE.search(style) or _FONT.search(style)
    if size is None:
        return inherited
    number, unit = size[1], (size[2] or "").lower()
    if number is None:
        return False
    try:
        value = float(number)
    except ValueError:  # "1.2.3"
        return inherited
    if unit in ("em", "ex", "%"):
        return inherited or value * (0.16 if unit == "%" else 16.0) <= _UNREADABLE
    return value * _PIXELS[unit] <= _UNREADABLE


def _blocks(sheet: str) -> list[tuple[str, str]]:
    """(selectors, declarations) of each rule that counts everywhere."""
    found: list[tuple[str, str]] = []
    depth = begin = body = 0
    selectors = ""
    for brace in _BRACE.finditer(sheet):
        if brace[0] == "{":
            if depth == 0:
                selectors, body = sheet[begin : brace.start()].strip(), brace.end()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                begin = brace.end()
                if not selectors.startswith("@"):
                    found.append((selectors, sheet[body : brace.start()]))
    return found
