"""E-mail addresses in text: one pattern for those that are read, checked and masked."""

from __future__ import annotations

import re

_LOCAL = r"[\w!#$%&'*+/=?^`{|}~-]"
#: Lengths are the standard's (RFC 5321): they also bound the work on text that is nearly an address.
EMAIL = (
    rf"(?<![\w.!#$%&'*+/=?^`{{|}}~-]){_LOCAL}{{1,64}}(?:\.{_LOCAL}{{1,64}}){{0,8}}"
    r"@(?=[^\W_])(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}(?![\w@-]|\.\w)"
)
FOUND = re.compile(EMAIL)
#: What is masked before it leaves, on the side of finding too much.
NEARLY = re.compile(r"(?<![\w.+%'-])[\w.+%'-]{1,64}@[\w-]+(?:\.[\w-]+)+")
