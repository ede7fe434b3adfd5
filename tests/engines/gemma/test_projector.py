"""A Gemma that sees, in llama.cpp itself: a tiny vision tower of Gemma 3's architecture, random weights."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import projector_tiny
import pytest
from gemma_shared import needs_llama, needs_sight, picture
from hypothesis import given
from hypothesis import strategies as st

from edge.engines.gemma import gguf, gguf_tiny, gguf_writer, projector_file
from edge.engines.gemma.engine import GemmaEngine
from edge.errors import ModelDamaged, ModelDied, ModelError, PromptTooLong
from edge.records import PagePicture
from edge.settings import GemmaSettings

SCHEMA: dict[str, Any] = {
    "type": "object", "properties": {"grade": {"type": "string", "enum": ["0", "1", "2"]}},
    "required": ["grade"], "additionalProperties": False,
}  # fmt: skip
SETTINGS = GemmaSettings(window=1_024, threads=1, seconds=60)


def stroke(at: int, page: int = 1) -> PagePicture:
    """A page with a line across it."""
    pixels = np.full((56, 56, 3), 255, dtype=np.uint8)
    pixels[at : at + 4, 4:52] = 20
    return picture(pixels, page)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("sight")
    model, projector = folder / "gemma.gguf", folder / "eyes.gguf"
    gguf_tiny.write(model)
    projector_tiny.write(projector, gguf_tiny.HIDDEN)
    return model, projector


@pytest.fixture(scope="module")
def gemma(files: tuple[Path, Path]) -> Iterator[GemmaEngine]:
    made = GemmaEngine(files[0], SETTINGS, rank=lambda *_: [], states=False, projector=files[1])
    with made:
        yield made


def test_a_projector_says_what_a_picture_costs(files: tuple[Path, Path]) -> None:
    """From the header alone: the squares it sees, their tokens, and the model it belongs to."""
    header = projector_file.check(files[1])
    assert (header.side, header.tokens, header.width) == (56, 4, gguf_tiny.HIDDEN)
    assert header.needs > header.path.stat().st_size
    assert projector_file.fits(header, gguf.check(files[0]))


def test_what_is_no_projector_of_this_model_is_refused(files: tuple[Path, Path], tmp_path: Path) -> None:
    """A model, a projector of another family, another width, sizes that cannot be: each says what it is."""
    with pytest.raises(ModelError, match="no projector"):
        projector_file.check(files[0])
    other = tmp_path / "other.gguf"
    projector_tiny.write(other, gguf_tiny.HIDDEN, kind="qwen2vl_merger")
    with pytest.raises(ModelError, match="'qwen2vl_merger'"):
        projector_file.check(other)
    projector_tiny.write(other, 128)
    with pytest.raises(ModelError, match=r"width 128.*width 64"):
        projector_file.of(other, gguf.check(files[0]))
    projector_tiny.write(other, gguf_tiny.HIDDEN, side=57)
    with pytest.raises(ModelDamaged, match="57 pixels"):
        projector_file.check(other)


SIZES = st.sampled_from(["image_size", "patch_size", "block_count", "projection_dim"])


@given(st.dictionaries(SIZES, st.integers(0, 2**32 - 1), min_size=1))
def test_no_number_in_a_header_is_trusted(
    tmp_path_factory: pytest.TempPathFactory, changed: dict[str, int]
) -> None:
    """Whatever sizes a file gives, it is a header or a ModelError; nothing is divided by zero."""
    path = tmp_path_factory.getbasetemp() / "header.gguf"
    keys: dict[str, gguf_writer.Value] = {
        "general.architecture": "clip", "clip.has_vision_encoder": True, "clip.projector_type": "gemma3",
        "clip.vision.image_size": 56, "clip.vision.patch_size": 14, "clip.vision.block_count": 1,
        "clip.vision.projection_dim": 64, "clip.vision.embedding_length": 32,
        **{f"clip.vision.{name}": value for name, value in changed.items()},
    }  # fmt: skip
    gguf_writer.write(path, keys, [("one", (1,), gguf_writer.F32, b"\0" * 4)])
    try:
        header = projector_file.check(path)
    except ModelError:
        return
    assert 0 < header.tokens <= header.side**2 <= 4_096**2


@needs_llama
@needs_sight
def test_pictures_are_seen_in_their_order(gemma: GemmaEngine) -> None:
    """What the model says hangs on the pictures and their order, and is the same each time; the form holds.

    The weights are random, so only that it differs can be seen, not what it sees.
    """
    one, two = stroke(8), stroke(40, page=2)
    said = {
        name: gemma.complete("Mark it.", SCHEMA, pictures=shown)
        for name, shown in {"one two": [one, two], "two one": [two, one], "one": [one], "none": []}.items()
    }
    assert all(it.value["grade"] in {"0", "1", "2"} for it in said.values())
    assert len({tuple(it.logprobs) for it in said.values()}) == 4
    again = gemma.complete("Mark it.", SCHEMA, pictures=[one, two])
    assert again.logprobs == said["one two"].logprobs
    # 4 tokens, two marks, and its line: a token a character here, and one for the beginning of a run.
    more = said["one two"].tokens["prompt"] - said["one"].tokens["prompt"]
    assert more == len("Page 2, part 1 of 1:\n\n") + 1 + 6


@needs_llama
@needs_sight
def test_a_picture_is_looked_at_once(gemma: GemmaEngine, files: tuple[Path, Path]) -> None:
    """Fresh calls show it again; what the vision tower made of it is kept, and its pixels sent once."""
    seen = stroke(24)
    gemma.complete("Mark it.", SCHEMA, pictures=[seen])
    unreadable = msgspec.structs.replace(seen, data=b"no longer there")
    assert gemma.complete("And now?", SCHEMA, pictures=[unreadable]).value
    model, projector = files
    fresh = GemmaEngine(model, SETTINGS, rank=lambda *_: [], states=False, projector=projector)
    with fresh:
        cold = fresh.complete("Mark it.", SCHEMA, pictures=[seen])
    assert cold.logprobs == gemma.complete("Mark it.", SCHEMA, pictures=[seen]).logprobs


@needs_llama
@needs_sight
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"data": b"not zlib", "sha256": "0" * 64}, "cannot be unpacked"),
        ({"data": zlib.compress(b"\0" * 99), "sha256": hashlib.sha256(b"\0" * 99).hexdigest()}, "9408 bytes"),
        ({"data": zlib.compress(b"\0" * 10**7), "sha256": "1" * 64}, "9408 bytes"),
        ({"sha256": "2" * 64}, "digest"),
        ({"side": 0, "sha256": "3" * 64}, "0 pixels"),
        ({"side": 10**6, "sha256": "4" * 64}, "1000000 pixels"),
    ],
)
def test_a_bad_picture_is_an_error_of_its_call(gemma: GemmaEngine, changes: dict[str, Any], why: str) -> None:
    """Wrong sizes, wrong bytes, a bomb: said in words, the worker lives on."""
    bad = msgspec.structs.replace(stroke(30), **changes)
    gemma.open()
    pid = gemma.pid
    with pytest.raises(ModelError, match=why) as told:
        gemma.complete("Mark it.", SCHEMA, pictures=[bad])
    assert not isinstance(told.value, ModelDied)
    assert gemma.complete("Mark it.", SCHEMA, pictures=[stroke(30)]).value and gemma.pid == pid


@needs_llama
@needs_sight
def test_more_pictures_than_the_window_holds_are_refused_before_computing(gemma: GemmaEngine) -> None:
    """The budget is the window: an error that says so, no picture left out in silence."""
    with pytest.raises(PromptTooLong, match="the window holds 1024"):
        gemma.complete("Mark it.", SCHEMA, pictures=[stroke(1 + at % 50, page=at) for at in range(60)])
    assert gemma.complete("Mark it.", SCHEMA, pictures=[stroke(2)]).value


@needs_llama
@needs_sight
def test_a_model_without_eyes_is_shown_nothing(files: tuple[Path, Path]) -> None:
    """Without a projector a picture is an error, and no blank answer."""
    with GemmaEngine(files[0], SETTINGS, rank=lambda *_: [], states=False) as blind:
        assert (blind.sees, blind.picture_chars, blind.eyes) == (0, 0, "")
        with pytest.raises(ModelError, match="without a projector"):
            blind.complete("Mark it.", SCHEMA, pictures=[stroke(3)])


@needs_llama
@needs_sight
def test_a_picture_of_more_tokens_than_a_micro_batch_is_one_batch(tmp_path: Path) -> None:
    """A picture is read in both directions: llama.cpp ends its process where that is cut. The micro-batch
    grows to hold it (100 tokens here, 32 at once otherwise).
    """
    model, projector = tmp_path / "gemma.gguf", tmp_path / "eyes.gguf"
    gguf_tiny.write(model)
    projector_tiny.write(projector, gguf_tiny.HIDDEN, side=280)
    settings = msgspec.structs.replace(SETTINGS, micro_batch=32)
    pixels = np.full((280, 280, 3), 255, dtype=np.uint8)
    pixels[100:120] = 0
    with GemmaEngine(model, settings, rank=lambda *_: [], states=False, projector=projector) as sees:
        first = sees.complete("Mark it.", SCHEMA, pictures=[picture(pixels)])
        assert first.logprobs == sees.complete("Mark it.", SCHEMA, pictures=[picture(pixels)]).logprobs


def test_a_damaged_projector_is_found_by_its_digest(files: tuple[Path, Path], tmp_path: Path) -> None:
    """A sidecar with another digest: refused before llama.cpp sees the file."""
    projector = tmp_path / "eyes.gguf"
    projector.write_bytes(files[1].read_bytes())
    projector.with_name("eyes.gguf.sha256").write_text("0" * 64, encoding="utf-8")
    with pytest.raises(ModelDamaged, match=r"eyes\.gguf is damaged"):
        GemmaEngine(files[0], SETTINGS, rank=lambda *_: [], states=False, projector=projector)


@needs_llama
@needs_sight
@pytest.mark.parametrize("spoilt", ["short", "shape", "nan"])
def test_a_projector_that_is_damaged_inside_is_an_error_of_the_call(tmp_path: Path, spoilt: str) -> None:
    """Its header is whole, its tensors are not: cut, of another shape, or no numbers. Said, never seen
    through.
    """
    model, projector = tmp_path / "gemma.gguf", tmp_path / "eyes.gguf"
    gguf_tiny.write(model)
    projector_tiny.write(projector, gguf_tiny.HIDDEN)
    data = projector.read_bytes()
    if spoilt == "short":
        projector.write_bytes(data[:-64])
    elif spoilt == "nan":
        projector.write_bytes(data[:-8_000] + b"\xff" * 8_000)
    else:  # positions of a larger picture than the header says
        projector_tiny.write(projector, gguf_tiny.HIDDEN, side=112)
        spoken = b"clip.vision.image_size"
        at = projector.read_bytes().index(spoken) + len(spoken) + 4
        data = projector.read_bytes()
        projector.write_bytes(data[:at] + (56).to_bytes(4, "little") + data[at + 4 :])

    def look() -> None:
        with GemmaEngine(model, SETTINGS, rank=lambda *_: [], states=False, projector=projector) as sees:
            sees.complete("Mark it.", SCHEMA, pictures=[stroke(3)])

    with pytest.raises(ModelError):
        look()
