"""The settings that go into a bundle: how edge works; not who you are, where your files are, or secrets.

Named one by one where they are text: a setting that is added to edge stays here until somebody decides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from edge import config

#: Texts that say nothing of a person or a device. Numbers and switches of these rooms go as they are.
_TEXTS = {
    "search.vectors",
    "search.rerank",
    "ask.engine",
    "ask.passes",
    "index.ocr",
    "extract.country",
    "memory.vectors",
}
_ROOMS = {"index", "search", "ask", "gemma", "extract", "grade", "memory", "compose"}


def carried_settings(own: Mapping[str, str]) -> bytes:
    """TOML of the settings that differ from the defaults, and may go. `own`: those of the bundle itself."""
    settings, origins = config.load_with_origins()
    values: dict[str, Any] = {}
    for name, origin in origins.items():
        room, _, leaf = name.partition(".")
        value = getattr(getattr(settings, room), leaf) if leaf else getattr(settings, room)
        told = not isinstance(value, str) or name in _TEXTS
        if origin != "default" and not origin.startswith("measured") and room in _ROOMS and leaf and told:
            values[name] = value
    return _toml({**values, **own}).encode()


def _toml(values: Mapping[str, Any]) -> str:
    """Dotted names and plain values. A JSON text without escapes beyond its own is one of TOML too."""
    lines = ["# Settings that come with the bundle; yours, in your own file, are stronger."]
    lines += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in sorted(values.items())]
    return "\n".join(lines) + "\n"
