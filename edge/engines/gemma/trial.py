"""Trying a model out: does this build of llama.cpp run it, and how fast? For `edge doctor` and `edge models
tune`."""

from __future__ import annotations

from pathlib import Path

from edge import paths
from edge.engines import cores
from edge.engines.gemma import prompt as prompts
from edge.engines.gemma import protocol
from edge.engines.gemma.process import Worker
from edge.engines.gemma.projector_file import ProjectorHeader
from edge.settings import GemmaSettings

#: Tokens that llama.cpp is handed at once.
BATCH = 512

#: What a trial's prompt repeats.
SENTENCE = "Where is the key? "


def opening(
    path: Path, sha256: str, settings: GemmaSettings, *, states: bool = True,
    projector: ProjectorHeader | None = None,
) -> protocol.Open:  # fmt: skip
    """What the worker is told to load under these settings. `states`: keep those of fixed prompts on disk.

    A picture is read in both directions, so all its tokens are computed at once.
    """
    at_once = max(settings.micro_batch, projector.tokens if projector else 0)
    return protocol.Open(
        n=0,
        path=str(path.resolve()),
        model=sha256,
        window=settings.window,
        batch=max(BATCH, at_once),
        micro_batch=at_once,
        threads=settings.threads or cores.physical(),
        flash=settings.flash,
        states=str(paths.home() / "states") if states else "",
        projector=str(projector.path.resolve()) if projector else "",
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
