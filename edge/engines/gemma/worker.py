"""The process that holds a Gemma model.

llama.cpp can end its process (a bad grammar, a file changed under its map, a build for another processor), so
it lives here and not in edge. The parent starts `python -m edge.engines.gemma.worker`, talks msgpack over
stdin and stdout, and starts another when this one dies. stdout belongs to the protocol: whatever native code
prints goes to stderr, a file of the parent's. When stdin closes the parent is gone, and so is this process,
even in the middle of a batch.
"""

from __future__ import annotations

import queue
import sys
import threading
from typing import TYPE_CHECKING, BinaryIO

from edge.engines.gemma import protocol
from edge.worker import child, frames

if TYPE_CHECKING:
    from edge.engines.gemma.native import LlamaModel


class Inbox:
    """Requests as they come, read by a thread of its own so that a Cancel is heard in the middle of a
    batch."""

    def __init__(self, source: BinaryIO) -> None:
        self._todo: queue.SimpleQueue[protocol.Request] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._current = 0
        self._cancelled = 0
        self.model: LlamaModel | None = None
        child.listen(source, protocol.requests, self._hear)

    def next(self) -> protocol.Request:
        """The next request; waits for it."""
        request = self._todo.get()
        with self._gate:
            self._current = request.n
            if self.model is not None:
                self.model.stop(self._current <= self._cancelled)
        return request

    def _hear(self, request: protocol.Request) -> None:
        if not isinstance(request, protocol.Cancel):
            self._todo.put(request)
            return
        with self._gate:
            self._cancelled = max(self._cancelled, request.n)
            if self.model is not None and self._current <= self._cancelled:
                self.model.stop(True)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer requests in order until `source` closes."""
    from edge.engines.gemma.native import LlamaModel
    from edge.engines.gemma.refusal import Refused

    inbox = Inbox(source)
    while True:
        request = inbox.next()
        try:
            model = inbox.model
            if isinstance(request, protocol.Open):
                inbox.model = LlamaModel(request)
                frames.write(sink, inbox.model.opened(request.n))
            elif model is None:
                raise Refused("bug", "no model is open")
            elif isinstance(request, protocol.Count):
                counts = [len(model.vocabulary.tokenise(text)) for text in request.texts]
                frames.write(sink, protocol.Counted(request.n, counts))
            elif isinstance(request, protocol.See):
                frames.write(sink, model.see(request))
            elif isinstance(request, protocol.Score):
                frames.write(sink, model.score(request))
            elif isinstance(request, protocol.ScoreText):
                frames.write(sink, model.score_text(request))
            elif isinstance(request, protocol.Generate):
                for reply in model.generate(request):
                    frames.write(sink, reply)
        except Refused as refused:
            frames.write(sink, protocol.Failed(request.n, refused.kind, str(refused)))
        except Exception as error:  # noqa: BLE001  a worker's last line: the parent must always get a reply
            frames.write(sink, protocol.Failed(request.n, "bug", f"{type(error).__name__}: {error}"))


def main() -> None:
    sink = child.private_stdout()
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
