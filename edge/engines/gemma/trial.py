"""Trying a model out: does this build of llama.cpp run it, and how fast? For `edge doctor` and `edge models
tune`."""

from __future__ import annotations

from pathlib import Path

from edge import paths
from edge.engines import cores
from edge.engines.gemma import prompt as prompts
from edge.engines.gemma import protocol
from edge.engines.gemma.process import Worker
from edge.settings import GemmaSettings

#: Tokens that llama.cpp is handed at once.
BATCH = 512

#: What a trial's prompt repeats.
SENTENCE = "Where is the key? "


def opening(path: Path, sha256: str, settings: GemmaSettings, *, states: bool = True) -> protocol.Open:
    """What the worker is told to load under these settings. `states`: keep those of fixed prompts on disk."""
    return protocol.Open(
        n=0,
        path=str(path.resolve()),
        model=sha256,
        window=settings.window,
        batch=BATCH,
        micro_batch=settings.micro_batch,
        threads=settings.threads or cores.physical(),
        flash=settings.flash,
        states=str(paths.home() / "states") if states else "",
    )


def run(
    worker: Worker, form: prompts.Format, seconds: float, *, words: int = 40, written: int = 16, seed: int = 0
) -> protocol.Generated:
    """Read a prompt of some four tokens a word and write `written` tokens. Another `seed`, another prompt.

    A faulty build ends its process on the first *prompt* of a *quantised* model, not before: loading proves
    nothing, and neither does a prompt shorter than 64 tokens. Raises ModelDied and others of ModelError.
    """
    text = f"{seed} " + SENTENCE * words
    prompt = prompts.user(form, prompts.template("blind"), question=text)
    return worker.ask(protocol.Generate(0, prompt, written), protocol.Generated, seconds)
