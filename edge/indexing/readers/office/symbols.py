"""Characters of the fonts of symbols that Word comes with, as the characters that they look like."""

from __future__ import annotations

#: By the character's number without the page of private use that Word puts it on.
_FONTS = {
    "symbol": {
        **dict(enumerate("ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", 0x41)),
        **dict(enumerate("αβχδεφγηιϕκλμνοπθρστυϖωξψζ", 0x61)),
        **dict(enumerate("′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…", 0xA2)),
        0x22: "∀", 0x24: "∃", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0xA0: "€", 0xC6: "∅", 0xCE: "∈", 0xCF: "∉",
        0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD5: "∏", 0xD6: "√", 0xD7: "·", 0xD9: "∧", 0xDA: "∨", 0xDB: "⇔",
        0xDE: "⇒", 0xE5: "∑", 0xF2: "∫",
    },
    "wingdings": {
        0x22: "✂", 0x28: "☎", 0x2A: "✉", 0x46: "☞", 0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0xA7: "▪",
        0xA8: "☐", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗",
        0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
    },
    "wingdings 2": {0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0xA3: "☐"},
}  # fmt: skip
_PRIVATE = range(0xF000, 0xF100)


def symbol(font: str, code: str) -> str:
    """What a symbol looks like, by its font and its number in hexadecimal; "" where nobody knows."""
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    known = _FONTS.get(font.lower(), {})
    if number in _PRIVATE:
        return known.get(number - _PRIVATE.start, "")
    return known.get(number) or (chr(number) if 0x20 <= number < 0xD800 else "")
