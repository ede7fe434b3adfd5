"""Why a bundle cannot be used."""

from __future__ import annotations


class BundleProblem(Exception):
    """A bundle that is damaged, not one, or not for this machine. `hint` is the next step."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


#: What to do about a bundle whose bytes are not what its manifest says.
COPY_AGAIN = "Copy it again from where it came. Nothing was installed."
