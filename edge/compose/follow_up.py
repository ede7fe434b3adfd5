"""Whether a question leans on what was said before."""

from __future__ import annotations

import re

from edge.text import tokens

# Words that open a question which leans on the one before.
_FOLLOWS = re.compile(
    r"^\W*(and|et|but|mais|or|ou|then|alors|also|aussi|what about|how about|qu en est|"
    r"it|he|she|they|this|that|these|those|il|"
    r"elle|ils|elles|ca|cela|dans ce cas|in that case|why|pourquoi|sinon|otherwise|how many|combien)\b"
)
#: A question of fewer content words leans on something.
FEW = 5


def opens_leaning(question: str) -> bool:
    """It begins as one that goes on from another."""
    return bool(_FOLLOWS.match(tokens.fold(question).replace("'", " ").replace("’", " ")))


def leans(question: str) -> bool:
    """It begins so, or says too little to stand alone."""
    return opens_leaning(question) or len(tokens.terms(question)) < FEW
