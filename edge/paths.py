"""Where shipped files and the user's folders are. The only module that knows."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"

#: Folder that holds `assets/` and `models/`: inside the wheel, or the checkout.
ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent

#: Suffix of the manifest that lies beside each finished knowledge base.
MANIFEST_SUFFIX = ".manifest.json"


def asset(*parts: str) -> Path:
    """Path of a shipped file, e.g. `asset("sql", "001_knowledge.sql")`."""
    return ROOT.joinpath("assets", *parts)


def model(*parts: str) -> Path:
    """Path of a model's entry or of a file beside it, e.g. `model("reader-en.toml")`; else their folder."""
    return ROOT.joinpath("models", *parts)


def shipped_knowledge() -> Path:
    """The knowledge base that comes with edge: The Arbiter's Handbook."""
    return asset("handbook", "knowledge.db")


def manifest_of(database: Path) -> Path:
    """Path of the manifest that belongs to a knowledge base."""
    return database.with_name(database.name + MANIFEST_SUFFIX)


@cache
def home() -> Path:
    """The user's data folder: `EDGE_HOME`, else the platform's own place. Not created here."""
    chosen = os.environ.get("EDGE_HOME")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("edge", appauthor=False)


def sync_folder(folder: Path) -> None:
    """Make new and renamed files of a folder durable. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, its folder too. Raises OSError."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def tuned_file() -> Path:
    """What `edge models tune` measured here: a layer of settings below the settings file."""
    return home() / "tuned.json"


def state_file() -> Path:
    """The user's own database."""
    return home() / "state.db"


def audit_file() -> Path:
    """What left this device, and when: append-only lines."""
    return home() / "audit.jsonl"


@cache
def config_file() -> Path:
    """The settings file: `EDGE_CONFIG`, else `config.toml` in the platform's place (or `EDGE_HOME`)."""
    chosen = os.environ.get("EDGE_CONFIG")
    if chosen:
        return Path(chosen).expanduser()
    if os.environ.get("EDGE_HOME"):
        return home() / "config.toml"
    from platformdirs import user_config_path

    return user_config_path("edge", appauthor=False) / "config.toml"
