"""Copies by one scale: the scale and the judges opened once, then one copy after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from edge.cascade.factory import EngineFactory
from edge.grade import pipeline, scale, sight, student_copy
from edge.grade.copies import CopyReader
from edge.grade.judge import Judge
from edge.grade.judges import judges
from edge.grade.sight import Sight
from edge.i18n import noted
from edge.records import GradedCopy, JudgeName, MarkingScale, StudentCopy


class CopyGrader:
    """Raises what reading the scale and opening the judges raises."""

    def __init__(
        self, given: MarkingScale | Mapping[str, Any] | str | Path, engines: EngineFactory,
        by: Sequence[Judge] | None = None,
    ) -> None:  # fmt: skip
        self.scale = scale.read(given)
        self._engines = engines
        self.settings = engines.settings.grade
        self._judges = list(by) if by is not None else judges(self.settings.judges, self.scale, engines)

    @property
    def names(self) -> list[JudgeName]:
        """Who judges."""
        return [JudgeName(name=one.name, model=one.model, version=one.version) for one in self._judges]

    def grade(self, copy: StudentCopy | Mapping[str, Any] | str | Path) -> GradedCopy:
        """One copy. Raises CopyError for one that cannot be graded."""
        if isinstance(copy, Mapping):
            copy = student_copy.of_json(copy, name="copy")
        elif not isinstance(copy, StudentCopy):
            with self.reader() as reader:
                copy = reader.read(Path(copy))
        if copy.pictures:
            self.sight.require(f"The copy {copy.source or copy.id} has pages that are pictures")
        graded = pipeline.grade(copy, self.scale, self._judges, self.settings)
        return noted(graded, self._engines.cloud_notes(), graded.language)

    @cached_property
    def sight(self) -> Sight:
        """How pages are drawn for these judges."""
        return sight.of(self._judges, self.settings.squares, self.settings.pictures)

    def reader(self) -> CopyReader:
        """What reads copies for these judges. A context manager."""
        return CopyReader(self.settings.max_pages, self.sight, self.scale.questions)

    def digest(self) -> str:
        """Of everything but the copy that a grade follows from: scale, judges, limits."""
        import hashlib

        seen = [self.scale, self.names, [one.eyes for one in self._judges], self.settings]
        whole = msgspec.json.encode(seen, order="deterministic")
        return hashlib.sha256(whole).hexdigest()
