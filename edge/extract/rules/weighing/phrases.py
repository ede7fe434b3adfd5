"""Evidence from phrases (`assets/rules/evidence_phrases.toml`): how much of each a message has."""

from __future__ import annotations

from edge.extract.rules.lexicon import table
from edge.extract.rules.parsed_message import ParsedMessage

#: What the second, third, ... phrase of one kind adds, as a share of the first.
_FADING = (1.0, 0.65, 0.5, 0.4, 0.3)

#: A subject is chosen with care: what it says counts for more.
_SUBJECT = 1.25

#: Advertising in the second half is often the trailer of something else.
_TRAILER = 0.6

#: Words of the new text in which a phrase of the zone "head" counts.
_HEAD = 90


def phrase_strengths(parsed: ParsedMessage) -> dict[str, float]:
    """By name: 1 for one phrase of the list, more for different ones and in the subject."""
    strengths: dict[str, float] = {}
    seen: dict[str, set[str]] = {}
    half = max(40, 0.5 * len(parsed.tokens.words))
    for matches, tokens, place in (
        (parsed.subject_hits, parsed.subject_tokens, "subject"),
        (parsed.hits, parsed.tokens, "new"),
        (parsed.foot_hits, None, "foot"),
    ):
        last_end: dict[str, int] = {}
        for match in sorted(matches, key=lambda match: (match.first, -match.last)):
            kind, _, name = match.name.partition(".")
            if kind != "evidence" or match.first < last_end.get(name, -1):
                continue
            entry = table("evidence_phrases")[name]
            if (place == "foot" and entry["zone"] != "foot") or (
                place == "new" and entry["zone"] == "head" and match.first > _HEAD
            ):
                continue
            last_end[name] = match.last
            words = [str(match.first)] if tokens is None else tokens.words[match.first : match.last]
            phrase = " ".join(words)
            earlier = seen.setdefault(name, set())
            if phrase in earlier or len(earlier) >= entry["most"]:
                continue
            share = _FADING[min(len(earlier), len(_FADING) - 1)] * (_SUBJECT if place == "subject" else 1.0)
            if place == "new" and entry["side"] == "delete" and match.first > half:
                share *= _TRAILER
            earlier.add(phrase)
            strengths[name] = strengths.get(name, 0.0) + share
    for name, phrases in seen.items():
        if len(phrases) == 1:
            strengths[name] *= table("evidence_phrases")[name].get("alone", 1.0)
    return strengths
