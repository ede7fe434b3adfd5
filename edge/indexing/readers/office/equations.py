"""Equations of office files (OMML of Word and PowerPoint, MathML of OpenDocument) on one line, as they are
typed: "P = F/A + x²". Their figures must not run into each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.indexing.readers.xml import child, local, value
from edge.text.formula import fraction, grouped, limit, root

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_DEEPEST = 40  # equations within each other; deeper ones are told as their characters
#: Parts that stand in a fixed order, by the element that holds them: OMML names them, MathML counts them.
_PARTS = {
    "f": ("num", "den"), "sSup": ("e", "sup"), "sSub": ("e", "sub"), "sSubSup": ("e", "sub", "sup"),
    "rad": ("deg", "e"), "limLow": ("e", "lim"), "limUpp": ("e", "lim"), "nary": ("sub", "sup", "e"),
}  # fmt: skip
_COUNTED = {"mfrac": "f", "msup": "sSup", "msub": "sSub", "msubsup": "sSubSup", "munder": "limLow",
            "mover": "limUpp", "munderover": "sSubSup"}  # fmt: skip
#: What says how it looks, and MathML's second form of the same.
_UNSEEN = {"annotation", "annotation-xml", "del", "rPr", "ctrlPr"}


def linear(equation: Element) -> str:
    """An equation on one line."""
    return " ".join(_told(equation, _DEEPEST).split())


def _told(element: Element, depth: int) -> str:
    kind = local(element.tag)
    if kind in _UNSEEN:
        return ""
    if depth == 0 or (kind in ("t", "mi", "mn", "mo", "mtext", "ms") and not len(element)):
        return "".join(element.itertext())
    named = [child(element, name) for name in _PARTS[kind]] if kind in _PARTS else list(element)
    inner = ["" if one is None else _told(one, depth - 1) for one in named]
    if kind in _PARTS or kind in _COUNTED:
        return _joined(_COUNTED.get(kind, kind), inner, element)
    if kind in ("msqrt", "mroot"):
        rooted = [inner[1], inner[0]] if kind == "mroot" and len(inner) == 2 else ["", "".join(inner)]
        return _joined("rad", rooted, element)
    if kind in ("d", "mfenced"):
        return _bracketed(element, inner)
    apart = {"mr": ", ", "m": "; ", "eqArr": "; ", "mtr": ", ", "mtable": "; ", "func": " "}.get(kind, "")
    return apart.join(filter(None, inner)) if apart else "".join(inner)


def _bracketed(element: Element, inner: list[str]) -> str:
    if local(element.tag) == "mfenced":
        return f"{element.get('open', '(')}{', '.join(inner)}{element.get('close', ')')}"
    opens, closes = (value(child(element, "dPr", side), "val") for side in ("begChr", "endChr"))
    told = ", ".join(part for one, part in zip(element, inner, strict=True) if local(one.tag) == "e")
    return f"{'(' if opens is None else opens}{told}{')' if closes is None else closes}"


def _joined(kind: str, parts: list[str], element: Element) -> str:
    """The parts of a fraction, a power, a root … with the signs between them."""
    parts = [*(part.strip() for part in parts), "", ""][: max(len(parts), 3)]
    first, second, third = parts[:3]
    if kind == "f":
        return fraction(first, second)
    if kind == "rad":
        return root(first, second)
    if kind == "nary":
        sign = value(child(element, "naryPr", "chr"), "val") or "∫"
        return f"{sign}{limit('_', first)}{limit('^', second)} {third}"
    if kind in ("sSup", "limUpp"):
        return f"{grouped(first)}{limit('^', second)}"
    return f"{first}{limit('_', second)}{limit('^', third)}"
