"""Engines: things that choose, write or embed.

Here stand what every engine is (`base`) and the one that needs no model file (`lexical`, with what it reads
by). What needs one has rooms of its own: `gemma` (llama.cpp) and `onnx` (ONNX Runtime).
"""
