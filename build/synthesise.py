"""Write Gemma-architecture model files with random weights, seeded.

    python build/synthesise.py gguf --shape tiny|270m|1b|4b --quant f16|q8_0|q4_0|q4_k_m --out FILE

Speed and memory do not depend on the values of the weights, so these files carry the tests (`tiny`, a second
to make) and the performance gates (the others, exact in every tensor shape). What they answer means nothing.

`tiny` has a small vocabulary trained on a few sentences, so that French, English and emoji survive a round
trip; the large ones carry 262,144 entries, as Gemma does. `q4_k_m` and the large quantised files go through
llama.cpp's own quantiser, which chooses the type of each tensor as for a real file (needs the extra `llama`,
and room for an F16 copy).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np

SEED = 20_260


@dataclass(frozen=True)
class Shape:
    """Gemma 3 text model: layers, hidden and feed-forward width, heads, key-value heads, head width,
    window."""

    layers: int
    hidden: int
    ffn: int
    heads: int
    kv: int
    head: int
    window: int
    context: int
    vocab: int


SHAPES = {
    "tiny": Shape(4, 128, 256, 4, 1, 32, 64, 8_192, 1_024),
    "270m": Shape(18, 640, 2_048, 4, 1, 256, 512, 32_768, 262_144),
    "1b": Shape(26, 1_152, 6_912, 4, 1, 256, 512, 32_768, 262_144),
    "4b": Shape(34, 2_560, 10_240, 8, 4, 256, 1_024, 131_072, 262_144),
}
#: gguf's own type names; llama.cpp's file types (llama_ftype) for its quantiser.
QUANTS = {"f16": 1, "q4_0": 2, "q8_0": 7, "q4_k_m": 15}

CONTROL, NORMAL, UNKNOWN, USER_DEFINED, UNUSED, BYTE = 3, 1, 2, 4, 5, 6
SPECIALS = ("<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "<start_of_turn>", "<end_of_turn>")
PICTURE = ("<start_of_image>", "<end_of_image>")
SAMPLE = """\
Answer the question with the letter of the sentence that holds the answer. The player who touches a
piece must move it. None of the sentences answers the question. L'arbitre arrête la pendule quand un
joueur fait une demande. Le joueur dispose de quatre-vingt-dix minutes pour les quarante premiers coups,
puis de trente minutes. user model Question: Where is it written? Réponse: à la page douze, dans
l'article neuf. Sentences: Quotes: Passages: the first and the second game of the round were drawn,
which is what everybody had expected of them in the month of June. Le règlement dit que le coup est
achevé lorsque la pièce a été lâchée. Write a short answer from the quotes alone. It's called « en
passant » – or “in passing”. What's the weather? Il fait beau aujourd'hui, n'est-ce pas ? 0123456789"""
ALPHABET = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789àâäçéèêëîïôöùûüÿœæÀÂÇÉÈÊËÎÏÔÙÛÜŒ"
    " .,;:!?'’\"“”«»()[]{}<>-–—_/\\|*#@&%+=~^$€°§…\t".replace(" ", "▁")
)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("kind", choices=["gguf"])
    parser.add_argument("--shape", choices=sorted(SHAPES), default="tiny")
    parser.add_argument("--quant", choices=sorted(QUANTS), default="q4_0")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--arch", default="gemma3", help="another name makes a file that edge must refuse")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()

    given.out.parent.mkdir(parents=True, exist_ok=True)
    shape = SHAPES[given.shape]
    part = given.out.with_suffix(".part")
    direct = given.quant == "f16" or (given.shape == "tiny" and given.quant != "q4_k_m")
    write(part, shape, given.quant if direct else "f16", seed=given.seed, arch=given.arch)
    if not direct:
        half = part.rename(part.with_suffix(".f16"))
        try:
            quantise(half, part, QUANTS[given.quant])
        finally:
            half.unlink()
    part.replace(given.out)
    print(given.out)
    return 0


def write(path: Path, shape: Shape, quant: str, *, seed: int, arch: str) -> None:
    """One GGUF file. `quant`: f16, or a type that the gguf package can quantise in numpy."""
    import gguf

    writer = gguf.GGUFWriter(path, arch)
    writer.add_name(f"synthetic {arch} {shape.layers}x{shape.hidden}, random weights")
    writer.add_context_length(shape.context)
    writer.add_embedding_length(shape.hidden)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.ffn)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.kv)
    writer.add_key_length(shape.head)
    writer.add_value_length(shape.head)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_sliding_window(shape.window)
    writer.add_rope_freq_base(1e6)
    writer.add_file_type(QUANTS[quant])
    vocabulary(writer, shape.vocab)
    kind = {"f16": gguf.GGMLQuantizationType.F16, "q4_0": gguf.GGMLQuantizationType.Q4_0}.get(
        quant, gguf.GGMLQuantizationType.Q8_0
    )
    for name, dims in tensors(shape):
        if len(dims) == 1:
            # Norms hold Gemma's "+1" already. Large norms after each block keep a random model with a tied
            # embedding from echoing its last token for ever.
            value = 4.0 if "post_" in name else 1.0
            writer.add_tensor(name, np.full(dims, value, dtype=np.float32))
            continue
        weights = draw(name, dims, seed)
        if kind == gguf.GGMLQuantizationType.F16:
            writer.add_tensor(name, weights)
        else:
            writer.add_tensor(name, gguf.quants.quantize(weights.astype(np.float32), kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def tensors(shape: Shape) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Names and numpy shapes (rows, columns) of a Gemma 3 text model, embedding tied."""
    yield "token_embd.weight", (shape.vocab, shape.hidden)
    yield "output_norm.weight", (shape.hidden,)
    for layer in range(shape.layers):
        block = {
            "attn_norm": (shape.hidden,),
            "attn_q": (shape.heads * shape.head, shape.hidden),
            "attn_k": (shape.kv * shape.head, shape.hidden),
            "attn_v": (shape.kv * shape.head, shape.hidden),
            "attn_q_norm": (shape.head,),
            "attn_k_norm": (shape.head,),
            "attn_output": (shape.hidden, shape.heads * shape.head),
            "post_attention_norm": (shape.hidden,),
            "ffn_norm": (shape.hidden,),
            "ffn_gate": (shape.ffn, shape.hidden),
            "ffn_up": (shape.ffn, shape.hidden),
            "ffn_down": (shape.hidden, shape.ffn),
            "post_ffw_norm": (shape.hidden,),
        }
        for name, dims in block.items():
            yield f"blk.{layer}.{name}.weight", dims


def draw(name: str, dims: tuple[int, ...], seed: int) -> np.ndarray[Any, np.dtype[np.float16]]:
    """Normal weights of width 1/sqrt(columns), float16. Large tensors repeat a pool: only their size
    matters."""
    rng = np.random.default_rng([seed, *name.encode()])
    size = int(np.prod(dims))
    pool = rng.standard_normal(min(size, 4_194_301), dtype=np.float32) / np.sqrt(dims[-1])
    return np.resize(pool.astype(np.float16), dims)


def vocabulary(writer: Any, size: int) -> None:
    """SentencePiece-style entries: specials, bytes, newline, merged pieces, characters, then padding to
    `size`.

    SentencePiece reaches a piece only by merging pairs, so the pieces come from a real (tiny) BPE training.
    """
    entries: list[tuple[str, int, float]] = [(text, CONTROL, 0.0) for text in SPECIALS]
    entries[3] = ("<unk>", UNKNOWN, 0.0)
    entries += [(f"<0x{byte:02X}>", BYTE, 0.0) for byte in range(256)]
    # Runs of line ends are single entries, as in Gemma: lines can then be tokenised one by one.
    entries += [("\n" * count, USER_DEFINED, 0.0) for count in (1, 2, 3)]
    merges = pieces(380)
    entries += [(piece, NORMAL, -float(rank)) for rank, piece in enumerate(merges)]
    known = {text for text, _, _ in entries}
    letters = [
        c for c in dict.fromkeys(ALPHABET + SAMPLE.replace(" ", "▁").replace("\n", "")) if c not in known
    ]
    entries += [(letter, NORMAL, -float(len(merges) + rank)) for rank, letter in enumerate(letters)]
    if size > len(entries) + 10_000:
        # Words that no merge reaches, but that a grammar's filter has to look at like any other.
        known = {text for text, _, _ in entries}
        fresh = (
            word for word in words() if word not in known
        )  # llama.cpp aborts on an entry that comes twice
        entries += [(word, NORMAL, -1e6) for word in islice(fresh, size - len(entries) - len(PICTURE))]
    entries += [(f"<unused{i}>", UNUSED, 0.0) for i in range(size - len(entries) - len(PICTURE))]
    entries += [(text, CONTROL, 0.0) for text in PICTURE]
    if len(entries) != size:
        raise SystemExit(f"The vocabulary has {len(entries)} entries, not {size}.")
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([text.encode() for text, _, _ in entries])
    writer.add_token_scores([score for _, _, score in entries])
    writer.add_token_types([kind for _, kind, _ in entries])
    writer.add_pad_token_id(0)
    writer.add_eos_token_id(1)
    writer.add_bos_token_id(2)
    writer.add_unk_token_id(3)
    writer.add_eot_token_id(6)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(False)
    writer.add_add_space_prefix(False)
    # Never rendered by edge; it is here because real files carry one, which a test makes hostile.
    writer.add_chat_template("{{ bos_token }}{% for m in messages %}{{ m['content'] }}{% endfor %}")


def pieces(count: int) -> list[str]:
    """The first `count` merges of byte-pair encoding over SAMPLE, most frequent first, ties in order of
    text."""
    text = [list("▁" + word) for line in SAMPLE.splitlines() for word in line.split()]
    merged: list[str] = []
    while len(merged) < count:
        pairs = Counter(pair for word in text for pair in pairwise(word))
        if not pairs:
            break
        left, right = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merged.append(left + right)
        for word in text:
            at = 0
            while at < len(word) - 1:
                if word[at] == left and word[at + 1] == right:
                    word[at : at + 2] = [left + right]
                at += 1
    return merged


def words() -> Iterator[str]:
    """Distinct made-up entries in about the mix of Gemma's vocabulary: 45 % begin a word, 30 % go on inside
    one, the rest is of other scripts."""
    onsets = ("b", "ch", "d", "f", "gr", "j", "l", "m", "n", "p", "qu", "r", "s", "t", "tr", "v")
    vowels = ("a", "e", "i", "o", "u", "ou", "an", "é")
    latin = [onset + vowel for onset in onsets for vowel in vowels]
    cyrillic = [a + b for a in "бвгджзклмнпрст" for b in "аеиоуя"]
    han = [chr(0x4E00 + 37 * i) for i in range(400)]
    for number in count():
        kind = number % 20
        syllables = latin if kind < 15 else cyrillic if kind < 18 else han
        word, rest = "", number + len(syllables)
        while rest:
            rest, at = divmod(rest, len(syllables))
            word += syllables[at]
        yield f"▁{word}" if kind < 9 else word.capitalize() if kind < 11 else word


def quantise(source: Path, target: Path, ftype: int) -> None:
    """llama.cpp's own quantiser: the type of each tensor is chosen as for a real file."""
    import ctypes

    try:
        import llama_cpp
    except ImportError:
        raise SystemExit(
            "This file needs llama.cpp's quantiser: install build/llama_wheel.py's wheel."
        ) from None

    quiet = llama_cpp.llama_log_callback(lambda level, text, data: None)
    llama_cpp.llama_log_set(quiet, ctypes.c_void_p(0))
    params = llama_cpp.llama_model_quantize_default_params()
    params.ftype = ftype
    params.nthread = 2
    if code := llama_cpp.llama_model_quantize(bytes(source), bytes(target), ctypes.byref(params)):
        raise SystemExit(f"llama_model_quantize failed with code {code}")
    print(f"{target.stat().st_size / 1e6:.0f} MB", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
