"""A request that the worker cannot do."""

from __future__ import annotations


class Refused(Exception):
    """A request that cannot be done, as the `kind` and `message` of protocol.Failed."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
