"""The floor of Gemma's benchmarks: llama.cpp by ctypes, nothing else. A child process that reads commands.

    echo 'prefill 512' | python bench/gemma_floor.py MODEL WINDOW MICRO_BATCH THREADS

`prefill N` reads N tokens into an empty context, `generate N` continues greedily; each prints its processor
seconds and wall seconds. Greedy means numpy's argmax over the logits: what any loop has to do.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time

import llama_cpp as native
import numpy as np


def main() -> None:
    path, window, micro_batch, threads = sys.argv[1], *map(int, sys.argv[2:5])
    sink = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    quiet = native.llama_log_callback(lambda level, text, data: None)
    native.llama_log_set(quiet, ctypes.c_void_p(0))
    model = native.llama_model_load_from_file(path.encode(), native.llama_model_default_params())
    params = native.llama_context_default_params()
    params.n_ctx, params.n_batch, params.n_ubatch = window, 512, micro_batch
    params.n_threads = params.n_threads_batch = threads
    params.flash_attn_type, params.swa_full = 1, False
    context = native.llama_init_from_model(model, params)
    memory = native.llama_get_memory(context)
    size = native.llama_vocab_n_tokens(native.llama_model_get_vocab(model))
    rng = np.random.default_rng(1)

    def decode(tokens: list[int]) -> None:
        array = (native.llama_token * len(tokens))(*tokens)
        assert native.llama_decode(context, native.llama_batch_get_one(array, len(tokens))) == 0

    def best() -> int:
        return int(np.ctypeslib.as_array(native.llama_get_logits_ith(context, -1), shape=(size,)).argmax())

    for line in sys.stdin:
        verb, count = line.split()
        cpu, wall = time.process_time(), time.perf_counter()
        if verb == "prefill":
            native.llama_memory_clear(memory, True)
            tokens = rng.integers(300, 1000, int(count)).tolist()
            for start in range(0, len(tokens), 512):
                decode(tokens[start : start + 512])
            best()
        else:
            for _ in range(int(count)):
                decode([best()])
        print(time.process_time() - cpu, time.perf_counter() - wall, file=sink)


if __name__ == "__main__":
    main()
