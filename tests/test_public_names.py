"""The public names are what `__all__` says and each exists; each class of edge has a name to itself."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import edge

# The object and its records: what other programs import. Adding a name here is a promise.
PUBLIC = ["Answer", "Citation", "Edge", "EdgeError", "SearchResponse", "Settings", "__version__", "open"]


def test_all_is_what_we_promise() -> None:
    """A name enters or leaves the public face on purpose, with this line."""
    assert sorted(edge.__all__) == sorted(PUBLIC)
    assert dir(edge) == sorted(PUBLIC)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_resolves(name: str) -> None:
    """No lazy name points nowhere, and it points at the thing of that name."""
    found = getattr(edge, name)
    assert getattr(found, "__name__", name) == name


def test_an_unknown_name_is_an_attribute_error() -> None:
    """Lazy resolution keeps Python's own manners."""
    with pytest.raises(AttributeError, match="nonsense"):
        _ = edge.nonsense


def test_no_two_classes_share_a_name() -> None:
    """Whoever reads a name knows the class, in whichever room; what a module keeps to itself may repeat."""
    root = Path(edge.__file__).parent
    homes = defaultdict(list)
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(path.relative_to(root).as_posix())
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
