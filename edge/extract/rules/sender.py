"""Who wrote it, as far as name and address tell: a person, a desk, a machine, or someone's disguise."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from edge.extract.rules.lexicon import word_set
from edge.text.tokens import fold, words

#: From here a sender is taken for a person.
_PERSON = 0.5


@dataclass(frozen=True, slots=True)
class Sender:
    """`person`, 0 to 1: how much it looks like somebody's own address."""

    name: str
    address: str
    local: str
    domain: str
    person: float
    advertising: bool
    machine: bool
    desk: bool
    parcel: bool
    free: bool
    disguise: bool

    @property
    def is_person(self) -> bool:
        """Whether it is taken for a person, whose words weigh otherwise than a house's."""
        return self.person >= _PERSON


def named_address(text: str) -> tuple[str, str]:
    """Name and address of `Anne Roux <anne@acme.example>`, as `messages` writes them; either may be empty.

    `email.utils.parseaddr` takes a tenth of the rules' whole time for what mail has parsed already.
    """
    name, opened, rest = text.rpartition("<")
    if opened and "@" in rest:
        return " ".join(name.split()).strip("\"' "), rest.split(">")[0].strip()
    bare = text.strip()
    return ("", bare) if "@" in bare and not any(c.isspace() for c in bare) else (" ".join(bare.split()), "")


def read_sender(text: str) -> Sender:
    """Read `Anne Roux <anne@acme.example>`, or either part alone. Never raises: the text may be anything."""
    name, address = named_address(text)
    local, _, domain = fold(address).partition("@")
    parts = set(words(local))
    name_words = words(name)
    labels = [label for label in re.split(r"[.\-]", domain) if label]
    advertising = bool(parts & word_set("advertising")) or bool(
        set(name_words) & {"newsletter", "promo", "promos", "deals"}
    )
    machine = bool(parts & word_set("machine")) or "noreply" in local.replace("-", "").replace(
        "_", ""
    ).replace(".", "")
    desk = bool(parts & word_set("desk"))
    parcel = bool(parts & word_set("parcel"))
    free = bool(labels) and labels[0] in word_set("free")
    role = desk or machine or advertising or parcel
    person = 0.0 if role else _personhood(name, name_words, local, domain, free)
    return Sender(
        name=name, address=address, local=local, domain=domain, person=person, advertising=advertising,
        machine=machine, desk=desk, parcel=parcel, free=free, disguise=_disguised(name_words, labels, person),
    )  # fmt: skip


def as_signed(sender: Sender, text: str) -> Sender:
    """The sender of a letter (`text`: its new text): an office's address behind the name of a person who
    signs the letter, "Colette Arnoult <secretariat@...>", is that person's.
    """
    named = [word for word in words(sender.name) if word.isalpha()]
    office = sender.desk and not (sender.machine or sender.advertising or sender.disguise)
    if not office or not 2 <= len(named) <= _NAMES or set(named) & word_set("organisation"):
        return sender
    family = " ".join(named[1:])
    signs = {named[0], " ".join(named), f"{named[0][0]} {family}", "".join(word[0] for word in named)}
    lines = [line for line in text.splitlines() if line.strip()][-_SIGNATURE:]
    signed = any(" ".join(word for word in words(line) if word.isalpha()) in signs for line in lines)
    return replace(sender, person=_PERSON) if signed else sender


#: Words of a person's name, and lines at a letter's end that may sign it.
_NAMES, _SIGNATURE = 4, 8


def _personhood(name: str, name_words: list[str], local: str, host: str, free: bool) -> float:
    score = 0.0
    named = [word for word in name_words if word.isalpha()]
    if 2 <= len(named) <= 4 and not set(named) & word_set("organisation") and name[:1].isupper():
        score += 0.5
        # A person's address repeats the person's name: anne.roux, aroux, anne.
        flat = re.sub(r"[^a-z]", "", local)
        initials = "".join(word[0] for word in named)
        if flat == initials or any(len(word) > 2 and word in flat for word in named):
            score += 0.4
        elif not free and any(len(word) > 3 and word in host for word in named):
            score = 0.0  # named like its domain, and not like its address: a house
    elif not name_words and re.fullmatch(r"[a-z]{2,}(?:[._-][a-z]+)+\d{0,4}", local):
        score += 0.6
    elif len(named) == 1 and (
        (named[0] in local and free) or re.fullmatch(rf"{named[0]}[._-][a-z]{{2,}}", local)
    ):
        score += 0.5
    if score < 0.5 and _spells(named, local):
        score = 0.9
    if free:
        score += 0.3
    return min(score, 1.0)


#: "Le", "van": in a house's name as in a person's.
_PARTICLES = frozenset(
    {"le", "la", "de", "du", "des", "van", "von", "der", "den", "di", "da", "del", "el", "al", "ben"}
)


def _spells(named: list[str], local: str) -> bool:
    """The address is the name as people's are made: r.ledantec of Ronan Le Dantec, anne.van-der-berg."""
    if not 3 <= len(named) <= 5 or not _PARTICLES.intersection(named[1:-1]):
        return False
    flat, family = re.sub(r"[^a-z]", "", local), "".join(named[1:])
    return flat in {named[0] + family, named[0][0] + family, named[0][0] + named[-1], named[0] + named[-1]}


def _disguised(name_words: list[str], labels: list[str], person: float) -> bool:
    """A name that claims what the domain does not say, in a domain that is cheap or claims to be secure."""
    if not labels:
        return False
    host = labels[:-1]
    if labels[-1] in word_set("cheap"):
        return True
    claims = sum(1 for label in host if label in word_set("claiming"))
    # A digit in place of a letter: paypa1, amaz0n.
    if any(re.search(r"[a-z][01][a-z]|[a-z]{3}[01]$|^[a-z]+[01][a-z]+", label) for label in host):
        return True
    claimed = [
        word
        for word in name_words
        if len(word) > 3 and word not in word_set("organisation") | word_set("claiming")
    ]
    joined = "".join(host)
    matches = any(word in joined for word in name_words if len(word) > 3)
    if claims >= 2 and not matches:
        return True
    return bool(claims and claimed and person < 0.5 and not any(word in joined for word in claimed))
