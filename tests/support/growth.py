"""How what reads something grows with it: by ratio, for a time is another on each machine."""

from __future__ import annotations

import time
from collections.abc import Callable


def linear(run: Callable[[int], object], count: int) -> bool:
    """Whether twice as much takes about twice as long, far less than four times and some noise. A slow moment
    of the machine is not slow four times, and what grows with the square is over each time.
    """
    return any(_spent(run, 2 * count) < 3 * _spent(run, count) + 0.2 for _ in range(4))


def _spent(run: Callable[[int], object], count: int) -> float:
    begun = time.process_time()
    run(count)
    return time.process_time() - begun
