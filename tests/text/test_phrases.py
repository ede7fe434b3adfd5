"""Many forms as one pattern: what is left uncompiled could not have matched."""

from __future__ import annotations

import re
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from edge import paths
from edge.text.phrases import Phrases

FORMS = tomllib.loads(paths.asset("questions.toml").read_text(encoding="utf-8"))["asked"]
WORDS = sorted({word for forms in FORMS.values() for form in forms for word in re.findall(r"[a-z]+", form)})


@given(kind=st.sampled_from(sorted(FORMS)), words=st.lists(st.sampled_from(WORDS), max_size=9))
def test_as_one_alternation(kind: str, words: list[str]) -> None:
    """For every table of questions the match is the one that a single pattern of all its forms finds."""
    text = " ".join(words)
    whole = re.search(rf"\b(?:{'|'.join(FORMS[kind])})(?!\w)", text)
    found = Phrases(FORMS[kind]).search(text)
    assert (found and found.span()) == (whole and whole.span())


def test_first_letters_that_may_be_missing() -> None:
    """A form is looked for wherever it could stand: behind what may be missing, and in each alternative."""
    forms = Phrases(
        ["(a )?qui appeler", "quelles? raisons", "(what|which|quel(le)?) year", "one|two", "ab*c"]
    )
    for text in ("qui appeler", "quelle raisons", "quelles raisons", "quel year", "which year", "two", "ac"):
        match = forms.search(text)
        assert match is not None, text
        assert match.group() == text
    assert forms.search("year") is None
