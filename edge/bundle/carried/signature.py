"""Whose bundle it is: `ssh-keygen -Y`, an Ed25519 key of the person's own, no library and no network.

The manifest is signed; it holds the sha256 of everything else.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from edge.bundle.carried.problem import COPY_AGAIN, BundleProblem

NAMESPACE = "edge-bundle"
UNCHECKED = "an unknown key (no ssh-keygen here to check it)"
_KEYGEN_SECONDS = 60.0
_SIGNER = re.compile(r"(?<![A-Z0-9-])[A-Z0-9-]{1,20} key SHA256:[A-Za-z0-9+/]{1,64}")
_PUBLIC = re.compile(r"(?:sk-)?(?:ssh|ecdsa)-[a-zA-Z0-9@.-]{1,60} [A-Za-z0-9+/=]{20,2000}")


def check_signature(data: bytes, signature: bytes | None, signer: Path | None) -> str:
    """Who signed these bytes: the key as ssh-keygen names it; "" for nobody, UNCHECKED without ssh-keygen.

    `signer`: a public key that has to have signed. Raises BundleProblem for a signature that does not hold,
    and for a missing or another one when a signer is named.
    """
    public = _public_key(signer) if signer else ""
    program = shutil.which("ssh-keygen")
    if signature is None:
        if signer:
            raise BundleProblem("The bundle is not signed.", "Get a signed one, or leave out --signer.")
        return ""
    if program is None:
        if signer:
            raise BundleProblem(
                "There is no ssh-keygen here to check the signature.", "Install OpenSSH's client."
            )
        return UNCHECKED
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "signature")
        written.write_bytes(signature)
        if public:
            allowed = Path(folder, "allowed")
            allowed.write_text(f'edge namespaces="{NAMESPACE}" {public}\n', encoding="ascii")
            arguments = ["-Y", "verify", "-f", str(allowed), "-I", "edge"]
        else:
            arguments = ["-Y", "check-novalidate"]
        arguments += ["-n", NAMESPACE, "-s", str(written)]
        try:
            done = subprocess.run(
                [program, *arguments], input=data, capture_output=True, timeout=_KEYGEN_SECONDS, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise BundleProblem("ssh-keygen did not finish.", COPY_AGAIN) from error
    if done.returncode:
        whose = f" by {signer}" if signer else ""
        raise BundleProblem(f"The signature of the bundle{whose} does not hold.", COPY_AGAIN)
    said = _SIGNER.search(done.stdout.decode("utf-8", "replace"))
    return said[0] if said else "a key"


def _public_key(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise BundleProblem(
            f"The public key {path} cannot be read.", "Name a file like id_ed25519.pub"
        ) from error
    found = _PUBLIC.match(text)
    if not found or "\n" in text:
        raise BundleProblem(f"{path} is no public key of SSH.", "Name a file like id_ed25519.pub")
    return found[0]
