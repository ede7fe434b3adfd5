"""Settings: defaults < the installed bundle < measured here (edge models tune) < file < EDGE_* environment <
flags, read once at the edge of the program.

`EDGE_SEARCH_K=3` sets `search.k`; the file is TOML with the same names (`[search]`, `k = 3`).
`edge config` prints the settings in force and where each came from.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from edge import evident, paths
from edge.errors import UsageError
from edge.settings import Settings

#: Variables of ours that are no settings.
OURS = ("EDGE_HOME", "EDGE_CONFIG", "EDGE_BUNDLE", "EDGE_DEBUG")

#: Before the name of a file that comes with an installed bundle, in that bundle's settings.
IN_BUNDLE = "bundle:"


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """`tuned.json`: what `edge models tune` found. Counts only where as many processors may be used."""

    gemma: dict[str, int | bool]
    processors: int
    model: str
    library: str


def load(flags: Mapping[str, Any] | None = None, *, environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings in force. `flags` maps dotted names to values, None meaning "not given". Raises UsageError."""
    return load_with_origins(flags, environ=environ)[0]


def given(settings: Any) -> Settings:
    """The settings that a program gives, else those in force. Raises UsageError for anything else."""
    if settings is None:
        return load()
    if isinstance(settings, Settings):
        return settings
    raise UsageError(
        f"settings is not edge.Settings but {type(settings).__name__}.",
        'For example: edge.Settings(offline=True), or edge.config.load({"search.k": "3"})',
    )


def load_with_origins(
    flags: Mapping[str, Any] | None = None, *, environ: Mapping[str, str] = os.environ
) -> tuple[Settings, dict[str, str]]:
    """Settings in force and, for every dotted name, where its value came from.

    Origins: "default", "bundle PATH", "measured PATH", "file PATH", "environment NAME", "flag".
    """
    known = names()
    values: dict[str, Any] = {}
    origins = dict.fromkeys(known, "default")
    path = paths.config_file()
    tuned = paths.tuned_file()
    bundled = paths.bundle()
    carried = bundled / "settings" / "settings.toml" if bundled else None
    layers = (
        (_from_bundle(bundled, carried, known) if bundled and carried else {}, f"bundle {carried}"),
        (_from_tuning(tuned), f"measured {tuned}"),
        (_from_file(path, known), f"file {path}"),
        (_from_environment(environ, known), "environment"),
        ({name: value for name, value in (flags or {}).items() if value is not None}, "flag"),
    )
    for layer, origin in layers:
        for name, value in layer.items():
            if name not in known:
                raise UsageError(f"There is no setting {name!r} ({origin}).", _nearest(name, known))
            values[name] = value
            origins[name] = f"environment {variable(name)}" if origin == "environment" else origin
    # Checked one by one, so that the message can name the setting and where its value came from.
    tree: dict[str, Any] = {}
    for name, value in values.items():
        try:
            meant = _truthy(value) if get_args(known[name])[0] is bool and isinstance(value, str) else value
            checked = msgspec.convert(meant, known[name], strict=False)
            if isinstance(checked, float) and not isfinite(checked):
                raise msgspec.ValidationError("Expected a finite number")
        except (msgspec.ValidationError, UnicodeError) as error:
            raise UsageError(
                f"The setting {name} has the value {value!r} ({origins[name]}):"
                f" it takes {_taken(known[name])}.",
                f"It means: {described()[name]} All: edge config",
            ) from error
        *room, leaf = name.split(".")
        (tree.setdefault(room[0], {}) if room else tree)[leaf] = checked
    try:
        if _truthy(environ.get("HF_HUB_OFFLINE", "")) and origins["offline"] == "default":
            tree["offline"], origins["offline"] = True, "environment HF_HUB_OFFLINE"
    except msgspec.ValidationError as error:
        raise UsageError(f"HF_HUB_OFFLINE in the environment: {error}.", "Use 1 or 0.") from error
    return msgspec.convert(tree, Settings), origins


def _nearest(name: str, known: Mapping[str, Any]) -> str:
    """What to do about an unknown setting: another part may have one of that name."""
    from difflib import get_close_matches

    leaf = name.rpartition(".")[2]
    moved = [one for one in known if one.rpartition(".")[2] == leaf]
    meant = get_close_matches(name, known, n=1, cutoff=0.8) or moved[:3]
    return f"Is it {' or '.join(meant)}? All: edge config" if meant else "See: edge config"


def _taken(kind: Any) -> str:
    """What a setting takes, in words: "a whole number from 1 to 1000"."""
    bare, *about = get_args(kind)
    if get_origin(bare) is Literal:
        return f"one of {', '.join(get_args(bare))}"
    meta = next(part for part in about if isinstance(part, msgspec.Meta))
    if bare is bool:
        return "yes or no (1 or 0)"
    if bare is str:
        return f"text of at most {meta.max_length} characters, none of them a null"
    return f"{'a whole number' if bare is int else 'a number'} from {meta.ge} to {meta.le}"


def unknown_variables(environ: Mapping[str, str] = os.environ) -> dict[str, list[str]]:
    """Variables that were meant as settings and are none, each with the nearest that are.

    Those of other programs that begin alike (`EDGE_PATH`) are left alone: meant as a setting is what names a
    part that settings have (`EDGE_SEARCH_SIZE`), a setting's own name (`EDGE_ENGINE`), or nearly a variable.
    """
    begun = [name for name in environ if name.startswith("EDGE_") and environ[name] and name not in OURS]
    variables = {variable(name): name for name in names()} if begun else {}
    begun = [name for name in begun if name not in variables]
    if not begun:
        return {}
    from difflib import get_close_matches

    parts = {f"{name.partition('.')[0].upper()}_" for name in variables.values() if "." in name}
    found = {}
    for name in begun:
        rest = name.removeprefix("EDGE_")
        near = get_close_matches(rest, [one.removeprefix("EDGE_") for one in (*variables, *OURS)], 1, 0.8)
        part = next((part for part in parts if rest.startswith(part)), "")
        leaf = rest.removeprefix(part).lower()
        same = [one for one, setting in variables.items() if setting.rpartition(".")[2] == leaf]
        if near or part or same:
            found[name] = [f"EDGE_{one}" for one in near] or same[:3]
    return found


def names() -> dict[str, Any]:
    """Every setting's dotted name and its type, in order."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            for inner in msgspec.structs.fields(field.type):
                found[f"{field.name}.{inner.name}"] = inner.type
        else:
            found[field.name] = field.type
    return found


def described() -> dict[str, str]:
    """What every setting is, in one line, by dotted name."""
    return {
        name: next(part.description or "" for part in kind.__metadata__ if isinstance(part, msgspec.Meta))
        for name, kind in names().items()
    }


def variable(name: str) -> str:
    """The environment variable of a setting: `search.k` is `EDGE_SEARCH_K`."""
    return "EDGE_" + name.replace(".", "_").upper()


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _from_tuning(path: Path) -> dict[str, Any]:
    try:
        tuning = msgspec.json.decode(path.read_bytes(), type=Tuning)
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UsageError(
            f"The measured settings {path} cannot be read: {error}.",
            "Measure again: edge models tune; or delete it.",
        ) from error
    if tuning.processors != processors():
        return {}
    return {f"gemma.{name}": value for name, value in tuning.gemma.items()}


def _from_bundle(folder: Path, path: Path, known: Mapping[str, Any]) -> dict[str, Any]:
    """What comes with an installed bundle; `bundle:NAME` is a file of it."""
    return {
        name: str(folder / value.removeprefix(IN_BUNDLE))
        if isinstance(value, str) and value.startswith(IN_BUNDLE)
        else value
        for name, value in _from_file(path, known).items()
    }


def _from_environment(environ: Mapping[str, str], known: Mapping[str, Any]) -> dict[str, Any]:
    given = {name: environ.get(variable(name), "") for name in known}
    # An empty variable means "not set": that is how shells unset one for a single command.
    return {name: text for name, text in given.items() if text != ""}


def _from_file(path: Path, known: Mapping[str, Any]) -> dict[str, Any]:
    import tomllib

    try:
        tree = tomllib.loads(evident.text(path.read_bytes()))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(
            f"The settings file {path} cannot be read: {error}.", "Mend it or move it away."
        ) from error
    flat: dict[str, Any] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            flat.update({f"{key}.{inner}": item for inner, item in value.items()})
        else:
            flat[key] = value
    return flat


def _truthy(text: str) -> bool:
    lowered = text.strip().lower()
    if lowered in {"1", "true", "yes", "on"}:
        return True
    if lowered in {"", "0", "false", "no", "off"}:
        return False
    raise msgspec.ValidationError(f"{text!r} is neither yes nor no")
