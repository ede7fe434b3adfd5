"""`python -m edge.engines.onnx.tokenizer_worker`: a tokenizer read in a process of its own.

A file of unknown origin can hang the library, or take all memory; here that costs only this process.
"""

from __future__ import annotations

import os
import queue
import sys
from contextlib import suppress
from pathlib import Path

from edge.engines.onnx.session import parsed
from edge.engines.onnx.tokenizer_check import TokenizerJob, TokenizerReply, jobs
from edge.errors import ModelError
from edge.worker import child, frames
from edge.worker.limits import limit


def main() -> None:
    """Serve one job, then leave."""
    answers = child.private_stdout()
    todo: queue.SimpleQueue[TokenizerJob] = queue.SimpleQueue()
    child.listen(sys.stdin.buffer, jobs, todo.put)
    job = todo.get()
    limit(job.cpu_seconds, job.memory_bytes)
    with suppress(ModelError):  # a damaged file is told when it is opened
        import tokenizers

        parsed(tokenizers.Tokenizer, Path(os.fsdecode(job.path)))
    frames.write(answers, TokenizerReply())


if __name__ == "__main__":
    main()
