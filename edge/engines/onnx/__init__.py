"""Networks in ONNX Runtime: `embedder`, `reranker` and `reader`, which reads `windows` with its `span_model`.

`file` looks at an ONNX file before ONNX Runtime does, `session` opens it.
"""
