"""Phrases as data: whole folded words, wildcards, and files that hold what the code asks of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from edge import paths
from edge.extract.rules.lexicon import Lexicon, table, word_set
from edge.text.word_tokens import tokens


def names(lists: dict[str, list[str]], text: str) -> list[str]:
    return [hit.name for hit in Lexicon(lists).find(tokens(text))]


def test_only_whole_words_match() -> None:
    """A phrase never matches inside a word."""
    lists = {"rent": ["rent"], "tenant": ["tenant"]}
    assert names(lists, "maintenant les parents louent") == []
    assert names(lists, "The RENT, tenant!") == ["rent", "tenant"]


def test_accents_case_and_elision_do_not_matter() -> None:
    """Text and phrases are folded alike, composed or not."""
    lists = {"a": ["l'échéance", "à payer"]}
    assert names(lists, "L’ÉCHÉANCE est à payer") == ["a", "a"]
    assert names(lists, "l'e\u0301che\u0301ance") == ["a"]


def test_wildcards() -> None:
    """`#` is a number, `_` any word, `word*` a beginning."""
    lists = {"n": ["dans # minutes"], "any": ["merci _ confirmer"], "begin": ["promotion*"]}
    assert names(lists, "dans 10 minutes") == ["n"]
    assert names(lists, "dans dix minutes") == []
    assert names(lists, "merci de confirmer") == ["any"]
    assert names(lists, "promotionnelle") == ["begin"]


def test_a_short_prefix_is_refused() -> None:
    """Two letters would match half a dictionary."""
    with pytest.raises(ValueError, match="prefix"):
        Lexicon({"x": ["ab*"]})


def test_offsets_are_those_of_the_text() -> None:
    """A word's place survives folding, ligatures included."""
    text = "Cœur à l'œuvre, 20 % !"
    found = tokens(text)
    assert [text[a:b] for a, b in zip(found.starts, found.ends, strict=True)] == [
        "Cœur", "à", "l", "œuvre", "20", "%", "!",
    ]  # fmt: skip
    assert found.words[0] == "coeur"


def test_every_sign_is_complete() -> None:
    """Each list of signs has its weight, group and zone; what it is called is in assets/i18n."""
    for name, entry in table("signs").items():
        assert entry["phrases"], name
        assert entry["weight"] != 0, name
        assert entry["most"] >= 1, name
        assert entry["zone"] in {"any", "head", "foot"}, name
        assert entry["group"], name
    assert all(entry["weight"] != 0 for entry in table("shapes").values())


def test_every_name_in_the_code_is_in_the_files() -> None:
    """A cue, sign or word set that the code asks for and no file holds would never be found."""
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((Path(paths.__file__).parent / "extract" / "rules").glob("*.py"))
    )
    cues = {name for call in re.findall(r"\.cued\(([^)]*)\)", code) for name in re.findall(r'"(\w+)"', call)}
    assert cues
    assert cues <= set(table("cues"))
    known = set(table("signs")) | set(table("shapes"))
    scaled = {
        name
        for call in re.findall(r"\bsigns\.(?:scale|total)\(([^()]*)", code)
        for name in re.findall(r'"(\w+)"', call)
    }
    assert scaled
    assert scaled <= known
    for name in re.findall(r'word_set\("(\w+)"\)', code):
        assert word_set(name)
