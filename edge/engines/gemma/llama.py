"""llama_cpp, imported when the first of its names is used. The only module that imports it; only the worker
uses this.

Importing llama_cpp loads native libraries and leaves a file open: neither may happen because somebody
imported edge.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from edge.errors import ModelError


def require() -> None:
    """Raises ModelError, which says how to build it, when llama.cpp is not installed."""
    if find_spec("llama_cpp") is None:
        raise ModelError(
            "llama.cpp is not installed, and Gemma runs in it.",
            'Build it once: pip install "$(python build/llama_wheel.py)" (README, section Gemma).',
        )


def __getattr__(name: str) -> Any:
    """A name of llama_cpp, kept after the first look."""
    if name.startswith("__") and name != "__version__":
        raise AttributeError(name)
    import llama_cpp

    value = getattr(llama_cpp, name)
    globals()[name] = value
    return value
