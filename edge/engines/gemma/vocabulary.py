"""The tokens of a model: text to ids and back, control tokens by name, and a prompt laid out in ids."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from edge.engines.gemma import llama as native
from edge.engines.gemma import protocol
from edge.engines.gemma.laid_prompt import LaidPrompt, Segment
from edge.engines.gemma.refusal import Refused


class TokenVocabulary:
    """Of one model, which must outlive it."""

    def __init__(self, model: Any) -> None:
        self.handle: Any = native.llama_model_get_vocab(model)
        self.size = int(native.llama_vocab_n_tokens(self.handle))
        self._controls: dict[str, int] = {}
        self._text = ctypes.create_string_buffer(256)

    def tokenise(self, text: str, *, special: bool = False) -> list[int]:
        """Token ids. Markers in the text stay text unless `special`, which only our own names are given."""
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        buffer = (native.llama_token * room)()
        count = native.llama_tokenize(self.handle, data, len(data), buffer, room, False, special)
        if count < 0:
            raise Refused("bug", f"llama_tokenize needs {-count} places for {len(data)} bytes")
        return list(buffer[:count])

    def control(self, name: str) -> int:
        """Id of a control token. The model of another family has no such token."""
        if name not in self._controls:
            ids = self.tokenise(name, special=True)
            if len(ids) != 1 or not native.llama_vocab_is_control(self.handle, ids[0]):
                raise Refused(
                    "model",
                    f"the vocabulary has no control token {name}: not a Gemma of this prompt format",
                )
            self._controls[name] = ids[0]
        return self._controls[name]

    def lay(self, prompt: protocol.Prompt, picture: Callable[[str], list[int]]) -> LaidPrompt:
        """A prompt in ids. Text is never joined across the end of its fixed part. `picture` gives the ids
        that stand for a picture by its digest.
        """
        segments: list[Segment] = []
        tokens: list[int] = []
        text, fixed, start = "", 0, 0
        for number, part in enumerate(prompt.parts):
            if number == prompt.fixed or part.control or part.picture:
                tokens += self.tokenise(text) if text else []
                text = ""
            if number == prompt.fixed:
                fixed = start + len(tokens)
            if part.picture:
                segments.append(Segment(start, tokens))
                start += len(tokens)
                segments.append(Segment(start, picture(part.picture), part.picture))
                start = segments[-1].end
                tokens = []
            elif part.control:
                tokens.append(self.control(part.control))
            else:
                text += part.text
        tokens += self.tokenise(text) if text else []
        segments.append(Segment(start, tokens))
        return LaidPrompt(tuple(one for one in segments if one.ids), fixed)

    def piece(self, token: int) -> bytes:
        """The bytes of a token; control tokens have none."""
        count = native.llama_token_to_piece(self.handle, token, self._text, 256, 0, False)
        return ctypes.string_at(self._text, count) if count > 0 else b""

    def ends(self, token: int) -> bool:
        """Whether a token ends what the model says."""
        return bool(native.llama_vocab_is_eog(self.handle, token))
