"""The outline of ONNX files: external data stays in its folder, and no bytes crash the reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edge.engines.onnx.file import external_data
from edge.errors import ModelDamaged, ModelError


def field(number: int, body: bytes) -> bytes:
    """One length-delimited protobuf field of fewer than 16,384 bytes."""
    size = len(body)
    length = bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])
    tag = number << 3 | 2
    return (bytes([tag]) if tag < 128 else bytes([tag & 127 | 128, tag >> 7])) + length + body


def model(location: bytes, *, nested: int = 0) -> bytes:
    """A model whose one constant lies in `location`; `nested` puts it into that many subgraphs of
    attributes.
    """
    entry = field(1, b"location") + field(2, location)
    graph = field(5, field(8, b"weights") + field(13, entry))
    for _ in range(nested):
        graph = field(1, field(5, field(6, graph)))
    return b"\x08\x09" + field(7, graph)


@pytest.mark.parametrize("nested", [0, 1, 3])
def test_external_data_is_found(tmp_path: Path, nested: int) -> None:
    """Data beside the model is listed, also from subgraphs."""
    (tmp_path / "m.onnx_data").write_bytes(b"x")
    (tmp_path / "m.onnx").write_bytes(model(b"m.onnx_data", nested=nested))
    assert external_data(tmp_path / "m.onnx") == [tmp_path / "m.onnx_data"]


@pytest.mark.parametrize(
    "location",
    [b"../m.onnx_data", b"/etc/hostname", b"a/../../x", b"", b"..", b"C:\\x", b"sub\\x", b"\xff\xfe/../x"],
)
@pytest.mark.parametrize("nested", [0, 2])
def test_data_outside_the_folder_is_refused(tmp_path: Path, location: bytes, nested: int) -> None:
    """A model file cannot make edge read another file of the user's."""
    (tmp_path / "m.onnx_data").write_bytes(b"x")
    folder = tmp_path / "inside"
    folder.mkdir()
    (folder / "m.onnx").write_bytes(model(location, nested=nested))
    with pytest.raises(ModelError):
        external_data(folder / "m.onnx")


def test_missing_data_is_named(tmp_path: Path) -> None:
    """The half of a model that was not copied along is named."""
    (tmp_path / "m.onnx").write_bytes(model(b"m.onnx_data"))
    with pytest.raises(ModelError, match=r"m\.onnx_data"):
        external_data(tmp_path / "m.onnx")


def test_nesting_is_bounded(tmp_path: Path) -> None:
    """A file cannot exhaust the stack."""
    (tmp_path / "m.onnx").write_bytes(model(b"m.onnx_data", nested=60))
    with pytest.raises(ModelDamaged, match="nested"):
        external_data(tmp_path / "m.onnx")


def test_an_empty_file_is_damaged(tmp_path: Path) -> None:
    """Zero bytes are no model."""
    (tmp_path / "m.onnx").write_bytes(b"")
    with pytest.raises(ModelDamaged):
        external_data(tmp_path / "m.onnx")


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.binary(max_size=300), st.binary(max_size=40).map(lambda tail: model(b"m.onnx_data")[:-3] + tail)
    )
)
def test_any_bytes_give_an_answer_or_a_model_error(tmp_path: Path, data: bytes) -> None:
    """No file content leads to another exception, an endless loop, or a path outside the folder."""
    path = tmp_path / "m.onnx"
    path.write_bytes(data)
    try:
        found = external_data(path)
    except ModelError:
        return
    assert all(place.parent == tmp_path for place in found)
