"""Labels that a calibration is fitted on: a score, and whether the pass that gave it was right."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from edge.errors import UsageError
from edge.records import Record

if TYPE_CHECKING:
    from datetime import datetime

    import apsw

MAX_LABELS = 1_000_000
_SHAPE = (
    'A line is {"id", "raw": 0..1, "right": true|false}, and what it belongs to: "verb", "engine", "model", '
    '"version", "language", "kind", and "signals".'
)


class LabelKey(Record, frozen=True, kw_only=True, order=True):
    """What scores a calibration is good for, and no others. `model` is named with the hash of its file (so
    with its quantisation), `version` is that of the prompts, `kind` the pass.
    """

    verb: str = ""
    engine: str = ""
    model: str = ""
    version: str = ""
    language: str = ""
    kind: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.verb, self.engine, self.model, self.language, self.kind))) or "any"


class CalibrationLabel(Record, frozen=True, kw_only=True):
    """One line. `id` names the item: all its passes stay on one side of a split. `signals`: what was logged
    of the pass besides its score.
    """

    id: str
    raw: Annotated[float, msgspec.Meta(ge=0, le=1)]
    right: bool
    verb: str = ""
    engine: str = ""
    model: str = ""
    version: str = ""
    language: str = ""
    kind: str = ""
    signals: dict[str, float] = msgspec.field(default_factory=dict)

    @property
    def key(self) -> LabelKey:
        return LabelKey(
            verb=self.verb, engine=self.engine, model=self.model, version=self.version,
            language=self.language, kind=self.kind,
        )  # fmt: skip


def read(lines: Iterable[bytes]) -> list[CalibrationLabel]:
    """Labels from JSONL. Raises UsageError, which names the line, and where there are none."""
    found: list[CalibrationLabel] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if len(found) >= MAX_LABELS:
            raise UsageError(f"There are more than {MAX_LABELS} labels.", "Take a part of them.")
        try:
            found.append(msgspec.json.decode(line, type=CalibrationLabel))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise UsageError(f"Label line {number} cannot be used: {error}.", _SHAPE) from error
    if not found:
        raise UsageError("There are no labels.", _SHAPE)
    return found


def check_writable(path: Path) -> None:
    """Raises UsageError where `write` could not: what takes an hour to measure is not lost at its end."""
    if (
        path.is_dir()
        or not path.parent.is_dir()
        or not os.access(path if path.exists() else path.parent, os.W_OK)
    ):
        raise UsageError(f"The labels {path} cannot be written there.", "Name a file in a folder of yours.")


def write(path: Path, labels: Sequence[CalibrationLabel]) -> None:
    """Labels as JSONL. Raises UsageError where the file cannot be written."""
    try:
        path.write_bytes(msgspec.json.Encoder().encode_lines(labels))
    except OSError as error:
        raise UsageError(
            f"The labels {path} cannot be written: {error.strerror}.", "Name another."
        ) from error


def of_corrections(db: apsw.Connection, since: datetime | None = None) -> list[CalibrationLabel]:
    """What people settled of messages, as labels; with `since`, only what they said after it."""
    from datetime import datetime

    from edge.state.labels import labels

    return [
        CalibrationLabel(
            id=it.id, raw=min(max(it.raw, 0.0), 1.0), right=it.right, verb="extract", engine=it.engine,
            model=it.model, version=it.version, kind=it.kind, signals=it.signals,
        )
        for it in labels(db)
        if since is None or datetime.fromisoformat(it.at) > since
    ]  # fmt: skip


def grouped(labels: Iterable[CalibrationLabel]) -> dict[LabelKey, list[CalibrationLabel]]:
    """Labels by what they belong to, in the order of the keys."""
    groups: dict[LabelKey, list[CalibrationLabel]] = {}
    for label in labels:
        groups.setdefault(label.key, []).append(label)
    return dict(sorted(groups.items()))
