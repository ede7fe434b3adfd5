"""A part of a page as a picture, the way a model is shown it."""

from __future__ import annotations

from edge.records.base import Record


class PagePicture(Record, frozen=True, kw_only=True):
    """A square of a page, `side` pixels each way. `data`: its rows from the top, three bytes a pixel (red,
    green, blue), compressed by zlib. `part` of `parts`: its place on the page, in reading order, from 1.
    `sha256`: of the pixels, in hexadecimal.
    """

    page: int
    part: int
    parts: int
    side: int
    data: bytes
    sha256: str
