"""What whoever makes a bundle should know before handing it on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from edge.bundle.parts import CarriedModel, Part
from edge.bundle.wheels import Wheel
from edge.models import catalog


def notes_on(wheels: Sequence[Wheel], models: Sequence[CarriedModel], bases: Sequence[Part]) -> list[str]:
    """Sentences, none when all is well."""
    notes = []
    names = {wheel.name for wheel in wheels}
    kinds = {model.entry.kind if model.entry else "generator" for model in models}
    if wheels and "pip" not in names:
        notes.append("No wheel of pip: the machine's Python needs ensurepip (on Debian: python3-venv).")
    if wheels and "generator" in kinds and "llama-cpp-python" not in names:
        notes.append("A Gemma without llama-cpp-python: add --extra llama and its wheel to use it there.")
    if wheels and kinds & {"embedder", "reranker"} and "onnxruntime" not in names:
        notes.append("An embedder without onnxruntime: add --extra embed to use it there.")
    carried = {model.name for model in models} | {one.name for one in catalog.load().values() if one.shipped}
    for part in bases:
        if isinstance(part.content, Path):
            notes += _of_base(part.content, carried)
    for model in models:
        if model.entry is not None and model.entry.accept:
            notes.append(f"{model.name} comes under terms that go with it: {model.entry.licence_url}")
    return notes


def _of_base(path: Path, carried: set[str]) -> list[str]:
    from edge.search import spaces
    from edge.search.database import open_knowledge

    db = open_knowledge(path)
    try:
        few = any(readers.visibility != "public" for readers in spaces.by_root(db).values())
        told = db.execute("SELECT count(*) FROM roots WHERE length(place) > 0").fetchall()[0][0]
        models = [str(row[0]) for row in db.execute("SELECT DISTINCT name FROM embedding_models").fetchall()]
    finally:
        db.close()
    notes = []
    if told:
        notes.append(
            f"{path.name} holds the full paths of the folders it was made from; to leave them out, index it"
            " with --set index.record_paths=false"
        )
    if few:
        notes.append(
            f"{path.name} holds documents that not everybody may read: settings alone say who asks there."
        )
    for name in models:
        if name not in carried:
            notes.append(
                f"{path.name} has vectors of {name}, which is not in the bundle: only words will be searched."
            )
    return notes
