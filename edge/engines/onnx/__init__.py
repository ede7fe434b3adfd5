"""Networks in ONNX Runtime: `embedder`, `reranker` and `evidence`, the reader that ships.

`file` looks at an ONNX file before ONNX Runtime does, `session` opens it.
"""
