"""A French question typed without accents, with those that its documents write.

Words are compared without accents everywhere, but networks read them: "qui etait le secretaire de seance" is
other pieces of words than they learnt from, and a tenth of such questions lost its answer (bench/LOG.md).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from edge.text.language import typed_language
from edge.text.query_text import MAX_WORDS
from edge.text.tokens import fold

#: Letters that French writes with accents, or together, and how.
_FORMS = {
    "a": "[aàâä]", "c": "[cç]", "e": "[eéèêë]", "i": "[iîï]", "o": "[oôö]", "oe": "(?:oe|œ)", "u": "[uùûü]",
    "y": "[yÿ]",
}  # fmt: skip
_LETTERS = re.compile("oe|[aceiouy]")
_WORD = re.compile(r"[^\W\d_]{2,64}")
#: What begins a question: "ou est …", "a quelle heure …".
_FIRST = {"ou": "où", "a": "à"}
_BEGINNING = re.compile(r"(ou|a)(?=\s)", re.IGNORECASE)


def restored(question: str, texts: Iterable[str]) -> str:
    """The question, with the accents that most places of the texts give its words, where it is French and
    has none. A word that the texts do not have stays, and so do those behind the first MAX_WORDS.
    """
    if not question.isascii() or typed_language(question) != "fr":
        return question
    words = dict.fromkeys(word.lower() for word in _WORD.findall(question))
    forms = _written(list(words)[:MAX_WORDS], texts)

    def accented(met: re.Match[str]) -> str:
        form = forms.get(met[0].lower(), met[0])
        if form == met[0].lower():
            return met[0]
        return _cased(form, met[0])

    begun = _BEGINNING.match(question)
    first = _cased(_FIRST[begun[1].lower()], begun[1]) if begun else ""
    return first + _WORD.sub(accented, question[len(first) :])


def _cased(form: str, typed: str) -> str:
    return form.capitalize() if typed[0].isupper() else form


def _written(words: Iterable[str], texts: Iterable[str]) -> Mapping[str, str]:
    """How the texts write these words most often."""
    patterns = [_LETTERS.sub(lambda met: _FORMS[met[0]], word) for word in words]
    if not patterns:
        return {}
    known = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(patterns)})(?![^\W\d_])", re.IGNORECASE)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for form in known.findall(text):
            counts[fold(form)][form.lower()] += 1
    return {word: forms.most_common(1)[0][0] for word, forms in counts.items()}
