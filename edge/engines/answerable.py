"""Whether the best sentence answers the question or all but answers it: linear heads on the reader's states.

The reader has learnt which line answers. Where the passage all but answers (another date, another party, the
opposite) its evidence stays high; that something does not fit is in its states all the same. Linear probes
on frozen states: Alain and Bengio 2016; unanswerable questions of this kind: Rajpurkar et al. 2018. Fitted by
`build/train_answerable.py`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from edge import paths
from edge.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HINT = "Train it again: python build/train_answerable.py"
#: Log-odds beyond these say nothing more.
MOST = 6.0


class LinearHead(msgspec.Struct, frozen=True, kw_only=True):
    """`intercept + sum(weights * states)`: log-odds."""

    weights: list[float]
    intercept: float


class AnswerableHeads(msgspec.Struct, frozen=True, kw_only=True):
    """Heads by the name of their signal, one for each kind of text that they were fitted on: what does not
    fit shows elsewhere in an encyclopaedia than in a contract. `network`: sha256 of the reader.
    """

    schema: int
    network: str
    heads: dict[str, LinearHead]
    provenance: dict[str, object] = {}

    def odds(self, states: NDArray[np.float32]) -> dict[str, float]:
        """Log-odds that the question is answered there, of states (2, width) as `EvidenceReader.states`
        gives them. Raises ModelError for states of another size.
        """
        told = states.ravel().astype(np.float64)
        found = {}
        for name, head in self.heads.items():
            if told.size != len(head.weights):
                raise ModelError(
                    f"The reader gives {told.size} states, the answerable head reads {len(head.weights)}.",
                    _HINT,
                )
            odds = float(told @ np.array(head.weights)) + head.intercept
            found[name] = round(min(max(odds, -MOST), MOST), 4)
        return found


@lru_cache(maxsize=4)
def load_heads(network: str, path: Path | None = None) -> AnswerableHeads:
    """The heads that ship, or another file's, for the reader of this sha256. Raises ModelError."""
    path = path or paths.asset("answerable.json")
    try:
        heads = msgspec.json.decode(path.read_bytes(), type=AnswerableHeads)
    except OSError as error:
        raise ModelError(f"The answerable heads cannot be read ({path}: {error.strerror}).", _HINT) from error
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ModelError(f"The answerable heads are damaged ({path}: {error}).", _HINT) from error
    if heads.network != network:
        raise ModelError("The answerable heads belong to another reader than the one here.", _HINT)
    return heads
