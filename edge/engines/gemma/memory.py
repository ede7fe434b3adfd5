"""How much memory a Gemma file will need, and how much there is: asked before the file is loaded."""

from __future__ import annotations

import os
from pathlib import Path

from edge.engines.gemma.gguf import Header
from edge.errors import ModelMemory

#: Interpreter, numpy and llama.cpp's libraries.
BASE = 45_000_000
#: Tensor types that llama.cpp's processor code lays out anew in memory of its own, on top of the mapped file.
_REPACKED = {2, 8, 12, 14}


def needed(header: Header, window: int, micro_batch: int) -> int:
    """Bytes of resident memory after a prompt that fills the window: an estimate from the header, within
    about 15 %.

    Mapped weights + repacked copies + key-value cache (f16; the sliding-window layers hold their window only)
    + the buffers of one micro-batch.
    """
    heads = max(header.number("attention.head_count_kv", 1), 1)
    width = header.number("embedding_length")
    head = header.number("attention.key_length") or width // max(header.number("attention.head_count", 1), 1)
    layers = header.number("block_count")
    sliding = header.number("attention.sliding_window")
    # Five layers in six look at a window only.
    near = layers * 5 // 6 if sliding else 0
    cache = (
        2 * 2 * heads * head * ((layers - near) * window + near * min(window, sliding + micro_batch + 256))
    )
    repacked = sum(
        t.bytes
        for t in header.tensors
        if t.kind in _REPACKED and len(t.dims) == 2 and "token_embd" not in t.name
    )
    widest = max(header.number("feed_forward_length"), width, 1)
    vocabulary = int(header.keys.get("tokenizer.ggml.tokens", 0))
    buffers = micro_batch * (4 * widest + 8 * width) * 4 + 20 * 4 * vocabulary + 130 * vocabulary
    return BASE + header.bytes + repacked + cache + buffers


def available() -> int | None:
    """Bytes that a new process may take without swapping, or None where the system does not say."""
    limits = []
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                limits.append(int(line.split()[1]) * 1024)
    except (OSError, ValueError):
        if hasattr(os, "sysconf") and "SC_AVPHYS_PAGES" in os.sysconf_names:
            limits.append(os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        if limit != "max":
            used = int(Path("/sys/fs/cgroup/memory.current").read_text(encoding="ascii"))
            stat = dict(
                line.split() for line in Path("/sys/fs/cgroup/memory.stat").read_text("ascii").splitlines()
            )
            # Cached file pages are counted as used, but are given up when they are needed.
            limits.append(max(int(limit) - used + int(stat.get("inactive_file", 0)), 0))
    except (OSError, ValueError):
        pass
    return min(limits, default=None)


def require(
    header: Header, window: int, micro_batch: int, free: int | None = None, *, beside: int = 0
) -> int:
    """Bytes that the model will need, with those `beside` it (a projector). Raises ModelMemory, with both
    figures, when there are fewer.
    """
    need = needed(header, window, micro_batch) + beside
    have = available() if free is None else free
    if have is not None and need > have:
        raise ModelMemory(
            f"{header.path.name} needs about {need / 1e6:.0f} MB with a window of {window} tokens, "
            f"and {have / 1e6:.0f} MB are free.",
            "Take a smaller model (edge models recommend) or a smaller window (EDGE_GEMMA_WINDOW).",
        )
    return need
