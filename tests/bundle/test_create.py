"""Making: what is in a bundle is what was asked for, whole, and nothing of the person who made it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import bundles
import pytest

from edge import __version__, paths
from edge.bundle import read
from edge.bundle.create import Order, create
from edge.bundle.target import TARGETS, target
from edge.bundle.wheels import chosen_wheels
from edge.errors import BundleError, KnowledgeDamaged, ModelError, NotPermitted, UsageError
from edge.settings import Settings

pytest.importorskip("cyclonedx", reason="the extra bundle is not installed")


@pytest.fixture
def gguf(tmp_path: Path) -> Path:
    path = tmp_path / "petit modèle.gguf"
    path.write_bytes(b"GGUF" + bytes(5000))
    return path


def edge(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "edge", *arguments], capture_output=True, text=True, encoding="utf-8",
        env=os.environ | environ, check=False,
    )  # fmt: skip


def test_a_bundle_of_a_base_and_a_model_answers_where_it_is_installed(
    tmp_path: Path, small_knowledge: Path, gguf: Path
) -> None:
    """After an install edge uses what came with it: the knowledge base and the model."""
    out, to = tmp_path / "out.tar", tmp_path / "to"
    made = edge("bundle", "create", str(out), "-K", str(small_knowledge), "--model", str(gguf), "--json")
    assert made.returncode == 0, made.stderr
    report = json.loads(made.stdout)
    assert report["files"] == 6 and any("full paths" in note for note in report["notes"])
    assert report["bytes"] == out.stat().st_size
    assert edge("bundle", "verify", str(out)).returncode == 0
    assert edge("bundle", "install", str(out), "--to", str(to)).returncode == 0
    home = {"EDGE_BUNDLE": str(to), "EDGE_HOME": str(tmp_path / "home")}
    answer = json.loads(edge("ask", "Where does the brass key hang?", "--json", **home).stdout)
    assert "blue door" in answer["citations"][0]["quote"]
    assert "petit-modele.gguf" in edge("config", **home).stdout
    listed = json.loads(edge("bundle", "list", "--to", str(to), "--json", **home).stdout)
    assert [one["current"] for one in listed["bundles"]] == [True] and listed["running"].startswith(str(to))


def test_a_gemma_of_random_weights_runs_out_of_a_bundle(tmp_path: Path) -> None:
    """Real llama.cpp on the file that came with the bundle, by the bundle's settings alone."""
    pytest.importorskip("llama_cpp", reason="the extra llama is not installed")
    pytest.importorskip("gguf", reason="the package gguf (test group) writes the model file")
    from gemma_shared import synthesise

    model = synthesise(tmp_path / "tiny.gguf", "--shape", "tiny", "--quant", "q4_0")
    create(Order(out=tmp_path / "b.tar", models=[str(model)]), Settings())
    model.unlink()
    read.install(tmp_path / "b.tar", tmp_path / "to")
    environ = {"EDGE_BUNDLE": str(tmp_path / "to"), "EDGE_HOME": str(tmp_path / "home")}
    done = edge("ask", "Who presses the clock?", "--engine", "gemma", "--json", **environ)
    passes = json.loads(done.stdout)["passes"]
    assert {one["engine"] for one in passes} == {"gemma"} and any(not one["error"] for one in passes)


def test_a_project_with_a_manifest_of_its_own_is_no_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Browser extensions have a manifest.json beside their venv: only the layout of an install counts."""
    monkeypatch.delenv("EDGE_BUNDLE", raising=False)
    for place, found in ((tmp_path / "project", False), (tmp_path / "to" / "versions" / "x-1", True)):
        (place / "venv").mkdir(parents=True)
        for name in ("manifest.json", "ready"):
            (place / name).write_text("{}")
        monkeypatch.setattr(sys, "prefix", str(place / "venv"))
        assert paths.bundle() == (place if found else None)
    (tmp_path / "to" / "versions" / "x-1" / "ready").unlink()
    assert paths.bundle() is None
    monkeypatch.setenv("EDGE_BUNDLE", str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="nowhere"):
        paths.bundle()


def test_a_catalog_model_is_found_in_the_bundle(
    tmp_path: Path, tiny_catalog: object, tiny_bert: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model whose digest only its maker knew is pinned by the bundle, and compared with it."""
    from edge.models import catalog, installed, manage

    manage.bring(tiny_bert, "tiny-bert", "")
    create(Order(out=tmp_path / "b.tar", models=["tiny-bert"]), Settings())
    done = read.install(tmp_path / "b.tar", tmp_path / "to")
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "another"))
    monkeypatch.setenv("EDGE_BUNDLE", str(tmp_path / "to"))
    paths.home.cache_clear()
    model = catalog.get("tiny-bert")
    found = installed.verified(model, model.variant())
    assert found.place == installed.BUNDLE and found.paths[0].is_relative_to(done.folder)
    data = bytearray(found.paths[0].read_bytes())
    data[-1] ^= 1
    found.paths[0].write_bytes(data)
    with pytest.raises(ModelError, match="sha256"):
        installed.verified(model, model.variant())


def test_an_update_carries_what_changed(tmp_path: Path, small_knowledge: Path, gguf: Path) -> None:
    """--delta against a bundle, or against where it is installed: the same files left out."""
    to = tmp_path / "to"
    order = Order(version="2", models=[str(gguf)], knowledge=[small_knowledge])
    whole = create(order._replace(out=tmp_path / "1.tar", version="1"), Settings())
    read.install(tmp_path / "1.tar", to)
    gguf.write_bytes(b"GGUF" + bytes(range(200)))
    for base in (tmp_path / "1.tar", to):
        delta = create(order._replace(out=tmp_path / f"{base.name}.delta.tar", base=base), Settings())
        assert delta.kept >= 3 and delta.bytes < whole.bytes - small_knowledge.stat().st_size / 2
    done = read.install(tmp_path / "to.delta.tar", to)
    assert Path(done.folder, "models/files/petit-modele.gguf").read_bytes() == gguf.read_bytes()
    assert read.verify(to).id == done.id
    with pytest.raises(UsageError, match="called"):
        create(order._replace(name="other", base=to), Settings())


def test_nothing_of_the_person_goes_in(tmp_path: Path, gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Canaries in settings, environment and home: none is in the bundle, while plain numbers are."""
    canary = "canary-4711"
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / canary))
    monkeypatch.setenv("ANTHROPIC_API_KEY", canary)
    (tmp_path / "config.toml").write_text(
        f'state = "/{canary}.db"\n[search]\nk = 17\nlog = "/{canary}"\n[access]\nowner = "{canary}"\n'
        f'[extract]\nvip = "{canary}@x"\ntasks = "/{canary}"\n'
        f'[cloud]\nmode = "ask"\nredact_words = "{canary}"\n'
        f'base_url = "https://{canary}"\n[open]\nviewer = "{canary}"\n'
        f'[grade]\njudges = "gemma:/{canary}.gguf"\n'
    )
    monkeypatch.setenv("EDGE_CONFIG", str(tmp_path / "config.toml"))
    paths.home.cache_clear()
    paths.config_file.cache_clear()
    try:
        create(Order(out=tmp_path / "b.tar", models=[str(gguf)]), Settings())
    finally:
        paths.home.cache_clear()
        paths.config_file.cache_clear()
    data = (tmp_path / "b.tar").read_bytes()
    assert (
        canary.encode() not in data
        and b"search.k = 17" in data
        and b"cloud" not in _settings(tmp_path / "b.tar")
    )


def _settings(bundle: Path) -> bytes:
    with tarfile.open(bundle) as archive:
        member = archive.extractfile("settings/settings.toml")
        assert member is not None
        return member.read()


def test_the_same_content_gives_the_same_bytes(
    tmp_path: Path, gguf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With SOURCE_DATE_EPOCH, wherever and whenever it is made."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    for name in ("a.tar", "b.tar"):
        create(Order(out=tmp_path / name, models=[str(gguf)]), Settings())
    assert (tmp_path / "a.tar").read_bytes() == (tmp_path / "b.tar").read_bytes()


def test_the_sbom_is_cyclonedx(tmp_path: Path, small_knowledge: Path, gguf: Path) -> None:
    """Libraries, models and knowledge with their sha256, as its published schema asks."""
    held = bundles.wheels(tmp_path / "wheels")
    create(
        Order(out=tmp_path / "b", wheels=held, models=[str(gguf)], knowledge=[small_knowledge]), Settings()
    )
    data = json.loads((tmp_path / "b/sbom.cdx.json").read_text(encoding="utf-8"))
    by_kind = {one["type"]: one for one in data["components"]}
    assert data["specVersion"] == "1.6"
    assert by_kind["library"]["purl"] == f"pkg:pypi/edge-answers@{__version__}"
    assert {"machine-learning-model", "data"} <= set(by_kind) and all(
        one["hashes"] for one in data["components"]
    )
    jsonschema = pytest.importorskip("jsonschema", reason="comes with the extra mcp")
    from cyclonedx.schema import _res

    schema = json.loads(Path(_res.BOM_JSON_STRICT[_version()]).read_text(encoding="utf-8"))
    from referencing import Registry, Resource

    resources = [
        (name, Resource.from_contents(json.loads(Path(path).read_text(encoding="utf-8"))))
        for name, path in (
            ("spdx.SNAPSHOT.schema.json", _res.SPDX_JSON), ("jsf-0.82.SNAPSHOT.schema.json", _res.JSF),
            ("cryptography-defs.SNAPSHOT.schema.json", _res.CRYPTOGRAPHY_DEFS),
        )
    ]  # fmt: skip
    schema.pop("$id")  # then its references are the bare names of the files beside it
    jsonschema.Draft7Validator(schema, registry=Registry().with_resources(resources)).validate(data)


def _version() -> object:
    from cyclonedx.schema import SchemaVersion

    return SchemaVersion.V1_6


def test_what_cannot_go_in_is_named(tmp_path: Path, small_knowledge: Path, gguf: Path) -> None:
    """A model that is not here, a damaged base, a place that is taken, nothing at all, offline."""
    damaged = tmp_path / "damaged.db"
    data = bytearray(small_knowledge.read_bytes())
    data[len(data) // 2] ^= 1
    damaged.write_bytes(data)
    out = tmp_path / "b.tar"
    for order, kind in (
        (Order(out=out, models=["gemma-3-4b-it"]), ModelError),
        (Order(out=out, models=[str(tmp_path / "none.gguf")]), BundleError),
        (Order(out=out, knowledge=[damaged]), KnowledgeDamaged),
        (Order(out=out), UsageError),
        (Order(out=gguf, models=[str(gguf)]), UsageError),
        (Order(out=out, models=[str(gguf)], python="2.7", wheels=tmp_path), UsageError),
        (Order(out=out, wheels=tmp_path, platform="amiga-68000"), UsageError),
        (Order(out=out, models=[str(gguf)], name="../x"), UsageError),
    ):
        with pytest.raises(kind):
            create(order, Settings())
    with pytest.raises(NotPermitted):
        create(Order(out=out, wheels=tmp_path / "w", download=True), Settings(offline=True))
    assert not out.exists() and not list(tmp_path.glob(".b.tar*"))


# --- wheels ------------------------------------------------------------------------------------------


def test_a_missing_wheel_is_named_with_who_needs_it(tmp_path: Path) -> None:
    """By the target's markers, not by those of the machine that makes the bundle."""
    held = bundles.wheels(tmp_path / "w", requires='winthing>=2; sys_platform == "win32"')
    assert [wheel.name for wheel in chosen_wheels(held, target("linux-x86_64"), "3.11", [], __version__)] == [
        "edge-answers"
    ]
    with pytest.raises(BundleError, match="winthing>=2"):
        chosen_wheels(held, target("windows-amd64"), "3.11", [], __version__)
    with pytest.raises(BundleError, match="edge-answers"):
        chosen_wheels(held, target("linux-x86_64"), "3.11", [], "9.9")


def test_the_newest_wheel_that_runs_there_is_taken(tmp_path: Path) -> None:
    """Of several of one library; those for other machines, Pythons, or a newer glibc are not."""
    import zipfile

    held = bundles.wheels(tmp_path / "w", requires="thing")
    fitting = {
        "linux-x86_64": "thing-1.10-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "windows-amd64": "thing-1.2-cp310-abi3-win_amd64.whl",
        "macos-arm64": "thing-1.9-cp311-cp311-macosx_11_0_arm64.whl",
    }
    others = [
        "thing-1.9-py3-none-manylinux_2_17_x86_64.whl", "thing-3-cp312-cp312-manylinux_2_17_x86_64.whl",
        "thing-4-cp311-cp311-manylinux_2_99_x86_64.whl", "thing-5-cp311-cp311-musllinux_1_2_x86_64.whl",
    ]  # fmt: skip
    for name in (*fitting.values(), *others):
        version = name.split("-")[1]
        with zipfile.ZipFile(held / name, "w") as out:
            out.writestr(
                f"thing-{version}.dist-info/METADATA",
                f"Metadata-Version: 2.1\nName: thing\nVersion: {version}\n",
            )
    for machine, name in fitting.items():
        chosen = chosen_wheels(held, target(machine), "3.11", [], __version__)
        assert [wheel.path.name for wheel in chosen if wheel.name == "thing"] == [name]


def test_every_target_can_run_pure_wheels(tmp_path: Path) -> None:
    """Whatever machine is named."""
    held = bundles.wheels(tmp_path / "w")
    for name in TARGETS:
        assert chosen_wheels(held, target(name), "3.12", [], __version__)


def test_termux_is_told_what_to_do() -> None:
    """Wheels of Linux do not run on Android: no bundle is made that could not be installed."""
    with pytest.raises(UsageError) as refused:
        target("android-aarch64")
    assert "pip wheel" in refused.value.hint


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"x" * 100])
def test_a_broken_wheel_is_named(tmp_path: Path, data: bytes) -> None:
    """Not a traceback of zipfile."""
    held = bundles.wheels(tmp_path / "w", requires="thing")
    (held / "thing-1-py3-none-any.whl").write_bytes(data)
    with pytest.raises(BundleError, match="thing-1"):
        chosen_wheels(held, target("linux-x86_64"), "3.11", [], __version__)
