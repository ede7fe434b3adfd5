"""Colours as HTML and CSS write them, and whether two can be told apart."""

from __future__ import annotations

import re

#: Red, green, blue (0 to 255) and how much of it covers (0 to 1).
Colour = tuple[int, int, int, float]

#: Two colours whose channels differ by no more than this look the same to a reader.
_ALIKE = 12

_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(
    r"rgba?\(\s*([\d.]{1,6})(%?)[\s,]+([\d.]{1,6})%?[\s,]+([\d.]{1,6})%?(?:[\s,/]+([\d.]{1,6})(%?))?\s*\)"
)
_HSL = re.compile(r"hsla?\([^)]{0,60}?([\d.]{1,6})%[\s,]+([\d.]{1,6})%(?:[\s,/]+([\d.]{1,6})(%?))?\s*\)")
_WORD = re.compile(r"[a-z]+")
_INSIDE = re.compile(r"#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b")
_NAMES = {
    "transparent": "0000", "black": "000", "white": "fff", "red": "f00", "green": "008000",
    "blue": "00f", "yellow": "ff0", "gray": "808080", "grey": "808080", "silver": "c0c0c0",
    "maroon": "800000", "olive": "808000", "lime": "0f0", "aqua": "0ff", "cyan": "0ff",
    "teal": "008080", "navy": "000080", "fuchsia": "f0f", "magenta": "f0f", "purple": "800080",
    "orange": "ffa500", "snow": "fffafa", "ivory": "fffff0", "ghostwhite": "f8f8ff",
    "whitesmoke": "f5f5f5", "floralwhite": "fffaf0", "azure": "f0ffff", "mintcream": "f5fffa",
}  # fmt: skip


def colour(written: str) -> Colour | None:
    """The colour, None for what is not read. `transparent` covers nothing."""
    text = written.strip().lower()
    digits = _HEX.fullmatch(text)
    if digits:
        return _of_hex(digits[1])
    rgb, hsl = _RGB.search(text), _HSL.search(text)
    if rgb:
        scale = 2.55 if rgb[2] else 1.0
        red, green, blue = (_channel(rgb[at], scale) for at in (1, 3, 4))
        return (red, green, blue, _alpha(rgb[5], rgb[6]))
    if hsl:
        return _of_hsl(hsl)
    named = next((word for word in _WORD.findall(text) if word in _NAMES), None)  # `white no-repeat`
    if named:
        return _of_hex(_NAMES[named])
    inside = _INSIDE.search(text)
    return _of_hex(inside[1]) if inside else None


def _of_hsl(found: re.Match[str]) -> Colour | None:
    """White, black and greys are told by lightness; anything else is some colour, or nothing at all."""
    light, alpha = _float(found[2]), _alpha(found[3], found[4])
    if light >= 97 or light <= 3 or _float(found[1]) <= 3:
        grey = _channel(found[2], 2.55)
        return (grey, grey, grey, alpha)
    return None if alpha > 0.1 else (0, 0, 0, 0.0)


def differ(ink: Colour | None, background: Colour | None) -> bool:
    """Whether text of one colour is seen on the other. What is not known is taken for visible."""
    if ink is not None and ink[3] <= 0.05:
        return False
    if ink is None or background is None:
        return True
    return max(abs(one - other) for one, other in zip(ink[:3], background[:3], strict=True)) > _ALIKE


def _of_hex(digits: str) -> Colour:
    if len(digits) <= 4:
        digits = "".join(2 * digit for digit in digits)
    alpha = int(digits[6:8], 16) / 255 if len(digits) == 8 else 1.0
    return (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16), alpha)


def _float(written: str | None) -> float:
    try:
        return float(written or 0)
    except ValueError:  # "1.2.3"
        return 0.0


def _channel(written: str, scale: float) -> int:
    return max(0, min(255, round(_float(written) * scale)))


def _alpha(written: str | None, percent: str | None) -> float:
    if written is None:
        return 1.0
    return _float(written) / (100.0 if percent else 1.0)
