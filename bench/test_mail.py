"""Quality gates of the rules: on authors left out of the fit, and on the sealed set, as totals."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import BUDGETS

FIT = Path(__file__).parents[1] / "build" / "fit_rules.py"


def _figures(*arguments: str) -> dict[str, Any]:
    """What the recipe prints: recipes are run, never imported."""
    done = subprocess.run([sys.executable, str(FIT), *arguments], capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.fixture(scope="module")
def left_out() -> dict[str, Any]:
    """Each author's mails by weights of the others'."""
    return _figures("--json")


@pytest.fixture(scope="module")
def leaving() -> dict[str, Any]:
    """The same as shipped: with `extract.leave_worthless`."""
    return _figures("--json", "--leave")


@pytest.fixture(scope="module")
def sealed() -> dict[str, Any]:
    """The sealed set by the shipped weights: totals alone."""
    return _figures("--sealed")


@pytest.mark.parametrize("name", list(BUDGETS["mail_left_out"]))
def test_authors_left_out(gate: Callable[..., None], left_out: dict[str, Any], name: str) -> None:
    """What rules say of mail by somebody whose mail taught them nothing."""
    each = ", ".join(f"{author} {row[name]}" for author, row in left_out["authors"].items())
    gate(f"mail_left_out.{name}", left_out["total"][name], each)


@pytest.mark.parametrize("name", list(BUDGETS["mail_leaving"]))
def test_leaving_what_is_worthless(gate: Callable[..., None], leaving: dict[str, Any], name: str) -> None:
    """As shipped: what is worthless stays where it is, fewer are asked, and nothing is lost."""
    gate(f"mail_leaving.{name}", leaving["total"][name], f"{leaving['total']['left']} left")


@pytest.mark.parametrize("name", list(BUDGETS["mail_sealed"]))
def test_sealed(gate: Callable[..., None], sealed: dict[str, Any], name: str) -> None:
    """What rules say of sixty mails that nobody who writes rules has read."""
    gate(f"mail_sealed.{name}", sealed[name], f"{sealed['mails']} mails")
