"""`edge doctor`: what is broken is said, with the next step, and the exit code tells which kind."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from edge import device, paths
from edge.doctor import extras, installation, models, storage, surroundings
from edge.doctor.examine import examine
from edge.records.diagnosis import Check, DoctorReport


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Checks look at folders of the test, never at the developer's."""
    home = tmp_path / "home"
    monkeypatch.setattr(paths, "home", lambda: home)
    monkeypatch.setattr(paths, "config_file", lambda: home / "config.toml")
    monkeypatch.setattr(extras.metadata, "metadata", _nothing_declared)
    return home


def _nothing_declared(name: str) -> object:
    raise extras.metadata.PackageNotFoundError(name)


@pytest.fixture
def sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A knowledge base that is in order."""
    monkeypatch.setattr(
        storage, "knowledge", lambda path: Check(name="knowledge", status="ok", detail="fine")
    )


def status(report: DoctorReport, name: str) -> str:
    return next(check.status for check in report.checks if check.name == name)


@pytest.mark.usefixtures("sound")
def test_a_sound_machine_is_exit_code_0_and_nothing_is_written(own_folders: Path) -> None:
    """Looking leaves no trace: not even the folders that are looked at."""
    report = examine()
    assert report.ok and report.exit_code == 0
    assert not own_folders.exists()
    assert len({check.name for check in report.checks}) == len(report.checks)


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize(
    ("version", "found"), [("3.53.1", "fail"), ("3.40.1", "fail"), ("3.53.2", "ok"), ("3.100.0", "ok")]
)
def test_an_unsafe_sqlite_is_refused(monkeypatch: pytest.MonkeyPatch, version: str, found: str) -> None:
    """Below 3.53.2 a crafted file can overflow the heap; versions are compared as numbers."""
    monkeypatch.setattr(installation, "sqlite_version", lambda: version)
    report = examine()
    assert status(report, "sqlite") == found
    assert report.exit_code == (1 if found == "fail" else 0)


def test_the_sqlite_in_use_is_safe() -> None:
    """The library that this environment really loads."""
    assert tuple(map(int, installation.sqlite_version().split(".")[:3])) >= installation.OLDEST_SQLITE


def test_without_extensions_state_goes_without_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a SQLite that loads no extensions cannot do is said: the sums of the pages of state.db."""
    monkeypatch.setattr("apsw.Connection", lambda _: object())
    check = installation.extensions()
    assert check.status == "warn" and "state.db" in check.next_step


def test_a_missing_knowledge_base_alone_is_exit_code_7(tmp_path: Path) -> None:
    """The message names the file and the command that makes one."""
    report = examine({"knowledge": str(tmp_path / "none.db")})
    assert report.exit_code == 7
    check = next(check for check in report.checks if check.name == "knowledge")
    assert "none.db" in check.detail and "edge index" in check.next_step


def test_a_file_that_is_no_knowledge_base_is_exit_code_7(tmp_path: Path) -> None:
    """Any other file is refused by its bytes, not by a crash of the parser."""
    path = tmp_path / "notes.db"
    path.write_bytes(b"hello" * 100)
    assert examine({"knowledge": str(path)}).exit_code == 7


def test_settings_that_cannot_be_read_are_a_result(tmp_path: Path) -> None:
    """doctor is what one runs when settings are wrong, so it must survive them."""
    report = examine({"search.k": "many", "knowledge": str(tmp_path / "none.db")})
    assert status(report, "settings") == "fail"
    assert report.exit_code == 1


@pytest.mark.usefixtures("sound")
def test_a_folder_that_cannot_be_written_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions work from a read-only disk; doctor says what does not."""
    monkeypatch.setattr(storage.os, "access", lambda *_: False)
    report = examine()
    assert status(report, "home") == "warn" and report.exit_code == 0


@pytest.mark.usefixtures("sound")
def test_extras_that_do_not_ship_are_called_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only an extra that this release has is shown with its install command."""

    class Declared:
        def get_all(self, _: str) -> list[str]:
            return ["llama"]

    checks = {check.name: check for check in examine().checks}
    assert all("not in this release" in checks[name].detail for name in extras.EXTRAS)
    monkeypatch.setattr(extras.metadata, "metadata", lambda _: Declared())
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    checks = {check.name: check for check in examine().checks}
    assert "build/llama_wheel.py" in checks["llama"].next_step  # a plain install can crash: docs/models.md
    assert "not in this release" in checks["cloud"].detail


@pytest.mark.usefixtures("sound")
def test_low_disk_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is told before an index run meets it."""

    class Usage:
        free = 10_000_000

    monkeypatch.setattr(storage.shutil, "disk_usage", lambda _: Usage())
    assert status(examine(), "disk") == "warn"


@pytest.mark.usefixtures("sound")
def test_a_busy_or_small_machine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is broken, and answers are slow all the same: why, in plain words; without figures, nothing."""
    monkeypatch.setattr(device.config, "processors", lambda: 2)
    for load, free, said in (
        (1.0, 8e9, ""),
        (9.0, 8e9, "busy"),
        (1.0, 2e8, "little memory"),
        (None, None, ""),
    ):
        monkeypatch.setattr(device, "busy", lambda load=load: load)
        monkeypatch.setattr(device.memory, "available", lambda free=free: free)
        (check,) = [check for check in examine().checks if check.name == "device"]
        assert said in check.detail and (check.status == "warn") == bool(check.next_step) == bool(said)


@pytest.mark.usefixtures("sound")
def test_the_chosen_model_is_looked_at(tmp_path: Path) -> None:
    """A Gemma that is named and not there is broken; none named is nothing to check."""
    assert "gemma" not in {check.name for check in examine().checks}
    report = examine({"gemma.model": str(tmp_path / "none.gguf")})
    assert status(report, "gemma") == "fail" and report.exit_code == 1


@pytest.mark.usefixtures("sound")
def test_variables_that_would_change_what_leaves_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """By name, never by value: those that edge does not use, and those that count."""
    for name in (*surroundings.IGNORED, *surroundings.HEEDED):
        monkeypatch.delenv(name, raising=False)
    assert status(examine(), "environment") == "ok"
    monkeypatch.setenv("ANTHROPIC_LOG", "debug")
    (told,) = [check for check in examine().checks if check.name == "environment"]
    assert (told.status, told.detail) == ("ok", "set, and not used by edge: ANTHROPIC_LOG")
    monkeypatch.setenv("SSL_CERT_FILE", "/canary.pem")
    (told,) = [check for check in examine().checks if check.name == "environment"]
    assert (
        told.status == "warn"
        and "in use" in told.detail
        and "SSL_CERT_FILE" in told.detail
        and "canary" not in told.detail
    )
    monkeypatch.delenv("SSL_CERT_FILE")
    monkeypatch.setenv("EDGE_SERCH_K", "canary")
    (told,) = [check for check in examine().checks if check.name == "environment"]
    assert told.status == "warn" and "EDGE_SERCH_K" in told.detail and told.next_step


@pytest.mark.usefixtures("sound")
def test_a_reader_that_was_changed_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte of the networks that ship is looked at; one that is off is named with the mend, and words
    alone still answer: exit code 0.
    """
    shutil.copytree(paths.model("fr-en"), tmp_path / "models" / "fr-en")
    monkeypatch.setattr(paths, "model", lambda *parts: tmp_path.joinpath("models", *parts))
    network = tmp_path / "models" / "fr-en" / "reader-fr-en.onnx"
    stat, data = network.stat(), bytearray(network.read_bytes())
    data[len(data) // 2] ^= 1
    network.write_bytes(data)
    os.utime(network, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    for broken in ("reader-fr-en.onnx has sha256", "reader-fr-en (int8) is not on this device"):
        report = examine()
        (check,) = [check for check in report.checks if check.name == "reader"]
        assert check.status == "warn" and broken in check.detail and "reinstall" in check.next_step
        assert report.exit_code == 0
        network.unlink(missing_ok=True)


@pytest.mark.usefixtures("sound")
def test_a_reader_without_its_libraries_says_what_it_would_add(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not installed is no fault: what it adds, and the command that brings it."""
    assert status(examine(), "reader") == "ok"
    monkeypatch.setattr(models, "find_spec", lambda _: None)
    (check,) = [check for check in examine().checks if check.name == "reader"]
    assert check.status == "ok" and "onnxruntime and tokenizers not installed" in check.detail
    assert "edge-answers[embed]" in check.next_step
