"""`edge models tune`: what is measured, what is chosen, and where it stands among the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from edge import config, paths
from edge.engines.gemma import gguf_tiny
from edge.errors import UsageError
from edge.models import tune
from edge.models.tune import Trial
from edge.settings import GemmaSettings


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "home", lambda: tmp_path)
    monkeypatch.setattr(paths, "config_file", lambda: tmp_path / "config.toml")
    return tmp_path


def _trial(threads: int, micro_batch: int, flash: bool, seconds: float) -> Trial:
    return Trial(
        threads=threads, micro_batch=micro_batch, flash=flash, read_per_second=1, written_per_second=1,
        seconds=seconds,
    )  # fmt: skip


def test_each_thing_is_changed_after_the_other() -> None:
    """Threads, then micro-batches with the best of them, then no flash: never their product."""
    seen: list[tuple[int, int, bool]] = []

    def measure(given: GemmaSettings) -> tuple[float, float]:
        seen.append((given.threads, given.micro_batch, given.flash))
        return (100.0 * given.threads if given.threads < 4 else 150.0) * (
            2 if given.micro_batch == 128 else 1
        ), 10

    list(tune.search(measure, GemmaSettings(), [1, 2, 3, 4]))
    assert seen == [
        (1, 64, True), (2, 64, True), (3, 64, True), (4, 64, True), (3, 128, True), (3, 256, True),
        (3, 512, True), (3, 128, False),
    ]  # fmt: skip


def test_a_hair_faster_is_not_worth_it() -> None:
    """Within the margin the simpler setting wins: flash on, fewer threads, a smaller micro-batch."""
    assert (
        tune.choose([_trial(4, 64, True, 1.0), _trial(3, 64, True, 1.04), _trial(1, 64, True, 3.0)]).threads
        == 3
    )
    assert tune.choose([_trial(2, 512, True, 1.0), _trial(2, 64, True, 1.03)]).micro_batch == 64
    assert tune.choose([_trial(2, 64, True, 1.03), _trial(2, 64, False, 1.0)]).flash
    assert not tune.choose([_trial(2, 64, True, 1.2), _trial(2, 64, False, 1.0)]).flash


def test_what_was_measured_stands_below_the_settings_file(home: Path) -> None:
    """The person's own word wins; on another number of processors the figures do not count."""
    tune._store(_trial(3, 128, False, 1.0), "tiny", "0.3")
    settings, origins = config.load_with_origins(environ={})
    assert (settings.gemma.threads, settings.gemma.micro_batch, settings.gemma.flash) == (3, 128, False)
    assert origins["gemma.threads"] == f"measured {home / 'tuned.json'}"
    (home / "config.toml").write_text("[gemma]\nthreads = 1\n", encoding="utf-8")
    assert config.load(environ={}).gemma.threads == 1
    assert config.load(environ={}).gemma.micro_batch == 128
    told = paths.tuned_file().read_text(encoding="utf-8")
    other = told.replace(f'"processors": {config.processors()}', '"processors": 4096')
    assert other != told
    paths.tuned_file().write_text(other, encoding="utf-8")
    assert config.load(environ={}).gemma.micro_batch == GemmaSettings().micro_batch


def test_damaged_figures_are_named(home: Path) -> None:
    """The file and the way out are told."""
    paths.tuned_file().write_text('{"gemma": 3', encoding="utf-8")
    with pytest.raises(UsageError, match=r"tuned\.json"):
        config.load(environ={})


def test_a_real_model_is_measured(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through llama.cpp: every trial has a speed, and a dry run stores nothing."""
    pytest.importorskip("llama_cpp", reason='llama.cpp: pip install "$(python build/llama_wheel.py)"')
    monkeypatch.setattr(tune, "_threads", lambda: [1])
    path = home / "tiny.gguf"
    gguf_tiny.write(path)
    result = tune.tune(path, GemmaSettings(), store=False)
    assert len(result.trials) == 5 and result.best in result.trials
    assert all(trial.read_per_second > 0 and trial.written_per_second > 0 for trial in result.trials)
    assert result.stored == "" and not paths.tuned_file().exists()
