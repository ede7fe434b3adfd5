"""A prompt as llama.cpp computes it: runs of text and pictures between them, and where computing may begin
anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of tokens from place `start` on. Of a picture, given by its digest, the ids stand for its rows of
    the embedding: negative, and the same for the same picture.
    """

    start: int
    ids: list[int]
    picture: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.ids)


@dataclass(frozen=True, slots=True)
class LaidPrompt:
    """Segments in order. The first `fixed` tokens never change: no picture is among them."""

    segments: tuple[Segment, ...]
    fixed: int = 0

    @property
    def tokens(self) -> list[int]:
        return [token for segment in self.segments for token in segment.ids]

    def common(self, held: Sequence[int], step: int) -> int:
        """How many tokens of what was computed before can stand: the shared beginning, but for the last
        token, whose logits are wanted, down to a place where computing would have begun a batch as well.

        Batches begin with a segment and every `step` tokens after that. So the rest is computed in the very
        batches in which it would be computed cold: kernels differ by batch size in the last bits, and a
        question must not get another confidence because of the question before it.
        """
        shared = 0
        for one, wanted in zip(held, self.tokens[:-1], strict=False):
            if one != wanted:
                break
            shared += 1
        for segment in self.segments:
            if shared < segment.end:
                inside = max(shared - segment.start, 0)
                return segment.start + (0 if segment.picture else inside - inside % step)
        return shared
