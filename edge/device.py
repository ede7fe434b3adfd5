"""This device, as far as it makes answers slow: processors, memory, and what else wants them."""

from __future__ import annotations

import os

from edge import config
from edge.engines.gemma import memory
from edge.records.diagnosis import Check

_LOW_MEMORY = 600_000_000
#: Programs that want to run, for each processor, from which on the wait is felt.
_BUSY = 1.5


def check() -> Check:
    """Why answers are slow where nothing is broken; what the system does not tell is left out."""
    processors, free, load = config.processors(), memory.available(), busy()
    detail = f"{processors} processor{'s' * (processors > 1)}"
    detail += f", {free / 1e9:.1f} GB of memory free" if free is not None else ""
    step = ""
    if load is not None and load > _BUSY * processors:
        detail += f"; busy: {load:.0f} programs want to run at once, so all takes longer than it has to"
        step = "Let the others end, and answers come sooner."
    if free is not None and free < _LOW_MEMORY:
        detail += "; little memory: reading by meaning may fail"
        step = "Close something, or ask by words alone: --engine lexical."
    return Check(name="device", status="warn" if step else "ok", detail=detail, next_step=step)


def busy() -> float | None:
    """How many programs want to run at once, over the last minute; None where the system does not say."""
    try:
        return os.getloadavg()[0]
    except (OSError, AttributeError):  # not on Windows
        return None
