"""Phrases as data: whole folded words, wildcards, and files that hold what the code asks of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from edge import paths
from edge.extract.rules.lexicon import Lexicon, table, word_set
from edge.extract.rules.patterns.find import CUES
from edge.extract.rules.weighing.score import weights
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


def test_all_evidence_is_complete() -> None:
    """Each list of phrases has its side and zone, a trait its side; their names are in assets/i18n."""
    phrases, traits = table("evidence_phrases"), table("evidence_traits")
    assert not set(phrases) & set(traits)
    for name, entry in phrases.items():
        assert entry["phrases"], name
        assert entry["most"] >= 1, name
        assert entry["zone"] in {"any", "head", "foot"}, name
        assert 0 < entry.get("alone", 1) <= 1, name
    for name, entry in (phrases | traits).items():
        assert entry["side"] in {"delete", "keep"}, name
        assert entry.get("weight", 1) > 0 if entry["side"] == "delete" else entry.get("weight", -1) < 0, name


def test_all_evidence_has_a_weight() -> None:
    """From labelled mail where it shows there, else set by hand: never both, never neither."""
    for name, entry in (table("evidence_phrases") | table("evidence_traits")).items():
        assert ("weight" in entry) != (name in weights().evidence), name


def test_every_name_in_the_code_is_in_the_files() -> None:
    """A cue or word set that the code asks for and no file holds would never be found."""
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((Path(paths.__file__).parent / "extract" / "rules").rglob("*.py"))
    )
    cues = {name for call in re.findall(r"\.cued\(([^)]*)\)", code) for name in re.findall(r'"(\w+)"', call)}
    assert cues
    assert cues <= {*table("cues"), *CUES}
    for name in re.findall(r'word_set\("(\w+)"\)', code):
        assert word_set(name)
