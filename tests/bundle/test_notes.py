"""What whoever makes a bundle is told before handing it on."""

from __future__ import annotations

from pathlib import Path

import pytest

from edge.bundle.notes import notes_on
from edge.bundle.parts import Part
from edge.indexing.embed import embed
from edge.indexing.run import index_paths
from edge.search.build import build_search
from edge.settings import IndexSettings
from edge.state.access import Principal
from edge.state.readership import ReadershipChange


def test_documents_for_few_are_told(tmp_path: Path) -> None:
    """A bundle carries whole bases: on the other machine settings alone say who asks."""
    folder, base = tmp_path / "own", tmp_path / "k.db"
    folder.mkdir()
    (folder / "a.md").write_text("# A\n\nThe gong is struck.\n", encoding="utf-8")
    for visibility, told in (("private", True), ("public", False)):
        said = ReadershipChange(by=Principal(), visibility=visibility)
        index_paths([folder], base, IndexSettings(), build_search=build_search, readers=said)
        notes = notes_on([], [], [Part("knowledge/k.db", base)])
        assert any("not everybody may read" in note for note in notes) is told


def test_the_encoder_that_ships_is_not_missed(tmp_path: Path) -> None:
    """It is part of every edge: a base with its vectors needs no model in the bundle."""
    pytest.importorskip("onnxruntime", reason="onnxruntime (extra embed) is not installed")
    base = tmp_path / "k.db"
    (tmp_path / "a.md").write_text("# A\n\nThe gong is struck.\n", encoding="utf-8")
    index_paths([tmp_path / "a.md"], base, IndexSettings(), build_search=build_search)
    embed(base, "encoder-fr-en")
    assert not any("only words" in note for note in notes_on([], [], [Part("knowledge/k.db", base)]))
