"""What signs mean beside each other: words that advertising, fraud and robots borrow count for less there."""

from __future__ import annotations

import re

from edge.extract.rules.evidence import Evidence, shape
from edge.extract.rules.lexicon import table
from edge.extract.rules.parsed_message import ParsedMessage

_CODE = re.compile(r"(?<![\d-])\d{4,8}(?![\d-])|\b[A-Z]-\d{5,6}\b|\b\d{3}[ -]\d{3}\b")
_LINK = re.compile(r"\b(?:link|lien|button|bouton)\b", re.IGNORECASE)

#: What a personal letter has, and what a salesman imitates.
_LETTER = (
    "person", "reply", "greeted", "signed", "first_person", "familiar", "asking", "appointment", "dated",
    "deadline", "work", "family", "attached", "insurance", "school", "travel", "health", "identifier",
)  # fmt: skip

#: Most that a list's headers, footer and address say together.
_SUBSCRIPTION = 1.8

#: What a fraud pretends to be about.
_PRETEXT = (
    "security", "trouble", "bill", "administration", "insurance", "pickup", "health", "deadline", "dated",
    "identifier", "asking", "contract", "desk", "yours", "greeted", "person", "signed", "first_person",
    "work", "family", "given", "appointment", "attached",
)  # fmt: skip


class _Signs:
    def __init__(self, signs: dict[str, Evidence]) -> None:
        self.signs = signs

    def __contains__(self, name: str) -> bool:
        return name in self.signs

    def scale(self, factor: float, *names: str) -> None:
        for name in names:
            sign = self.signs.get(name)
            if sign is not None:
                self.signs[name] = Evidence(sign.name, sign.group, sign.weight * factor)

    def total(self, *names: str) -> float:
        return sum(self.signs[name].weight for name in names if name in self.signs)


def reconcile(found: dict[str, Evidence], reading: ParsedMessage, paid: float | None) -> None:
    """Weigh signs in each other's light, in place. `paid`: the largest sum that the message names."""
    signs = _Signs(found)
    _codes(signs, reading)
    _robots(signs, reading, paid)
    _sellers(signs, reading)
    _frauds(signs)
    _people(signs, reading)


def _codes(signs: _Signs, reading: ParsedMessage) -> None:
    """A one-time code is a number with an end: without either, the words are about something else."""
    text = reading.message.subject + "\n" + reading.new_text
    timed = "expiry" in signs or "disown" in signs
    usable = _CODE.search(text) is not None or _LINK.search(text) is not None
    if "code" not in signs:
        signs.scale(0.2, "expiry")
        signs.scale(0.4, "disown")
        return
    if not (timed and usable):
        signs.scale(0.7 if timed or usable else 0.35, "code")
    if timed:
        # The usual words around a code are not a security change, nor a request.
        signs.scale(0.3, "security", "asking", "deadline", "dated", "identifier")
        signs.scale(0.5, "trouble", "insurance")


def _robots(signs: _Signs, reading: ParsedMessage, paid: float | None) -> None:
    automatic = reading.sender.machine or reading.message.machine.automatic or "reminding" in signs
    if "routine" in signs and "disown" in signs:
        signs.scale(0.3, "appointment", "asking", "insurance")  # "confirm your registration"
    if "imminent" in signs and automatic:
        signs.scale(0.2, "appointment", "dated", "work", "deadline")
    elif "imminent" in signs:
        signs.scale(0.2, "imminent")  # "in 30 minutes" is a reminder only when a machine says so
    else:
        signs.scale(0.3, "reminding")
    if "own_calendar" in signs and "reminding" in signs and automatic:
        signs.scale(0.25, "appointment", "dated", "work", "deadline", "health", "school", "travel")
    else:
        signs.scale(0.1, "own_calendar")  # a calendar that invites or cancels tells something new
    # Fewer than two words of delivery, from nobody who delivers, say little.
    if "parcel" in signs and signs.total("parcel") < 1.6 and "carrier" not in signs:
        signs.scale(0.4, "parcel")
    if signs.total("parcel") >= 1.5 and not ("trouble" in signs or "pickup" in signs):
        signs.scale(0.25, "dated", "identifier", "bill", "yours")
    if "receipt" in signs and paid is not None:
        if paid < 30 and "trouble" not in signs:
            signs.signs["small_receipt"] = shape("small_receipt")
        elif paid >= 100:
            signs.scale(-1.0, "receipt")
    _absences(signs, reading)


def _absences(signs: _Signs, reading: ParsedMessage) -> None:
    if "absence" not in signs:
        return
    if any(hit.name == "cues.leaving" for hit in reading.hits):
        signs.scale(0.2, "absence")  # somebody who leaves for good is news
    else:
        signs.scale(0.2, *_LETTER, "bill", "contract", "trouble", "security", "administration")


def _sellers(signs: _Signs, reading: ParsedMessage) -> None:
    # One phrase of a salesman is anybody's; a colleague, or somebody in a conversation, may use several.
    # A salesman answers his own mail: an answer without its history proves nothing.
    history = reading.fresh_chars < 0.85 * len(reading.message.body.strip())
    known = "colleague" in signs or ("reply" in signs and (history or signs.total("prospecting") < 2.5))
    if known or signs.total("prospecting") < 2.0:
        signs.scale(0.15 if known else 0.3, "prospecting")
    else:
        signs.scale(0.25, *_LETTER)
    if "given" in signs or "receipt" in signs:
        signs.scale(0.15, "appeal")
    elif signs.total("appeal") < 1.7:
        signs.scale(0.3, "appeal")
    elif "colleague" not in signs:
        signs.scale(0.35, *_LETTER, "bill", "administration")
    if signs.total("survey") >= 1.7:
        signs.scale(0.3, "asking", "deadline", "dated", "appointment", "first_person", "familiar")
        if signs.total("survey") >= 2.2:
            signs.scale(0.3, "yours", "identifier")  # "your visit", "your ticket": what they ask about
    if "bulk" in signs:
        # A mass mailing in a personal voice is no letter.
        signs.scale(0.4, "person", "signed", "first_person", "familiar", "family")
    # Three signs of one subscription are hardly more than two.
    subscription = signs.total("bulk", "unsubscribe", "advertiser")
    if subscription > _SUBSCRIPTION:
        signs.scale(_SUBSCRIPTION / subscription, "bulk", "unsubscribe", "advertiser")
    if "yours" in signs:
        signs.signs.pop("price_list", None)
    if signs.total("lottery") < 2.2:
        signs.scale(0.4, "lottery")
    selling = signs.total(
        "promotion",
        "discount",
        "newsletter",
        "advertiser",
        "unsubscribe",
        "bulk",
        "survey",
        "lottery",
        "price_list",
    )
    if "bulk" in signs and not any(name in signs for name in ("yours", "identifier", "deadline", "dated")):
        # A mass mailing without a day, a number or a sum of yours is talk.
        signs.scale(0.4, *(name for name in _topics() if name not in {"health", "administration"}))
    damping = 1.0 / (1.0 + 0.35 * max(0.0, selling - 1.0))
    signs.scale(damping, *_topics())
    signs.scale(damping, "dated", "deadline", "first_person", "greeted", "trouble", "familiar")
    signs.scale(damping**0.5, "identifier")


def _topics() -> list[str]:
    """Signs by words that advertising uses as well."""
    return [name for name, entry in table("signs").items() if entry.get("topic")]


def _frauds(signs: _Signs) -> None:
    disguised = signs.total("disguise", "cheap_link")
    if "foreign_link" in signs and signs.total("phishing", "pressure") >= 1.2:
        disguised += 1.0
        signs.scale(2.5, "foreign_link")
    if signs.total("lottery") >= 2.2:
        disguised += 1.0
    if signs.total("phishing") < 2.0 and not disguised and signs.total("pressure") < 1.0:
        signs.scale(0.4, "phishing")
    if disguised or signs.total("phishing") >= 2.0:
        signs.scale(2.0, "pressure")
        signs.scale(0.3, *_PRETEXT)
    else:
        signs.scale(0.15, "pressure")


def _people(signs: _Signs, reading: ParsedMessage) -> None:
    person = reading.sender.person
    if not person and "reply" not in signs:
        # Shops imitate the tone of friends; few friends write from a shop's address.
        signs.scale(0.5, "family", "familiar", "first_person")
        if not ("desk" in signs or "yours" in signs or "identifier" in signs):
            signs.scale(0.6, "asking")
    if person >= 0.5 or "reply" in signs or "colleague" in signs:
        share = max(person, 0.7 if "reply" in signs or "colleague" in signs else 0.0)
        # What a person writes of offers and parcels is a conversation.
        signs.scale(
            1.0 - 0.6 * share,
            "promotion", "parcel", "newsletter", "lottery", "discount", "survey", "social", "routine", "code",
            "receipt", "expiry", "imminent", "price_list",
        )  # fmt: skip
