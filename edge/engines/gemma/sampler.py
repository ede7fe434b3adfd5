"""Grammar-constrained greedy choice. With `native.py` the code that calls llama.cpp, in the worker.

llama.cpp filters the whole vocabulary at each step: about 45 ms for Gemma's 262,144 entries, more than a 270M
model takes to compute the token. The likeliest token is therefore asked about alone, as llama.cpp's own tools
do. When the grammar refuses it, its answer for some hundred single characters tells which first characters
may come, and only the tokens that begin with one of them are filtered. The result is that of filtering
everything.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from edge.engines.gemma import llama as native

#: Buckets up to this size together are filtered at once; beyond it the likeliest tokens are tried first.
SMALL = 8_000
#: How many of the likeliest.
LIKELIEST = 256


class Pieces:
    """Tokens by the first character of their text. About half a second for 262,144; made at the first
    refusal."""

    def __init__(self, vocab: Any, piece: Callable[[int], bytes]) -> None:
        size = native.llama_vocab_n_tokens(vocab)
        buckets: dict[str, list[int]] = {}
        always: list[int] = []
        self.single: dict[str, int] = {}
        for token in range(size):
            data = piece(token)
            if native.llama_vocab_is_eog(vocab, token):
                always.append(token)
            elif data:
                try:
                    text = data.decode("utf-8")
                except UnicodeDecodeError:  # a byte of a character: what it may begin is the grammar's to say
                    always.append(token)
                    continue
                buckets.setdefault(text[0], []).append(token)
                if len(text) == 1:
                    self.single.setdefault(text, token)
        # An ASCII bucket without a token for its character alone cannot be probed.
        always += [
            token for c, ids in buckets.items() if ord(c) < 128 and c not in self.single for token in ids
        ]
        beyond = [token for c, ids in buckets.items() if ord(c) > 127 for token in ids]
        self.always = np.array(sorted(always), dtype=np.int32)
        self.beyond = np.array(sorted(beyond), dtype=np.int32)
        self.buckets = {c: np.array(ids, dtype=np.int32) for c, ids in buckets.items() if c in self.single}


class Constraint:
    """A grammar in use. Close it. Raises ValueError for a grammar that would end the process later on."""

    def __init__(self, vocab: Any, grammar: str, pieces: Callable[[], Pieces]) -> None:
        # NULL, not an exception, is how llama.cpp refuses one; using it would be a segmentation fault.
        self._sampler: Any = (
            native.llama_sampler_init_grammar(vocab, grammar.encode(), b"root") if grammar.strip() else None
        )
        if not self._sampler:
            raise ValueError("llama.cpp does not accept the grammar")
        self._pieces = pieces
        self._literal = sorted({c for c in grammar if ord(c) > 127})
        # Only grammars of our own converter treat all other characters beyond ASCII alike.
        bare = grammar.replace(r'[^"\\\x7F\x00-\x1F]', "").replace(r'["\\/bfnrt]', "")
        self._uniform = not re.search(r"[\[.]", re.sub(r'"(?:[^"\\]|\\.)*"', "", bare))
        self._probes: Any = None
        self._table = np.zeros(0, dtype=[("id", np.int32), ("logit", np.float32), ("p", np.float32)])

    def close(self) -> None:
        """Free the grammar."""
        native.llama_sampler_free(self._sampler)
        self._sampler = None

    def accept(self, token: int) -> None:
        """Move on by an allowed token."""
        native.llama_sampler_accept(self._sampler, token)

    def allowed(self, token: int) -> bool:
        """Whether the grammar takes this token now."""
        one = native.llama_token_data(token, 0.0, 0.0)
        array = native.llama_token_data_array(ctypes.pointer(one), 1, -1, False)
        native.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return bool(one.logit != -np.inf)

    def best(self, logits: Any) -> int | None:
        """The likeliest allowed token, or None when there is none. `logits`: (vocabulary,) float32."""
        candidates = self._candidates()
        everything = np.arange(len(logits), dtype=np.int32)
        token: int | None = None
        if candidates is not None and len(candidates) <= SMALL:
            token = self._best_of(candidates, logits)
        elif len(logits) > LIKELIEST:
            token = self._best_of(np.argpartition(logits, -LIKELIEST)[-LIKELIEST:], logits)
        if token is None and candidates is not None:
            token = self._best_of(candidates, logits)
        # Never say "cannot be met" on the word of a pruned search.
        return token if token is not None else self._best_of(everything, logits)

    def _candidates(self) -> Any:
        """Tokens that begin with a character the grammar takes now; None: not known."""
        if not self._uniform:
            return None
        pieces = self._pieces()
        if self._probes is None:
            others = [c for c in pieces.single if ord(c) > 127 and c not in self._literal][:1]
            if not others or any(c not in pieces.single for c in self._literal):
                self._uniform = False  # something that cannot be probed: filter everything
                return None
            firsts = [c for c in pieces.single if ord(c) < 128] + self._literal
            # Characters beyond ASCII that no literal has are allowed or refused together: the last probe
            # speaks for all.
            ids = np.array([pieces.single[c] for c in firsts + others], dtype=np.int32)
            self._probes = ids, [*(pieces.buckets[c] for c in firsts), pieces.beyond]
        ids, buckets = self._probes
        taken = np.flatnonzero(self._filter(ids, np.zeros(len(ids), dtype=np.float32))["logit"] != -np.inf)
        if len(taken) and taken[-1] == len(buckets) - 1:  # `beyond` holds the literals' buckets too
            plain = len(buckets) - 1 - len(self._literal)
            taken = taken[(taken < plain) | (taken == len(buckets) - 1)]
        return np.concatenate([pieces.always, *(buckets[at] for at in taken)])

    def _best_of(self, ids: Any, logits: Any) -> int | None:
        table = self._filter(ids, logits[ids])
        if not len(table):
            return None
        best = int(table["logit"].argmax())
        return None if table["logit"][best] == -np.inf else int(table["id"][best])

    def _filter(self, ids: Any, logits: Any) -> Any:
        """llama.cpp's filter: refused tokens get -inf. A structured array of the same order."""
        if len(self._table) < len(ids):
            self._table = np.zeros(len(ids), dtype=self._table.dtype)
        table = self._table[: len(ids)]
        table["id"], table["logit"] = ids, logits
        data = table.ctypes.data_as(ctypes.POINTER(native.llama_token_data))
        array = native.llama_token_data_array(data, len(ids), -1, False)
        native.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return table
