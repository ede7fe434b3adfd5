"""The embedding model of the user's own items: opened when it is wanted, and a note where there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from edge.errors import ModelError
from edge.records import Reason
from edge.state import item_vectors
from edge.state.access import Principal
from edge.state.database import version
from edge.state.item_vectors import VectorTable

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

    from edge.engines.onnx.embedder import Embedder

_Version = tuple[int, int]
_Checked = WeakKeyDictionary[Any, dict[tuple[str, Principal], _Version]]
_Tables = WeakKeyDictionary[Any, dict[tuple[str, Principal, float, str], tuple[_Version, VectorTable]]]

#: Items that a search embeds at most before it answers: the rest waits for the next one.
AT_ONCE = 64


@dataclass(frozen=True)
class ItemEmbedder:
    """One model by name; opened at the first text. For several threads: a text is embedded at a time."""

    name: str
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)
    #: By connection: when nothing lacked a vector, and the tables that were read.
    _checked: _Checked = field(default_factory=WeakKeyDictionary, repr=False, compare=False)
    _tables: _Tables = field(default_factory=WeakKeyDictionary, repr=False, compare=False)

    @cached_property
    def _opened(self) -> Embedder:
        from edge.models import networks

        return networks.embedder(self.name, threads=1)

    @cached_property
    def key(self) -> str:
        """What tells its vectors from those of another model, file or size."""
        with self._lock:
            space = self._opened.space
        return f"{space.name}/{space.revision}/{space.dims}"

    def query(self, text: str) -> NDArray[np.float32]:
        """The unit vector of a query."""
        with self._lock:
            return self._opened.query(text)

    def embed_missing(
        self, db: apsw.Connection, principal: Principal, kind: str, limit: int = AT_ONCE
    ) -> int:
        """Give items of a kind the vectors that they lack, the newest first; how many."""
        checked = self._checked.setdefault(db, {})
        at = version(db)
        if checked.get((kind, principal)) == at:
            return 0
        todo = item_vectors.missing(db, principal, kind, self.key, limit)
        if not todo:
            checked[kind, principal] = at
        item_vectors.write(db, self.key, [(one.item, self._document(one.title, one.text)) for one in todo])
        return len(todo)

    def nearest(
        self, db: apsw.Connection, principal: Principal, *, kind: str, query: str, limit: int,
        near: float = 0.0, where: str = "",
    ) -> list[tuple[int, float]]:  # fmt: skip
        """(item, cosine) of the nearest items of a kind, best first. `near`, `where`: see
        `item_vectors.read`; what was read serves until something is written.
        """
        vector = self.query(query)
        tables = self._tables.setdefault(db, {})
        at, wanted = version(db), (kind, principal, near, where)
        if wanted not in tables or tables[wanted][0] != at:
            table = item_vectors.read(
                db, principal, kind=kind, model=self.key, dims=len(vector), near=near, where=where
            )
            tables[wanted] = at, table
        return tables[wanted][1].nearest(vector, limit)

    def _document(self, title: str, text: str) -> NDArray[np.float32]:
        with self._lock:
            (vector,) = self._opened.documents([(title, text)])
        return vector


def of_items(chosen: str) -> tuple[ItemEmbedder | None, list[Reason]]:
    """The embedder that a setting names: `none`, a model of the catalog (ModelError where it is not here), or
    `auto`: the first that is on this device, else none and a note.
    """
    if chosen == "none":
        return None, []
    from edge.models import catalog, installed

    if chosen != "auto":
        model = catalog.get(chosen)
        installed.verified(model, model.variant())
        return ItemEmbedder(model.name), []
    for model in catalog.load().values():
        if model.kind != "embedder":
            continue
        try:
            if installed.find(model, model.variant()):
                return ItemEmbedder(model.name), []
        except ModelError as error:
            return None, [Reason("memory_words_only_error", {"error": error.message.rstrip(".")})]
    return None, [Reason("memory_words_only")]
