"""Installing: checked first, whole or not at all, resumable, never an older version by accident."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import bundles
import pytest

from edge.bundle import read
from edge.bundle.carried import installation, unpack
from edge.bundle.carried.place import InstallFolder
from edge.errors import BundleError


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SSH key of the test's own."""
    if not shutil.which("ssh-keygen"):
        pytest.skip("no ssh-keygen here")
    path = tmp_path_factory.mktemp("keys") / "id"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return path


def archive(path: Path, **changed: object) -> Path:
    path.write_bytes(bundles.archive(**changed))  # type: ignore[arg-type]
    return path


def test_an_archive_and_a_folder_install_the_same(tmp_path: Path) -> None:
    """The files of the version in force are those of the manifest, however they came."""
    one = read.install(archive(tmp_path / "b.tar"), tmp_path / "one")
    two = read.install(bundles.folder(tmp_path / "b"), tmp_path / "two")
    for done in (one, two):
        for path, data in bundles.FILES.items():
            assert Path(done.folder, path).read_bytes() == data
    assert one.id == two.id and one.changed and not one.before
    assert read.verify(tmp_path / "one").files == len(bundles.FILES)


def test_the_same_again_changes_nothing(tmp_path: Path) -> None:
    """A second run says so, and touches no file of the version."""
    bundle, to = archive(tmp_path / "b.tar"), tmp_path / "to"
    read.install(bundle, to)
    before = bundles.tree_of(to)
    assert not read.install(bundle, to).changed
    assert bundles.tree_of(to) == before


def test_an_older_version_comes_only_when_told(tmp_path: Path) -> None:
    """By its own version, and by the version of edge; --downgrade goes back, and forward again."""
    to = tmp_path / "to"
    read.install(archive(tmp_path / "new.tar", version="1.10"), to)
    old = archive(tmp_path / "old.tar", version="1.9")
    with pytest.raises(BundleError, match=r"older 1\.9"):
        read.install(old, to)
    with pytest.raises(BundleError, match="edge"):
        read.install(archive(tmp_path / "edge.tar", version="2", edge="0.0.9"), to)
    assert [one.version for one in read.listing(to).bundles if one.current] == ["1.10"]
    assert read.install(old, to, downgrade=True).changed
    assert [one.version for one in read.listing(to).bundles if one.current] == ["1.9"]
    assert read.install(tmp_path / "new.tar", to).changed


def test_the_version_before_is_kept_and_no_other(tmp_path: Path) -> None:
    """One way back; disks of small machines do not fill up."""
    to = tmp_path / "to"
    for number in range(4):
        read.install(archive(tmp_path / f"{number}.tar", version=f"1.{number}"), to)
    assert [one.version for one in read.listing(to).bundles] == ["1.2", "1.3"]
    assert list((to / "staging").iterdir()) == []


def update(
    new: dict[str, bytes], old: dict[str, bytes], base: str
) -> tuple[dict[str, bytes], dict[str, object]]:
    """The files that an update carries, and its manifest's changes."""
    entries = [
        bundles.entry(path, data) | ({"kept": True} if old.get(path) == data else {})
        for path, data in new.items()
    ]
    return {path: data for path, data in new.items() if old.get(path) != data}, {
        "files": entries,
        "base": base,
    }


def test_an_update_needs_its_base_and_gives_the_whole(tmp_path: Path) -> None:
    """What is left out comes from the version installed, compared again; without it nothing is done."""
    to = tmp_path / "to"
    first = archive(tmp_path / "b.tar")
    base = read.manifest_at(first)
    new = bundles.FILES | {"settings/settings.toml": b"[search]\nk = 7\n"}
    carried, changes = update(new, bundles.FILES, base.sha256)
    delta = tmp_path / "delta.tar"
    delta.write_bytes(bundles.tar({
        "manifest.json": json.dumps(bundles.manifest({}, version="1.1", **changes)).encode(), **carried
    }))  # fmt: skip
    assert delta.stat().st_size < first.stat().st_size / 2
    with pytest.raises(BundleError, match="not installed"):
        read.install(delta, to)
    assert not to.exists()
    read.install(first, to)
    damaged = tmp_path / "damaged"
    shutil.copytree(to, damaged)
    done = read.install(delta, to)
    assert {path: Path(done.folder, path).read_bytes() for path in new} == new
    assert read.verify(to).files == len(new)
    model = damaged / "versions" / base.id / "models/files/tiny.gguf"
    model.write_bytes(b"x" + model.read_bytes()[1:])
    with pytest.raises(BundleError, match="tiny"):
        read.install(delta, damaged)
    assert InstallFolder(damaged).current() == base.id


def test_a_run_that_stopped_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are there and right are not written again; one that is not right is."""
    bundle, to = archive(tmp_path / "b.tar"), tmp_path / "to"
    real, written = unpack._write, []

    def fails(target: Path, pieces: Iterator[bytes]) -> None:
        written.append(target.name)
        if target.name == "settings.toml":
            raise KeyboardInterrupt
        real(target, pieces)

    monkeypatch.setattr(unpack, "_write", fails)
    with pytest.raises(KeyboardInterrupt):
        read.install(bundle, to)
    assert written == ["tiny.gguf", "notes.db", "settings.toml"] and not InstallFolder(to).current()
    left = next((to / "staging").iterdir()) / "knowledge/notes.db"
    left.write_bytes(b"S" * left.stat().st_size)
    written.clear()
    monkeypatch.setattr(
        unpack, "_write", lambda target, pieces: (written.append(target.name), real(target, pieces))
    )
    assert read.install(bundle, to).changed
    assert written == ["notes.db", "settings.toml", "LICENCES.md", "manifest.json"]


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    """A file, or a folder with other things, or links planted in it."""
    bundle = archive(tmp_path / "b.tar")
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("x")
    for place in (full, bundle):
        with pytest.raises(BundleError):
            read.install(bundle, place)
    planted, outside = tmp_path / "planted", tmp_path / "outside"
    planted.mkdir(), outside.mkdir()
    (planted / "versions").symlink_to(outside)
    with pytest.raises(BundleError, match="link"):
        read.install(bundle, planted)
    assert not list(outside.iterdir()) and bundles.tree_of(full) == {
        "mine.txt": bundles.tree_of(full)["mine.txt"]
    }


@pytest.mark.parametrize(
    "changed", [{"platform": "windows-arm64", "python": "3.11"}, {"platform": "", "python": "3.99"}]
)
def test_a_bundle_for_another_machine_is_refused_before_anything(
    tmp_path: Path, changed: dict[str, str]
) -> None:
    """The message names both machines; nothing was created."""
    with pytest.raises(BundleError, match="is for"):
        read.install(archive(tmp_path / "b.tar", **changed), tmp_path / "to")
    assert not (tmp_path / "to").exists()


def test_a_full_disk_is_seen_before_it_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Room is compared with what is needed, and the message says both."""
    full = shutil._ntuple_diskusage(10, 10, 0)  # type: ignore[attr-defined]
    monkeypatch.setattr(installation.shutil, "disk_usage", lambda path: full)
    with pytest.raises(BundleError, match="MB"):
        read.install(archive(tmp_path / "b.tar"), tmp_path / "to")


def test_two_at_once(tmp_path: Path) -> None:
    """The second says that the first is at work."""
    place = InstallFolder(tmp_path / "to")
    place.make()
    with place.locked(), pytest.raises(BundleError, match="being installed"):
        read.install(archive(tmp_path / "b.tar"), tmp_path / "to")


# --- signatures --------------------------------------------------------------------------------------


def signed(tmp_path: Path, key: Path, *, data: bytes | None = None) -> Path:
    from edge.bundle.sign import sign

    own = json.dumps(bundles.manifest(bundles.FILES)).encode()
    path = tmp_path / "signed.tar"
    path.write_bytes(bundles.archive(signature=sign(own if data is None else data, key)))
    return path


def test_a_signature_is_checked_with_the_key_that_is_named(tmp_path: Path, key: Path) -> None:
    """The right key holds; another key, no signature, and a signature of something else are refused."""
    public = key.with_suffix(".pub")
    good = signed(tmp_path, key)
    assert "ED25519 key SHA256:" in read.verify(good, public).signer
    assert read.verify(good).signer == read.verify(good, public).signer
    other = tmp_path / "other"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(other)], check=True)
    with pytest.raises(BundleError, match="does not hold"):
        read.install(good, tmp_path / "to", signer=other.with_suffix(".pub"))
    with pytest.raises(BundleError, match="not signed"):
        read.install(archive(tmp_path / "b.tar"), tmp_path / "to", signer=public)
    wrong = signed(tmp_path, key, data=b"{}")
    for signer in (None, public):
        with pytest.raises(BundleError, match="does not hold"):
            read.install(wrong, tmp_path / "to", signer=signer)
    assert not (tmp_path / "to").exists()


@pytest.mark.parametrize(
    "text", ["", "-----BEGIN OPENSSH PRIVATE KEY-----\nx", "ssh-ed25519", "a\nb", "x" * 9]
)
def test_what_is_no_public_key_is_refused(tmp_path: Path, key: Path, text: str) -> None:
    """A private key or a text is named as such, and not handed to ssh-keygen as something else."""
    (tmp_path / "k.pub").write_text(text)
    with pytest.raises(BundleError, match="public key"):
        read.verify(signed(tmp_path, key), tmp_path / "k.pub")


# --- with wheels: a real venv, a real pip, a stand-in for edge ----------------------------------------


def with_wheels(tmp_path: Path, version: str, **more: str) -> Path:
    from edge.bundle.create import Order, create
    from edge.config import Settings

    held = bundles.wheels(tmp_path / "wheels", **more)
    out = tmp_path / f"{version}.tar"
    create(Order(out=out, wheels=held, version=version), Settings())
    return out


def test_install_py_alone_installs_with_no_edge_in_sight(tmp_path: Path) -> None:
    """The file in the bundle, run by a bare interpreter: an environment, a launcher, a version in force."""
    bundle, to = with_wheels(tmp_path, "1.0"), tmp_path / "to é"
    subprocess.run(["tar", "-xf", str(bundle), "-C", str(tmp_path), "install.py"], check=True)
    base = getattr(sys, "_base_executable", sys.executable)
    run = [base, "-I", "-S", str(tmp_path / "install.py"), str(bundle), "--to", str(to)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    launcher = to / "bin" / ("edge.cmd" if os.name == "nt" else "edge")
    said = subprocess.run([str(launcher)], capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    assert said.startswith("stand-in ")
    moved = tmp_path / "moved"
    to.rename(moved)  # the launcher goes by where it lies
    assert subprocess.run([str(moved / "bin" / launcher.name)], check=True, capture_output=True).stdout
    check = subprocess.run([*run[:4], str(bundle), "--check"], capture_output=True, text=True, check=True)
    assert check.stdout.startswith("ok: edge-1.0-")


def test_wheels_that_cannot_be_installed_leave_the_old_version(tmp_path: Path) -> None:
    """pip's reason is told; what was in force is, and nothing of the new one stays."""
    to = tmp_path / "to"
    read.install(with_wheels(tmp_path, "1.0"), to)
    before = InstallFolder(to).current()
    bad = (
        bundles.wheels(tmp_path / "bad", requires="no-such-thing")
        / f"edge_answers-{bundles.__version__}-py3-none-any.whl"
    )
    path = archive(
        tmp_path / "bad.tar",
        files={f"wheels/{bad.name}": bad.read_bytes()},
        name="edge",
        version="2",
        **bundles.here(),
    )
    with pytest.raises(BundleError, match="no-such-thing"):
        read.install(path, to)
    assert InstallFolder(to).current() == before
    assert [path.name for path in (to / "versions").iterdir()] == [before]


def test_a_bundle_without_code_says_where_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is to be set works from any folder, however the place was named."""
    from edge.bundle.carried.main import main

    (tmp_path / "a.tar").write_bytes(bundles.archive())
    monkeypatch.chdir(tmp_path)
    assert main(["a.tar", "--to", "place"]) == 0
    assert f"Use: EDGE_BUNDLE={tmp_path / 'place'}" in capsys.readouterr().out
