"""The projector of a model, from its file's header: whether it fits, and what a picture costs.

Only Gemma 3's is served (`clip.projector_type = gemma3`: a SigLIP tower, squares of one size, a fixed number
of tokens a square). Source: llama.cpp, tools/mtmd/clip.cpp.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from edge.engines.gemma import gguf
from edge.errors import ModelDamaged, ModelError

TYPE = "gemma3"
#: Patches each way that become one token, where the file does not say.
_MERGED = 4
#: Tokens each way of a picture, at most: all of them are computed at once.
_ACROSS = 64


@dataclass(frozen=True, slots=True)
class ProjectorHeader:
    """`side`: pixels each way of the square it sees; `tokens` that such a square takes in a prompt; `width`
    of the model it belongs to; `needs`: bytes of memory, an estimate.
    """

    path: Path
    side: int
    tokens: int
    width: int
    needs: int


def check(path: Path) -> ProjectorHeader:
    """The header of a projector that llama.cpp may load. Raises ModelError, which says what is wrong."""
    header = gguf.read(path)
    kind = header.keys.get("clip.projector_type", header.keys.get("clip.vision.projector_type", ""))
    if header.architecture != "clip" or not header.keys.get("clip.has_vision_encoder"):
        raise ModelError(
            f"{path} is no projector: it holds a model of the architecture {header.architecture!r}.",
            "Name the file that comes beside a Gemma that sees (mmproj…gguf).",
        )
    if kind != TYPE:
        raise ModelError(
            f"{path} is a projector of the kind {kind!r}, and edge runs those of Gemma 3 ({TYPE}).",
            "See: edge models list",
        )
    side, patch = header.number("vision.image_size"), header.number("vision.patch_size")
    merged = header.number("vision.projector.scale_factor") or _MERGED
    width, layers = header.number("vision.projection_dim"), header.number("vision.block_count")
    inner = header.number("vision.embedding_length")
    across = side // patch // merged if patch and merged else 0
    if not (
        0 < across <= _ACROSS
        and side % patch == 0
        and side <= 4_096
        and 0 < width < 1 << 20
        and layers
        and inner
    ):
        raise ModelDamaged(
            f"The projector {path} is damaged: {side} pixels, patches of {patch}, {merged} of them a token.",
            "Fetch it again: edge models pull",
        )
    patches = (side // patch) ** 2
    # Weights are mapped; beside them the rows of a few layers' steps, and one head's scores at a time.
    buffers = 4 * patches * (10 * inner + 2 * header.number("vision.feed_forward_length"))
    return ProjectorHeader(path, side, across**2, width, header.bytes + buffers)


def of(path: Path, model: gguf.Header) -> ProjectorHeader:
    """The header of a projector that belongs to a model. Raises ModelError where it does not."""
    header = check(path)
    if not fits(header, model):
        raise ModelError(
            f"The projector {path} was made for a {TYPE} of width {header.width}; {model.path.name} is a "
            f"{model.architecture} of width {model.number('embedding_length')}.",
            "Name the one that comes with the model.",
        )
    return header


def fits(projector: ProjectorHeader, model: gguf.Header) -> bool:
    """Whether a projector was made for models of this architecture and width."""
    return model.architecture == TYPE and projector.width == model.number("embedding_length")
