"""`install.py` is the carried modules as one file: plain text, the standard library, nothing twice."""

from __future__ import annotations

import ast
import sys

from edge.bundle.installer import MODULES, installer

TREE = ast.parse(installer().decode())


def test_it_needs_the_standard_library_alone() -> None:
    """A machine with nothing but Python can run it."""
    names = set()
    for node in ast.walk(TREE):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
    assert {name.partition(".")[0] for name in names} <= set(sys.stdlib_module_names)
    assert not names & {"socket", "urllib", "http", "ssl"}


def test_no_name_is_given_twice() -> None:
    """One file has one space of names: a second `_run` would silently replace the first."""
    met: list[str] = []
    for node in TREE.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            met.append(node.name)
        elif isinstance(node, ast.Assign):
            met += [target.id for target in node.targets if isinstance(target, ast.Name)]
    assert sorted(met) == sorted(set(met))


def test_every_module_is_in_it_and_uses_only_what_stands_above() -> None:
    """The order of the modules is one in which each import is already there."""
    from pathlib import Path

    from edge.bundle import carried

    folder = Path(carried.__file__).parent
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} == set(MODULES)
    for place, name in enumerate(MODULES):
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("edge"):
                assert str(node.module).removeprefix("edge.bundle.carried.") in MODULES[:place]
                assert all(alias.asname is None for alias in node.names)


def test_an_old_python_can_read_it_far_enough_to_say_so() -> None:
    """On Python 3.8 the first lines end it with a sentence, not with a syntax error."""
    ast.parse(installer().decode(), feature_version=(3, 8))
    assert b"sys.version_info < (3, 11)" in installer()[:600]
