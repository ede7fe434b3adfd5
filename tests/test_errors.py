"""The error tree: every class has its exit code from the design, and messages carry their hint."""

from __future__ import annotations

import inspect

from edge import errors


def _tree() -> dict[str, type[errors.EdgeError]]:
    return {
        name: item
        for name, item in inspect.getmembers(errors, inspect.isclass)
        if issubclass(item, errors.EdgeError)
    }


def test_the_drawing_names_every_error_with_its_exit_code() -> None:
    """The tree drawn at the top of errors.py is the tree."""
    drawn = {}
    for line in (errors.__doc__ or "").splitlines():
        parts = line.strip(" │├└─").split()
        if len(parts) > 1 and parts[1].isdigit():
            drawn[parts[0]] = int(parts[1])
    assert drawn == {name: item.exit_code for name, item in _tree().items()}


def test_the_hint_stands_on_a_line_of_its_own() -> None:
    """str() of an error is the message, then the next step."""
    assert str(errors.ReadError("a.pdf is encrypted.", "Remove its password.")).splitlines() == [
        "a.pdf is encrypted.",
        "Remove its password.",
    ]
    assert str(errors.ReadError("a.pdf is encrypted.")) == "a.pdf is encrypted."
