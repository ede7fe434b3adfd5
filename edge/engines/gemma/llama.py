"""llama_cpp, imported when the first of its names is used. The only module that imports it; only the worker
uses this.

Importing llama_cpp loads native libraries and leaves a file open: neither may happen because somebody
imported edge.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from edge.errors import ModelError

#: How to get it. A plain install of llama.cpp may be built for another processor (docs/models.md).
BUILD = 'in a checkout: pip install --force-reinstall "$(python build/llama_wheel.py)"'


def require() -> None:
    """Raises ModelError, which says how to build it, when llama.cpp is not installed."""
    if find_spec("llama_cpp") is None:
        raise ModelError(
            "llama.cpp is not installed, and Gemma runs in it.",
            f"Build it once, {BUILD} (docs/models.md).",
        )


def sees() -> bool:
    """Whether this build of llama.cpp can read pictures. Loads nothing."""
    found = find_spec("llama_cpp")
    places = found.submodule_search_locations if found else None
    return any(next(Path(place, "lib").glob("*mtmd*"), None) for place in places or ())


def require_sight() -> None:
    """Raises ModelError, which says how to build it, when llama.cpp was built without libmtmd."""
    require()
    if not sees():
        raise ModelError(
            "This build of llama.cpp reads no pictures: it has no libmtmd.",
            f"Build it, {BUILD}",
        )


def mtmd_log_set(callback: Any) -> None:
    """What libmtmd has to say goes to a `llama_log_callback`. The wrapper has no name for this function."""
    from llama_cpp import mtmd_cpp

    mtmd_cpp._libmtmd.mtmd_log_set(callback, None)


def __getattr__(name: str) -> Any:
    """A name of llama_cpp or, where it begins with mtmd_, of its libmtmd; kept after the first look."""
    if name.startswith("__") and name != "__version__":
        raise AttributeError(name)
    library = "llama_cpp.mtmd_cpp" if name.startswith("mtmd_") else "llama_cpp"
    value = getattr(import_module(library), name)
    globals()[name] = value
    return value
