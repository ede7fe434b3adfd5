"""The files of the page at /: each under its own address, so that nothing else falls through to them."""

from __future__ import annotations

import mimetypes
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from edge import paths

#: As browsers insist on; what a system has registered may differ.
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}


class _Newest(StaticFiles):
    """Files that a browser asks after each time: half of an older page does not fit half of a newer one."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        made = super().file_response(*given, **named)
        made.headers["Cache-Control"] = "no-cache"
        return made


def routes() -> list[BaseRoute]:
    """A route for each file and folder of the page; none where it is not there."""
    page = paths.asset("page")
    if not page.is_dir():
        return []
    for suffix, kind in _TYPES.items():
        mimetypes.add_type(kind, suffix)
    files = _Newest(directory=page)

    async def file(request: Request) -> Response:
        name = request.url.path.removeprefix("/") or "index.html"
        return await files.get_response(name, request.scope)

    names = sorted(entry.name for entry in page.iterdir() if entry.is_file())
    folders = sorted(entry.name for entry in page.iterdir() if entry.is_dir())
    return [
        Route("/", file),
        *(Route(f"/{name}", file) for name in names),
        *(Mount(f"/{name}", _Newest(directory=page / name)) for name in folders),
    ]
