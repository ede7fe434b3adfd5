"""A vocabulary of 32,000 word pieces for English and French, and the word table it starts from.

    python build/bilingual_vocabulary.py [--size 32000] [--english 18000]

English keeps the pieces of MiniLM that English text uses most, so that its sentences are cut as the teacher
cuts them; the rest are pieces learnt on French. Letters are folded to lower case and keep their accents,
which tell words apart (ou, où; pêche, péché); the typographic apostrophe becomes the plain one. Rows of the
table start from MiniLM's own (vocabulary_alignment.py). Writes tokenizer.json and table.npy.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter

import numpy as np
from corpus import asked, encoder_folder, pairs
from pretrained import base_folder
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors
from vocabulary_alignment import Rows, start_rows
from vocabulary_merges import learn

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
#: Letters of Western European languages, digits, ASCII punctuation and common typography.
_OURS = re.compile(r"(##)?[ -~ª²³µ·º¼-¾×÷ß-öø-ÿœ€£¥§°©®™«»–—‘’“”…•→]+")
_CANADIAN_LAW = 60_000  # pairs of laws that French pieces are learnt from, so that they do not drown the rest


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=32_000)
    parser.add_argument("--english", type=int, default=18_000, help="pieces of MiniLM's that stay")
    given = parser.parse_args()
    began = time.process_time()
    teacher = Tokenizer.from_file(str(base_folder() / "tokenizer.json"))
    teacher.no_padding()
    teacher.no_truncation()
    held = pairs()
    squad, piaf = asked("squad/train.jsonl.gz"), asked("piaf/train.jsonl.gz")
    english = [pair.english for pair in held] + squad.paragraphs + squad.questions
    french = [pair.french for pair in held if pair.source != "canlaw"]
    french += [pair.french for pair in held if pair.source == "canlaw"][:_CANADIAN_LAW]
    french += 5 * (piaf.paragraphs + piaf.questions)  # the only everyday encyclopaedia in French here
    kept = english_pieces(teacher, english, given.english)
    print(f"{len(kept)} English pieces, {time.process_time() - began:.0f} s CPU", flush=True)
    pieces = [*SPECIAL, *add_french(kept, french, given.size - len(SPECIAL))]
    tokenizer = build(pieces)
    print(f"{len(pieces)} pieces, {time.process_time() - began:.0f} s CPU", flush=True)
    usage = count(tokenizer, english), count(tokenizer, french)
    table = start_rows(Rows(teacher, load_table()), tokenizer, held, usage)
    write(tokenizer, table)
    told = {"pieces": len(pieces), "of_minilm": len(kept), "cpu_s": round(time.process_time() - began)}
    for name, (words, counted) in {"en": (english, usage[0]), "fr": (french, usage[1])}.items():
        total = sum(len(text.split()) for text in words)
        told[f"pieces_a_word_{name}"] = round(counted.total() / total, 3)
        told[f"unknown_{name}"] = round(counted["[UNK]"] / counted.total(), 6)
    print(json.dumps(told), flush=True)


def write(tokenizer: Tokenizer, table: np.ndarray) -> None:
    """Both files, each whole or not at all; the table, which a training asks for, last."""
    folder = encoder_folder()
    fresh = folder / "tokenizer.json.new"
    tokenizer.save(str(fresh))
    fresh.replace(folder / "tokenizer.json")
    fresh = folder / "table.npy.new"
    with fresh.open("wb") as file:
        np.save(file, table)
    fresh.replace(folder / "table.npy")


def load_table() -> np.ndarray:
    from safetensors.numpy import load_file

    table: np.ndarray = load_file(base_folder() / "model.safetensors")["embeddings.word_embeddings.weight"]
    return table


def count(tokenizer: Tokenizer, texts: list[str]) -> Counter[str]:
    """How often each piece occurs."""
    names = {number: piece for piece, number in tokenizer.get_vocab().items()}
    found = np.zeros(len(names), np.int64)
    for first in range(0, len(texts), 10_000):
        group = tokenizer.encode_batch_fast(texts[first : first + 10_000], add_special_tokens=False)
        found += np.bincount([number for one in group for number in one.ids], minlength=len(names))
    return Counter({names[number]: times for number, times in enumerate(found.tolist())})


def english_pieces(teacher: Tokenizer, texts: list[str], most: int) -> list[str]:
    """The teacher's pieces worth keeping. BERT's vocabulary is ordered by frequency on far more text than
    ours, so half the estimate comes from that order (Zipf) and half from our own count.
    """
    counted = count(teacher, texts)
    ids = teacher.get_vocab()
    pieces = [piece for piece in ids if _OURS.fullmatch(piece) and piece not in SPECIAL]
    scale = counted.total() / np.log(len(ids))

    def worth(piece: str) -> float:
        rank = max(ids[piece] - 1995, 1)
        return counted[piece] + (scale / rank if rank > 1 or piece == "the" else 0.0)

    letters = [piece for piece in pieces if len(piece.removeprefix("##")) == 1]
    rest = sorted(set(pieces) - set(letters), key=lambda piece: (-worth(piece), piece))
    return sorted([*letters, *rest[: most - len(letters)]], key=ids.__getitem__)


def add_french(kept: list[str], texts: list[str], size: int) -> list[str]:
    """The kept pieces and the French ones that then are used most, up to `size`."""
    rules = build(list(SPECIAL))
    words: Counter[str] = Counter()
    for text in texts:
        normal = rules.normalizer.normalize_str(text)
        words.update(word for word, _ in rules.pre_tokenizer.pre_tokenize_str(normal))
    learnt = [piece for piece in learn(words, 26_000) if _OURS.fullmatch(piece)]
    letters = [piece for piece in learnt if len(piece.removeprefix("##")) == 1]
    base = list(dict.fromkeys([*kept, *sorted(letters)]))
    both = [*base, *sorted(set(learnt) - set(base))]
    # Pieces that lose their use once longer ones are there go first; two rounds settle it.
    for room in (size + 3_000, size):
        counted = count(build([*SPECIAL, *both]), texts)
        fresh = sorted(both[len(base) :], key=lambda piece: (-counted[piece], piece))
        both = [*base, *fresh[: room - len(base)]]
    return both


def build(pieces: list[str]) -> Tokenizer:
    """A tokenizer of these pieces: BERT's rules, accents kept."""
    ids = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.NFC(),
            normalizers.Replace(Regex("[’ʼ]"), "'"),
            normalizers.BertNormalizer(strip_accents=False, lowercase=True),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    marks = [("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=marks
    )
    tokenizer.add_special_tokens(list(SPECIAL))
    return tokenizer


if __name__ == "__main__":
    main()
