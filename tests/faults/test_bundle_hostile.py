"""Hostile bundles: nothing is written outside the folder, nothing is half installed, what was in force stays.

A fortieth of the kinds below by default, 500 bundles with EDGE_FAULT_RUNS=500 (the seed is the number).
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import random
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bundles
import fault_tally
import pytest

from edge.bundle import read
from edge.errors import BundleError

RUNS = max(int(os.environ.get("EDGE_FAULT_RUNS", "0")), 60)
Members = list[tuple[tarfile.TarInfo, bytes]]

#: Names that lead elsewhere, or that some file system takes for another.
NAMES = [
    "../{n}", "../../outside/{n}", "/tmp/edge-hostile-{n}", "wheels/../../{n}", "wheels/..", "//{n}",
    "wheels\\..\\{n}", "C:\\{n}", "C:/{n}", "\\\\host\\share\\{n}", "wheels/{n}\n", "wheels/con",
    "wheels/NUL.whl", "wheels/a.", "wheels/a ", "wheels/\u202e{n}", "wheels/\uff41", "wheels/e\u0301",
    "wheels/é", "venv/bin/python", "current", "bin/edge", "ready", "versions/x/{n}",
    ".bashrc", "wheels/./{n}",
    "./{n}", "wheels/" + "a" * 400, "wheels/a:stream", "~/{n}", "$HOME/{n}",
]  # fmt: skip


def member(name: str, data: bytes = b"") -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.size = len(data)
    return info, data


def whole(files: dict[str, bytes], **changed: object) -> Members:
    described = json.dumps(bundles.manifest(files, version="9", **changed), ensure_ascii=False).encode()
    return [member("manifest.json", described), *(member(name, data) for name, data in files.items())]


def packed(members: Members, form: int = tarfile.GNU_FORMAT) -> bytes:
    """With the headers that edge itself writes (for GNU_FORMAT), so that what is wrong is what refuses it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for info, data in members:
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def slip(at: random.Random) -> bytes:
    """A name that climbs out, in the manifest and in the archive, or in the archive alone."""
    name = at.choice(NAMES).format(n=at.randrange(10**6))
    files = dict(bundles.FILES)
    if at.random() < 0.5:
        return packed(whole(files | {name: b"evil"}), at.choice([tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]))
    extra = member(name, b"evil")
    members = whole(files)
    members.insert(at.randrange(1, len(members) + 1), extra)
    return packed(members)


def special(at: random.Random) -> bytes:
    """A link, device, pipe or folder where a file should be, or beside it."""
    kind = at.choice([
        tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE,
        tarfile.CONTTYPE, tarfile.GNUTYPE_SPARSE, b"S", b"V", b"M", b"x", b"g", b"L", b"K", b"\0",
    ])  # fmt: skip
    target = at.choice(["/etc/passwd", "../../../outside", "..", "/", "../../outside/planted"])
    members = whole(dict(bundles.FILES))
    place = at.randrange(1, len(members))
    info = tarfile.TarInfo(
        members[place][0].name.rpartition("/")[0] if at.random() < 0.4 else members[place][0].name
    )
    info.type, info.linkname, info.devmajor, info.devminor = kind, target, 1, 3
    if at.random() < 0.5:
        members[place] = (info, b"")
    else:
        members.insert(place, (info, b""))
    out = io.BytesIO()
    for one, data in members:
        out.write(one.tobuf(tarfile.GNU_FORMAT) + data + b"\0" * (-len(data) % 512))
    return out.getvalue() + b"\0" * 10240


def bomb(at: random.Random) -> bytes:
    """Small on the disk, large when believed: compressed zeros, sizes that lie, a manifest without end."""
    data = bundles.archive()
    which = at.randrange(6)
    if which < 3:
        return (gzip.compress, bz2.compress, lzma.compress)[which](data + bytes(2_000_000))
    if which == 3:
        field = at.choice(
            [b"77777777777\0", b"\x80" + b"\xff" * 11, b"-0000000001\0", b"           \0", b"\xff" * 12]
        )
        place = 512 * at.randrange(len(data) // 512)
        return data[: place + 124] + field + data[place + 136 :]
    if which == 4:
        files = dict(bundles.FILES)
        tree = bundles.manifest(files)
        tree["files"][0]["bytes"] = at.choice([1 << 39, 1 << 62, 10**30, -1, 0.5, "9", None, True])
        return packed([member("manifest.json", json.dumps(tree).encode()), *whole(files)[1:]])
    return packed([member("manifest.json", b'{"kind":' + b"[" * at.choice([10, 10**5, 10**6]))])


def twice(at: random.Random) -> bytes:
    """Names that stand twice, or in another case, or in letters that look alike."""
    files = dict(bundles.FILES)
    name = at.choice(list(files))
    twin = at.choice(
        [
            name,
            name.upper(),
            name.title(),
            name.replace("e", "\u0065\u0301"),
            name.replace("i", "ı"),
            name + "/x",
        ]
    )
    described = bundles.manifest(files, version="9")
    described["files"].insert(at.randrange(4), bundles.entry(twin, b"evil"))
    members = [member("manifest.json", json.dumps(described).encode()), *whole(files)[1:]]
    members.insert(at.randrange(1, 5), member(twin, b"evil"))
    return packed(members)


def wrong(at: random.Random) -> bytes:
    """Content, digest or order that are not those of the manifest."""
    files = dict(bundles.FILES)
    members = whole(files)
    which = at.randrange(4)
    place = at.randrange(1, len(members))
    info, data = members[place]
    if which == 0:
        changed = bytearray(data)
        changed[at.randrange(len(data))] ^= 1 << at.randrange(8)
        members[place] = (info, bytes(changed))
    elif which == 1:
        rest = members[1:]
        at.shuffle(rest)
        if [one[0].name for one in rest] == list(files):
            rest.reverse()
        members = [members[0], *rest]
    elif which == 2:
        members.pop(place)
    else:
        members.append(member("wheels/more.whl", b"more"))
    return packed(members)


def signature(at: random.Random) -> bytes:
    """A signature of something else, of nobody, or of no kind at all."""
    text = at.choice([
        b"x", b"-----BEGIN SSH SIGNATURE-----\n" + at.randbytes(60) + b"\n-----END SSH SIGNATURE-----\n",
        at.randbytes(500),
        b"-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQ==\n-----END SSH SIGNATURE-----\n", bytes(70_000),
    ])  # fmt: skip
    return bundles.archive(signature=text, version="9")


def cut(at: random.Random) -> bytes:
    """Less than it was, or more."""
    data = bundles.archive(version="9")
    return (
        data[: at.randrange(len(data))] if at.random() < 0.8 else data + at.randbytes(at.randrange(1, 20_000))
    )


def flipped(at: random.Random) -> bytes:
    """Damage anywhere but in the manifest, whose change may be a whole one again."""
    data = bytearray(bundles.archive(version="9"))
    first = 1024 + len(json.dumps(bundles.manifest(bundles.FILES)))
    for _ in range(at.randrange(1, 20)):
        data[at.randrange(first, len(data))] ^= at.randrange(1, 256)
    return bytes(data)


def pax(at: random.Random) -> bytes:
    """A header of PAX that gives the next file another name, size or link."""
    info, data = member("wheels/a.whl", b"evil")
    info.pax_headers = at.choice([
        {"path": "../../outside/evil"}, {"linkpath": "/etc/passwd"}, {"size": "99999999999"},
        {"path": "/etc/x"},
        {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": "1099511627776"},
    ])  # fmt: skip
    return packed([*whole(dict(bundles.FILES)), (info, data)], tarfile.PAX_FORMAT)


KINDS: list[Callable[[random.Random], bytes]] = [
    slip,
    special,
    bomb,
    twice,
    wrong,
    signature,
    cut,
    flipped,
    pax,
]


class Touched:
    """Every path that Python creates, writes, renames or removes while it is entered."""

    _CHANGES = ("os.mkdir", "os.rename", "os.remove", "os.symlink", "os.link", "os.truncate", "os.chmod")

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._on = False
        sys.addaudithook(self._audit)  # stays, and sees nothing outside `with`

    def __enter__(self) -> None:
        self._on = True

    def __exit__(self, *_: object) -> None:
        self._on = False

    def _audit(self, event: str, details: tuple[Any, ...]) -> None:
        if not self._on:
            return
        flags = details[2] if event == "open" else 0
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if (writes or event in self._CHANGES) and not isinstance(details[0], int):  # a number is open already
            # What is removed below an open folder (shutil.rmtree) is in a temporary one of this process.
            below = event == "os.remove" and details[1] != -1
            if not below:
                self.seen.append(os.fspath(details[0]))


@pytest.fixture(scope="module")
def jail(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to break out of: a version in force, and something outside that must not change."""
    root = tmp_path_factory.mktemp("jail")
    (root / "outside").mkdir()
    (root / "outside" / "planted").write_bytes(b"untouched")
    (root / "good.tar").write_bytes(bundles.archive())
    read.install(root / "good.tar", root / "to")
    return root


def test_a_version_of_the_same_shape_installs(jail: Path, tmp_path: Path) -> None:
    """The control: what the hostile ones are made from is taken when nothing is wrong with it."""
    assert read.install(_written(tmp_path, packed(whole(dict(bundles.FILES)))), tmp_path / "to").changed


def test_hostile_archives(jail: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every one is refused with a BundleError; not a byte of the folder, or beside it, is another."""
    if not shutil.which("ssh-keygen"):
        pytest.skip("no ssh-keygen here: signatures cannot be refused")
    monkeypatch.chdir(jail)
    before = bundles.tree_of(jail)
    installed, touched = [], Touched()
    for seed in range(RUNS):
        data = KINDS[seed % len(KINDS)](random.Random(seed))
        path = _written(tmp_path, data)
        with touched:
            try:
                read.install(path, jail / "to")
            except BundleError:
                pass
            else:
                installed.append((seed, KINDS[seed % len(KINDS)].__name__))
        assert bundles.tree_of(jail) == before, f"seed {seed}"
    assert installed == []

    assert touched.seen, "the hook saw nothing"
    assert [
        path for path in touched.seen if not path.startswith(tempfile.gettempdir() + os.sep + "tmp")
    ] == []
    assert not list(Path("/tmp").glob("edge-hostile-*"))
    fault_tally.count("hostile bundles", RUNS)


def test_hostile_archives_on_a_bare_machine(tmp_path: Path) -> None:
    """Where nothing is installed yet, a refused bundle leaves no folder at all."""
    for seed in range(len(KINDS)):
        path = _written(tmp_path, KINDS[seed](random.Random(-1 - seed)))
        if KINDS[seed] is signature and not shutil.which("ssh-keygen"):
            continue
        with pytest.raises(BundleError):
            read.install(path, tmp_path / "to")
        assert not (tmp_path / "to").exists(), KINDS[seed].__name__


def test_hostile_folders(jail: Path, tmp_path: Path) -> None:
    """Links to files and to folders, pipes, files that are missing, longer, or folders."""
    before = bundles.tree_of(jail)
    for seed in range(max(RUNS // 8, 8)):
        at = random.Random(seed)
        place = bundles.folder(tmp_path / f"b{seed}", version="9")
        victim = place / at.choice(list(bundles.FILES))
        which = seed % 6
        if which == 5:
            parent = victim.parent
            moved = tmp_path / f"moved{seed}"
            parent.rename(moved)
            parent.symlink_to(moved)
        else:
            data = victim.read_bytes()
            victim.unlink()
            if which == 0:
                victim.symlink_to("/etc/passwd")
            elif which == 1:
                victim.mkdir()
            elif which == 2:
                victim.write_bytes(data + b"x" * at.randrange(1, 9))
            elif which == 3 and hasattr(os, "mkfifo"):
                os.mkfifo(victim)
        with pytest.raises(BundleError):
            read.install(place, jail / "to")
        assert bundles.tree_of(jail) == before, f"seed {seed}"
        fault_tally.count("hostile bundles")


def _written(folder: Path, data: bytes) -> Path:
    path = folder / "hostile.tar"
    path.write_bytes(data)
    return path
