"""Where requests go: the address that the setting `cloud.base_url` names."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def host(base_url: str) -> str:
    """Scheme, name and port, without anything that could be a secret. Empty: no address."""
    parts = _parts(base_url)
    if parts is None or parts.scheme not in ("http", "https"):
        return ""
    return f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port else "")


def secure(base_url: str) -> bool:
    """Whether it is https, or stays on this device, and holds nothing but an address."""
    parts = _parts(base_url)
    if parts is None or parts.username or parts.query or parts.fragment or parts.port == 0:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)


def _parts(base_url: str) -> SplitResult | None:
    try:
        parts = urlsplit(base_url)
        return parts if parts.hostname and (parts.port is None or parts.port >= 0) else None
    except ValueError:  # no port, or no address between brackets
        return None
