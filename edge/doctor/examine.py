"""The checks of `edge doctor`: this machine, the installation, the knowledge base.

Nothing is kept and no connection is opened. A check never raises: what it finds is its result.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from edge import config, device, paths
from edge.doctor import extras, installation, models, storage, surroundings
from edge.errors import UsageError
from edge.records.diagnosis import Check, DoctorReport
from edge.settings import Settings


def examine(flags: Mapping[str, Any] | None = None) -> DoctorReport:
    """Run every check under the settings that `flags` lead to. Unreadable settings are a result too."""
    checks = [
        installation.python(), installation.sqlite(), installation.fts5(), installation.extensions(),
    ]  # fmt: skip
    try:
        settings, origins = config.load_with_origins(flags)
    except UsageError as error:
        checks.append(Check(name="settings", status="fail", detail=error.message, next_step=error.hint))
        settings = Settings()
    else:
        checks.append(surroundings.settings(origins))
    checks += [
        storage.knowledge(settings.knowledge_path), storage.state(settings.state_path),
        storage.folder("home", paths.home()), storage.folder("config", paths.config_file().parent),
        storage.disk(), device.check(), installation.pdf(), models.reader(),
        surroundings.network(settings), surroundings.environment(os.environ),
        *extras.checks(), *models.gemma(settings),
    ]  # fmt: skip
    broken = [check.name for check in checks if check.status == "fail"]
    code = 0 if not broken else 7 if broken == ["knowledge"] else 1
    return DoctorReport(ok=not broken, exit_code=code, checks=checks)
