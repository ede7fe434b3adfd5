"""Cells of a row that a plain text sets by white space alone."""

from __future__ import annotations

import re

#: What parts two cells: two spaces and more, a tab, or dots that lead from one to the other.
GAP = re.compile(r"\s*\t\s*|\s{2,}|(?<=\w)\s?\.{4,}\s?(?=\S)|\s\.{3,}\s")
