"""What is masked before anything leaves: [IBAN-1], [PHONE-2], ...

A value that was found once is masked wherever it stands, by the same placeholder. None is left in what
leaves: that is checked at the end, and nothing leaves when it does not hold. Only a quote of the text gets
its values back, so that it can be found there: what a model writes itself keeps the placeholders, and the
secrets of this device (its key, its folders) come back nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from edge.cloud import sensitive
from edge.cloud.credentials import SHORTEST
from edge.cloud.normalised import NormalisedText
from edge.errors import NotPermitted
from edge.text.any_of import any_of
from edge.text.spans import Span, merged

_SECRET = "SECRET"
_WORD = "WORD"

#: The name of what an answer copies from the text, in every schema of ours.
QUOTE = "quote"

#: Tried in this order: a style is of no use where its placeholders stand in the texts already.
_STYLES = ("[{}-{}]", "[[{}:{}]]", "{{{}_{}}}", "<{}~{}>")


class Redactor:
    """Masks what the named rules find in one request's texts, the person's own `words` in any case of their
    letters, and `secrets` whatever the rules.

    Raises NotPermitted when a value would remain.
    """

    def __init__(
        self,
        texts: Iterable[str],
        names: Sequence[str],
        secrets: Sequence[str] = (),
        words: Sequence[str] = (),
    ) -> None:
        self._values: dict[str, str] = {secret: _SECRET for secret in secrets if len(secret) >= SHORTEST}
        different = list(dict.fromkeys(texts))
        own = _any_of(words, re.IGNORECASE)
        self._found: dict[str, list[Span]] = {}
        for text in different:
            plain = NormalisedText(text)
            found = [(span, name.upper()) for name in names for span in sensitive.spans(name, plain)]
            found += [(match.span(), _WORD) for match in own.finditer(text)] if own else []
            self._found[text] = [span for span, _ in found]
            for (start, end), kind in found:
                self._values.setdefault(text[start:end], kind)
        values = list(self._values)
        self._anywhere = _any_of(values)
        self._spans = {text: self._merged(text) for text in different}
        for text, spans in self._spans.items():
            for start, end in spans:  # runs that values make by standing in each other
                self._values.setdefault(text[start:end], "VALUE")
        self._placeholders = self._named(values)
        self._back = {
            placeholder: value
            for value, placeholder in self._placeholders.items()
            if self._values[value] != _SECRET
        }
        self._masks = _any_of(self._back)
        self._originals = [_spaced(text) for text in different]

    @property
    def count(self) -> int:
        """How many different values stand in the texts."""
        return len({text[start:end] for text, spans in self._spans.items() for start, end in spans})

    @property
    def masked(self) -> list[tuple[str, str]]:
        """(placeholder, value) of everything that is masked somewhere, in the order of the placeholders."""
        there = {text[start:end] for text, spans in self._spans.items() for start, end in spans}
        return [(mask, value) for value, mask in self._placeholders.items() if value in there]

    def redact(self, text: str) -> str:
        """One of the texts, with placeholders for values. Raises KeyError for any other text."""
        return self._masked(text, self._placeholders)

    def restore(self, text: str) -> str:
        """A quote with its values in the place of their placeholders; any text that is none of the request's
        stays as it is.
        """
        if self._masks is None:
            return text
        restored = self._masks.sub(lambda match: self._back[match[0]], text)
        quoted = _spaced(restored)
        return restored if any(quoted in original for original in self._originals) else text

    def restore_quotes(self, value: Any) -> Any:
        """A JSON value with every string restored that stands under the name `quote`, and no other."""
        if isinstance(value, list):
            return [self.restore_quotes(one) for one in value]
        if isinstance(value, dict):
            return {
                key: self.restore(one) if key == QUOTE and isinstance(one, str) else self.restore_quotes(one)
                for key, one in value.items()
            }
        return value

    def _named(self, values: Sequence[str]) -> dict[str, str]:
        """value -> placeholder: none of them stands in the texts, and no value stands in the result."""
        everything = "\0".join(self._spans)
        for style in _STYLES:
            placeholders: dict[str, str] = {}
            numbers: dict[str, int] = {}
            for value, kind in self._values.items():
                numbers[kind] = numbers.get(kind, 0) + 1
                while style.format(kind, numbers[kind]) in everything:
                    numbers[kind] += 1
                placeholders[value] = style.format(kind, numbers[kind])
            results = [self._masked(text, placeholders) for text in self._spans]
            if not any(value in result for value in values for result in results):
                return placeholders
        raise NotPermitted(
            "The redaction rules would leave a value in what leaves, so nothing leaves.",
            "Ask without that text.",
        )

    def _masked(self, text: str, placeholders: dict[str, str]) -> str:
        out, at = [], 0
        for start, end in self._spans[text]:
            out += [text[at:start], placeholders[text[start:end]]]
            at = end
        return "".join(out) + text[at:]

    def _merged(self, text: str) -> list[Span]:
        """What the rules find, and every occurrence of every value, overlapping ones as one span."""
        found = list(self._found[text])
        at = 0
        while self._anywhere is not None and (match := self._anywhere.search(text, at)):
            found.append(match.span())
            at = match.start() + 1
        return merged(found, 0)


def _any_of(values: Iterable[str], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str] | None:
    """The longest of some values first; None for no value."""
    known = list(values)
    return re.compile(any_of(known), flags) if known else None


def _spaced(text: str) -> str:
    """A model copies words, not line breaks."""
    return " ".join(text.split())
