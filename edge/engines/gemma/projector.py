"""What lets a Gemma see: its vision tower and projector in libmtmd. The worker runs it, nothing else.

A picture is computed once and its embedding kept, by the digest of its pixels: a tower costs minutes a
picture on a small processor, and every fresh call about a copy shows the same pages. Pixels come as they are,
checked in size: no parser of image files runs here, and nothing is fetched from any address.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from edge.engines.gemma import llama as native
from edge.engines.gemma import protocol
from edge.engines.gemma.refusal import Refused

#: Most bytes of embeddings; those used longest ago go first. Gemma 3 4B: 2.6 MB a picture.
MAX_EMBEDDINGS = 512 * 1024 * 1024
#: Pixels each way of the largest picture that is taken.
MAX_SIDE = 4_096
_IMAGE = 1  # enum mtmd_input_chunk_type


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """`number` names it in ids; `chunk` is libmtmd's account of it, without its pixels."""

    number: int
    tokens: int
    chunk: Any
    embedding: Any  # (tokens, width) float32


class Projector:
    """Beside one model, which must outlive it. Not for two threads."""

    def __init__(self, opening: protocol.Open, model: Any, heard: Callable[..., None]) -> None:
        # The callback must live as long as the library may call it.
        self._collect = native.llama_log_callback(heard)
        native.mtmd_log_set(self._collect)
        params = native.mtmd_context_params_default()
        params.use_gpu = False
        params.print_timings = False
        params.warmup = False
        params.n_threads = opening.threads
        params.flash_attn_type = 1 if opening.flash else 0
        self._width = int(native.llama_model_n_embd_inp(model))
        self._room = opening.micro_batch
        self._context: Any = native.mtmd_init_from_file(os.fsencode(opening.projector), model, params)
        if not self._context or not native.mtmd_support_vision(self._context):
            raise Refused("model", f"llama.cpp cannot see through {opening.projector} with this model")
        self._seen: OrderedDict[str, SeenPicture] = OrderedDict()
        self._numbers: dict[str, int] = {}

    def ids(self, digest: str) -> list[int]:
        """What stands for a picture in a prompt: negative, and no other picture has the same."""
        seen = self._known(digest)
        return [-1 - seen.number * MAX_SIDE - row for row in range(seen.tokens)]

    def see(self, request: protocol.See) -> protocol.Seen:
        """Compute a picture's embedding, unless it is known."""
        began = time.perf_counter()
        seen = self._seen.get(request.sha256)
        if seen is None and request.data:
            seen = self._look(request)
            self._seen[request.sha256] = seen
            while sum(one.embedding.nbytes for one in self._seen.values()) > MAX_EMBEDDINGS:
                _, oldest = self._seen.popitem(last=False)
                native.mtmd_input_chunk_free(oldest.chunk)
        if seen is None:
            return protocol.Seen(request.n, 0)
        self._seen.move_to_end(request.sha256, last=True)
        return protocol.Seen(request.n, seen.tokens, (time.perf_counter() - began) * 1e3)

    def decode(self, context: Any, digest: str, at: int, batch: int) -> int:
        """Compute a picture in a model's context, from place `at` on. llama.cpp's code, 0 when done."""
        seen = self._known(digest)
        reached = native.llama_pos(0)
        rows = seen.embedding.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        code = native.mtmd_helper_decode_image_chunk(
            self._context, context, seen.chunk, rows, at, 0, batch, ctypes.byref(reached),
            native.mtmd_helper_post_decode_callback(), None,
        )  # fmt: skip
        return int(code)

    def _known(self, digest: str) -> SeenPicture:
        if digest not in self._seen:
            raise Refused("picture", f"the picture {digest[:12]} was not seen, or too many others since")
        return self._seen[digest]

    def _look(self, request: protocol.See) -> SeenPicture:
        pixels = _pixels(request)
        # A picture that is shown again after it was dropped keeps its number.
        number = self._numbers.setdefault(request.sha256, len(self._numbers))
        array = (ctypes.c_uint8 * len(pixels)).from_buffer_copy(pixels)
        bitmap = native.mtmd_bitmap_init(request.side, request.side, array)
        chunks = native.mtmd_input_chunks_init()
        try:
            part = native.mtmd_input_part(None, bitmap)
            parts = (ctypes.POINTER(native.mtmd_input_part) * 1)(ctypes.pointer(part))
            if native.mtmd_tokenize_from_parts(self._context, chunks, parts, 1, False):
                raise Refused("picture", "llama.cpp cannot take this picture")
            return self._encoded(chunks, number)
        finally:
            native.mtmd_input_chunks_free(chunks)
            native.mtmd_bitmap_free(bitmap)

    def _encoded(self, chunks: Any, number: int) -> SeenPicture:
        count = native.mtmd_input_chunks_size(chunks)
        listed = [native.mtmd_input_chunks_get(chunks, at) for at in range(count)]
        images = [one for one in listed if native.mtmd_input_chunk_get_type(one) == _IMAGE]
        if len(images) != 1:
            raise Refused("picture", f"this projector makes {len(images)} pictures of one: it is not served")
        tokens = int(native.mtmd_input_chunk_get_n_tokens(images[0]))
        if tokens > self._room:
            # llama.cpp would end its process: a picture is read in both directions, so in one batch.
            raise Refused("picture", f"a picture has {tokens} tokens, and {self._room} are computed at once")
        if code := native.mtmd_encode_chunk(self._context, images[0]):
            raise Refused("bug", f"mtmd_encode_chunk returned {code}")
        rows = native.mtmd_get_output_embd(self._context)
        embedding = np.ctypeslib.as_array(rows, shape=(tokens, self._width)).copy()
        if not np.isfinite(embedding).all():
            raise Refused("model", "the projector gives numbers that are none: its file is damaged")
        chunk = native.mtmd_input_chunk_get_placeholder(images[0])
        return SeenPicture(number, tokens, chunk, embedding)


def _pixels(request: protocol.See) -> bytes:
    """The pixels of a request, exactly as many as its side says and with its digest."""
    if not 0 < request.side <= MAX_SIDE:
        raise Refused("picture", f"a picture of {request.side} pixels each way")
    size = request.side**2 * 3
    unpacker = zlib.decompressobj()
    try:
        pixels = unpacker.decompress(request.data, size + 1)
    except zlib.error as error:
        raise Refused("picture", f"its pixels cannot be unpacked: {error}") from None
    if len(pixels) != size or not unpacker.eof:
        raise Refused("picture", f"it has not the {size} bytes of {request.side} x {request.side} pixels")
    if hashlib.sha256(pixels).hexdigest() != request.sha256:
        raise Refused("picture", "its pixels are not those of its digest")
    return pixels
