"""Models: what is here, what came, what was checked."""

from __future__ import annotations

from typing import Literal

from edge.records.base import SCHEMA, Record


class ModelEntry(Record, frozen=True, kw_only=True):
    """One variant of one model, and where its files are; only their sizes were compared."""

    model: str
    variant: str
    kind: str
    quantisation: str
    parameters: str
    licence: str
    bytes: int  # 0 where nobody said
    memory_mb: int
    default: bool
    status: Literal["here", "damaged", "missing"]
    place: str = ""
    paths: list[str] = []
    problem: str = ""
    hint: str = ""


class ModelListing(Record, frozen=True, kw_only=True):
    schema: int = SCHEMA
    models: list[ModelEntry]


class ModelBrought(Record, frozen=True, kw_only=True):
    """A pull or an import. `warnings` tell of digests that were pinned on the way."""

    schema: int = SCHEMA
    model: str
    variant: str
    place: str
    paths: list[str]
    warnings: list[str] = []
    ms: float = 0.0


class ModelVerified(Record, frozen=True, kw_only=True):
    """`golden`: largest difference to the published scores, None where there are none."""

    model: str
    variant: str
    ok: bool
    paths: list[str] = []
    golden: float | None = None
    problem: str = ""
    hint: str = ""


class ModelVerification(Record, frozen=True, kw_only=True):
    schema: int = SCHEMA
    ok: bool
    models: list[ModelVerified]
    ms: float = 0.0
