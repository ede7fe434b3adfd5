"""`--offline` kept inside the process: whatever code asks Python for a connection gets an error.

An audit hook (PEP 578) sees every `socket` call of every library, ours or not, and cannot be taken out again.
What native code does without Python it does not see: tests count the system's own calls (tests/faults).
"""

from __future__ import annotations

import os
import sys
from typing import Any

from edge.errors import NotPermitted

_CALLS = {"socket.connect", "socket.sendto", "socket.sendmsg"}
_LOOKUPS = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"}
_LOOPBACK = {"127.0.0.1", "::1"}


class _Hook:
    installed = False
    reason = ""  # empty: not in force (a test that armed it ends so)


def forbid(reason: str = "edge is offline") -> None:
    """From now on, and until the process ends, no socket of Python's reaches anything by network, and no name
    is looked up. Loopback is no exception: a proxy on this machine is a way out. Listening is allowed.
    """
    _Hook.reason = reason
    if not _Hook.installed:
        _Hook.installed = True
        sys.addaudithook(_audit)


def _audit(event: str, details: tuple[Any, ...]) -> None:
    if not _Hook.reason:
        return
    if event in _CALLS:
        address = details[1] if len(details) > 1 else None
        # A path is a socket of this machine's file system; no address: its connection was allowed before.
        if isinstance(address, tuple) and not _own_pair(address):
            raise _refused(f"A connection to {_shown(address)}")
    elif event in _LOOKUPS and not _no_lookup(details[0] if details else None):
        raise _refused(f"Looking up {_shown(details[0])}")


def _own_pair(address: tuple[Any, ...]) -> bool:
    """Windows has no pairs of sockets: asyncio connects to itself to make one."""
    return os.name == "nt" and bool(address) and address[0] in _LOOPBACK


def _no_lookup(host: object) -> bool:
    """Addresses in digits, and this machine's own names, are not asked of anybody."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host is None or host in {"", "localhost"}:
        return True
    from ipaddress import ip_address

    try:
        ip_address(host)  # type: ignore[arg-type]
    except ValueError:
        return False
    return True


def _shown(value: object) -> str:
    return ":".join(str(part)[:80] for part in value[:2]) if isinstance(value, tuple) else str(value)[:80]


def _refused(what: str) -> NotPermitted:
    return NotPermitted(
        f"{what} was refused: {_Hook.reason}.",
        "Leave out --offline (EDGE_OFFLINE, HF_HUB_OFFLINE) to allow it.",
    )
