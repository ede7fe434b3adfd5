"""The threshold from which answers are given, certified on labelled items: for every verb.

Fixed-sequence testing with a Clopper-Pearson bound, so that P(error among accepted <= alpha) >= 1 - delta on
exchangeable questions (Angelopoulos et al., "Learn then Test"). Score (`platt.py`) and threshold are
fitted on different items.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from edge.cascade.beta import beta_quantile, incomplete_beta

#: Shares of the items that the strictest threshold accepts, and each next one more.
FIRST, STEP = 0.25, 0.05


def certify(
    raw: Sequence[float],
    right: Sequence[bool],
    *,
    alpha: float,
    delta: float = 0.1,
) -> float | None:
    """The loosest threshold whose error bound holds, or None when not even the strictest does.

    Thresholds go from strict to loose, the first accepting the best `FIRST` of the items (at least as many
    as could certify anything), each next one `STEP` more; the walk ends at the first failure, which is what
    keeps the guarantee without a correction.
    """
    order = sorted(zip(raw, right, strict=True), key=lambda pair: -pair[0])
    n = len(order)
    size = max(22, fewest(alpha, delta), math.ceil(FIRST * n))
    passed: float | None = None
    while size <= n:
        value = order[size - 1][0]
        accepted = [ok for score, ok in order if score >= value]  # ties are accepted together
        if not within(len(accepted) - sum(accepted), len(accepted), alpha, delta):
            break
        passed = value
        if size == n:
            break
        size = min(n, size + max(1, round(STEP * n)))
    return passed


def certify_absent(none: Sequence[float], *, alpha: float, delta: float = 0.1) -> float | None:
    """The loosest threshold on P(none), given for questions whose answer is there, at which at most `alpha`
    of them are told "not there". None when not even .99 holds.

    Thresholds are fixed beforehand, .99 to .20 by hundredths, and tried from strict to loose; the first
    failure ends it, which is what keeps the guarantee without a correction.
    """
    passed: float | None = None
    for hundredth in range(99, 19, -1):
        value = hundredth / 100
        wrong = sum(one >= value for one in none)
        if upper_bound(wrong, len(none), delta) > alpha:
            break
        passed = value
    return passed


def fewest(alpha: float, delta: float) -> int:
    """Items without any error that certify an error rate of `alpha`: 22 for 0.1 and 0.1, 45 for 0.05."""
    return math.ceil(math.log(delta) / math.log(1 - alpha))


def within(errors: int, n: int, alpha: float, delta: float) -> bool:
    """Whether `upper_bound(errors, n, delta) <= alpha`, without looking for the bound."""
    return errors < n and incomplete_beta(alpha, errors + 1, n - errors) >= 1 - delta


def upper_bound(errors: int, n: int, delta: float) -> float:
    """Clopper-Pearson upper bound at 1 - delta of an error rate, from `errors` among `n`."""
    if n <= 0 or errors >= n:
        return 1.0
    return beta_quantile(1 - delta, errors + 1, n - errors)
