"""What a request that was not sent would be: where to, which model, and the most that it can cost."""

from __future__ import annotations

from typing import Any

import msgspec

from edge.cloud import address, prices
from edge.settings import CloudSettings
from edge.text.tokens import estimate


def described(body: bytes, cloud: CloudSettings) -> dict[str, Any]:
    """Tier, model, host, and `usd_at_most`, of the exact bytes that a dry run gave."""
    request = msgspec.json.decode(body)
    known = prices.load(cloud.models)
    tiers = [known.tier(name) for name in known.ladder(cloud)]
    tier = next(tier for tier in tiers if tier.model == request["model"])
    prompt = estimate(body.decode("utf-8")) + prices.FRAME_TOKENS
    return {
        "tier": tier.name, "model": tier.model, "host": address.host(cloud.base_url),
        "usd_at_most": tier.most(prompt, cloud.max_tokens),
    }  # fmt: skip
