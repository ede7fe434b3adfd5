"""What the networks of a call take by themselves: their runs, noted as they are made, made again bare."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from edge.engines.onnx.session import OnnxSession

#: Twice: the second time is the floor, with all that was loaded for the first.
_ROUNDS = 2


class NotedRuns:
    """Notes every run of a network from now on. `floor` makes those of the last call again, bare."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._runs: list[tuple[Any, list[str], dict[str, Any]]] = []
        run = OnnxSession.run_all  # every run goes through it

        def noted(session: OnnxSession, outputs: Sequence[str], given: dict[str, Any]) -> Any:
            wanted = {name: given[name] for name in session.inputs}
            self._runs.append((session._opened, list(outputs), wanted))
            return run(session, outputs, given)

        patch.setattr(OnnxSession, "run_all", noted)

    def spent(self, call: Callable[[], object]) -> tuple[float, float]:
        """Processor seconds of a call, and of the runs that it made."""
        self._runs.clear()
        began = time.process_time()
        call()
        ours = time.process_time() - began
        made = list(self._runs)
        rounds = []
        for _ in range(_ROUNDS):
            began = time.process_time()
            for opened, outputs, given in made:
                opened.run(outputs, given)
            rounds.append(time.process_time() - began)
        return ours, rounds[-1]
