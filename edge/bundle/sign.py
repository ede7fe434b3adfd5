"""The manifest signed with the person's own SSH key: `ssh-keygen -Y sign`, as the audit's anchor does.

Chosen over a library for Ed25519: it is on every system that has OpenSSH, so that the machine without a
network can check it with nothing installed, and the key may stay in an agent or on a token.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from edge import paths
from edge.bundle.as_errors import as_errors
from edge.bundle.carried.signature import NAMESPACE, check_signature
from edge.errors import BundleError, UsageError

_SECONDS = 60.0


def sign(data: bytes, key: Path) -> bytes:
    """The signature of these bytes. Raises UsageError for a key that cannot sign, BundleError."""
    if paths.kind(key) != "file":
        raise UsageError(f"There is no key {key}.", "Name your SSH key, for example ~/.ssh/id_ed25519")
    program = shutil.which("ssh-keygen")
    if program is None:
        raise BundleError("There is no ssh-keygen here.", "Install OpenSSH's client, or leave out --sign.")
    with tempfile.TemporaryDirectory() as folder:
        statement = Path(folder, "manifest.json")
        statement.write_bytes(data)
        try:
            done = subprocess.run(
                [program, "-Y", "sign", "-f", str(key), "-n", NAMESPACE, str(statement)], capture_output=True,
                stdin=subprocess.DEVNULL, timeout=_SECONDS, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise BundleError(
                "ssh-keygen did not finish: does it ask for a passphrase?", "Use ssh-agent."
            ) from error
        written = statement.with_name("manifest.json.sig")
        if done.returncode or not written.is_file():
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no reason given"]
            raise UsageError(
                f"{key} cannot sign: {said[0]}.", "Name the private key, or one that your agent has."
            )
        signature = written.read_bytes()
    with as_errors():
        check_signature(data, signature, None)
    return signature
