"""Which model a tier is, and what it costs: a dated data file, which the person can override.

Prices are US dollars a million tokens. Costs are exact: billionths of a dollar, from the usage fields.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import msgspec

from edge import evident, paths
from edge.errors import UsageError
from edge.records import Reason, Record
from edge.settings import CloudSettings

STALE = timedelta(days=90)

#: What the frame of a request adds.
FRAME_TOKENS = 50

#: What a service may add of its own at most: an answer's schema in words, say.
_ADDED_TOKENS = 4000

#: Fields of an answer's usage that count its tokens.
USAGE = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")

#: Writing into the cache costs more than input: for five minutes, for an hour.
_WRITE_5M, _WRITE_1H = Fraction(5, 4), Fraction(2)


class ModelPrice(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One model and its prices."""

    name: str
    model: str
    input: float
    output: float
    cache_read: float
    cache_floor: int = 1024
    context: int = 200_000
    long_tokens: int = 0  # above so many tokens of prompt, `long_factor` on all prices; 0: never
    long_factor: float = 1.0

    def cost(self, usage: Mapping[str, Any]) -> float:
        """US dollars of one answer, from the usage fields of the Messages API.

        input + cache written for five minutes × 1.25 + for an hour × 2 + cache read + output (thinking
        included). `input_tokens` does not hold what was cached.
        """
        plain, read, out = (
            _count(usage, f) for f in ("input_tokens", "cache_read_input_tokens", "output_tokens")
        )
        written = _count(usage, "cache_creation_input_tokens")
        split = usage.get("cache_creation")
        parts = split if isinstance(split, Mapping) else {}
        hour = _count(parts, "ephemeral_1h_input_tokens")
        five = max(_count(parts, "ephemeral_5m_input_tokens"), written - hour)
        price, factor = _exact(self.input), Fraction(1)
        if self.long_tokens and plain + read + five + hour > self.long_tokens:
            factor = _exact(self.long_factor)
        total = price * (plain + five * _WRITE_5M + hour * _WRITE_1H)
        total += _exact(self.cache_read) * read + _exact(self.output) * out
        return ceil(total * factor * 1000) / 1e9

    def tokens(self, usage: Mapping[str, Any]) -> int:
        """All tokens of one answer: read, cached, written."""
        return sum(_count(usage, field) for field in USAGE)

    def plausible(self, usage: Mapping[str, Any], request_bytes: int, max_tokens: int) -> bool:
        """Whether a request of so many bytes can have taken this: a token is at least a byte of it or of what
        the service adds, and no more are written than were allowed.
        """
        written = usage.get("cache_creation")
        counts = [usage.get(field, 0) for field in USAGE]
        counts += list(written.values()) if isinstance(written, Mapping) else []
        if not all(isinstance(count, int) and count >= 0 for count in counts):
            return False
        *read, out = (_count(usage, field) for field in USAGE)
        return sum(read) <= request_bytes + _ADDED_TOKENS and out <= max_tokens

    def most(self, prompt_tokens: int, max_tokens: int) -> float:
        """US dollars that a request can cost: nothing read from the cache, all of it written, all said."""
        return self.cost({"cache_creation_input_tokens": prompt_tokens, "output_tokens": max_tokens})


class Prices(Record, frozen=True, kw_only=True):
    """The tiers by name, the smallest first, and the day their prices were checked."""

    checked: date
    tiers: dict[str, ModelPrice]

    def tier(self, name: str) -> ModelPrice:
        """A tier by its name. Raises UsageError, naming those there are."""
        if name not in self.tiers:
            raise UsageError(f"There is no tier {name!r}.", f"Tiers: {', '.join(self.tiers)}.")
        return self.tiers[name]

    def ladder(self, cloud: CloudSettings) -> list[str]:
        """The tiers that are asked, in order: the setting `cloud.ladder`. Raises UsageError."""
        unknown = [name for name in cloud.tiers if name not in self.tiers]
        if unknown or not cloud.tiers:
            wrong = f"names {', '.join(map(repr, unknown))}" if unknown else "names no tier"
            raise UsageError(
                f"The setting cloud.ladder {wrong}.",
                f"Known: {', '.join(self.tiers)}. Others, with prices, go into {override_file()}.",
            )
        return cloud.tiers

    def stale(self, today: date) -> Reason | None:
        """A warning when the prices are old."""
        if today - self.checked <= STALE:
            return None
        return Reason("stale_prices", {"checked": f"{self.checked}", "file": f"{override_file()}"})


def override_file() -> Path:
    """The person's own models and prices."""
    return paths.home() / "cloud_models.toml"


def load(models: str = "") -> Prices:
    """The shipped prices, with the person's file and the setting `cloud.models` over them.

    `models`: tiers and their models, "sonnet=claude-sonnet-5-5,opus=...". Prices belong to models: a tier
    that is given another has the prices of that one. Raises UsageError naming the file or setting that cannot
    be used, and for a model whose prices nobody knows.
    """
    tree = _read(paths.asset("cloud_models.toml"))
    own = override_file()
    known = {values["model"]: values for values in tree["tiers"].values()}
    if own.is_file():
        theirs = _read(own)
        tree["checked"] = theirs.get("checked", tree.get("checked"))
        for name, values in _tables(theirs, own).items():
            shipped = tree["tiers"].get(name, {})
            if values.get("model", shipped.get("model")) != shipped.get("model"):
                shipped = known.get(str(values["model"]), {})
            tree["tiers"][name] = {**shipped, **values}
        known |= {str(values.get("model")): values for values in tree["tiers"].values()}
    for pair in (pair.strip() for pair in models.split(",") if pair.strip()):
        name, equals, model = (part.strip() for part in pair.partition("="))
        if not equals or not model or name not in tree["tiers"]:
            raise UsageError(
                f"The setting cloud.models has {pair!r}.",
                f"Write TIER=MODEL; tiers: {', '.join(tree['tiers'])}. Others, with prices, go into {own}.",
            )
        if model not in known:
            raise UsageError(
                f"The setting cloud.models has {pair!r}, and nobody knows what {model} costs.",
                f"Known: {', '.join(known)}. Give it a table with its prices in {own}: [tiers.{name}]",
            )
        tree["tiers"][name] = known[model]
    named = {name: {"name": name, **values} for name, values in tree["tiers"].items()}
    try:
        prices = msgspec.convert({"checked": tree["checked"], "tiers": named}, Prices)
    except msgspec.ValidationError as error:
        raise UsageError(f"The cloud's models and prices cannot be used: {error}.", f"Mend {own}.") from error
    for tier in prices.tiers.values():
        numbers = (tier.input, tier.output, tier.cache_read, tier.long_factor, tier.context, tier.cache_floor)
        if not all(0 <= number < 1e9 for number in numbers):
            raise UsageError(f"The tier {tier.name} has a price or size that is none.", f"Mend {own}.")
    return prices


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(evident.text(path.read_bytes()))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} cannot be read: {error}.", "Mend it or move it away.") from error


def _tables(tree: Mapping[str, Any], path: Path) -> dict[str, dict[str, Any]]:
    tiers = tree.get("tiers", tree.get("rungs", {}))  # files from before the tiers had this name
    if not isinstance(tiers, dict) or not all(isinstance(values, dict) for values in tiers.values()):
        raise UsageError(f"{path} has no tables of tiers.", "Write [tiers.sonnet] and values below it.")
    return tiers


def _count(usage: Mapping[str, Any], field: str) -> int:
    value = usage.get(field)
    return value if isinstance(value, int) and value > 0 else 0


def _exact(price: float) -> Fraction:
    """As it is written: 0.1 is a tenth."""
    return Fraction(Decimal(str(price)))
