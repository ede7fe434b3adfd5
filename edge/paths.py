"""Where shipped files and the user's folders are. The only module that knows."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal

from edge.errors import UsageError

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
    """Path of a model's entry or of a file beside it, as `model("reader-fr-en.toml")`; else their folder."""
    return ROOT.joinpath("models", *parts)


def recipe(name: str) -> Path:
    """A script that makes a model: in the wheel beside the other data, in a checkout in build/."""
    return ROOT / ("recipes" if _INSTALLED.is_dir() else "build") / name


def shipped_knowledge() -> Path:
    """The knowledge base that comes with edge: The Arbiter's Handbook."""
    return asset("handbook", "knowledge.db")


def manifest_of(database: Path) -> Path:
    """Path of the manifest that belongs to a knowledge base."""
    return Path(f"{database}{MANIFEST_SUFFIX}")


def bundle() -> Path | None:
    """The installed bundle that this edge is part of, or that `EDGE_BUNDLE` names; None without one."""
    chosen = os.environ.get("EDGE_BUNDLE")
    if not chosen:
        beside = Path(sys.prefix).parent  # its environment lies in its folder: PLACE/versions/ID/venv
        ours = Path(sys.prefix).name == "venv" and beside.parent.name == "versions"
        return (
            beside if ours and (beside / "ready").is_file() and (beside / "manifest.json").is_file() else None
        )
    root = expanded(chosen)
    with suppress(OSError, ValueError):
        name = (root / "current").read_text(encoding="ascii").strip()
        root = root / "versions" / Path(name).name
    if not (root / "manifest.json").is_file():
        raise UsageError(
            f"There is no installed bundle in {chosen} (EDGE_BUNDLE).", "See: edge bundle install --help"
        )
    return root


@cache
def home() -> Path:
    """The user's data folder: `EDGE_HOME`, else the platform's own place. Not created here. Raises UsageError
    when there is neither.
    """
    chosen = os.environ.get("EDGE_HOME")
    if chosen:
        return expanded(chosen)
    from platformdirs import user_data_path

    return _of_user(user_data_path)


def expanded(path: str | Path) -> Path:
    """A path that may begin with `~` or `~user`. Raises UsageError when that user has no home folder."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise UsageError(f"There is no home folder for {path}.", "Write the path in full.") from error


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; not when nobody can know."""
    try:
        return path.is_dir()
    except OSError:
        return False


def database(path: str | Path) -> Path:
    """`expanded`, for a file that SQLite opens: it takes no name that is not UTF-8. Raises UsageError, also
    when nobody can know what is there, and for a pipe or a device: opening one may wait for ever.
    """
    found = expanded(path)
    if kind(found) == "other":
        raise UsageError(f"{found} is a pipe or a device, no database.", "Name a file.")
    try:
        str(found).encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"{found} is no name for a database: it is not UTF-8.", "Rename it.") from error
    return found


def user_home() -> str:
    """The home folder; `~` when there is none, which is a place with nothing in it."""
    return os.path.expanduser("~")  # noqa: PTH111  Path.expanduser would raise


def kind(path: Path) -> Literal["file", "folder", "other", "nothing"]:
    """What is at a path. Raises UsageError when that cannot be known: a folder of somebody else, links in a
    circle, a name that no disk can hold.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return "nothing"
    except OSError as error:
        raise UsageError(f"{path} cannot be reached: {error.strerror}.", "Name another place.") from error
    return "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "other"


def exists(path: Path) -> bool:
    """Whether anything is at a path. Raises UsageError like `kind`."""
    return kind(path) != "nothing"


def identity(path: Path) -> tuple[int, ...] | None:
    """What tells a file from the one that takes its place under the same name; None where there is none."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def _of_user(place: Callable[..., Path]) -> Path:
    """A place of the platform's. Without a home folder it would be called "~", where edge was started."""
    with suppress(RuntimeError):
        found = place("edge", appauthor=False)
        if found.is_absolute():
            return found
    raise UsageError("You have no home folder: HOME is not set.", "Name a folder for edge with EDGE_HOME.")


def first_time(what: str) -> bool:
    """Whether this is the first time on this device: what a person is to be told once."""
    place = home() / "told" / what
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:
        pass  # nowhere to keep that it was told
    return True


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
    """The settings file: `EDGE_CONFIG`, else `config.toml` in the platform's place (or `EDGE_HOME`). Raises
    UsageError like `home`.
    """
    chosen = os.environ.get("EDGE_CONFIG")
    if chosen:
        return expanded(chosen)
    if os.environ.get("EDGE_HOME"):
        return home() / "config.toml"
    from platformdirs import user_config_path

    return _of_user(user_config_path) / "config.toml"
