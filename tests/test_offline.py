"""--offline: no socket of Python's reaches anything, whoever asks for it; workers never have one."""

from __future__ import annotations

import subprocess
import sys

import pytest

_FORBIDDEN = """
import asyncio, socket, sys, urllib.request
from edge.errors import NotPermitted
{first}
def refused(call):
    try:
        call()
    except NotPermitted:
        return True
    return False
listener = socket.create_server(("127.0.0.1", 0))   # listening is allowed, and so are pairs and loops
socket.socketpair()
asyncio.run(asyncio.sleep(0))
host, port = listener.getsockname()
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
calls = [
    lambda: socket.create_connection((host, port), 1),
    lambda: socket.socket().connect_ex(("192.0.2.1", 80)),
    lambda: urllib.request.urlopen("http://example.invalid"),
    lambda: socket.getaddrinfo("example.invalid", 80),
    lambda: socket.gethostbyname("example.invalid"),
    lambda: udp.sendto(b"x", (host, port)),
    lambda: socket.create_connection(("::1", port), 1),
]
print([refused(call) for call in calls].count(True), len(calls))
"""


@pytest.mark.parametrize(
    "first",
    [
        "from edge import offline; offline.forbid()",
        "from edge.cli import options; options.settings(options.flags(None, True))",
        "import os; os.environ['HF_HUB_OFFLINE'] = '1'; from edge.cli import options; options.settings({})",
        "import io; from edge.worker import child; sys.stdout = io.TextIOWrapper(child.private_stdout())",
    ],
    ids=["asked", "--offline", "HF_HUB_OFFLINE", "worker"],
)
def test_every_way_out_is_refused(first: str) -> None:
    """TCP, UDP, names, loopback (a proxy may listen there): each ends in NotPermitted."""
    done = subprocess.run(
        [sys.executable, "-c", _FORBIDDEN.format(first=first)], capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["7", "7"], done.stderr


def test_without_it_a_connection_is_made() -> None:
    """The control: the same script, not offline, is refused nothing by us."""
    script = "import socket; a = socket.create_server(('127.0.0.1', 0)); "
    script += "socket.create_connection(a.getsockname(), 5)"
    offline = "from edge.cli import options; options.settings(options.flags(None, {}));"
    for wanted, code in ((False, 0), (True, 1)):
        command = [sys.executable, "-c", offline.format(wanted) + script]
        done = subprocess.run(command, capture_output=True, check=False)
        assert done.returncode == code


def test_the_command_says_so_with_its_exit_code() -> None:
    """A library that goes for the network inside a command: exit code 6, a sentence, no traceback."""
    script = (
        "import socket, sys\nfrom edge.search.searcher import Searcher\nfrom edge.cli import main\n"
        "Searcher.search = lambda *a, **k: socket.create_connection(('192.0.2.1', 9))\n"
        "sys.exit(main(['search', '--offline', 'key']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 6
    assert "192.0.2.1:9 was refused: edge is offline" in done.stderr and "Traceback" not in done.stderr
