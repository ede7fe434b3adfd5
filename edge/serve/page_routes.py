"""/api/page/place and /api/page/image: the page that a quote stands on, drawn, and where on it the quote is.

The session is asked for text and file in its own thread; drawing waits for a worker process in another, so
that no question waits for a picture.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from starlette.datastructures import State
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from edge.errors import UsageError
from edge.serve import waiting
from edge.serve.page_image import IndexedFile, PageImages, fractions, source_file
from edge.serve.page_protocol import PageReply
from edge.serve.parameters import optional, optional_int, required
from edge.serve.refusal import Refusal
from edge.serve.replies import reply
from edge.settings import IndexSettings

if TYPE_CHECKING:
    from edge.api import Edge

T = TypeVar("T")

_WIDTH = 1_200


async def place(request: Request) -> Response:
    """How large a page is, how many there are, whether it can be drawn (`why` not), and the boxes of
    `text[start:end]` of the page's text as parts of its width and height.
    """
    source, page = required(request, "source"), _page(request)
    start, end = optional_int(request, "start") or 0, optional_int(request, "end") or 0

    def look(edge: Edge) -> tuple[_Found, str]:
        return _found(edge, source, page), edge.library.page_text(source, page)

    (file, pages, settings), text = await _session(request, look)
    told = {"schema": 1, "source": source, "page": page, "pages": pages}
    if file is None:
        return reply({**told, "image": False, "why": "other", "boxes": [], "share": 0.0})
    images = _images(request, settings)
    drawn = await asyncio.to_thread(images.places, file, page, text, start, min(end, len(text)))
    return reply(
        {
            **told, "image": not drawn.why, "why": drawn.why, "detail": drawn.detail, "share": drawn.share,
            "width": drawn.width, "height": drawn.height,
            "boxes": [] if drawn.why else fractions(drawn.boxes, drawn.width, drawn.height),
        }
    )  # fmt: skip


async def image(request: Request) -> Response:
    """The page as a PNG about `width` pixels across. 404 where it cannot be drawn."""
    source, page, width = (
        required(request, "source"),
        _page(request),
        optional_int(request, "width") or _WIDTH,
    )

    file, _, settings = await _session(request, lambda edge: _found(edge, source, page))
    drawn = PageReply(why="other")
    if file is not None:
        drawn = await asyncio.to_thread(_images(request, settings).picture, file, page, width)
    if drawn.why:
        raise Refusal(
            404, f"page-{drawn.why}", f"Page {page} of {source[:200]} cannot be drawn.", drawn.detail
        )
    return Response(drawn.picture, headers={"Cache-Control": "private, max-age=300"}, media_type="image/png")


class _Found(NamedTuple):
    """The PDF of a document, if it is one, its pages, and the limits under which it may be drawn."""

    file: IndexedFile | None
    pages: int
    settings: IndexSettings


def _found(edge: Edge, source: str, page: int) -> _Found:
    """Raises UsageError for a document or a page that is not there."""
    document = edge.library.document(source).document
    pages = document.pages or 0
    if not pages:
        raise UsageError(f"{source[:200]} has no pages.", "Its whole text: GET /api/page without a page.")
    if not 1 <= page <= pages:
        raise UsageError(f"{source[:200]} has no page {page}.", f"Its pages go up to {pages}.")
    row = edge.library.cited_file(document.source)
    return _Found(source_file(row, document.source, edge.knowledge), pages, edge.settings.index)


async def _session(request: Request, look: Callable[[Edge], T]) -> T:
    job = request.app.state.queue.submit(lambda edge, _: look(edge), base=optional(request, "knowledge"))
    found: T = await waiting.result(request, job)
    return found


def _images(request: Request, settings: IndexSettings) -> PageImages:
    """What draws, made when it is first needed. Called in the loop's thread only."""
    state = request.app.state
    if getattr(state, "images", None) is None:
        state.images = PageImages(settings)
    images: PageImages = state.images
    return images


def close(state: State) -> None:
    """End what draws, if it was ever needed."""
    if (images := getattr(state, "images", None)) is not None:
        images.close()


def _page(request: Request) -> int:
    page = optional_int(request, "page")
    if not page:
        raise UsageError("page is missing." if page is None else "page is 0.", "Pages count from 1.")
    return page


ROUTES = [Route("/api/page/place", place), Route("/api/page/image", image)]
