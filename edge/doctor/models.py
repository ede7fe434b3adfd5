"""Can the models be used: the networks that ship, and the Gemma that was chosen."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from edge.engines.gemma import llama
from edge.errors import EdgeError, ModelDamaged, ModelError
from edge.records.diagnosis import Check
from edge.settings import Settings

if TYPE_CHECKING:
    from edge.engines.gemma.llama_proof import ProofResult


def reader() -> Check:
    """Encoder and reader of `semantic`, every byte of them, and what runs them. No digest is kept."""
    from edge.cascade.factory import ENCODER, READER
    from edge.models import catalog, installed

    size = 0
    try:
        for model in map(catalog.get, (ENCODER, READER)):
            place = installed.locate(model, model.variant())
            for file, path in zip(model.files_of(model.variant()), place.paths, strict=True):
                _same(path, file.sha256, installed.how_to_get(model, model.variant()))
            size += sum(file.bytes for file in model.variant().files)
    except EdgeError as error:
        detail = f"{error.message.rstrip('.')}: sentences are chosen by words alone"
        return Check(name="reader", status="warn", detail=detail, next_step=error.hint)
    missing = [name for name in ("onnxruntime", "tokenizers") if find_spec(name) is None]
    if missing:
        step = "If you want it: pip install 'edge-answers[embed]'"
        detail = (
            f"not usable: {' and '.join(missing)} not installed;"
            " adds: sentences read and compared by meaning (--engine semantic)"
        )
        return Check(name="reader", status="ok", detail=detail, next_step=step, absent=True)
    detail = f"{ENCODER} and {READER}, {size / 1e6:.0f} MB, their digests as published"
    return Check(name="reader", status="ok", detail=detail)


def _same(path: Path, wanted: str, mend: str) -> None:
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(f"The model file {path} cannot be read: {error}.", mend) from error
    if digest != wanted:
        raise ModelDamaged(f"{path} has sha256 {digest}, and should have {wanted}.", mend)


def gemma(settings: Settings) -> list[Check]:
    """llama.cpp, proved in a process of its own, and the model that is chosen; nothing where neither is."""
    from edge.engines.gemma import llama_proof
    from edge.models import resolve

    found = {"llama.cpp": llama_proof.build(settings.gemma)}
    if settings.gemma.model:
        try:
            path = resolve.gemma_file(settings.gemma.model)
        except EdgeError as error:
            found["gemma"] = llama_proof.ProofResult("fail", error.message, error.hint)
        else:
            found["gemma"] = fits = llama_proof.model(path, settings.gemma)
            if fits.status == "ok":
                found["gemma eyes"] = _eyes(path, settings.gemma.projector)
    return [
        Check(name=name, status=one.status, detail=one.detail, next_step=one.next_step)
        for name, one in found.items()
        if one is not None
    ]


def _eyes(model: Path, chosen: str) -> ProofResult:
    """Whether the chosen model can see pages, and what a part of a page costs it."""
    from edge.engines.gemma import llama_proof, projector_file
    from edge.models import resolve

    try:
        path = resolve.projector_file(chosen, model)
        eyes = projector_file.check(path) if path else None
    except EdgeError as error:
        return llama_proof.ProofResult("fail", error.message, error.hint)
    if eyes is None:
        step = "If you want it: put mmproj…gguf beside the model, or edge grade --projector FILE"
        return llama_proof.ProofResult(
            "ok", "no projector for this model: edge grade reads text, no pictures", step
        )
    detail = (
        f"{eyes.path.name}: a part of a page is {eyes.side} x {eyes.side} pixels and {eyes.tokens} tokens"
    )
    if not llama.sees():
        return llama_proof.ProofResult("warn", f"{detail}; but this llama.cpp reads no pictures", llama.BUILD)
    return llama_proof.ProofResult("ok", detail)
