"""A line of mdoc(7): words, punctuation, and macros that say what a word is (`.Fl`, `.Op`, `.Xr`)."""

from __future__ import annotations

from edge.indexing.readers.manual.layout import ManLayout
from edge.indexing.readers.manual.roff import Roff

#: What encloses, and its signs. The first kind ends with its line, the other with a macro.
_AROUND = {"Op": "[]", "Bq": "[]", "Pq": "()", "Brq": "{}", "Aq": "<>", "Dq": "“”", "Qq": '""',
           "Sq": "‘’", "Ql": "‘’"}  # fmt: skip
_OPENED = {"Oo": "[", "Bo": "[", "Po": "(", "Bro": "{", "Ao": "<", "Do": "“", "Qo": '"', "So": "‘", "Xo": ""}
_CLOSED = {"Oc": "]", "Bc": "]", "Pc": ")", "Brc": "}", "Ac": ">", "Dc": "”", "Qc": '"', "Sc": "’",
           "Xc": ""}  # fmt: skip
#: Macros whose words stand as they are.
_PLAIN = {"Cm", "Ic", "Em", "Sy", "Li", "Pa", "Ev", "Va", "Vt", "Dv", "Er", "Fa", "Ft", "Ad", "An", "Cd",
          "Ms", "No", "Sx", "Tn", "Lk", "Mt", "Fd", "Lb", "Bf", "Ef", "Me", "Hf", "Fr", "St"}  # fmt: skip
#: What a macro says where no word stands behind it.
_SYSTEMS = {"Ux": "UNIX", "Bx": "BSD", "Fx": "FreeBSD", "Nx": "NetBSD", "Ox": "OpenBSD", "Dx": "DragonFly",
            "At": "AT&T UNIX", "Bsx": "BSD/OS"}  # fmt: skip
_ALONE = {"Fl": "-", "Ar": "file ...", **_SYSTEMS}
_CALLS = {"Xr", "Fn", "In"}
_JOINS = {"Ns", "Ap", "Pf", "Sm"}
INLINE = {"Nm", *_AROUND, *_OPENED, *_CLOSED, *_PLAIN, *_ALONE, *_CALLS, *_JOINS}
_BEHIND, _BEFORE = set(".,:;?!)]"), set("([")


class MdocInline:
    """`name` is what the page describes, for a `.Nm` alone."""

    def __init__(self, roff: Roff, layout: ManLayout, name: str = "") -> None:
        self.name = name
        self._roff = roff
        self._layout = layout
        self._held = False  # a term goes on until .Xc

    def apart(self, words: list[str]) -> str:
        """A line as text, not on the page."""
        layout = ManLayout()
        MdocInline(self._roff, layout, self.name).words(words)
        return "".join(piece.text for piece in layout.pieces())

    def term(self, words: list[str]) -> None:
        """A line that is the term of a definition, or its beginning."""
        self._layout.term()
        self._held = "Xo" in words and "Xc" not in words
        self.words(words)
        if not self._held:
            self._layout.definition()

    def words(self, words: list[str]) -> None:
        """A line onto the page; punctuation at its end stands outside of what is enclosed."""
        last = len(words)
        while last > 1 and words[last - 1] in _BEHIND:
            last -= 1
        ends: list[str] = []
        left = words[:last]
        while left:
            macro = left.pop(0) if left[0] in INLINE else ""
            said: list[str] = []
            while left and left[0] not in INLINE:
                said.append(left.pop(0))
            self._macro(macro, said, ends)
        for end in reversed(ends):
            self._layout.word(end, before=True)
        self._say(words[last:])

    def _macro(self, macro: str, said: list[str], ends: list[str]) -> None:
        """One macro and the words behind it."""
        layout = self._layout
        if macro in _AROUND:
            layout.word(_AROUND[macro][0], after=True)
            ends.append(_AROUND[macro][1])
        elif macro in _OPENED:
            layout.word(_OPENED[macro], after=True)
        elif macro in _CLOSED:
            layout.word(_CLOSED[macro], before=True)
            if macro == "Xc" and self._held:
                self._held = False
                layout.definition()
        elif macro in _JOINS:
            said = self._joined(macro, said)
        elif macro in _CALLS:
            said = self._called(macro, said)
        elif macro == "Nm":
            self.name = self.name or " ".join(map(self._roff.printed, said[:1]))
            said = said if said and said[0] not in _BEHIND else [self.name, *said]
        elif macro in _ALONE and (not said or said[0] in _BEHIND or macro in _SYSTEMS):
            said = [_ALONE[macro], *said]
        elif macro == "Fl":
            said = [one if one in _BEHIND or one in _BEFORE or one == "|" else f"-{one}" for one in said]
        self._say(said)

    def _say(self, words: list[str]) -> None:
        for word in words:
            if word in _BEHIND or word in _BEFORE:
                self._layout.word(word, before=word in _BEHIND, after=word in _BEFORE)
            else:
                self._layout.word(self._roff.printed(word))

    def _joined(self, macro: str, said: list[str]) -> list[str]:
        """`.Ns` and its kin: no space here. What is left to say."""
        if macro == "Sm":
            self._layout.spacing(said[:1] != ["off"])
            return said[1:]
        if macro == "Pf":
            self._layout.word(" ".join(map(self._roff.printed, said[:1])), after=True)
            return said[1:]
        self._layout.cling()
        if macro == "Ap":
            self._layout.word("'", after=True)
        return said

    def _called(self, macro: str, said: list[str]) -> list[str]:
        """`ls(1)`, `open(path, flags)`, or a file to include. What is left to say."""
        taken = next((at for at, word in enumerate(said) if word in _BEHIND), len(said))
        taken = min(taken, 2) if macro == "Xr" else taken
        if taken:
            name, *inside = map(self._roff.printed, said[:taken])
            name = f"#include <{name}>" if macro == "In" else name
            call = f"{name}({', '.join(inside)})" if inside or macro == "Fn" else name
            self._layout.word(call)
        return said[taken:]
