"""For each question the paragraphs nearest by meaning that do not answer it: what a reader must learn to
refuse.
"""

from __future__ import annotations

import hashlib

import numpy as np
import torch
from corpus import encoder_folder
from encoder_measure import Model, rows_of
from network import embed
from numpy.typing import NDArray
from reader_texts import Articles

MOST, NEAR = 8, 16  # kept, and looked at


def mined(held: Articles, model: Model, device: torch.device) -> NDArray[np.int32]:
    """(questions, 8), -1 where there are no more. Kept on disk: on a processor it takes most of an hour."""
    sign = hashlib.sha256(model[0].words.weight.detach().cpu().numpy()[:999].tobytes())
    for text in (*(it.text for it in held.paragraphs), *(one.text for one in held.questions)):
        sign.update(text.encode())
    path = encoder_folder() / f"mined-{sign.hexdigest()[:16]}.npy"
    if not path.is_file():
        fresh = path.with_suffix(".new")
        with fresh.open("wb") as file:
            np.save(file, _mined(held, model, device))
        fresh.replace(path)
    found: NDArray[np.int32] = np.load(path)
    return found


def _mined(held: Articles, model: Model, device: torch.device) -> NDArray[np.int32]:
    encoder, tokenizer = model
    pages = embed(encoder, rows_of(tokenizer, [it.text for it in held.paragraphs], device))
    asked = embed(encoder, rows_of(tokenizer, [one.text for one in held.questions], device))
    found = np.full((len(asked), MOST), -1, np.int32)
    for at in range(0, len(asked), 4096):
        near = (asked[at : at + 4096] @ pages.T).topk(min(NEAR, len(pages)), dim=1).indices.cpu().tolist()
        for number, row in enumerate(near, at):
            one = held.questions[number]
            kept = [page for page in row if page != one.paragraph and not held.hold(page, one.answers)][:MOST]
            found[number, : len(kept)] = kept
    return found
