"""Formulas in an answer, however they are typed: ½ m v², 1/2*m*v^2 and 1/2mv2 are one."""

from __future__ import annotations

import re
from functools import lru_cache

from edge.text.tokens import fold

_LEFT_OUT = r"\s×*·⋅∙^_()"
_SIGNS = str.maketrans({"÷": "/", ":": "/", "−": "-", "–": "-", "⁄": "/", ",": "."})


def stands_in(formula: str, text: str) -> bool:
    """Whether a formula stands in a text, as no part of a longer word or number."""
    pattern = _pattern(formula)
    return pattern is not None and pattern.search(_plain(text)) is not None


@lru_cache(maxsize=512)
def _pattern(formula: str) -> re.Pattern[str] | None:
    signs = re.sub(rf"[{_LEFT_OUT}]", "", _plain(formula))
    if not signs:
        return None
    run = rf"[{_LEFT_OUT}]{{0,4}}".join(map(re.escape, signs))
    return re.compile(f"{_edge(signs[0], '<')}{run}{_edge(signs[-1], '')}")


def _edge(sign: str, behind: str) -> str:
    """That neither letters nor figures go on at this end of a formula."""
    if sign.isdigit():
        return r"(?<!\d)(?<!\d\.)" if behind else r"(?!\.?\d)"
    return rf"(?{behind}![^\W\d_])" if sign.isalpha() else ""


def _plain(text: str) -> str:
    return fold(text).translate(_SIGNS)
