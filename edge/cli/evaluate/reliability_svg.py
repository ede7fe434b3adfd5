"""Reliability diagrams as SVG: what was said against what came true, and risk against coverage below."""

from __future__ import annotations

from collections.abc import Sequence

from edge.cascade.reliability import ReliabilityReport
from edge.text.markup import escape

_SIDE, _LEFT, _TOP, _GAP = 260, 56, 92, 96
_STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1b1b1a; } .quiet { fill: #5c5c58; font-size: 12px; }
.title { font-size: 15px; font-weight: 600; } .frame { fill: none; stroke: #b8b8b2; }
.grid { stroke: #e4e4df; } .ideal { stroke: #8a8a84; stroke-dasharray: 4 4; }
.bar { fill: #3b7dbd; fill-opacity: .8; } .count { fill: #d9d9d4; }
.gap { fill: none; stroke: #a11d1d; stroke-width: 1.5; }
.risk { fill: none; stroke: #3b7dbd; stroke-width: 2; } .band { fill: #3b7dbd; fill-opacity: .18; }
"""


def draw(reports: Sequence[ReliabilityReport]) -> str:
    """One row of two pictures for each report. Nothing is loaded, nothing runs."""
    row = _SIDE + _TOP + 64
    width, height = 2 * (_LEFT + _SIDE) + _GAP, row * len(reports)
    parts = [_row(report, at * row) for at, report in enumerate(reports)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img"><style>{_STYLE}</style>'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>{"".join(parts)}</svg>\n'
    )


def _row(report: ReliabilityReport, top: int) -> str:
    title = f"{report.name}: {report.items} labels"
    return (
        f'<text class="title" x="{_LEFT}" y="{top + 24}">{escape(title[:100])}</text>'
        f"{_reliability(report, _LEFT, top + _TOP)}"
        f"{_coverage(report, 2 * _LEFT + _SIDE + _GAP // 2, top + _TOP)}"
    )


def _reliability(report: ReliabilityReport, x: int, y: int) -> str:
    most = max(one.count for one in report.bins)
    shapes = []
    for one in report.bins:
        left, wide = x + one.low * _SIDE + 1.5, (one.high - one.low) * _SIDE - 3
        tall = one.right * _SIDE
        said = y + (1 - one.mean) * _SIDE
        count = 26 * one.count / most
        shapes.append(
            f'<rect class="count" x="{left:.1f}" y="{y - count:.1f}" width="{wide:.1f}"'
            f' height="{count:.1f}"/>'
        )
        shapes.append(
            f'<rect class="bar" x="{left:.1f}" y="{y + _SIDE - tall:.1f}" width="{wide:.1f}"'
            f' height="{tall:.1f}">'
            f"<title>{one.count} items: {one.right:.2f} right, {one.mean:.2f} said</title></rect>"
        )
        shapes.append(f'<path class="gap" d="M{left:.1f} {said:.1f}h{wide:.1f}"/>')
    ideal = f'<path class="ideal" d="M{x} {y + _SIDE}L{x + _SIDE} {y}"/>'
    ece = f"ECE {report.ece.value:.3f}, Brier {report.brier.value:.3f}"
    return (
        _axes(x, y, below="probability said (red: its mean)", beside="share right", above=ece)
        + ideal
        + "".join(shapes)
    )


def _coverage(report: ReliabilityReport, x: int, y: int) -> str:
    """Risk at the coverages that are told, with its interval."""
    most = max(0.1, *(one.risk.high for one in report.risks))

    def at(coverage: float, value: float) -> str:
        return f"{x + coverage * _SIDE:.1f} {y + _SIDE - value / most * _SIDE:.1f}"

    line = "L".join(at(one.coverage, one.risk.value) for one in report.risks)
    band = [at(one.coverage, one.risk.high) for one in report.risks]
    band += [at(one.coverage, one.risk.low) for one in reversed(report.risks)]
    area = "" if report.auroc is None else f"AUROC {report.auroc.value:.3f}"
    axes = _axes(x, y, below="coverage, the surest first", beside="share wrong", above=area, most=most)
    return f'{axes}<path class="band" d="M{"L".join(band)}Z"/><path class="risk" d="M{line}"/>'


def _axes(x: int, y: int, *, below: str, beside: str, above: str, most: float = 1.0) -> str:
    parts = [f'<rect class="frame" x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}"/>']
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        down, across = y + _SIDE - tick * _SIDE, x + tick * _SIDE
        parts.append(f'<path class="grid" d="M{x} {down:.1f}h{_SIDE}"/>')
        parts.append(
            f'<text class="quiet" x="{x - 8}" y="{down + 4:.1f}" text-anchor="end">{tick * most:.2g}</text>'
        )
        parts.append(
            f'<text class="quiet" x="{across:.1f}" y="{y + _SIDE + 18}" text-anchor="middle">{tick:g}</text>'
        )
    middle = x + _SIDE / 2
    parts.append(
        f'<text class="quiet" x="{middle:.1f}" y="{y + _SIDE + 38}" text-anchor="middle">{below}</text>'
    )
    turned = f'transform="rotate(-90 {x - 40} {y + _SIDE / 2:.1f})" text-anchor="middle"'
    parts.append(f'<text class="quiet" x="{x - 40}" y="{y + _SIDE / 2:.1f}" {turned}>{beside}</text>')
    parts.append(f'<text class="quiet" x="{x + _SIDE}" y="{y - 32}" text-anchor="end">{above}</text>')
    return "".join(parts)
