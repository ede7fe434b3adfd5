"""Which extras are here, and what each would add."""

from __future__ import annotations

from importlib import metadata
from importlib.util import find_spec

from edge.engines.gemma import llama
from edge.records.diagnosis import Check

#: What each extra adds, and the module that shows it is there.
EXTRAS = {
    "embed": ("onnxruntime", "search by meaning as well as by words"),
    "llama": ("llama_cpp", "answers chosen and written by Gemma"),
    "vision": ("llama_cpp", "copies graded whose pages are pictures, by a Gemma with a projector"),
    "extract": ("dateparser", "reading messages: dates, amounts, telephone numbers"),
    "cloud": ("anthropic", "hard cases handed to Claude, after you said yes"),
    "mcp": ("mcp", "edge as a tool of other programs"),
    "serve": ("starlette", "a page and an HTTP interface on this machine"),
    "pull": ("huggingface_hub", "fetching model weights"),
    "docs": ("defusedxml", "Word, PowerPoint, OpenDocument, EPUB, spreadsheets, reStructuredText, calendars"),
    "bundle": ("cyclonedx", "all of it as one file for a machine without a network: edge bundle create"),
    "make": ("onnx", "making a model of vectors from a package: edge models make"),
}

_PLAIN_STEP = "pip install 'edge-answers[{}]'"
_STEPS = {"llama": llama.BUILD, "vision": llama.BUILD}


def checks() -> list[Check]:
    """Every extra, in the order of EXTRAS."""
    return [_extra(name) for name in EXTRAS]


def _extra(name: str) -> Check:
    module, adds = EXTRAS[name]
    if name not in _declared():
        detail = f"not in this release yet; will add: {adds}"
        return Check(name=name, status="ok", detail=detail, absent=True)
    if not (llama.sees() if name == "vision" else find_spec(module)):
        step = f"If you want it: {_STEPS.get(name, _PLAIN_STEP.format(name))}"
        detail = f"not installed; adds: {adds}"
        return Check(name=name, status="ok", detail=detail, next_step=step, absent=True)
    return Check(name=name, status="ok", detail=f"installed: {adds}")


def _declared() -> set[str]:
    """Extras that the installed distribution offers; none when edge runs from a bare checkout."""
    try:
        return set(metadata.metadata("edge-answers").get_all("Provides-Extra") or ())
    except metadata.PackageNotFoundError:
        return set()
