"""Archives and folders are compared with their manifest byte for byte; nothing else of them is believed."""

from __future__ import annotations

import io
import json
import os
import tarfile
from pathlib import Path

import bundles
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edge.bundle.carried.check import check
from edge.bundle.carried.problem import BundleProblem
from edge.bundle.carried.source import open_source

WHOLE = bundles.archive()
MANIFEST_BYTES = len(json.dumps(bundles.manifest(bundles.FILES)))


def checked(path: Path) -> None:
    source = open_source(path)
    try:
        check(source)
    finally:
        source.close()


def test_an_archive_is_an_ordinary_tar(tmp_path: Path) -> None:
    """tar reads what edge writes: names and contents are those of the manifest."""
    (tmp_path / "b.tar").write_bytes(WHOLE)
    checked(tmp_path / "b.tar")
    with tarfile.open(fileobj=io.BytesIO(WHOLE)) as archive:
        found = {info.name: archive.extractfile(info).read() for info in archive}  # type: ignore[union-attr]
    assert {name: found[name] for name in bundles.FILES} == bundles.FILES
    assert len(WHOLE) % tarfile.RECORDSIZE == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, len(WHOLE) - 1), value=st.integers(1, 255))
def test_one_changed_byte_anywhere_is_seen(tmp_path: Path, place: int, value: int) -> None:
    """Header, content, padding or end: every byte of an archive counts."""
    data = bytearray(WHOLE)
    data[place] ^= value
    (tmp_path / "b.tar").write_bytes(data)
    try:
        checked(tmp_path / "b.tar")
    except BundleProblem:
        return
    # A changed manifest can be another whole one (of version 2.0, say): all that it names still holds.
    assert 512 <= place < 512 + MANIFEST_BYTES


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(length=st.integers(0, len(WHOLE) - 1))
def test_a_cut_archive_is_seen(tmp_path: Path, length: int) -> None:
    """However much of it arrived."""
    (tmp_path / "b.tar").write_bytes(WHOLE[:length])
    with pytest.raises(BundleProblem):
        checked(tmp_path / "b.tar")


@pytest.mark.parametrize("kind", ["zip", "gz", "bz2", "more", "pax"])
def test_other_archives_are_refused(tmp_path: Path, kind: str) -> None:
    """A compressed one, one with something after its end, one with a header of another kind."""
    path = tmp_path / "b.tar"
    if kind == "more":
        path.write_bytes(WHOLE + b"\0" * 512)
    elif kind == "zip":
        import zipfile

        with zipfile.ZipFile(path, "w") as out:
            out.writestr("manifest.json", "{}")
    else:
        import bz2
        import gzip

        with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as out:
            out.addfile(tarfile.TarInfo("manifest.json"), io.BytesIO(b""))
        data = WHOLE if kind != "pax" else path.read_bytes()
        path.write_bytes({"gz": gzip.compress, "bz2": bz2.compress, "pax": bytes}[kind](data))
    with pytest.raises(BundleProblem):
        checked(path)


def test_a_folder_is_compared_too(tmp_path: Path) -> None:
    """Wrong bytes, a longer file, a missing one, a link in its place: each is named."""
    place = bundles.folder(tmp_path / "b")
    checked(place)
    model = place / "models/files/tiny.gguf"
    whole = model.read_bytes()
    for data in (whole[:-1], whole + b"x", whole[:-1] + b"x"):
        model.write_bytes(data)
        with pytest.raises(BundleProblem, match="tiny"):
            checked(place)
    model.unlink()
    with pytest.raises(BundleProblem, match="tiny"):
        checked(place)
    (tmp_path / "elsewhere").write_bytes(whole)
    model.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BundleProblem, match="link"):
        checked(place)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """A bundle, or a file in one, that is no regular file ends in an error at once."""
    os.mkfifo(tmp_path / "b.tar")
    with pytest.raises(BundleProblem):
        open_source(tmp_path / "b.tar")
    place = bundles.folder(tmp_path / "b")
    (place / "licences/LICENCES.md").unlink()
    os.mkfifo(place / "licences/LICENCES.md")
    with pytest.raises(BundleProblem):
        checked(place)


def test_what_lies_beside_is_told_and_not_opened(tmp_path: Path) -> None:
    """A stick gathers files of other systems: they are named, and nothing reads them."""
    place = bundles.folder(tmp_path / "b")
    (place / "._stick").write_bytes(b"x")
    source = open_source(place)
    assert check(source).others == ["._stick"]


def test_a_bundle_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    """A mistyped name is no damaged copy: nobody is told to copy it again."""
    with pytest.raises(BundleProblem, match="There is no bundle") as refused:
        open_source(tmp_path / "edge.tar")
    assert "Copy it again" not in str(refused.value) + refused.value.hint
