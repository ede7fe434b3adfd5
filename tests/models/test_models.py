"""The verb `models`: files are found where they lie, checked before use, pinned once, and
fetched only with a yes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from edge import paths
from edge.engines.gemma import llama
from edge.errors import ModelDamaged, ModelError, NotPermitted
from edge.models import catalog, installed, manage, networks, recommend
from edge.records import ModelBrought
from edge.records.catalog import CatalogModel, Golden, ModelFile
from edge.settings import Settings

Catalog = dict[str, CatalogModel]
FILES = ("onnx/model_quantized.onnx", "onnx/model_quantized.onnx_data", "tokenizer.json")
CONTENT = {path: f"content of {path} ".encode() * 500 for path in FILES}


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def lay(folder: Path) -> Path:
    for path, data in CONTENT.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def hub_cache(root: Path) -> Path:
    """The files as huggingface_hub keeps them: links in a snapshot to blobs named by their sha256."""
    base = root / "models--someone--tiny-gemma"
    for path, data in CONTENT.items():
        link = base / "snapshots" / "c0ffee" / path
        link.parent.mkdir(parents=True, exist_ok=True)
        (base / "blobs").mkdir(exist_ok=True)
        (base / "blobs" / sha256(data)).write_bytes(data)
        link.symlink_to(base / "blobs" / sha256(data))
    (base / "refs").mkdir()
    (base / "refs" / "main").write_text("c0ffee", encoding="ascii")
    return base


def pinned(entries: Catalog, digest: str, **changed: bytes) -> CatalogModel:
    """Give the catalog's tiny-gemma digests of CONTENT (or of `changed`) of one kind."""
    model = entries["tiny-gemma"]

    def known(path: str) -> ModelFile:
        data = changed.get(Path(path).name.replace(".", "_"), CONTENT[path])
        return ModelFile(path=path, bytes=len(data), sha256=sha256(data), digest=digest)  # type: ignore[arg-type]

    variant = msgspec.structs.replace(model.variants[0], files=[known(path) for path in FILES[:2]])
    model = msgspec.structs.replace(model, variants=[variant], shared=[known(FILES[2])])
    entries[model.name] = model
    return model


# --- finding and checking ----------------------------------------------------------------------------


def test_a_missing_model_names_the_command(tiny_catalog: Catalog) -> None:
    """Exit code 5, and what to type."""
    with pytest.raises(ModelError, match="not on this device") as caught:
        manage.path("tiny-gemma")
    assert caught.value.exit_code == 5
    assert "edge models pull tiny-gemma" in caught.value.hint


def test_the_hub_cache_is_read_in_place(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """Files of the Hugging Face cache are used where they are: nothing is copied or written there."""
    base = hub_cache(tmp_path / "hub")
    before = sorted(path for path in base.rglob("*"))
    found = manage.path("tiny-gemma")
    assert [path.read_bytes() for path in found] == list(CONTENT.values())
    assert all(path.is_relative_to(base) for path in found)
    assert sorted(path for path in base.rglob("*")) == before


def test_a_damaged_blob_of_the_cache_is_found(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """The cache names a large file by its digest, so damage shows even where the catalog knows none."""
    base = hub_cache(tmp_path / "hub")
    blob = base / "blobs" / sha256(CONTENT[FILES[1]])
    blob.write_bytes(CONTENT[FILES[1]][:-1] + b"?")
    with pytest.raises(ModelDamaged, match="sha256"):
        manage.path("tiny-gemma")


@pytest.mark.parametrize("spoil", [b"", b"x" * 37, CONTENT[FILES[0]][:-1], CONTENT[FILES[0]][:-1] + b"?"])
@pytest.mark.parametrize("digest", ["verified", "second-hand"])
def test_wrong_bytes_never_reach_a_parser(tiny_catalog: Catalog, spoil: bytes, digest: str) -> None:
    """Size, then sha256, are compared before anything opens the file; the message names it and the repair."""
    model = pinned(tiny_catalog, digest)
    lay(installed.folder(model))
    assert len(manage.path("tiny-gemma")) == 3
    (installed.folder(model) / FILES[0]).write_bytes(spoil)
    with pytest.raises(ModelDamaged, match=r"model_quantized\.onnx has") as caught:
        networks.embedder("tiny-gemma")
    assert "edge models pull" in caught.value.hint


def test_an_unknown_digest_is_not_trusted(tiny_catalog: Catalog) -> None:
    """A file that nobody vouches for is used only after the person said so."""
    lay(installed.folder(tiny_catalog["tiny-gemma"]))
    with pytest.raises(ModelError, match="Nobody has said") as caught:
        manage.path("tiny-gemma")
    assert "edge models import" in caught.value.hint


# --- importing ---------------------------------------------------------------------------------------


def test_an_import_uses_files_where_they_lie(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """A folder is recognised by its files' names; they are pinned with a warning, and never copied."""
    stick = lay(tmp_path / "clé USB")
    brought = manage.bring(stick)
    assert (brought.model, brought.variant) == ("tiny-gemma", "model_quantized")
    assert len(brought.warnings) == 3 and "no digest was known" in brought.warnings[0]
    assert manage.path("tiny-gemma") == [stick / path for path in FILES]
    assert not (installed.folder(tiny_catalog["tiny-gemma"])).exists()
    (stick / FILES[1]).write_bytes(b"changed since")
    with pytest.raises(ModelDamaged):
        manage.path("tiny-gemma")


def test_sizes_tell_models_with_the_same_names_apart(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """`onnx/model.onnx` is what many repositories call theirs: the model whose sizes fit is taken."""
    cross = tiny_catalog["tiny-cross"]
    known = ModelFile(path="tokenizer.json", bytes=99)
    tiny_catalog["a-namesake"] = msgspec.structs.replace(cross, name="a-namesake", shared=[known])
    del tiny_catalog["tiny-cross"]
    tiny_catalog["tiny-cross"] = cross
    for path in ("onnx/model.onnx", "tokenizer.json"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(b"seven b")
    assert manage.bring(tmp_path).model == "tiny-cross"
    (tmp_path / "tokenizer.json").write_bytes(b"x" * 99)
    assert manage.bring(tmp_path).model == "a-namesake"


def test_files_may_lie_flat(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """Somebody who downloaded by hand has all files in one folder, and may name one of them."""
    for path, data in CONTENT.items():
        (tmp_path / Path(path).name).write_bytes(data)
    assert manage.bring(tmp_path / "model_quantized.onnx").model == "tiny-gemma"
    assert manage.path("tiny-gemma")[0] == tmp_path / "model_quantized.onnx"


def test_a_second_hand_digest_is_pinned_anew(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """Where the files differ from a second-hand digest, an import says so, pins them, and they are used."""
    pinned(tiny_catalog, "second-hand", tokenizer_json=b"?" * len(CONTENT[FILES[2]]))
    stick = lay(tmp_path / "stick")
    warnings = manage.bring(stick).warnings
    assert any("differs from the second-hand" in warning for warning in warnings)
    assert len(manage.path("tiny-gemma")) == 3


def test_a_verified_digest_cannot_be_pinned_over(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """What we held ourselves is known: other bytes under its name are refused."""
    pinned(tiny_catalog, "verified", tokenizer_json=b"?" * len(CONTENT[FILES[2]]))
    with pytest.raises(ModelDamaged, match=r"has sha256"):
        manage.bring(lay(tmp_path / "stick"))


def test_importing_something_else_is_refused(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """A folder without the files, or none at all, is an error that says so."""
    with pytest.raises(ModelError, match="does not hold"):
        manage.bring(tmp_path)
    with pytest.raises(ModelError, match="no file or folder"):
        manage.bring(tmp_path / "nothing")


def test_removing_forgets_an_import_and_deletes_a_pull(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """Only files in edge's own folder are ever deleted."""
    stick = lay(tmp_path / "stick")
    manage.bring(stick)
    assert manage.remove("tiny-gemma") == [] and (stick / FILES[0]).exists()
    own = lay(installed.folder(tiny_catalog["tiny-gemma"]))
    assert len(manage.remove("tiny-gemma")) == 3 and not (own / FILES[0]).exists()
    with pytest.raises(ModelError):
        manage.remove("tiny-gemma")


# --- listing, verifying, recommending ----------------------------------------------------------------


def test_a_listing_opens_nothing(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """Every variant with its state: here, missing with the command, or damaged by its size."""
    states = {entry.model: entry.status for entry in manage.listing().models}
    assert states == dict.fromkeys(("tiny-bert", "tiny-cross", "tiny-gemma"), "missing")
    manage.bring(lay(tmp_path / "stick"))
    (tmp_path / "stick" / FILES[0]).write_bytes(b"short")
    (entry,) = manage.listing(everything=False).models
    assert entry.status == "damaged" and FILES[0] in entry.problem and entry.hint


def test_verify_compares_golden_cosines(tiny_catalog: Catalog, tiny_bert: Path) -> None:
    """Right bytes on a processor that computes wrongly are caught: cosines must be those published."""
    manage.bring(tiny_bert, "tiny-bert")
    embedder = networks.embedder("tiny-bert")
    (document,) = embedder.documents([("", "a document")])
    true = float(embedder.query("a query") @ document)

    def expect(cosine: float) -> None:
        golden = [Golden(query="a query", documents=["a document"], scores=[cosine], tolerance=0.01)]
        entry = tiny_catalog["tiny-bert"]
        assert entry.embedding is not None
        embedding = msgspec.structs.replace(entry.embedding, golden=golden)
        tiny_catalog["tiny-bert"] = msgspec.structs.replace(entry, embedding=embedding)

    expect(true)
    (good,) = manage.verify("tiny-bert").models
    assert good.ok and good.golden is not None and good.golden < 1e-5
    expect(true + 0.1)
    result = manage.verify("tiny-bert")
    assert not result.ok and "published" in result.models[0].problem


def test_verify_reads_every_byte(tmp_path: Path, tiny_catalog: Catalog) -> None:
    """A byte that changed while size and times stayed is found by `verify`, whatever loading remembers."""
    manage.bring(lay(tmp_path / "stick"))
    assert manage.verify().ok
    file = tmp_path / "stick" / FILES[0]
    times, data = file.stat(), file.read_bytes()
    with file.open("r+b") as stream:
        stream.write(bytes([data[0] ^ 1]))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    result = manage.verify()
    assert not result.ok and FILES[0] in result.models[0].problem


def test_a_recommendation_gives_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest models that fit half of the free memory and the cores; none where nothing fits, and why."""
    catalog.load.cache_clear()

    def advised(free: int | None, cores: int) -> dict[str, str]:
        monkeypatch.setattr(recommend.memory, "available", lambda: free)
        monkeypatch.setattr(recommend.cores, "physical", lambda: cores)
        found = recommend.recommend().advice
        assert all(one.why for one in found)
        return {one.kind: one.model for one in found}

    assert advised(200_000_000, 2) == {"embedder": "", "generator": ""}
    assert advised(400_000_000, 2) == {"embedder": "all-minilm-l6-v2", "generator": ""}
    assert advised(3_000_000_000, 1)["generator"] == "gemma-3-270m-it"
    assert advised(3_000_000_000, 2) == {"embedder": "embeddinggemma-300m", "generator": "gemma-3-1b-it"}
    assert advised(64_000_000_000, 8)["generator"] == "gemma-3-4b-it"
    assert advised(None, 8)["generator"] == "gemma-3-4b-it"


# --- pulling -----------------------------------------------------------------------------------------


class Hub(BaseHTTPRequestHandler):
    """A model hub on the loopback, as far as a download needs one. `cut`: bytes after which it hangs up."""

    seen: ClassVar[list[tuple[str, str, str]]] = []
    cut: ClassVar[int] = 0
    answer: ClassVar[int] = 200

    def do_HEAD(self) -> None:
        self._reply(body=False)

    def do_GET(self) -> None:
        self._reply(body=True)

    def _reply(self, *, body: bool) -> None:
        path = self.path.partition("/resolve/main/")[2]
        wanted = self.headers.get("Range", "")
        self.seen.append((self.command, path, wanted))
        if self.answer != 200 or path not in CONTENT:
            self.send_response(self.answer if self.answer != 200 else 404)
            self.send_header("X-Error-Code", "GatedRepo" if self.answer == 403 else "EntryNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        data = CONTENT[path]
        start = int(wanted[6:].split("-")[0]) if wanted else 0
        self.send_response(206 if wanted else 200)
        self.send_header("ETag", f'"{sha256(data)}"')
        self.send_header("X-Repo-Commit", "c" * 40)
        self.send_header("Content-Length", str(len(data) - start))
        if wanted:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.end_headers()
        if body:
            stop = self.cut if self.cut and not wanted else len(data)
            self.wfile.write(data[start:stop])

    def log_message(self, format: str, *args: object) -> None:
        """Silence."""


@pytest.fixture
def hub(tiny_catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Hub]]:
    pytest.importorskip("huggingface_hub", reason="huggingface_hub (extra pull) is not installed")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_address[1]}")
    Hub.seen, Hub.cut, Hub.answer = [], 0, 200
    yield Hub
    server.shutdown()
    server.server_close()
    thread.join()


def pull(**given: object) -> ModelBrought:
    return manage.pull("tiny-gemma", **{"accept": True, "settings": Settings(), **given})  # type: ignore[arg-type]


def test_terms_come_before_bytes(tiny_catalog: Catalog) -> None:
    """Without a yes to the terms nothing is asked of anybody; the message says where they are."""
    with pytest.raises(NotPermitted, match="terms") as caught:
        pull(accept=False)
    assert "--accept-terms" in caught.value.hint and caught.value.exit_code == 6


def test_offline_forbids_a_pull(hub: type[Hub]) -> None:
    """The one switch holds here too, and no request leaves."""
    with pytest.raises(NotPermitted, match="offline"):
        pull(settings=Settings(offline=True))
    assert hub.seen == []


def test_a_pull_brings_checks_and_pins(hub: type[Hub], tiny_catalog: Catalog) -> None:
    """Files arrive in a folder that can be carried away whole, are pinned, and are not fetched twice."""
    told: list[tuple[str, int, int]] = []
    brought = pull(progress=lambda *step: told.append(step))
    home = installed.folder(tiny_catalog["tiny-gemma"])
    assert {path: (home / path).read_bytes() for path in FILES} == CONTENT
    assert len(brought.warnings) == 3 and manage.path("tiny-gemma") == [home / path for path in FILES]
    assert {name for name, _, _ in told} == set(FILES)
    hub.seen.clear()
    pull()
    assert hub.seen == []


def test_a_cut_pull_goes_on(hub: type[Hub], monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that ends early is taken up where it broke; what arrives in the end is whole."""
    monkeypatch.setattr("huggingface_hub.constants.DOWNLOAD_CHUNK_SIZE", 250)
    hub.cut = 1000
    pull()
    assert [path.read_bytes() for path in manage.path("tiny-gemma")] == list(CONTENT.values())
    assert ("GET", FILES[0], "bytes=1000-") in hub.seen


def test_a_dead_hub_is_a_typed_error(tiny_catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listening: exit code 5, and how to carry the files in by hand."""
    pytest.importorskip("huggingface_hub", reason="huggingface_hub (extra pull) is not installed")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr("time.sleep", lambda seconds: None)  # the library waits between its tries
    with pytest.raises(ModelError) as caught:
        pull()
    assert "edge models import" in caught.value.hint or "resumes" in caught.value.hint


def test_refusals_of_the_hub_are_told(hub: type[Hub]) -> None:
    """A gated repository needs the person (6); a file that is gone is a model error (5)."""
    hub.answer = 403
    with pytest.raises(NotPermitted, match="accepted the terms"):
        pull()
    hub.answer = 404
    with pytest.raises(ModelError, match="cannot be fetched"):
        pull()


def test_a_wrong_download_of_a_verified_file_is_refused(hub: type[Hub], tiny_catalog: Catalog) -> None:
    """What came is hashed before it is pinned: other bytes than we verified are not used."""
    pinned(tiny_catalog, "verified", tokenizer_json=b"?" * 3)
    with pytest.raises(ModelDamaged):
        pull()
    with pytest.raises(ModelError):
        manage.path("tiny-gemma")


def test_state_survives_and_damage_to_it_is_named(tiny_catalog: Catalog, tmp_path: Path) -> None:
    """The record of pins is a small JSON file; one that cannot be read is an error, not an empty record."""
    manage.bring(lay(tmp_path / "stick"))
    assert msgspec.json.decode((paths.home() / "models/installed.json").read_bytes())["pins"]
    installed.state_file().write_text("{", encoding="utf-8")
    with pytest.raises(Exception, match=r"installed\.json cannot be read"):
        manage.listing()
    shutil.rmtree(paths.home())
    assert manage.listing().models


@pytest.mark.parametrize("there", [True, False])
def test_a_recommendation_leads_to_an_answer(monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    """Besides the files: what runs them, where that is missing, and how the model is asked. A model of a
    gigabyte is not to be fetched before one knows that nothing here can run it.
    """
    catalog.load.cache_clear()
    monkeypatch.setattr(recommend.memory, "available", lambda: 3_000_000_000)
    monkeypatch.setattr(recommend.cores, "physical", lambda: 2)
    monkeypatch.setattr(recommend, "find_spec", lambda name: there or None)
    steps = {one.kind: one.then for one in recommend.recommend().advice}
    assert [len(found) for found in steps.values()] == [2 - there] * 2
    assert "--engine gemma --model gemma-3-1b-it" in steps["generator"][-1]
    assert steps["embedder"][-1].endswith("--embed --model embeddinggemma-300m")
    if not there:
        assert llama.BUILD in steps["generator"][0] and "edge-answers[embed]" in steps["embedder"][0]
