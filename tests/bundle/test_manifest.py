"""A manifest is refused unless every part of it can be trusted on every platform."""

from __future__ import annotations

import json
from typing import Any

import bundles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.bundle.carried.manifest import check_name, numbers, parse_manifest
from edge.bundle.carried.problem import BundleProblem

GOOD = bundles.manifest(bundles.FILES)


def parse(tree: Any) -> Any:
    return parse_manifest(json.dumps(tree).encode())


def test_a_good_one_is_read() -> None:
    """What edge writes, edge reads; its name in a folder holds its own digest."""
    found = parse(GOOD)
    assert [file.path for file in found.files] == list(bundles.FILES)
    assert found.id == f"test-1.0-{found.sha256[:12]}"


@pytest.mark.parametrize(
    "name",
    [
        "../wheels/a.whl", "/etc/passwd", "wheels/../../a", "wheels//a", "wheels/./a", "wheels\\a", "C:/a",
        "a.txt",
        "wheels/", "wheels/a\n", "wheels/con", "models/NUL.txt", "wheels/é.whl", "wheels/a.", "wheels/ a",
        "wheels",
        "venv/bin/python", "manifest.json", "manifest.json.sig", "ready", "wheels/-rf", "wheels/.hidden", "",
        "wheels/a\x00b", "models/" + "a/" * 9 + "a", "wheels/" + "a" * 300, "Wheels/a", "wheels/a:b",
        "wheels/a*",
    ],
)  # fmt: skip
def test_names_that_lead_elsewhere_or_differ_between_systems_are_refused(name: str) -> None:
    """No name of a bundle leaves its folder, or is spelt in two ways, or is the installer's own."""
    with pytest.raises(BundleProblem):
        check_name(name)


@given(st.text(alphabet="aé./\\:\0 ~ABC-_\u202econ", max_size=30))
def test_an_accepted_name_stays_below(name: str) -> None:
    """Whatever is accepted is relative, ASCII, and begins with a folder of bundles."""
    try:
        check_name(name)
    except BundleProblem:
        return
    assert name.isascii() and ".." not in name.split("/") and not name.startswith("/")


BAD: list[dict[str, Any]] = [
    {"kind": "zip"}, {"schema": 2}, {"schema": None}, {"name": "a/b"}, {"name": ""}, {"version": "new"},
    {"version": "1/../2"}, {"edge": None}, {"python": "2.7"}, {"platform": "../x"}, {"extras": "llama"},
    {"extras": ["--index-url"]}, {"base": "x"}, {"files": []}, {"files": None}, {"files": [1]},
    {"files": [{"path": "wheels/a", "bytes": -1, "sha256": "0" * 64}]},
    {"files": [{"path": "wheels/a", "bytes": True, "sha256": "0" * 64}]},
    {"files": [{"path": "wheels/a", "bytes": 1 << 50, "sha256": "0" * 64}]},
    {"files": [{"path": "wheels/a", "bytes": 1, "sha256": "A" * 64}]},
    {"files": [{"path": "wheels/a", "bytes": 1, "sha256": "0" * 64, "mode": 511}]},
    {"files": [{"path": "wheels/a", "bytes": 1, "sha256": "0" * 64, "kept": True}]},  # and no base
    {"files": [bundles.entry("wheels/a", b""), bundles.entry("wheels/a", b"")]},
    {"files": [bundles.entry("wheels/a", b""), bundles.entry("wheels/A", b"")]},
    {"files": [bundles.entry("models/a", b""), bundles.entry("models/a/b", b"")]},
]  # fmt: skip


@pytest.mark.parametrize("changed", BAD, ids=lambda changed: json.dumps(changed)[:60])
def test_a_wrong_part_is_refused(changed: dict[str, Any]) -> None:
    """Each part is checked for its type, its alphabet and its range."""
    with pytest.raises(BundleProblem):
        parse(GOOD | changed)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"kind": "edge-bundle", "kind": "edge-bundle"}',
        b"[" * 100_000,
        b"NaN",
    ],
)
def test_what_is_no_manifest_is_refused_without_a_traceback(data: bytes) -> None:
    """Bytes of any kind end in a BundleProblem: names that stand twice and nesting without end, too."""
    with pytest.raises(BundleProblem):
        parse_manifest(data)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    """No input raises anything else."""
    with pytest.raises(BundleProblem):
        parse_manifest(data)


def test_versions_are_compared_as_numbers() -> None:
    """1.10 is newer than 1.9, and letters after the numbers say nothing."""
    assert numbers("1.10.0rc1") > numbers("1.9")
