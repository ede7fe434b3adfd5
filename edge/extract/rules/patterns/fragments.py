"""Parts that several patterns share.

`find_cues` puts a full stop before the first word, so that a sentence opens behind a mark and nowhere else. A
pattern whose alternatives all begin with a blank is looked for at blanks alone, which takes a fifth of the
time: hence the look behind, in place of a mark or the text's beginning as alternatives.
"""

from __future__ import annotations

_MARK_BEFORE = r"(?<=[.;:!?] )"

#: The blank before a sentence's first word.
OPENS = f" {_MARK_BEFORE}"

#: The same, or the words of the group that follows, which the pattern closes: `OPENS_OR + "(?:and|but) )"`.
OPENS_OR = f" (?:{_MARK_BEFORE}|"

#: A French verb that is named: rapporter, finir, rendre, recevoir.
INFINITIVE = r"[a-z]{2,}(?:er|ir|re|oir) "
