"""Cells of a row that a plain text sets by white space alone, or between drawn lines."""

from __future__ import annotations

import re

#: What parts two cells: two spaces and more, a tab, or dots that lead from one to the other.
GAP = re.compile(r"\s*\t\s*|\s{2,}|(?<=\w)\s?\.{4,}\s?(?=\S)|\s\.{3,}\s")
#: Between two cells of a line that is drawn.
BARS = "|│┃║╎┆"
#: A rule between rows that shows where cells begin: "+----+----+", "-----+----", "├────┼────┤".
DRAWN_RULE = re.compile(
    r"\A(?:\+(?:[-=]++\+)++|[-=]++(?:\+[-=]++)++|[─━═]++(?:[┼╋╬╪╫][─━═]++)++"
    r"|[┌├└┏┣┗╔╠╚╒╞╘╓╟╙][─━═┬┼┴┳╋┻╦╬╩╤╪╧╥╫╨]++[┐┤┘┓┫┛╗╣╝╕╡╛╖╢╜])\Z"
)
#: A line that is nothing but a stroke.
STROKE = re.compile(r"\A([-=_*~─━═])\1{3,}+\Z")
