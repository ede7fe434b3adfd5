"""Fonts of rich text: the charset that their bytes are in, and fonts of symbols."""

from __future__ import annotations

from edge.indexing.readers.office.symbols import symbol

#: By the number of a font's charset, and of a code page.
_CHARSETS = {0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gbk", 136: "big5",
             161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257",
             204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850"}  # fmt: skip
_BY_NUMBER = (437, 850, 852, 860, 863, 865, 866, 874, 932, 949, *range(1250, 1259))
_PAGES = {10000: "mac_roman", 936: "gbk", 950: "big5", 65001: "utf-8"} | {
    number: f"cp{number}" for number in _BY_NUMBER
}
_SYMBOLS = 2


class RtfFonts:
    """The table of fonts; `page`: the charset where a font says nothing."""

    def __init__(self) -> None:
        self.page = "cp1252"
        self.default = 0
        self._charsets: dict[int, int] = {}
        self._names: dict[int, str] = {}

    def page_is(self, number: int) -> None:
        """The code page of the document."""
        self.page = _PAGES.get(number, self.page)

    def charset_is(self, font: int, number: int) -> None:
        """The charset of a font."""
        self._charsets[font] = number

    def name_is(self, font: int, name: str) -> None:
        """The name of a font."""
        self._names.setdefault(font, name.strip("; "))

    def decoded(self, data: bytes, font: int) -> str:
        """The text that bytes are in a font. Never fails."""
        font = self.default if font < 0 else font
        charset = self._charsets.get(font, 1)
        if charset == _SYMBOLS:
            name = self._names.get(font, "")
            return "".join(symbol(name, f"{byte:x}") for byte in data)
        return data.decode(_CHARSETS.get(charset, self.page) if charset else self.page, "replace")

    def character(self, number: int, font: int) -> str:
        """What \\u means: numbers beyond 32767 are written as negative ones; signs of the symbol fonts stand
        in a page of private use.
        """
        number += 65536 if number < 0 else 0
        if 0xF000 <= number < 0xF100:
            return symbol(self._names.get(self.default if font < 0 else font, ""), f"{number:x}")
        return chr(number) if 0 < number < 0x110000 else ""
