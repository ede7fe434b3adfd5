"""The public names of the package are what `__all__` says, and each of them exists."""

from __future__ import annotations

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
