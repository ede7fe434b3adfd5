"""A person's word on the cloud for one request, on a session that began with another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from edge.cloud import prices
from edge.cloud.approval import CloudApproval
from edge.cloud.gate import Gate
from edge.i18n import render

if TYPE_CHECKING:
    from edge.api import Edge


@contextmanager
def cloud_override(edge: Edge, mode: str, approval: CloudApproval) -> Iterator[None]:
    """Within the block hard cases of this session meet a gate with this mode and this approval."""
    engines = edge.engines
    before = engines.gate, engines.settings
    cloud = msgspec.structs.replace(edge.settings.cloud, mode=mode)
    settings = msgspec.structs.replace(edge.settings, cloud=cloud)
    with Gate(settings, edge.state or edge.settings.state_path, approval) as gate:
        engines.gate, engines.settings = lambda: gate, settings
        try:
            yield
        finally:
            engines.gate, engines.settings = before


def refusal(edge: Edge, language: str) -> str:
    """Why no question could go to the cloud even on a yes, as the settings and the budget are; "" when one
    could.
    """
    tier = prices.load(edge.settings.cloud.models).ladder(edge.settings.cloud)[0]
    approval = CloudApproval(confirm=lambda _: True)
    with Gate(edge.settings, edge.state or edge.settings.state_path, approval) as gate:
        found = gate.refusal(tier, "ask")
    return render(found, language) if found else ""
