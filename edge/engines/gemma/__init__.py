"""Gemma through llama.cpp, which can end its process and therefore has one of its own.

On edge's side `engine`, which others use, asks `process`: prompts of `prompt`, packed by `pack`, answers
under a `grammar`. On the other side `worker` runs `native` and `sampler` and keeps `states`. `protocol` lies
between. Before a file is loaded, `gguf` and `memory` look at it; `trial` and `llama_proof` try it out.
"""
