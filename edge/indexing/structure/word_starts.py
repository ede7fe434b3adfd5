"""Where the words of a text begin."""

from __future__ import annotations

from array import array
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Characters that are looked at together: 4 bytes each.
_TOGETHER = 1 << 20
_BEYOND = 0x3001  # behind the last white space of Unicode


def word_starts(text: str, together: int = _TOGETHER) -> array[int]:
    """Places of the runs of what is no white space, in order, as `\\S+` finds them."""
    import numpy as np

    starts = array("L")
    spaces, before = _spaces(), True
    for at in range(0, len(text), together):
        codes = np.frombuffer(text[at : at + together].encode("utf-32-le", "surrogatepass"), "<u4")
        blank = spaces[np.minimum(codes, _BEYOND)]
        begins = ~blank
        begins[1:] &= blank[:-1]
        begins[0] &= before
        before = bool(blank[-1])
        starts.frombytes((np.flatnonzero(begins) + at).astype(np.dtype("L")).tobytes())
    return starts


@cache
def _spaces() -> NDArray[np.bool_]:
    import numpy as np

    return np.array([chr(code).isspace() for code in range(_BEYOND + 1)])
