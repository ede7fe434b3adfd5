"""EmbeddingGemma twice: as an ONNX graph and as plain numpy, from one dictionary of weights.

Gemma 3 text layers, read in both directions; every sixth layer sees everything, the others a window. After
the last norm: mean over the mask, two dense layers without bias or activation, unit length. Weights carry the
names of Hugging Face's Gemma3TextModel, the dense layers `dense1` and `dense2`; linear weights are (out, in).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from onnx import TensorProto
from onnx_graph import Floats, Graph

_FAR = -1e9
Weights = Mapping[str, Floats]


class Shape(NamedTuple):
    """`window`: how far a local layer looks to each side, exclusive.

    The published configuration says 512; with attention in both directions that is 512 // 2 + 1 = 257.
    Texts below the window cannot show a mistake here.
    """

    vocabulary: int = 262_144
    width: int = 768
    layers: int = 24
    heads: int = 3
    head: int = 256
    inner: int = 1_152
    dense: int = 3_072
    window: int = 257
    every: int = 6
    theta: float = 1e6
    local_theta: float = 1e4
    epsilon: float = 1e-6

    def local(self, layer: int) -> bool:
        """Whether this layer sees a window only."""
        return (layer + 1) % self.every != 0


def graph(w: Weights, s: Shape, kind: str) -> Any:
    """ONNX model: `input_ids`, `attention_mask` -> `last_hidden_state`, `sentence_embedding`."""
    g = Graph(kind)
    # The published files scale after the lookup, so that the table itself can be quantised.
    x = g.add("Mul", g.embedding("input_ids", w["embed_tokens.weight"]), g.const(np.float32(s.width**0.5)))
    length = g.add("Gather", g.add("Shape", "input_ids"), g.const(np.int64(1)))
    places = g.add("Range", g.const(np.int64(0)), length, g.const(np.int64(1)))
    where = g.add("Cast", places, to=TensorProto.FLOAT)
    seen = g.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    far = g.add("Mul", g.add("Sub", g.const(1.0), seen), g.const(_FAR))
    wide = g.add("Unsqueeze", far, g.const([1, 2]))
    apart = g.add(
        "Abs", g.add("Sub", g.add("Unsqueeze", where, g.const([1])), g.add("Unsqueeze", where, g.const([0])))
    )
    beyond = g.add(
        "Cast", g.add("GreaterOrEqual", apart, g.const(np.float32(s.window))), to=TensorProto.FLOAT
    )
    near = g.add("Add", wide, g.add("Mul", beyond, g.const(_FAR)))
    turns = {local: _turn(g, where, s, local) for local in (True, False)}
    for n in range(s.layers):
        local = s.local(n)
        x = _layer(g, w, f"layers.{n}.", x, far=near if local else wide, turn=turns[local], s=s)
    x = _norm(g, w, "norm", x, s)
    g.add("Identity", x, name="last_hidden_state")
    pooled = g.mean_pool(x, "attention_mask")
    for name in ("dense1", "dense2"):
        pooled = g.linear(pooled, w[f"{name}.weight"].T, None)
    g.add("Identity", g.l2_normalise(pooled), name="sentence_embedding")
    return g.model(
        {"last_hidden_state": ["batch", "sequence", s.width], "sentence_embedding": ["batch", s.width]}
    )


def _turn(g: Graph, where: str, s: Shape, local: bool) -> tuple[str, str]:
    """Cosine and sine of the rotary positions, (sequence, head)."""
    speed = g.const(_speeds(s, local)[None, :])
    angle = g.add("Mul", g.add("Unsqueeze", where, g.const([1])), speed)
    angle = g.add("Concat", angle, angle, axis=-1)
    return g.add("Cos", angle), g.add("Sin", angle)


def _speeds(s: Shape, local: bool) -> Floats:
    theta = s.local_theta if local else s.theta
    return (1.0 / theta ** (np.arange(0, s.head, 2) / s.head)).astype(np.float32)


def _norm(g: Graph, w: Weights, name: str, x: str, s: Shape) -> str:
    # RMSNorm, times (1 + weight). This chain is the one that ONNX Runtime fuses.
    power = g.add("ReduceMean", g.add("Pow", x, g.const(np.float32(2))), g.const([-1]), keepdims=1)
    root = g.add("Sqrt", g.add("Add", power, g.const(np.float32(s.epsilon))))
    return g.add("Mul", g.add("Div", x, root), g.const(1 + w[f"{name}.weight"]))


def _rotate(g: Graph, x: str, turn: tuple[str, str], s: Shape) -> str:
    half = s.head // 2
    first = g.add("Split", x, g.const([half, half]), outputs=2, axis=-1)
    turned = g.add("Concat", g.add("Neg", f"{first}_1"), first, axis=-1)
    return g.add("Add", g.add("Mul", x, turn[0]), g.add("Mul", turned, turn[1]))


def _layer(g: Graph, w: Weights, p: str, x: str, *, far: str, turn: tuple[str, str], s: Shape) -> str:
    h = _norm(g, w, p + "input_layernorm", x, s)
    names = ("q_proj", "k_proj", "v_proj")
    weight = np.concatenate([w[f"{p}self_attn.{name}.weight"] for name in names]).T
    qkv = g.add("Reshape", g.linear(h, weight, None), g.const([0, 0, s.heads + 2, s.head]))
    qkv = g.add("Transpose", qkv, perm=[0, 2, 1, 3])
    q = g.add("Split", qkv, g.const([s.heads, 1, 1]), outputs=3, axis=1)
    k, v = f"{q}_1", f"{q}_2"  # one key and value head, shared by all queries
    q = _rotate(g, _norm(g, w, p + "self_attn.q_norm", q, s), turn, s)
    k = _rotate(g, _norm(g, w, p + "self_attn.k_norm", k, s), turn, s)
    score = g.add("MatMul", q, g.add("Transpose", k, perm=[0, 1, 3, 2]))
    score = g.add("Add", g.add("Mul", score, g.const(np.float32(s.head**-0.5))), far)
    mixed = g.add("MatMul", g.add("Softmax", score, axis=-1), v)
    mixed = g.add("Reshape", g.add("Transpose", mixed, perm=[0, 2, 1, 3]), g.const([0, 0, s.heads * s.head]))
    mixed = g.linear(mixed, w[p + "self_attn.o_proj.weight"].T, None)
    x = g.add("Add", x, _norm(g, w, p + "post_attention_layernorm", mixed, s))
    h = _norm(g, w, p + "pre_feedforward_layernorm", x, s)
    both = np.concatenate([w[p + "mlp.gate_proj.weight"], w[p + "mlp.up_proj.weight"]]).T
    gate = g.add("Split", g.linear(h, both, None), g.const([s.inner, s.inner]), outputs=2, axis=-1)
    h = g.add("Mul", g.add("Gelu", gate, approximate="tanh"), f"{gate}_1")
    h = g.linear(h, w[p + "mlp.down_proj.weight"].T, None)
    return g.add("Add", x, _norm(g, w, p + "post_feedforward_layernorm", h, s))


def reference(w: Weights, s: Shape, ids: list[int]) -> Floats:
    """The same in numpy, one text: token ids -> unit vector (width,)."""

    def norm(name: str, y: Floats) -> Floats:
        root = np.sqrt((y**2).mean(axis=-1, keepdims=True) + np.float32(s.epsilon))
        out: Floats = y / root * (1 + w[f"{name}.weight"])
        return out

    where = np.arange(len(ids), dtype=np.float32)
    apart = np.abs(where[:, None] - where[None, :])
    x = w["embed_tokens.weight"][ids] * np.float32(s.width**0.5)
    for n in range(s.layers):
        p = f"layers.{n}."
        angle = np.tile(where[:, None] * _speeds(s, s.local(n)), 2)

        def rotate(y: Floats, angle: Floats = angle) -> Floats:
            turned = np.concatenate([-y[..., s.head // 2 :], y[..., : s.head // 2]], axis=-1)
            out: Floats = y * np.cos(angle) + turned * np.sin(angle)
            return out

        h = norm(p + "input_layernorm", x)
        q, k, v = (
            (h @ w[f"{p}self_attn.{name}.weight"].T).reshape(len(ids), -1, s.head).transpose(1, 0, 2)
            for name in ("q_proj", "k_proj", "v_proj")
        )
        q, k = rotate(norm(p + "self_attn.q_norm", q)), rotate(norm(p + "self_attn.k_norm", k))
        score = q @ k.transpose(0, 2, 1) * np.float32(s.head**-0.5)
        if s.local(n):
            score = np.where(apart < s.window, score, np.float32(_FAR))
        share = np.exp(score - score.max(axis=-1, keepdims=True))
        mixed = (share / share.sum(axis=-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(ids), -1)
        x = x + norm(p + "post_attention_layernorm", mixed @ w[p + "self_attn.o_proj.weight"].T)
        h = norm(p + "pre_feedforward_layernorm", x)
        gate = h @ w[p + "mlp.gate_proj.weight"].T
        gate = (
            0.5
            * gate
            * (1 + np.tanh(np.float32(np.sqrt(2 / np.pi)) * (gate + np.float32(0.044715) * gate**3)))
        )
        h = (gate * (h @ w[p + "mlp.up_proj.weight"].T)) @ w[p + "mlp.down_proj.weight"].T
        x = x + norm(p + "post_feedforward_layernorm", h)
    pooled = norm("norm", x).mean(axis=0) @ w["dense1.weight"].T @ w["dense2.weight"].T
    unit: Floats = (pooled / np.linalg.norm(pooled)).astype(np.float32)
    return unit


def random_weights(s: Shape, seed: int) -> dict[str, Floats]:
    """Weights of a model that means nothing.

    Norm weights are not zero: with zeros a missing 1 + w would not show.
    """
    rng = np.random.default_rng(seed)

    def normal(*size: int) -> Floats:
        out = rng.standard_normal(size, dtype=np.float32)
        out *= np.float32(size[-1] ** -0.5)
        return out

    held = {"embed_tokens.weight": normal(s.vocabulary, s.width), "norm.weight": normal(s.width)}
    held |= {"dense1.weight": normal(s.dense, s.width), "dense2.weight": normal(s.width, s.dense)}
    for n in range(s.layers):
        p = f"layers.{n}."
        held |= {
            f"{p}self_attn.q_proj.weight": normal(s.heads * s.head, s.width),
            f"{p}self_attn.k_proj.weight": normal(s.head, s.width),
            f"{p}self_attn.v_proj.weight": normal(s.head, s.width),
            f"{p}self_attn.o_proj.weight": normal(s.width, s.heads * s.head),
            f"{p}mlp.gate_proj.weight": normal(s.inner, s.width),
            f"{p}mlp.up_proj.weight": normal(s.inner, s.width),
            f"{p}mlp.down_proj.weight": normal(s.width, s.inner),
            f"{p}self_attn.q_norm.weight": normal(s.head),
            f"{p}self_attn.k_norm.weight": normal(s.head),
        }
        for name in ("input", "post_attention", "pre_feedforward", "post_feedforward"):
            held[f"{p}{name}_layernorm.weight"] = normal(s.width)
    return held
