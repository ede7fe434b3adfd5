"""What a person typed, made safe to ask: cleaned, bounded, with the words of the turn before when it leans
on them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from edge.compose.follow_up import opens_leaning
from edge.engines import question as asking
from edge.errors import QuestionError
from edge.text import tokens
from edge.text.sanitise import visible

# They open questions that go on from another ("why not?"), and whole ones ("how many moves has a game?").
_EITHER = re.compile(r"\A\W*+(?:how many|combien|why|pourquoi)\b")
# "Il" that is nobody.
_IMPERSONAL = re.compile(r"\A\W*+il (?:(?:ne )?faut|(?:n )?y)\b")
# Words at its end, or its beginning, that go on from a turn before.
_GOES_ON = re.compile(
    r"\b(?:then|too|afterwards|instead|else|that way|ensuite|aussi|quand meme)\W*+\Z"
    r"|\A\W*+(?:same|even|pareil|meme)\b"
)
# Whose it is was said before ("le son" is a sound).
_OWNED = re.compile(
    r"\b(?:its|their|them|his|those|these|sa|ses|leurs?|celui|celles?|ceux)\b"
    r"|(?<!\ble )(?<!\bdu )(?<!\bun )\bson\b"
)
# What was named before.
_PRONOUN = re.compile(r"\b(?:it|they|he|she|this|that|ones?|il|ils|elles?|ca|cela)\b")
# "Où", also where it was typed without its accent, is no "or".
_WHERE = re.compile(
    r"\A\W*+(?:où\b|ou (?:est|sont|se|puis|peut|peux|dois|doit|faut|trouver?|va)\b)", re.IGNORECASE
)
#: Content words of a question that leans whatever it begins with, and of one that never does beyond them.
_SHORT, _LONG = 2, 6
_OWNER = 3  # of one that leans by a possessive or a pronoun, or begins with "how many"
#: Most content words that the turns before give.
_SUBJECT = 8
#: Longest question, in bytes of UTF-8.
MAX_BYTES = 8_192
_HINT = 'For example: edge ask "What happens after an illegal move?"'


def question_input(question: str, max_bytes: int = MAX_BYTES) -> str:
    """The question without control and hidden characters, white space folded to single spaces.

    Raises QuestionError when it is empty, longer than `max_bytes`, binary, or has no word.
    """
    size = len(question.encode("utf-8", "surrogatepass"))
    if size > max_bytes:
        raise QuestionError(
            f"The question is {size:,} bytes long; at most {max_bytes:,} are read.",
            "Ask a shorter question.",
        )
    strange = sum(
        c == "\ufffd" or "\ud800" <= c <= "\udfff" or (c < " " and c not in "\t\n\r") for c in question
    )
    if strange > 3 and strange > 0.1 * len(question):
        raise QuestionError("The question looks like binary data, not text.", _HINT)
    cleaned = visible(question)
    if not cleaned:
        raise QuestionError("The question is empty.", _HINT)
    if not tokens.words(cleaned):
        raise QuestionError(f"The question {cleaned[:40]!r} has no words to look for.", _HINT)
    return cleaned


def follow_up(question: str, history: Sequence[str]) -> str:
    """The question with the subject of the turn before when it is short or begins by leaning on it, and with
    what that turn asked for (how much, who may) when it does not say so itself.

    These stand on lines of their own after it, content words on the first: a cleaned question has no line
    end, so engines can tell the person's words from the background. A turn before that leans itself brings
    what it leaned on. `history`: cleaned questions, oldest first.
    """
    if not history or not leans(question):
        return question
    said, _, subject = follow_up(history[-1], history[:-1]).partition("\n")
    subject, _, asked = subject.partition("\n")
    stems = {tokens.stem(word) for word in tokens.terms(question)}
    added = [
        word
        for word in dict.fromkeys([*tokens.terms(said), *subject.split()])
        if tokens.stem(word) not in stems
    ]
    if not added:
        return question
    lines = [question, " ".join(added[:_SUBJECT])]
    if not asking.asks(question):
        lines += asking.asks(said) or asked.split("\n")
    return "\n".join(line for line in lines if line)


def leans(question: str) -> bool:
    """Whether it needs the turn before: it says too little to stand alone, or begins by going on from it."""
    return len(tokens.terms(question)) <= _SHORT or _refers(question)


def may_stand_alone(question: str) -> bool:
    """Whether nothing but its shortness makes it lean: "How is the boiler started?" may begin anew."""
    said = tokens.fold(question).replace("'", " ").replace("’", " ").replace("-", " ")
    alone = 0 < len(tokens.terms(question)) <= _SHORT and _PRONOUN.search(said) is None
    return alone and not _refers(question)


def _refers(question: str) -> bool:
    """Whether it says that it goes on from a turn before."""
    own = tokens.terms(question)
    if len(own) > _LONG:
        return False
    said = tokens.fold(question).replace("'", " ").replace("’", " ")
    whole = _EITHER.match(said) is not None and len(own) > _OWNER
    opens = opens_leaning(question) and not (whole or _IMPERSONAL.match(said) or _WHERE.match(question))
    if opens or _GOES_ON.search(said):
        return True
    return len(own) <= _OWNER and _OWNED.search(said) is not None
