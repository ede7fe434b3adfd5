"""What recipes fit with: `edge.cascade.certify`, under the name that they import."""

from __future__ import annotations

from edge.cascade.certify import (
    beta_quantile,
    certify,
    certify_absent,
    fewest,
    incomplete_beta,
    platt,
    upper_bound,
)

__all__ = ["beta_quantile", "certify", "certify_absent", "fewest", "incomplete_beta", "platt", "upper_bound"]
