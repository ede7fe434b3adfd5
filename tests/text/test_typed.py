from __future__ import annotations

import pytest

from edge.text.typed import identifiers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Set --max-age=3, then search.k (see E-104).", ["--max-age", "search.k", "e-104"]),
        ("It lies in /etc/fstab or `~/.config/app.toml`.", ["/etc/fstab", "~/.config/app.toml"]),
        ("Le code KEY_REUSED, article A-1077 ; n\u00b012.", ["key_reused", "a-1077"]),
        ("Peut-il venir ? Well-known words, 3.5 and 12-14.", []),
    ],
)
def test_names_as_they_are_written(text: str, found: list[str]) -> None:
    """Options, dotted names, codes and paths are words of their own; hyphens and figures of prose are not."""
    assert [one for one in identifiers(text) if one in found or not found] == found
