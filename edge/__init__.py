"""edge: answers from your own documents, on your own device.

`edge.open()` gives an object with the same verbs as the command line. Nothing happens at import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = ["Answer", "Citation", "Edge", "EdgeError", "SearchResponse", "Settings", "__version__", "open"]

# name -> module: resolved on first use, so that `import edge` stays in milliseconds.
_LAZY = {
    "Answer": "edge.records",
    "Citation": "edge.records",
    "Edge": "edge.api",
    "EdgeError": "edge.errors",
    "SearchResponse": "edge.records",
    "Settings": "edge.config",
    "open": "edge.api",
}

if TYPE_CHECKING:
    from edge.api import Edge, open
    from edge.errors import EdgeError
    from edge.records import Answer, Citation, SearchResponse
    from edge.settings import Settings


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from importlib import import_module

        value = getattr(import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'edge' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
