"""What edge is told from outside: settings, variables of the environment, the permission to connect."""

from __future__ import annotations

from collections.abc import Mapping

from edge import config
from edge.records.diagnosis import Check
from edge.settings import Settings

#: Variables that would change what leaves, where to or who reads along, in other programs. Not in edge.
IGNORED = (
    "ALL_PROXY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_LOG",
    "HTTPS_PROXY", "HTTP_PROXY", "SSLKEYLOGFILE", "https_proxy", "http_proxy", "all_proxy",
)  # fmt: skip

#: Variables that count: who is trusted, where things are, where requests go.
HEEDED = (
    "EDGE_CLOUD_BASE_URL",
    "EDGE_CLOUD_KEY",
    "EDGE_CONFIG",
    "EDGE_STATE",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
)


def settings(origins: Mapping[str, str]) -> Check:
    """Which settings are not at their defaults; `origins`: where each came from."""
    changed = [f"{name} ({origin})" for name, origin in origins.items() if origin != "default"]
    detail = "changed: " + ", ".join(changed) if changed else "all at their defaults"
    return Check(name="settings", status="ok", detail=detail)


def environment(environ: Mapping[str, str]) -> Check:
    """Variables that change where bytes go or how. What they hold is not printed: it may be a secret."""
    ignored = [name for name in IGNORED if environ.get(name)]
    heeded = [name for name in HEEDED if environ.get(name)]
    parts = (
        [
            "set, and in use (they decide which servers are trusted, or where edge finds its files): "
            + ", ".join(heeded)
        ]
        if heeded
        else []
    )
    parts += [f"set, and not used by edge: {', '.join(ignored)}"] if ignored else []
    unknown = config.unknown_variables(environ)
    parts += [f"no settings, and not used: {', '.join(unknown)}"] if unknown else []
    return Check(
        name="environment", status="warn" if heeded or unknown else "ok",
        detail="; ".join(parts) or "no variable changes where anything goes",
        next_step="Unset what you did not set yourself."
        if heeded
        else "Compare the names with: edge config"
        if unknown
        else "",
    )  # fmt: skip


def network(settings: Settings) -> Check:
    """What may open a connection under these settings. Never amiss."""
    state = "offline: connections are refused" if settings.offline else "not set to offline"
    way = {
        "never": "no case goes to the cloud",
        "ask": "a hard case goes to Claude when you say yes to it",
        "auto": "a hard case goes to Claude where a consent covers it (edge consent show)",
    }.get(settings.cloud.mode, f"cloud.mode is {settings.cloud.mode!r}, which is no mode")
    detail = f"{state}; {way}; otherwise only `edge models pull` and `edge models make` open a connection"
    return Check(name="network", status="ok", detail=detail)
