"""The carried code has an error of its own, because it knows nothing else of edge: here it becomes ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from edge.bundle.carried.problem import BundleProblem
from edge.errors import BundleError


@contextmanager
def as_errors() -> Iterator[None]:
    """What is a BundleProblem inside is a BundleError outside."""
    try:
        yield
    except BundleProblem as problem:
        raise BundleError(problem.message, problem.hint) from problem
