"""A standing consent as a person gives it: in their own database, under the terms in force."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from edge.cloud import prices, terms
from edge.settings import CloudSettings
from edge.state import consents
from edge.state.consents import Consent
from edge.state.database import open_state


def consented(
    state: Path,
    cloud: CloudSettings,
    scope: str,
    tiers: Sequence[str],
    *,
    now: datetime | None = None,
    days: float = 1.0,
    max_usd: float | None = None,
    note: str = "",
) -> Consent:
    """Given now, for so many days; it counts where `edge.paths.home` is the database's folder."""
    start = now or datetime.now().astimezone()
    with closing(open_state(state)) as db:
        return consents.grant(
            db, scope, tiers, terms=terms.terms(cloud, prices.load(cloud.models), state), now=start,
            until=start + timedelta(days=days), max_usd=max_usd, note=note,
        )  # fmt: skip
