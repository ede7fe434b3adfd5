"""US dollars as whole billionths, so that a thousand small sums add up exactly."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

_NANO = Decimal(1_000_000_000)


def nano_up(usd: float) -> int:
    """Billionths of a dollar, rounded up: for costs. Never negative."""
    return max(0, int((Decimal(str(usd)) * _NANO).to_integral_value(ROUND_CEILING)))


def nano_down(usd: float) -> int:
    """Billionths of a dollar, rounded down: for limits."""
    return int((Decimal(str(usd)) * _NANO).to_integral_value(ROUND_FLOOR))


def dollars(nano: int) -> float:
    """US dollars."""
    return nano / 1e9


def formatted(nano: int) -> str:
    """For people: four decimals where cents would hide it."""
    usd = dollars(nano)
    return f"${usd:.2f}" if usd >= 1 or nano % 10_000_000 == 0 else f"${usd:.4f}"
