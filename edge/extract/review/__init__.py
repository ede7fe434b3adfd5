"""The page that shows what was found in messages, where, and how: one file that loads nothing."""

from __future__ import annotations

from edge.extract.review.page import page

__all__ = ["page"]
