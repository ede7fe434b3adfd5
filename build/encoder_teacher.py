"""The teacher's vectors of the training texts, computed once and kept on disk (float16, a file a pool).

    python build/encoder_teacher.py [--first 0] [--last 155]

A training run computes the pools it meets that are not there yet; this command goes ahead of it.
"""

from __future__ import annotations

import argparse
import os
import time
from functools import cache

import numpy as np
import torch
from encoder_data import Pools, encoder_folder
from encoder_model import Encoder, embed, load_teacher
from tokenizers import Tokenizer
from torch import Tensor

LONGEST = 192  # tokens of a text, for teacher and student alike


@cache
def _teacher() -> tuple[Encoder, Tokenizer]:
    return load_teacher()


def vectors(english: list[str], seed: int, number: int) -> Tensor:
    """(texts, 384) of a pool of the first pass: read, or computed and kept."""
    folder = encoder_folder() / f"teacher-{seed}"
    path = folder / f"{number:04}.npy"
    if not path.is_file():
        folder.mkdir(exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}.new")
        with fresh.open("wb") as file:
            np.save(file, embed(*_teacher(), english, longest=LONGEST).half().numpy())
        fresh.replace(path)
    found = torch.from_numpy(np.load(path)).float()
    if len(found) != len(english):
        raise SystemExit(f"{path} is of other texts: take it away and begin again.")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=155)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)
    pools = Pools(given.seed)
    for number in range(given.first, given.last + 1):
        began = time.monotonic()
        found = vectors(pools.at(number).english, given.seed, number)
        print(
            f"{number}/{given.last}: {len(found) / (time.monotonic() - began):.0f} texts a second", flush=True
        )


if __name__ == "__main__":
    main()
