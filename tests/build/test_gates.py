"""The gates of `make bench`: each that is asked of has a budget, and what is not reached is said."""

from __future__ import annotations

import re
import tomllib

from places import ROOT

BENCH = ROOT / "bench"
BUDGETS = tomllib.loads((BENCH / "budgets.toml").read_text(encoding="utf-8"))
GATE = re.compile(r'gate\(\s*f?"([^"]+)"')

#: The figures that the issue of the bilingual networks names, and the gates that hold them.
WANTED = {
    "recall5_shipped": ("piaf", "squad", "clean", "manual"),
    "across": ("fr_en", "en_fr"),
    "piaf": ("answered", "right", "refused", "absent_there", "line"),
    "squad": ("answered", "right", "refused", "absent_there", "line"),
    "near_misses": ("squad",),
    "handbook": ("answered", "cited", "abstained", "absent_there"),
    "weights": ("shipped",),
    "ask": ("default_cpu",),
    "start": ("cold_ask_cpu", "cold_ask_rss"),
    "install": ("base",),
}


def test_every_figure_that_was_asked_for_has_its_gate() -> None:
    """A row that nothing gates could fall back unseen. Each gate is one that a bench asks."""
    asked = [name for path in BENCH.glob("test_*.py") for name in GATE.findall(path.read_text("utf-8"))]
    patterns = [re.compile(re.sub(r"\{[^}]*\}", r"[^.]+", name)) for name in asked]
    for room, leaves in WANTED.items():
        for leaf in leaves:
            name = f"{room}.{leaf}"
            assert leaf in BUDGETS[room], name
            assert any(pattern.fullmatch(name) for pattern in patterns), name


def test_what_is_not_reached_is_said_with_what_was_tried() -> None:
    """A gate below what was asked for names that figure, and the log has a row for it."""
    log = (BENCH / "log" / "networks.md").read_text(encoding="utf-8")
    short = [
        (f"{room}.{leaf}", budget)
        for room, leaves in BUDGETS.items()
        for leaf, budget in leaves.items()
        if isinstance(budget, dict) and "asked" in budget
    ]
    assert short
    for name, budget in short:
        limit, most = budget.get("at_most", budget.get("at_least")), "at_most" in budget
        assert (limit > budget["asked"]) if most else (limit < budget["asked"]), f"{name} gates it"
        (row,) = [line for line in log.splitlines() if line.startswith("|") and f"`{name}`" in line]
        assert str(budget["asked"]) in row.split("|")[2] and len(row.split("|")[4].strip()) > 40, name
