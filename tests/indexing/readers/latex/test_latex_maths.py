"""Formulas of LaTeX on one line."""

from __future__ import annotations

import pytest
from growth import linear as grows_linearly
from hypothesis import given
from hypothesis import strategies as some

from edge.indexing.readers.latex.maths import linear


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (r"E = mc^{2}", "E = mc²"),
        (r"\frac{a+b}{2c} \leq x^2", "(a+b)/2c ≤ x²"),
        (r"\frac12", "1/2"),
        (r"\sum_{i=1}^{n} x_i^2", "∑_(i=1)^n x_i²"),
        (r"\sqrt[3]{x+1}", "³√(x+1)"),
        (r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", "(a, b; c, d)"),
        (r"f(x) &= 1 \\ &\geq 10^{-3} \text{ si } x\in\mathbb{R}", "f(x) = 1\n≥ 10⁻³ si x∈ℝ"),
        (r"\left( \tfrac{1}{2} \right. \label{eq:a}", "( 1/2"),
        (r"\lim_{n \to \infty} \sin\theta", "lim_(n → ∞) sin θ"),
        (r"0{,}5 \% % ten", "0,5 %"),
        (r"U=\SI{12}{\volt}", "U=12 V"),
        (r"\SI{12}{\percent} < x", "12 % < x"),
    ],
)
def test_formulas(typed: str, told: str) -> None:
    """Fractions, powers, roots, matrices and signs as they are typed by hand."""
    assert linear(typed) == told


def test_figures_do_not_run_into_each_other() -> None:
    """A half is not twelve, and ten to the third is not 103."""
    assert linear(r"\frac{1}{2}") == "1/2"
    assert linear("10^3") == "10³"


@pytest.mark.parametrize(
    "piece", ["{", "}", "^{", r"\frac", r"\frac{", r"\begin{array}", r"\end{a}", r"\sqrt[", "a_"]
)
def test_depth_and_length_cost_little(piece: str) -> None:
    """Parts that stand thousands deep are told one after the other, in time that grows as the text."""
    assert grows_linearly(lambda count: linear(piece * count + "x"), 10_000)


@given(some.text(alphabet=r"\{}^_&[]% ax12fracsqrtbegind", max_size=60))
def test_any_text_is_told(typed: str) -> None:
    """Nothing raises, and no backslash of a command is left."""
    assert "\\" not in linear(typed).replace("\\\\", "")
