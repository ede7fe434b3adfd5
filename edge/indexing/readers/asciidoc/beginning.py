"""Whether a text is AsciiDoc that its name does not tell: projects keep it in `.txt` files and in README."""

from __future__ import annotations

import re
from itertools import islice

#: Comments, attributes and blank lines, then the title of the document.
_BEFORE = rb"(?://[^\n]{0,400}+|:[\w-]{1,40}+:[^\n]{0,400}+|[ \t\r]{0,40}+)\n"
_TITLE = re.compile(rb"(?:\xef\xbb\xbf)?(?:" + _BEFORE + rb"){0,40}+=[ \t]++[^\s=]")
#: A section or an attribute of the document.
_SIGN = re.compile(rb"^(?:={2,6}[ \t]+[^\s=]|:[A-Za-z][\w-]{0,40}:(?:\s|$))", re.MULTILINE)
_LEAST = 2


def is_asciidoc(beginning: bytes) -> bool:
    """It opens with a title of AsciiDoc, and has two sections or attributes at least."""
    signs = _SIGN.finditer(beginning)
    return _TITLE.match(beginning) is not None and len(list(islice(signs, _LEAST))) == _LEAST
