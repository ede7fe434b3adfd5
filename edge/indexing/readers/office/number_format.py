"""Numbers in the formats of workbooks (ECMA-376 part 1, 18.8.31): "1234.50 €", "5.5%", "06 12 34 56 78". What
sets thousands apart is left out, which each country writes otherwise; so are colours and conditions.
"""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, lru_cache
from typing import NamedTuple

#: Formats that every workbook has by number (18.8.30), as far as they do not depend on the country.
BUILT_IN = {1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 37: "#,##0;-#,##0",
            38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00"}  # fmt: skip
_PART = re.compile(
    r'"(?P<quoted>[^"]{0,60})"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]{0,20})(?:-[^\]]{0,20})?\]|\[(?P<said>[^\]]{0,20})\]|[_*].'
    r"|(?P<sign>.)",
    re.DOTALL,
)
_MINUS = re.compile(r"\A- (?=\d)")
_DIGITS = "0#?"
_LONGEST = 200  # characters of a format
_MOST_DECIMALS = 15
_STEPS = [Decimal(1).scaleb(-places) for places in range(_MOST_DECIMALS + 1)]


class _Format(NamedTuple):
    """One section. `before`: signs and digits up to the decimal point, in order; `places`: digits after it,
    and how many of them are `shown` in any case; `after`: what follows; `scale`: the power of ten to multiply
    by; `zeros`: how many digits are shown in any case, where only they stand before the point.
    """

    before: tuple[tuple[str, str], ...]
    places: int
    shown: int
    after: str
    scale: int
    percent: bool
    zeros: int | None


@lru_cache(maxsize=4_096)  # shares, prices and years come again and again
def formatted(number: float, code: str) -> str | None:
    """A number as its cell shows it; None where the format says nothing of it, or is for dates or texts."""
    sections = _sections(code) if math.isfinite(number) else ()
    at = 1 if number < 0 < len(sections) - 1 else 2 if number == 0 and len(sections) > 2 else 0
    section = sections[at] if sections else None
    if section is None:
        return None
    exact = Decimal(repr(number))
    if section.scale:
        exact = exact.scaleb(section.scale)
    places = section.places
    if section.percent:  # as exact as it is stored: 5.5 % is no 6 %
        places = max(places, min(-int(exact.normalize().as_tuple().exponent), 10))
    if abs(exact.adjusted()) > 18:
        return None
    rounded = exact.copy_abs().quantize(_STEPS[places], ROUND_HALF_UP)
    whole, _, rest = f"{rounded:f}".partition(".")
    if len(rest) > section.shown:
        rest = rest[: section.shown] + rest[section.shown :].rstrip("0")
    minus = "-" if number < 0 and at == 0 and rounded else ""
    whole = "" if whole == "0" else whole
    if section.zeros is None:
        told = _filled(section.before, whole, minus)
    else:
        told = f"{minus}{'0' * (section.zeros - len(whole))}{whole}"
    shown = " ".join(f"{told}.{rest}{section.after}".split() if rest else f"{told}{section.after}".split())
    return _MINUS.sub("-", shown) if shown.startswith("-") else shown


def _filled(before: tuple[tuple[str, str], ...], whole: str, minus: str) -> str:
    """The digits of a number in their places, from the last one; those that are left stand at the first."""
    left, told = list(whole), list[str]()
    first = next((at for at, (kind, _) in enumerate(before) if kind == "digit"), None)
    for at in range(len(before) - 1, -1, -1):
        kind, sign = before[at]
        if kind != "digit":
            told.append(sign)
            continue
        told.append(left.pop() if left else "0" if sign == "0" else "")
        if at == first:
            told += [*reversed(left), minus]
    return "".join(reversed(told))


@cache
def _sections(code: str) -> tuple[_Format | None, ...]:
    """The sections of a format, None for one that is not understood; empty for "General"."""
    if len(code) > _LONGEST or code.strip().lower() in ("", "general", "@"):
        return ()
    sections: list[list[re.Match[str]]] = [[]]
    for match in _PART.finditer(code):
        if match["sign"] == ";":
            sections.append([])
        else:
            sections[-1].append(match)
    return tuple(_section(parts) for parts in sections[:3])


def _section(parts: list[re.Match[str]]) -> _Format | None:
    before: list[tuple[str, str]] = []
    after, places, shown, scale = "", 0, 0, 0
    pointed = False
    last = max((at for at, one in enumerate(parts) if (one["sign"] or " ") in _DIGITS), default=-1)
    for at, one in enumerate(parts):
        sign, literal = one["sign"] or "", _literal(one)
        if literal is None or (sign and (sign.isalpha() or sign in "/@")):
            return None  # a condition; dates, fractions, powers of ten, texts
        if sign == "%":
            scale += 2
        if sign and sign in _DIGITS:
            if pointed:
                places, shown = places + 1, places + 1 if sign == "0" else shown
            else:
                before.append(("digit", sign))
        elif sign == ".":
            pointed = True
        elif sign == ",":
            scale -= 3 if at > last else 0
        elif at > last or pointed:
            after += literal
        else:
            before.append(("text", literal))
    if places > _MOST_DECIMALS or not (after or before):
        return None
    digits = "".join(sign for kind, sign in before if kind == "digit")
    usual = len(digits) == len(before) and not digits.lstrip("#?").strip("0")
    percent = any(one["sign"] == "%" for one in parts)
    return _Format(tuple(before), places, shown, after, scale, percent, digits.count("0") if usual else None)


def _literal(part: re.Match[str]) -> str | None:
    """What a part shows as it is; None for a condition."""
    if part["said"] is not None:
        return None if part["said"][:1] in ("<", ">", "=") else ""
    if part["currency"] is not None:
        return part["currency"]
    if part["sign"] is not None:
        return part["sign"]
    return part["quoted"] or part["escaped"] or (" " if part["quoted"] is None else "")
