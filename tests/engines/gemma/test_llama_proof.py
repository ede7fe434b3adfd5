"""What `edge doctor` says of llama.cpp and of the chosen model."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from gemma_shared import needs_llama

from edge.engines.gemma import gguf, gguf_tiny, llama_proof
from edge.errors import ModelDied
from edge.settings import GemmaSettings

SAID = "CUDA : ARCHS = 900 | CPU : SSE3 = 1 | AVX = 1 | AVX2 = 1 | AVX512 = 0 | AMX_INT8 = 1 | REPACK = 1 |"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.gguf"
    gguf_tiny.write(path)
    return path


def test_the_proof_file_is_a_quantised_gemma(tiny: Path) -> None:
    """Only quantised matrices of 32 rows and more reach the kernels that a faulty build breaks."""
    header = gguf.check(tiny)
    matrices = [tensor for tensor in header.tensors if len(tensor.dims) == 2]
    assert matrices and all(tensor.kind == 2 and tensor.dims[1] % 32 == 0 for tensor in matrices)
    assert header.bytes < 100_000


@needs_llama
def test_this_build_is_proved(home: Path) -> None:
    """A prompt of far more than 64 tokens runs in a worker, and nothing is left behind."""
    found = llama_proof.build(GemmaSettings())
    assert found is not None and found.status == "ok", found
    assert "proved on a quantised file with a prompt of" in found.detail
    assert int(found.detail.split("prompt of ")[1].split()[0]) >= 64
    assert not home.exists()


def test_without_llama_there_is_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Absent is not broken."""
    monkeypatch.setattr(llama_proof, "find_spec", lambda _: None)
    assert llama_proof.build(GemmaSettings()) is None


def test_a_build_that_dies_says_how_to_rebuild(monkeypatch: pytest.MonkeyPatch) -> None:
    """An illegal instruction in the child is a finding, not a crash of doctor."""

    def dies(*_: object) -> None:
        raise ModelDied(f"The Gemma worker ended ({signal.Signals.SIGILL.name})")

    monkeypatch.setattr(llama_proof, "find_spec", lambda _: object())
    monkeypatch.setattr(llama_proof, "_proved", dies)
    found = llama_proof.build(GemmaSettings())
    assert found is not None and found.status == "fail"
    assert "SIGILL" in found.detail and "llama_wheel.py" in found.next_step


def test_features_are_told_by_their_names() -> None:
    """What is compiled in and on; a device counts by its own list, an instruction set that is 0 does not."""
    assert llama_proof.features(SAID) == "AVX, AVX2, AMX_INT8, CUDA"
    assert llama_proof.features("") == "no special instructions"


def test_a_model_that_would_not_fit_is_a_warning_before_loading(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both figures are told; enough memory is fine; a file that is none is a failure."""
    assert llama_proof.model(tiny, GemmaSettings()).status == "ok"
    monkeypatch.setattr(llama_proof.memory, "available", lambda: 10_000_000)
    found = llama_proof.model(tiny, GemmaSettings())
    assert found.status == "warn" and "10 MB free" in found.detail and "Q4_0" in found.detail
    assert llama_proof.model(tiny.with_name("none.gguf"), GemmaSettings()).status == "fail"
