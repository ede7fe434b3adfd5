"""How good an encoder is, by its vectors alone: translations and their nearness, paragraphs for questions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from encoder_data import asked, pairs, without_accents
from encoder_model import Encoder, embed
from tokenizers import Tokenizer
from torch import Tensor

HANDBOOK = Path(__file__).parent / "handbook"

Model = tuple[Encoder, Tokenizer]


def shares(similarity: Tensor, wanted: Tensor, depth: int) -> float:
    """Percent of rows whose wanted column is among the `depth` most similar."""
    own = similarity.gather(1, wanted[:, None])
    return round(100 * float(((similarity > own).sum(1) < depth).float().mean()), 2)


def of_pairs(student: Model, english: Tensor) -> dict[str, float]:
    """The held-apart pairs: the student's French (and English) against the teacher's English vectors."""
    held = pairs("dev")
    own = torch.arange(len(held))
    french = embed(*student, [pair.french for pair in held])
    bare = embed(*student, [without_accents(pair.french) for pair in held])
    ours = embed(*student, [pair.english for pair in held])
    across = french @ english.T
    return {
        "en_fr_at_1": shares(across.T, own, 1),  # an English sentence finds its French one
        "fr_en_at_1": shares(across, own, 1),
        "bare_en_at_1": shares(bare @ english.T, own, 1),  # typed without accents
        "cosine_fr": round(float(across.diagonal().mean()), 4),
        "cosine_en": round(float((ours * english).sum(1).mean()), 4),
        "own_fr_en_at_1": shares(french @ ours.T, own, 1),  # the student on both sides, as it will be used
    }


def of_paragraphs(student: Model, name: str) -> dict[str, float]:
    """Questions of a development set: their paragraph among all of the set."""
    held = asked(name)
    similarity = embed(*student, held.questions) @ embed(*student, held.paragraphs).T
    wanted = torch.tensor(held.answers)
    return {"at_1": shares(similarity, wanted, 1), "at_5": shares(similarity, wanted, 5)}


def quick(student: Model, english: Tensor) -> dict[str, Any]:
    """What a training run looks at now and then."""
    student[0].eval()
    return {"pairs": of_pairs(student, english), "piaf": of_paragraphs(student, "piaf/dev.jsonl")}


def _sections(language: str) -> dict[tuple[str, int], str]:
    """The handbook's sections by chapter number and place in the chapter: the same in both languages."""
    found = {}
    for path in sorted((HANDBOOK / language).glob("*.md")):
        title, *parts = re.split(r"^##? ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        for place, part in enumerate([title, *parts]):
            found[path.name[:2], place] = f"{title.splitlines()[0]}. {_bare(part)}"
    return found


def _bare(text: str) -> str:
    """Without Markdown's marks."""
    return re.sub(r"\s+", " ", re.sub(r"[*_`|]+|\s-{3,}", " ", text)).strip()


def of_handbook(student: Model) -> dict[str, Any]:
    """The handbook's questions: a section that holds an anchor, or the section at its place in the other
    language. `fr_en`: French questions, English sections.
    """
    sections = {language: _sections(language) for language in ("en", "fr")}
    uneven = {chapter for chapter, _ in sections["en"].keys() ^ sections["fr"].keys()}  # not cut alike
    keys = sorted(key for key in sections["en"] if key[0] not in uneven)
    pages = {name: embed(*student, [held[key] for key in keys]) for name, held in sections.items()}
    found: dict[str, Any] = {"sections": len(keys)}
    for asking in ("en", "fr"):
        texts, wanted = [], []
        for path in sorted((HANDBOOK / "questions").glob("*.jsonl")):
            for one in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
                anchors = [_bare(anchor) for anchor in one.get("anchors", [])]
                right = [n for n, key in enumerate(keys) if any(a in sections[asking][key] for a in anchors)]
                if one["language"] == asking and one["answerable"] and right:
                    texts.append(one["question"])
                    wanted.append(right)
        asked_for = embed(*student, texts)
        for answering, held in pages.items():
            ranked = (asked_for @ held.T).argsort(dim=1, descending=True)[:, :5].tolist()
            hits = sum(bool(set(top) & set(right)) for top, right in zip(ranked, wanted, strict=True))
            found[f"{asking}_{answering}_at_5"] = round(100 * hits / len(texts), 1)
        found[f"questions_{asking}"] = len(texts)
    return found


def full(student: Model, english: Tensor) -> Iterator[tuple[str, dict[str, Any]]]:
    """All that is measured, part by part."""
    student[0].eval()
    yield "handbook", of_handbook(student)
    yield "piaf", of_paragraphs(student, "piaf/dev.jsonl")
    yield "squad", of_paragraphs(student, "squad/dev.jsonl")
    yield "pairs", of_pairs(student, english)
