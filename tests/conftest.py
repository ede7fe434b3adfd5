"""What all tests share: a small knowledge base, indexed once from three small documents."""

from __future__ import annotations

from pathlib import Path

import pytest

#: Documents by name. Facts are made up, so that no model could know them.
SMALL_DOCUMENTS = {
    "boiler manual.md": """\
# Boiler manual

## Starting

The boiler is started with the green lever beside the window. Wait ninety seconds before opening the valve.

The brass key hangs behind the blue door. Nobody but the caretaker may take it.

## Pressure

The pressure must stay below four bar. When the whistle blows, close the valve at once and call Mrs Tamsin.

Table 1: pressures by season

| Season | Lowest pressure | Highest pressure |
| --- | --- | --- |
| Winter | 2.5 bar | 3.8 bar |
| Summer | 1.0 bar | 1.9 bar |
""",
    "règlement du jardin.md": """\
# Règlement du jardin

## Arrosage

L'arrosage est permis de six heures à huit heures du matin. Le dimanche, seul l'arrosoir vert est autorisé.

## Outils

La brouette rouge se range sous le tilleul. La clé de la remise est confiée à madame Oudinot.
""",
    "notes.txt": """\
Minutes of the allotment meeting.

The committee chose the fourteenth of May for the plant sale. Tables are lent by the school.

The treasurer counted 312 francs in the tin. A new hosepipe costs 48 francs.
""",
}


@pytest.fixture(scope="session")
def small_documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the three documents; its name has a space and letters beyond ASCII."""
    folder = tmp_path_factory.mktemp("petits documents é")
    for name, text in SMALL_DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def small_knowledge(small_documents: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished knowledge base of the three documents. Read-only: tests that damage one copy it first."""
    from edge.config import IndexSettings
    from edge.ingest.index import index_paths
    from edge.store.build import build_search

    path = tmp_path_factory.mktemp("base de connaissances") / "petite base.db"
    report = index_paths([small_documents], path, IndexSettings(), build_search=build_search)
    assert {source.status for source in report.sources} == {"added"}
    return path
