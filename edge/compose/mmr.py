"""Maximal marginal relevance: the next item is the one that is relevant and unlike those before it.

    argmax  lambda_mult x relevance - (1 - lambda_mult) x max similarity      (Carbonell and Goldstein 1998)

The specification writes the same as relevance - lambda x similarity: lambda_mult = 1 / (1 + lambda).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def lambda_mult(penalty: float) -> float:
    """The field's parameter for the specification's penalty."""
    return 1.0 / (1.0 + penalty)


def penalty(lambda_mult: float) -> float:
    """The specification's penalty for the field's parameter; of pure diversity a million."""
    return (1.0 - lambda_mult) / lambda_mult if lambda_mult > 1e-6 else 1e6


def order(
    items: Sequence[tuple[str, float]], alike: Callable[[str, str], float], lambda_mult: float
) -> list[tuple[str, float]]:
    """Items with their relevance, in the order of MMR. Ties keep the order of relevance; 1 keeps it all."""
    if lambda_mult >= 1:
        return list(items)
    left = dict(items)
    nearest = dict.fromkeys(left, 0.0)
    chosen: list[tuple[str, float]] = []
    while left:
        best = max(left, key=lambda id: lambda_mult * left[id] - (1 - lambda_mult) * nearest[id])
        chosen.append((best, left.pop(best)))
        for id in left:
            nearest[id] = max(nearest[id], alike(best, id))
    return chosen
