"""The BERT encoder twice: as an ONNX graph and as plain numpy, from one dictionary of weights.

Weights carry the names of Hugging Face's BertModel (linear weights are (out, in)). Devlin et al. 2018;
pooling (mean over the mask, then unit length) as sentence-transformers does for MiniLM. With the weights
`pooler.dense` and `classifier` it is a cross-encoder: one or two logits of a pair of texts. With `evidence`
it is a reader: a logit for each token of a question and a window.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto
from onnx_graph import MASKED, OWN, Floats, Graph

EPSILON = 1e-12
_FAR = -1e9  # added to the score of a masked position

Weights = Mapping[str, Floats]


class Shape(NamedTuple):
    layers: int
    heads: int


def graph(
    weights: Weights, shape: Shape, kind: str, *, pooled: bool = True, exact: frozenset[int] = frozenset(),
    small_table: bool = False, masked: bool = True,
) -> Any:  # fmt: skip
    """ONNX model: `input_ids`, `attention_mask` -> `sentence_embedding`, or the unpooled `last_hidden_state`.

    `exact`: layers whose attention output stays fp32 in an int8 graph, because outliers pass through it.
    `masked=False`: no `attention_mask` is asked for, every text comes without padding.
    """
    g = Graph(kind, small_table=small_table)
    width = weights["embeddings.word_embeddings.weight"].shape[1]
    inputs = MASKED if masked else MASKED[:1]
    x = _encoded(g, weights, shape, _embed(g, weights), exact, masked=masked)
    if not pooled:
        g.add("Identity", x, name="last_hidden_state")
        return g.model({"last_hidden_state": ["batch", "sequence", width]}, inputs=inputs)
    mean = g.mean_pool(x, "attention_mask") if masked else g.add("ReduceMean", x, g.const([1]), keepdims=0)
    g.add("Identity", g.l2_normalise(mean), name="sentence_embedding")
    return g.model({"sentence_embedding": ["batch", width]}, inputs=inputs)


def cross_encoder(weights: Weights, shape: Shape, kind: str, *, exact: frozenset[int] = frozenset()) -> Any:
    """ONNX model: `input_ids`, `attention_mask`, `token_type_ids` of a pair -> `logits` (batch, 1 or 2)."""
    g = Graph(kind)
    x = _encoded(g, weights, shape, _embed(g, weights, types="token_type_ids"), exact)
    first = g.add("Gather", x, g.const(np.int64(0)), axis=1)
    pooled = g.linear(first, weights["pooler.dense.weight"].T, weights["pooler.dense.bias"], exact=True)
    head = weights["classifier.weight"]
    logits = g.linear(g.add("Tanh", pooled), head.T, weights["classifier.bias"], exact=True)
    g.add("Identity", logits, name="logits")
    return g.model({"logits": ["batch", len(head)]}, inputs=(*MASKED, "token_type_ids"))


def reader(
    weights: Weights,
    shape: Shape,
    kind: str,
    *,
    exact: frozenset[int] = frozenset(),
    small_table: bool = False,
    unsigned: bool = False,
) -> Any:
    """ONNX model: `input_ids`, `token_type_ids` of a question and a window -> `evidence` (batch, sequence):
    how much each token speaks for its sentence; the first one's speaks for none. `states` (batch, sequence,
    width): what it was told from, the last layer. Nothing is masked: a run reads one window, unpadded.
    """
    g = Graph(kind, small_table=small_table, unsigned=unsigned)
    x = _encoded(g, weights, shape, _embed(g, weights, types="token_type_ids"), exact, masked=False)
    logits = g.linear(x, weights["evidence.weight"].T, weights["evidence.bias"], exact=True)
    g.add("Squeeze", logits, g.const([-1]), name="evidence")
    g.add("Identity", x, name="states")
    width = weights["embeddings.word_embeddings.weight"].shape[1]
    outputs: dict[str, list[str | int]] = {
        "evidence": ["batch", "sequence"], "states": ["batch", "sequence", width],
    }  # fmt: skip
    return g.model(outputs, inputs=("input_ids", "token_type_ids"))


def _encoded(
    g: Graph, weights: Weights, shape: Shape, x: str, exact: frozenset[int], *, masked: bool = True
) -> str:
    """All layers over embedded tokens. What is masked takes standard operators; what is not, ONNX Runtime's
    own attention: a window of 200 tokens takes nine tenths of the time, a sentence of 30 two thirds, and so
    does opening the file.
    """
    width = weights["embeddings.word_embeddings.weight"].shape[1]
    far = _far(g) if masked else ""
    for n in range(shape.layers):
        x = _layer(
            g, weights, f"encoder.layer.{n}.", x, far, heads=shape.heads, width=width, exact=n in exact
        )
    return x


def _far(g: Graph) -> str:
    """What is added to the scores of each position: nothing, or so much that it counts for none."""
    mask = g.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    far = g.add("Mul", g.add("Sub", g.const(1.0), mask), g.const(_FAR))
    return g.add("Unsqueeze", far, g.const([1, 2]))


def _embed(g: Graph, w: Weights, types: str = "") -> str:
    positions, kinds = (
        w["embeddings.position_embeddings.weight"],
        w["embeddings.token_type_embeddings.weight"],
    )
    if not types:  # one text has one type of token, so that row is folded into the positions
        positions = positions + kinds[0]
    length = g.add("Shape", "input_ids", start=1, end=2)
    held = g.add("Slice", g.const(positions), g.const([0]), length, g.const([0]))
    x = g.add("Add", g.embedding("input_ids", w["embeddings.word_embeddings.weight"]), held)
    if types:
        x = g.add("Add", x, g.add("Gather", g.const(kinds), types))
    return _norm(g, w, "embeddings.LayerNorm.", x)


def _norm(g: Graph, w: Weights, prefix: str, x: str) -> str:
    scale, bias = g.const(w[prefix + "weight"]), g.const(w[prefix + "bias"])
    return g.add("LayerNormalization", x, scale, bias, axis=-1, epsilon=EPSILON)


def _layer(
    g: Graph, w: Weights, prefix: str, x: str, far: str, *, heads: int, width: int, exact: bool
) -> str:
    a, size = prefix + "attention.", width // heads
    # One product for query, key and value; the query carries the 1/sqrt(head) of the attention.
    factors = (("query", 1 / np.sqrt(np.float32(size))), ("key", np.float32(1)), ("value", np.float32(1)))
    weight = np.concatenate([w[f"{a}self.{name}.weight"].T * f for name, f in factors], axis=1)
    bias = np.concatenate([w[f"{a}self.{name}.bias"] * f for name, f in factors])
    qkv = g.linear(x, weight, bias)
    mixed = _attended(g, qkv, far, heads, width) if far else _attended_by_runtime(g, qkv, heads)
    mixed = g.linear(mixed, w[a + "output.dense.weight"].T, w[a + "output.dense.bias"], exact=exact)
    x = _norm(g, w, a + "output.LayerNorm.", g.add("Add", x, mixed))
    wide, weight = x, w[prefix + "intermediate.dense.weight"].T
    if g.kind == "int8":
        smooth = _smoothing(w, a + "output.LayerNorm.", weight)
        wide, weight = g.add("Mul", x, g.const(1 / smooth)), weight * smooth[:, None]
    inner = g.linear(wide, weight, w[prefix + "intermediate.dense.bias"])
    outer = g.linear(
        g.add("Gelu", inner), w[prefix + "output.dense.weight"].T, w[prefix + "output.dense.bias"]
    )
    return _norm(g, w, prefix + "output.LayerNorm.", g.add("Add", x, outer))


def _attended(g: Graph, qkv: str, far: str, heads: int, width: int) -> str:
    """The values weighed by the attention, of query, key and value side by side."""
    qkv = g.add("Reshape", qkv, g.const([0, 0, 3, heads, width // heads]))
    qkv = g.add("Transpose", qkv, perm=[2, 0, 3, 1, 4])
    q, k, v = (g.add("Gather", qkv, g.const(np.int64(i)), axis=0) for i in range(3))
    score = g.add("Add", g.add("MatMul", q, g.add("Transpose", k, perm=[0, 1, 3, 2])), far)
    mixed = g.add("MatMul", g.add("Softmax", score, axis=-1), v)
    return g.add("Reshape", g.add("Transpose", mixed, perm=[0, 2, 1, 3]), g.const([0, 0, width]))


def _attended_by_runtime(g: Graph, qkv: str, heads: int) -> str:
    """The same by ONNX Runtime's own operator, over all positions."""
    q = g.add("Split", qkv, outputs=3, axis=-1, num_outputs=3)
    parts = (q, f"{q}_1", f"{q}_2")
    return g.add("MultiHeadAttention", *parts, domain=OWN, num_heads=heads, scale=1.0)


def _smoothing(w: Weights, norm: str, weight: Floats) -> Floats:
    """Factor per input channel that moves outliers from the activations into the weights (SmoothQuant).

    Xiao et al. 2022 with alpha 0.7; the range of an activation is taken from its layer norm (three standard
    deviations), so no calibration text is needed; powers of two, so nothing else is rounded.
    """
    reach = 3 * np.abs(w[norm + "weight"]) + np.abs(w[norm + "bias"])
    factor = np.log2(reach) * 0.7 - np.log2(np.abs(weight).max(axis=1)) * 0.3
    smooth: Floats = np.exp2(np.rint(factor - factor.mean())).astype(np.float32)
    return smooth


def reference(weights: Weights, shape: Shape, ids: list[int]) -> Floats:
    """The same in numpy, one text: token ids -> unit vector (width,). What the graph is measured against."""
    pooled: Floats = _hidden(weights, shape, ids, [0] * len(ids)).mean(axis=0)
    return pooled / np.linalg.norm(pooled)


def cross_reference(weights: Weights, shape: Shape, ids: list[int], types: list[int]) -> Floats:
    """`cross_encoder` in numpy, one pair: token ids and their types -> logits (1 or 2,)."""
    first = _hidden(weights, shape, ids, types)[0]
    pooled = np.tanh(first @ weights["pooler.dense.weight"].T + weights["pooler.dense.bias"])
    logits: Floats = pooled @ weights["classifier.weight"].T + weights["classifier.bias"]
    return logits


def reader_reference(weights: Weights, shape: Shape, ids: list[int], types: list[int]) -> Floats:
    """`reader` in numpy, one window: token ids and their types -> evidence (tokens,)."""
    hidden = _hidden(weights, shape, ids, types)
    evidence: Floats = (hidden @ weights["evidence.weight"].T + weights["evidence.bias"])[:, 0]
    return evidence


def _hidden(w: Weights, shape: Shape, ids: list[int], types: list[int]) -> Floats:
    x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][: len(ids)]
    x = _layer_norm(w, "embeddings.LayerNorm.", x + w["embeddings.token_type_embeddings.weight"][types])
    for n in range(shape.layers):
        p = f"encoder.layer.{n}."

        def dense(name: str, y: Floats, p: str = p) -> Floats:
            return y @ w[f"{p}{name}.weight"].T + w[f"{p}{name}.bias"]

        q, k, v = (
            dense(f"attention.self.{name}", x).reshape(len(ids), shape.heads, -1).transpose(1, 0, 2)
            for name in ("query", "key", "value")
        )
        score = q @ k.transpose(0, 2, 1) / np.sqrt(np.float32(q.shape[-1]))
        share = np.exp(score - score.max(axis=-1, keepdims=True))
        share /= share.sum(axis=-1, keepdims=True)
        mixed = (share @ v).transpose(1, 0, 2).reshape(len(ids), -1)
        x = _layer_norm(w, p + "attention.output.LayerNorm.", x + dense("attention.output.dense", mixed))
        x = _layer_norm(
            w, p + "output.LayerNorm.", x + dense("output.dense", _gelu(dense("intermediate.dense", x)))
        )
    return x


def _layer_norm(w: Weights, prefix: str, x: Floats) -> Floats:
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
    normed: Floats = centred / spread * w[prefix + "weight"] + w[prefix + "bias"]
    return normed


def _gelu(x: Floats) -> Floats:
    # erf by Abramowitz and Stegun 7.1.26 (error below 1.5e-7): numpy has none.
    z = np.abs(x) / np.sqrt(2)
    t = 1 / (1 + 0.3275911 * z)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    erf = np.sign(x) * (1 - series * np.exp(-z * z))
    return (x * 0.5 * (1 + erf)).astype(np.float32)


def random_weights(
    *, vocabulary: int, width: int, inner: int, layers: int, positions: int, seed: int, labels: int = 0
) -> dict[str, Floats]:
    """Weights of a model that means nothing: for tests and for measuring. `labels`: of a cross-encoder."""
    rng = np.random.default_rng(seed)

    def normal(*size: int) -> NDArray[np.float32]:
        return (rng.standard_normal(size) / np.sqrt(size[-1])).astype(np.float32)

    held = {
        "embeddings.word_embeddings.weight": normal(vocabulary, width) * 4,
        "embeddings.position_embeddings.weight": normal(positions, width),
        "embeddings.token_type_embeddings.weight": normal(2, width),
    }
    names = ["embeddings."]
    for n in range(layers):
        p = f"encoder.layer.{n}."
        for name in (
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
        ):
            held |= {f"{p}{name}.weight": normal(width, width), f"{p}{name}.bias": normal(width)}
        held |= {
            f"{p}intermediate.dense.weight": normal(inner, width),
            f"{p}intermediate.dense.bias": normal(inner),
        }
        held |= {f"{p}output.dense.weight": normal(width, inner), f"{p}output.dense.bias": normal(width)}
        names += [p + "attention.output.", p + "output."]
    for name in names:
        scale = (1 + 0.1 * rng.standard_normal(width)).astype(np.float32)
        held |= {f"{name}LayerNorm.weight": scale, f"{name}LayerNorm.bias": 0.1 * normal(width)}
    if labels:
        held |= {"pooler.dense.weight": normal(width, width), "pooler.dense.bias": normal(width)}
        held |= {"classifier.weight": normal(labels, width), "classifier.bias": normal(labels)}
    return held
