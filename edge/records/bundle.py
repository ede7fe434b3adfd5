"""Bundles: what was made, checked, installed, and what lies there."""

from __future__ import annotations

from edge.records.base import SCHEMA, Record


class BundleSize(Record, frozen=True, kw_only=True):
    """`share` of all bytes that are carried, 0 to 1."""

    path: str
    bytes: int
    share: float


class BundleCreated(Record, frozen=True, kw_only=True):
    """`kept`: files left out, which the bundle that it updates has (`base`, sha256 of its manifest)."""

    schema: int = SCHEMA
    out: str
    id: str
    name: str
    version: str
    edge: str
    platform: str
    python: str
    base: str
    signed: bool
    files: int
    kept: int
    bytes: int
    sizes: list[BundleSize]
    notes: list[str] = []


class BundleVerified(Record, frozen=True, kw_only=True):
    """`signer`: the key as ssh-keygen names it, "" for none. `others`: files beside it, not its own."""

    schema: int = SCHEMA
    bundle: str
    id: str
    name: str
    version: str
    edge: str
    platform: str
    python: str
    base: str
    files: int
    bytes: int
    signer: str
    others: list[str]


class BundleInstalled(Record, frozen=True, kw_only=True):
    """`before`: what was in force; `changed`: False where it is the same one."""

    schema: int = SCHEMA
    id: str
    folder: str
    launcher: str
    signer: str
    before: str
    changed: bool


class InstalledBundle(Record, frozen=True, kw_only=True):
    id: str
    name: str
    version: str
    edge: str
    platform: str
    python: str
    files: int
    bytes: int
    current: bool


class BundleListing(Record, frozen=True, kw_only=True):
    """`running`: the folder of the bundle that this edge is part of, "" for none."""

    schema: int = SCHEMA
    folder: str
    running: str
    bundles: list[InstalledBundle]
