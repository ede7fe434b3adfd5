"""The head of the audit, signed with the person's own SSH key: `ssh-keygen -Y sign`, nothing of ours.

The two files (`anchor-12.json`, `anchor-12.json.sig`) can be kept anywhere: on another device they show what
no one with all rights on this one can take back. Beside the audit they are checked with it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import msgspec

from edge import durable, paths
from edge.cloud import heads
from edge.cloud.chain import ChainHead
from edge.errors import EdgeError, UsageError
from edge.records import Record

NAMESPACE = "edge-audit"
_SECONDS = 60.0
_SIGNER = re.compile(r"(?<![A-Z0-9-])[A-Z0-9-]{1,20} key SHA256:[A-Za-z0-9+/]{1,64}")


class SignedHead(Record, frozen=True, kw_only=True):
    """A head and the key that signed it, as ssh-keygen names it: whose key that is, only the person knows."""

    lines: int
    sha256: str
    signer: str


def sign(audit: Path, head: ChainHead, key: Path) -> Path:
    """Write the head beside the heads of the days, and sign it. Returns the signature.

    Raises UsageError for a key that cannot sign, EdgeError without ssh-keygen.
    """
    if paths.kind(key) != "file":
        raise UsageError(f"There is no key {key}.", "Name your SSH key, for example ~/.ssh/id_ed25519")
    folder = heads.folder(audit)
    durable.make_folder(folder, mode=0o700)
    statement = folder / f"anchor-{head.lines}.json"
    durable.write_whole(statement, msgspec.json.encode(head) + b"\n")
    signature = statement.with_name(f"{statement.name}.sig")
    signature.unlink(missing_ok=True)  # ssh-keygen would ask
    done = _ssh_keygen("-Y", "sign", "-f", str(key), "-n", NAMESPACE, str(statement))
    if done.returncode or not signature.is_file():
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no reason given"]
        raise UsageError(
            f"{key} cannot sign: {said[0]}.", "Name the private key, or one that your agent has."
        )
    return signature


def signed(audit: Path) -> dict[int, SignedHead]:
    """Every head beside the audit whose signature holds, by its number of lines."""
    found = (_checked(statement) for statement in _statements(audit))
    return {one.lines: one for one in found if one is not None}


def problems(audit: Path) -> list[str]:
    """The signatures that do not hold."""
    return [
        f"The signature of {statement.name} does not hold: it or the file was changed."
        for statement in _statements(audit)
        if _checked(statement) is None
    ]


def _statements(audit: Path) -> list[Path]:
    return sorted(heads.folder(audit).glob("anchor-*.json"))


def _checked(statement: Path) -> SignedHead | None:
    signature = statement.with_name(f"{statement.name}.sig")
    try:
        data = statement.read_bytes()
        head = msgspec.json.decode(data, type=ChainHead)
    except (OSError, msgspec.DecodeError, UnicodeError):
        return None
    done = _ssh_keygen("-Y", "check-novalidate", "-n", NAMESPACE, "-s", str(signature), given=data)
    if done.returncode:
        return None
    said = _SIGNER.search(done.stdout.decode("utf-8", "replace"))
    return SignedHead(lines=head.lines, sha256=head.sha256, signer=said[0] if said else "a key")


def _ssh_keygen(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    program = shutil.which("ssh-keygen")
    if program is None:
        raise EdgeError("There is no ssh-keygen here.", "Install OpenSSH's client, or leave out --anchor.")
    try:
        return subprocess.run(
            [program, *arguments], input=given, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise EdgeError(
            "ssh-keygen did not finish: does it ask for a passphrase?", "Use ssh-agent."
        ) from error
