"""One Gemma model in llama.cpp, by its C interface. The worker runs it, nothing else.

The wrapper's own classes are not used: they reserve half a gigabyte for scores, print, and take text in which
a document could hide turn markers. Everything here is one sequence in one context, for one thread.
"""

from __future__ import annotations

import codecs
import ctypes
import hashlib
import os
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from edge.engines.gemma import llama as native
from edge.engines.gemma import protocol
from edge.engines.gemma.laid_prompt import LaidPrompt, Segment
from edge.engines.gemma.projector import Projector
from edge.engines.gemma.refusal import Refused
from edge.engines.gemma.sampler import Constraint, Pieces
from edge.engines.gemma.states import read_state, write_state
from edge.engines.gemma.vocabulary import TokenVocabulary

#: Most bytes of states of fixed prompts held in memory.
MAX_STATES = 64 * 1024 * 1024
#: Rows of logits that one batch may ask for: each costs the vocabulary times 4 bytes (1 MB for Gemma).
MAX_OUTPUTS = 16


class LlamaModel:
    """One model, one context, one sequence. Not for two threads."""

    def __init__(self, request: protocol.Open) -> None:
        self._log: deque[str] = deque(maxlen=4)
        # The callback must live as long as the library may call it.
        self._collect = native.llama_log_callback(self._heard)
        native.llama_log_set(self._collect, ctypes.c_void_p(0))
        self._key = request.model
        self._states = Path(request.states) if request.states else None
        native.llama_backend_init()
        params = native.llama_model_default_params()
        params.n_gpu_layers = 0
        self._model: Any = native.llama_model_load_from_file(os.fsencode(request.path), params)
        if not self._model:
            raise Refused("model", f"llama.cpp cannot load {request.path}: {self._why()}")
        self.vocabulary = TokenVocabulary(self._model)
        self.size = self.vocabulary.size
        context = native.llama_context_default_params()
        context.n_ctx = request.window
        context.n_batch = request.batch
        context.n_ubatch = request.micro_batch
        context.n_seq_max = 1
        context.n_outputs_max = MAX_OUTPUTS
        context.n_outputs_max_per_seq = MAX_OUTPUTS
        context.n_threads = context.n_threads_batch = request.threads
        context.flash_attn_type = 1 if request.flash else 0
        context.swa_full = False
        context.no_perf = True
        self._context: Any = native.llama_init_from_model(self._model, context)
        if not self._context:
            raise Refused(
                "memory", f"llama.cpp cannot make a window of {request.window} tokens: {self._why()}"
            )
        self._memory = native.llama_get_memory(self._context)
        self._batch = native.llama_batch_init(max(request.batch, request.micro_batch), 0, 1)
        self._batch_size = max(request.batch // request.micro_batch, 1) * request.micro_batch
        self.window = native.llama_n_ctx(self._context)
        self._sliding = native.llama_model_n_swa(self._model)
        # llama.cpp asks after every node of the graph whether to give up. A Python callback there would cost
        # about 5 % of the speed, so it asks strlen() of this buffer: 0 goes on, 1 stops within milliseconds.
        self._stop = ctypes.create_string_buffer(2)
        strlen = (ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)).strlen
        self._strlen = ctypes.cast(strlen, native.ggml_abort_callback)
        native.llama_set_abort_callback(self._context, self._strlen, ctypes.cast(self._stop, ctypes.c_void_p))
        self._tokens: list[int] = []  # what the context holds
        self._read = 0  # how many of them were read as a prompt, in whole micro-batches
        self._step = request.micro_batch
        self._kept: dict[bytes, tuple[list[int], bytes]] = {}  # states of fixed prompts, oldest first
        self._settings = f"{native.__version__}|{request.window}|{request.flash}|{request.micro_batch}"
        self._work = np.empty(self.size, dtype=np.float32)
        self._known: Pieces | None = None
        self._projector = Projector(request, self._model, self._heard) if request.projector else None

    def _heard(self, level: int, text: bytes | None, _: Any) -> None:
        if level >= 3 and text:  # warnings and errors: they say why a file does not load
            self._log.append(text.decode("utf-8", "replace").strip())

    def _why(self) -> str:
        return "; ".join(self._log)[-400:] or "it gives no reason"

    def opened(self, n: int) -> protocol.Opened:
        return protocol.Opened(
            n=n,
            library=native.__version__,
            build=native.llama_print_system_info().decode("utf-8", "replace").strip(),
            vocabulary=self.size,
            window=self.window,
        )

    # --- the context -----------------------------------------------------------------------------

    def take(self, prompt: protocol.Prompt, room: int) -> tuple[list[int], int, float]:
        """Bring the context to the end of a prompt: (tokens, how many were reused, milliseconds).

        Raises Refused before anything is computed when prompt and `room` more tokens exceed the window.
        """
        laid = self.vocabulary.lay(prompt, self._picture)
        tokens = laid.tokens
        if not tokens or len(tokens) + room > self.window:
            raise Refused(
                "prompt_too_long",
                f"the prompt has {len(tokens)} tokens, {room} may follow, and the window holds {self.window}",
            )
        began = time.perf_counter()
        fixed = laid.fixed - laid.fixed % self._step
        reused = self._resume(laid, fixed)
        if reused < fixed:
            self._decode(tokens[reused:fixed], outputs=False)
        if fixed:
            self._keep(tokens[:fixed])
        done = max(reused, fixed)
        for segment in laid.segments:
            if segment.end <= done:
                continue
            if segment.picture:
                self._look(segment)
            else:
                rest = segment.ids[max(done - segment.start, 0) :]
                self._decode(rest, outputs=segment.end == len(tokens))
        self._read = len(tokens)
        return tokens, reused, (time.perf_counter() - began) * 1e3

    def _resume(self, laid: LaidPrompt, fixed: int) -> int:
        """Keep what the context shares with a prompt, or the kept state of its fixed part: how many tokens
        stand.
        """
        tokens = laid.tokens
        shared = laid.common(self._tokens[: self._read], self._step)
        # The sliding-window layers have forgotten old positions: rolling back is only right while the window
        # before the new position is still there. llama_memory_seq_rm itself would not say.
        oldest = native.llama_memory_seq_pos_min(self._memory, 0)
        if 0 < shared < len(self._tokens) and oldest > max(0, shared - self._sliding):
            shared = 0
        if shared < fixed < len(tokens) and self._restore(list(tokens[:fixed])):
            return fixed
        if shared:
            native.llama_memory_seq_rm(self._memory, 0, shared, -1)
            del self._tokens[shared:]
        else:
            self._clear()
        return shared

    def _clear(self) -> None:
        native.llama_memory_clear(self._memory, True)
        self._tokens = []
        self._read = 0

    def _decode(self, tokens: Sequence[int], *, outputs: bool = True, rows: int = 1) -> None:
        """Compute tokens after those the context holds; logits of the last `rows` when `outputs`."""
        for start in range(0, len(tokens), self._batch_size):
            part = tokens[start : start + self._batch_size]
            batch = self._batch
            batch.n_tokens = len(part)
            last = start + len(part) == len(tokens)
            for at, token in enumerate(part):
                batch.token[at] = token
                batch.pos[at] = len(self._tokens) + at
                batch.n_seq_id[at] = 1
                batch.seq_id[at][0] = 0
                batch.logits[at] = outputs and last and at >= len(part) - rows
            code = native.llama_decode(self._context, batch)
            if code:
                self._clear()
                if code == 2 or self._stop.raw[0]:
                    raise Refused("cancelled", "given up")
                raise Refused(
                    "bug", f"llama_decode returned {code} after {len(self._tokens)} tokens: {self._why()}"
                )
            self._tokens.extend(part)

    def _picture(self, digest: str) -> list[int]:
        if self._projector is None:
            raise Refused("picture", "this model was opened without a projector, and sees no pictures")
        return self._projector.ids(digest)

    def _look(self, segment: Segment) -> None:
        """Compute a picture after the tokens that the context holds."""
        assert self._projector is not None
        code = self._projector.decode(self._context, segment.picture, len(self._tokens), self._batch_size)
        if code:
            self._clear()
            if code == 2 or self._stop.raw[0]:
                raise Refused("cancelled", "given up")
            raise Refused("bug", f"llama.cpp returned {code} for a picture: {self._why()}")
        self._tokens.extend(segment.ids)

    def see(self, request: protocol.See) -> protocol.Seen:
        """Look at a picture, or say whether it is known."""
        if self._projector is None:
            raise Refused("picture", "this model was opened without a projector, and sees no pictures")
        return self._projector.see(request)

    def logits(self, row: int = -1) -> Any:
        """A view of the last logits, (vocabulary,) float32. Valid until the next batch."""
        pointer = native.llama_get_logits_ith(self._context, row)
        if not pointer:
            raise Refused("bug", "llama.cpp has no logits for this position")
        return np.ctypeslib.as_array(pointer, shape=(self.size,))

    def normaliser(self, logits: Any) -> float:
        """log of the sum of exp over the vocabulary, without a new array."""
        top = float(logits.max())
        if abs(top) < 40:  # always so for Gemma: no overflow in float32, and one pass less
            np.exp(logits, out=self._work)
            return float(np.log(self._work.sum()))
        np.subtract(logits, top, out=self._work)
        np.exp(self._work, out=self._work)
        return top + float(np.log(self._work.sum()))

    # --- states of fixed prompts -----------------------------------------------------------------

    def _name(self, tokens: Sequence[int]) -> bytes:
        spoken = f"{self._key}|{self._settings}|{','.join(map(str, tokens))}"
        return hashlib.sha256(spoken.encode()).digest()

    def _keep(self, tokens: list[int]) -> None:
        """Keep the state after a fixed prompt in memory and on disk. A full disk only costs time later."""
        name = self._name(tokens)
        if name in self._kept or len(self._tokens) != len(tokens):
            return
        size = native.llama_state_seq_get_size(self._context, 0)
        if not 0 < size <= MAX_STATES // 2:
            return
        buffer = (ctypes.c_uint8 * size)()
        written = native.llama_state_seq_get_data(self._context, buffer, size, 0)
        blob = bytes(memoryview(buffer)[:written])
        self._remember(name, tokens, blob)
        if self._states and self._key:
            write_state(self._states, name, blob)

    def _remember(self, name: bytes, tokens: list[int], blob: bytes) -> None:
        self._kept[name] = (tokens, blob)
        while sum(len(state) for _, state in self._kept.values()) > MAX_STATES:
            del self._kept[next(iter(self._kept))]

    def _restore(self, tokens: list[int]) -> bool:
        name = self._name(tokens)
        blob = self._kept[name][1] if name in self._kept else None
        if blob is None and self._states and self._key:
            blob = read_state(self._states, name)
        if blob is None:
            return False
        self._clear()
        source = (ctypes.c_uint8 * len(blob)).from_buffer_copy(blob)
        if not native.llama_state_seq_set_data(self._context, source, len(blob), 0):
            self._clear()
            self._kept.pop(name, None)
            return False
        self._remember(name, tokens, blob)
        self._tokens = list(tokens)
        self._read = len(tokens)
        return True

    # --- requests --------------------------------------------------------------------------------

    def score(self, request: protocol.Score) -> protocol.Scored:
        labels = []
        for label in request.labels:
            ids = self.vocabulary.tokenise(label)
            if len(ids) != 1:
                raise Refused(
                    "label", f"the label {label!r} is {len(ids)} tokens in this vocabulary, not one"
                )
            labels.append(ids[0])
        tokens, reused, ms = self.take(request.prompt, 0)
        logits = self.logits()
        total = self.normaliser(logits)
        return protocol.Scored(request.n, [float(logits[i]) - total for i in labels], len(tokens), reused, ms)

    def score_text(self, request: protocol.ScoreText) -> protocol.TextScored:
        ids = self.vocabulary.tokenise(request.text)
        tokens, reused, _ = self.take(request.prompt, len(ids))
        logprobs = [self._logprob(ids[0], self.logits())] if ids else []
        for at in range(0, len(ids) - 1, MAX_OUTPUTS):
            # A row of logits is a megabyte, so a long text is read in steps.
            step = ids[at : min(at + MAX_OUTPUTS, len(ids) - 1)]
            self._decode(step, rows=len(step))
            logprobs += [self._logprob(ids[at + row + 1], self.logits(row)) for row in range(len(step))]
        return protocol.TextScored(request.n, logprobs, len(tokens), reused)

    def _logprob(self, token: int, logits: Any) -> float:
        return float(logits[token]) - self.normaliser(logits)

    def generate(self, request: protocol.Generate) -> Iterator[protocol.Piece | protocol.Generated]:
        grammar: Constraint | None = None
        if request.grammar:
            try:
                grammar = Constraint(self.vocabulary.handle, request.grammar, self._pieces)
            except ValueError as error:
                raise Refused("grammar", f"{error}: {self._why()}") from None
        try:
            yield from self._generate(request, grammar)
        finally:
            if grammar:
                grammar.close()

    def _pieces(self) -> Pieces:
        if self._known is None:
            self._known = Pieces(self.vocabulary.handle, self.vocabulary.piece)
        return self._known

    def _generate(
        self, request: protocol.Generate, grammar: Constraint | None
    ) -> Iterator[protocol.Piece | protocol.Generated]:
        tokens, reused, prefill = self.take(request.prompt, request.limit)
        began = time.perf_counter()
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        text, rejected, written = "", 0, 0
        logprobs: list[float] = []
        ends: list[int] = []
        finish = "length"
        for step in range(request.limit):
            logits = self.logits()
            token = int(logits.argmax())
            if grammar and not grammar.allowed(token):
                rejected += 1
                best = grammar.best(logits)
                if best is None:
                    raise Refused(
                        "grammar", "no token of this vocabulary can follow: the grammar cannot be met"
                    )
                token = best
            if self.vocabulary.ends(token):
                finish = "stop"
                break
            written += 1
            if request.logprobs:
                logprobs.append(self._logprob(token, logits))
            if grammar:
                grammar.accept(token)
            piece = decoder.decode(self.vocabulary.piece(token))  # half a character waits for its rest
            ends.append(len(text := text + piece))
            if request.stream and piece:
                yield protocol.Piece(request.n, piece)
            if self._stop.raw[0]:
                finish = "cancelled"
                break
            if step + 1 < request.limit:
                self._decode([token])
        yield protocol.Generated(
            n=request.n, text=text + decoder.decode(b"", final=True), finish=finish,
            logprobs=logprobs, written=written, rejected=rejected, prompt=len(tokens), reused=reused,
            prefill_ms=prefill, decode_ms=(time.perf_counter() - began) * 1e3, ends=ends,
        )  # fmt: skip

    # --- cancelling, from the thread that reads ----------------------------------------------------

    def stop(self, wanted: bool) -> None:
        self._stop[0] = b"\x01" if wanted else b"\x00"
