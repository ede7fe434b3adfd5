"""Under what a standing consent counts: another host, model, database or settings file asks anew.

A prepared folder could bring a consent of its own along (`EDGE_STATE`, `EDGE_CONFIG`). So a consent counts
only in the person's own folder, in a file that is theirs alone, and names that very file.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from edge import paths
from edge.cloud import address
from edge.cloud.prices import Prices
from edge.errors import UsageError
from edge.records import Reason
from edge.settings import CloudSettings
from edge.state.consents import ConsentTerms


def terms(cloud: CloudSettings, prices: Prices, state: Path) -> ConsentTerms:
    """The terms in force: where a request would go now, to which models, and from where."""
    return ConsentTerms(
        host=address.host(cloud.base_url),
        models={name: tier.model for name, tier in prices.tiers.items()},
        place=_place(state),
        settings=str(_real(paths.config_file())),
    )


def foreign(state: Path) -> Reason | None:
    """Why a consent in this database could be somebody else's; None in the person's own."""
    own = paths.state_file()
    if _real(state) != _real(own):
        return Reason("consent_elsewhere", {"file": f"{state}", "own": f"{own}"})
    if os.name == "nt":  # the platform keeps a person's folder to that person
        return None
    for path in (own.parent, own):
        try:
            found = path.stat()
        except OSError:
            continue  # it is made 0700 and 0600 when it is first needed
        others = stat.S_IWGRP | stat.S_IWOTH | (stat.S_IRWXG | stat.S_IRWXO if path == own else 0)
        if found.st_uid != os.geteuid() or found.st_mode & others:
            return Reason("consent_not_yours", {"file": f"{path}"})
    return None


def check_own(state: Path) -> None:
    """Raises UsageError where a consent that is recorded would not count."""
    match foreign(state):
        case Reason(code="consent_elsewhere"):
            raise UsageError(
                f"A standing consent lies in {paths.state_file()}, not in {state}.",
                "Leave out EDGE_STATE and the setting state, or say yes to each request: --cloud ask",
            )
        case Reason(params=params):
            raise UsageError(
                f"Others may write {params['file']}, so a consent in it would not count.",
                f"Keep it to yourself: chmod go-rwx {params['file']}",
            )


def _place(state: Path) -> str:
    """This very file: a copy at the same path is another."""
    try:
        return f"{_real(state)} {state.stat().st_ino}"
    except OSError:
        return str(_real(state))


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()
