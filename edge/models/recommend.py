"""Which models suit this device: the largest that its free memory and its cores carry, with the reasons."""

from __future__ import annotations

from importlib.util import find_spec

from edge.engines import cores
from edge.engines.gemma import llama, memory
from edge.models import catalog, installed
from edge.records import SCHEMA, Record

#: Cores from which a model reads and writes at a pleasant pace (measured on two).
_CORES_NEEDED = {"gemma-3-270m-it": 1, "gemma-3-1b-it": 2, "gemma-3-4b-it": 6}


class Advice(Record, frozen=True, kw_only=True):
    """What suits this device, why, the command that gets it, and then what more it takes until it is used;
    `model` is empty where nothing suits.
    """

    kind: str
    model: str
    variant: str
    why: str
    get: str
    then: tuple[str, ...] = ()


class Recommendation(Record, frozen=True, kw_only=True):
    """What `edge models recommend` prints. `free_mb`: None where the system does not tell."""

    schema: int = SCHEMA
    free_mb: int | None
    cores: int
    advice: list[Advice]


def recommend() -> Recommendation:
    """The largest models that this device's free memory and cores carry, with the reasons."""
    free, threads = memory.available(), cores.physical()
    return Recommendation(
        free_mb=None if free is None else free // 1_000_000,
        cores=threads,
        advice=[
            _advice(kind, None if free is None else free / 1e6, threads) for kind in ("embedder", "generator")
        ],
    )


def _advice(kind: str, free: float | None, threads: int) -> Advice:
    fitting = []
    for model in catalog.load().values():
        if model.kind != kind or (kind == "generator" and model.name not in _CORES_NEEDED):
            continue
        chosen = model.variant()
        # Half of what is free: the rest is for the file cache, the knowledge base and the person's own work.
        fits = free is None or chosen.memory_mb * 2 <= free
        if fits and threads >= _CORES_NEEDED.get(model.name, 1):
            fitting.append((chosen.memory_mb, model, chosen))
    amount = "an unknown amount of" if free is None else f"{free:.0f} MB of"
    if not fitting:
        return Advice(
            kind=kind, model="", variant="", get="",
            why=f"{amount} free memory carries none of them with room to spare; edge works by words alone.",
        )  # fmt: skip
    need, model, chosen = max(fitting, key=lambda item: item[0])
    why = f"needs about {need} MB, and there are {amount} free memory and {threads} cores. {model.notes}"
    return Advice(
        kind=kind, model=model.name, variant=chosen.name, why=why, get=installed.how_to_get(model, chosen),
        then=_until_used(kind, model.name),
    )  # fmt: skip


def _until_used(kind: str, name: str) -> tuple[str, ...]:
    """What it takes besides the files, a step each: what runs the model, and who asks it."""
    if kind == "generator":
        needs, step = "llama_cpp", f"It runs in llama.cpp, which is not installed; {llama.BUILD}"
        use = f'edge ask --engine gemma --model {name} "…", or for everything the setting gemma.model'
    else:
        needs, step = "onnxruntime", "It needs the extra embed: pip install 'edge-answers[embed]'"
        use = f"edge index FOLDER --embed --model {name}"
    return (*(() if find_spec(needs) else (step,)), f"Then: {use}")
