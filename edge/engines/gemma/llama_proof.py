"""What `edge doctor` asks of llama.cpp: is this build right for this processor, and would the chosen model
fit?

Nothing native runs in this process: a build that dies, dies in the worker.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import msgspec

from edge.engines import cores
from edge.engines.gemma import gguf, gguf_tiny, memory, protocol, trial
from edge.engines.gemma import prompt as prompts
from edge.engines.gemma.process import Worker
from edge.errors import EdgeError
from edge.settings import GemmaSettings

#: How long the proof may take: importing llama.cpp is most of it.
SECONDS = 30.0
REBUILD = 'Build the portable one: pip install --force-reinstall "$(python build/llama_wheel.py)"'
#: Instruction sets and devices that are worth telling, as llama.cpp names them.
TOLD = ("AVX", "AVX2", "FMA", "AVX512", "AVX512_VNNI", "AMX_INT8", "NEON", "SVE", "Metal", "CUDA", "Vulkan")
#: `general.file_type` of a GGUF file (llama.h, llama_ftype).
QUANTISATIONS = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S",
    12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K",
    32: "BF16",
}  # fmt: skip
_FEATURE = re.compile(r"\b(\w+) = ([01])")


@dataclass(frozen=True, slots=True)
class ProofResult:
    """`status`: ok, warn or fail."""

    status: Literal["ok", "warn", "fail"]
    detail: str
    next_step: str = ""


def build(settings: GemmaSettings) -> ProofResult | None:
    """Version, features and a proof on a quantised file with a long prompt; None when llama.cpp is absent.

    About a second; the model of 64 kB is written to a temporary folder and removed. Never raises.
    """
    if find_spec("llama_cpp") is None:
        return None
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "proof.gguf"
            gguf_tiny.write(path)
            opened, reply = _proved(path, settings)
    except (EdgeError, OSError) as error:
        why = error.message if isinstance(error, EdgeError) else str(error)
        return ProofResult("fail", f"llama.cpp is installed and does not run here: {why}", REBUILD)
    threads = settings.threads or cores.physical()
    return ProofResult(
        "ok",
        f"llama-cpp-python {opened.library} on the processor ({features(opened.build)}), "
        f"{threads} threads; proved on a quantised file with a prompt of {reply.prompt} tokens",
    )


def _proved(path: Path, settings: GemmaSettings) -> tuple[protocol.Opened, protocol.Generated]:
    # One thread: this asks for the right instructions, not for speed.
    small = msgspec.structs.replace(settings, threads=1, window=2_048)
    worker = Worker(trial.opening(path, "", small, states=False), SECONDS)
    try:
        return worker.open(), trial.run(worker, prompts.FORMATS["gemma3"], SECONDS)
    finally:
        worker.close()


def features(info: str) -> str:
    """Instruction sets and devices of `llama_print_system_info`, in its own names, those that are on."""
    on = {name for name, value in _FEATURE.findall(info) if value == "1"}
    # Devices head their own lists: "CUDA : ARCHS = 900 | ... | CPU : SSE3 = 1 | ...".
    on |= set(re.findall(r"(\w+) : ", info))
    return ", ".join(name for name in TOLD if name in on) or "no special instructions"


def model(path: Path, settings: GemmaSettings) -> ProofResult:
    """The chosen file: quantisation, threads, and whether a full window would fit in what is free now.

    Only its header is read, and nothing is loaded. Never raises.
    """
    try:
        header = gguf.check(path)
    except EdgeError as error:
        return ProofResult("fail", error.message, error.hint)
    need = memory.needed(header, settings.window, settings.micro_batch)
    free = memory.available()
    kind = QUANTISATIONS.get(int(header.keys.get("general.file_type", -1)), "an unknown quantisation")
    detail = (
        f"{path.name}: {header.architecture}, {kind}, {header.bytes / 1e6:.0f} MB; needs about "
        f"{need / 1e6:.0f} MB with a window of {settings.window} tokens, "
        f"{'an unknown amount' if free is None else f'{free / 1e6:.0f} MB'} free"
    )
    if free is not None and need > free:
        step = "Take a smaller model (edge models recommend) or a smaller window (EDGE_GEMMA_WINDOW)."
        return ProofResult("warn", f"{detail}: a pass would not fit", step)
    if settings.window > header.number("context_length"):
        trained = header.number("context_length")
        return ProofResult(
            "warn",
            f"{detail}; it was trained for {trained} tokens",
            f"Set EDGE_GEMMA_WINDOW={trained} or less.",
        )
    return ProofResult("ok", detail)
