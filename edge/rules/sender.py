"""Who wrote it, as far as name and address tell: a person, a desk, a machine, or someone's disguise."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import parseaddr

from edge.text import fold, words

_FREE = frozenset(
    [
        "gmail",
        "googlemail",
        "hotmail",
        "outlook",
        "live",
        "msn",
        "yahoo",
        "ymail",
        "icloud",
        "me",
        "mac",
        "aol",
        "gmx",
        "web",
        "proton",
        "protonmail",
        "orange",
        "wanadoo",
        "free",
        "sfr",
        "neuf",
        "laposte",
        "bbox",
        "numericable",
        "fastmail",
        "zoho",
        "mail",
        "tutanota",
        "hey",
        "posteo",
        "courriel",
        "email",
        "btinternet",
        "comcast",
        "verizon",
    ]
)
_ADVERTISING = frozenset(
    [
        "promo",
        "promos",
        "promotion",
        "promotions",
        "marketing",
        "offers",
        "offres",
        "offre",
        "deals",
        "deal",
        "sales",
        "soldes",
        "shop",
        "boutique",
        "ventes",
        "club",
        "newsletter",
        "newsletters",
        "news",
        "lettre",
        "infolettre",
        "digest",
        "daily",
        "weekly",
        "hebdo",
        "magazine",
        "edition",
        "campaign",
        "campaigns",
        "emailing",
        "mailing",
        "mailer",
        "updates",
        "rewards",
        "bonsplans",
    ]
)
_MACHINE = frozenset(
    [
        "noreply",
        "no",
        "reply",
        "donotreply",
        "notification",
        "notifications",
        "notify",
        "alert",
        "alerts",
        "alerte",
        "alertes",
        "automatic",
        "automated",
        "auto",
        "robot",
        "bot",
        "mailer",
        "daemon",
        "postmaster",
        "system",
        "nepasrepondre",
        "repondre",
        "bounce",
        "calendar",
        "info",
        "hello",
        "bonjour",
        "team",
        "contact",
        "support",
        "service",
    ]
)
_DESK = frozenset(
    [
        "facturation",
        "billing",
        "invoice",
        "invoices",
        "factures",
        "compta",
        "comptabilite",
        "accounting",
        "accounts",
        "legal",
        "juridique",
        "rh",
        "hr",
        "jobs",
        "recrutement",
        "recruitment",
        "recruiting",
        "careers",
        "secretariat",
        "office",
        "admissions",
        "admission",
        "scolarite",
        "ecole",
        "school",
        "mairie",
        "greffe",
        "notaire",
        "cabinet",
        "dossier",
        "dossiers",
        "sinistres",
        "claims",
        "reservation",
        "reservations",
        "booking",
        "bookings",
        "rdv",
        "appointments",
    ]
)
_PARCEL = frozenset(
    [
        "shipping",
        "shipment",
        "livraison",
        "livraisons",
        "delivery",
        "deliveries",
        "tracking",
        "colis",
        "expedition",
        "track",
        "suivi",
    ]
)
_ORGANISATION = frozenset(
    [
        "service",
        "services",
        "equipe",
        "team",
        "support",
        "client",
        "clients",
        "customer",
        "banque",
        "bank",
        "assurance",
        "mutuelle",
        "ecole",
        "school",
        "lycee",
        "college",
        "mairie",
        "club",
        "association",
        "agence",
        "agency",
        "cabinet",
        "clinique",
        "hopital",
        "hospital",
        "laboratoire",
        "groupe",
        "group",
        "inc",
        "ltd",
        "sas",
        "sarl",
        "sa",
        "gmbh",
        "llc",
        "corp",
        "company",
        "store",
        "shop",
        "boutique",
        "newsletter",
        "news",
        "lettre",
        "info",
        "notification",
        "notifications",
        "alerts",
        "alertes",
        "bureau",
        "secretariat",
        "direction",
        "syndicat",
        "syndic",
        "residence",
        "resort",
        "hotel",
        "airlines",
        "express",
        "post",
        "poste",
        "energie",
        "telecom",
        "mobile",
        "online",
        "digital",
        "security",
        "securite",
        "account",
        "accounts",
        "billing",
        "facturation",
        "the",
        "les",
        "des",
        "du",
        "de",
        "la",
        "le",
        "of",
        "for",
        "et",
        "and",
        "magazine",
        "journal",
        "daily",
        "weekly",
        "centre",
        "center",
        "institut",
        "university",
        "universite",
        "tribunal",
        "prefecture",
        "noreply",
        "no",
        "reply",
        "via",
        "by",
        "chez",
        "conseil",
        "chorale",
        "orchestre",
        "choeur",
    ]
)
_CHEAP = frozenset(
    [
        "xyz",
        "top",
        "click",
        "icu",
        "buzz",
        "win",
        "bid",
        "loan",
        "work",
        "live",
        "gq",
        "cf",
        "tk",
        "ml",
        "ga",
        "zip",
        "mov",
        "rest",
        "cam",
        "monster",
        "quest",
        "cyou",
        "sbs",
    ]
)
_CLAIMING = frozenset(
    [
        "security",
        "securite",
        "secure",
        "secur",
        "verify",
        "verification",
        "account",
        "accounts",
        "compte",
        "login",
        "signin",
        "alert",
        "update",
        "support",
        "billing",
        "refund",
        "remboursement",
        "client",
        "service",
        "clients",
        "confirm",
        "ameli",
        "impots",
        "gouv",
        "bank",
        "banque",
        "paypal",
        "amende",
        "colis",
    ]
)


@dataclass(frozen=True, slots=True)
class Sender:
    """`person`, 0 to 1: how much it looks like somebody's own address. `words`: folded name and address."""

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


def read_sender(text: str) -> Sender:
    """Read `Anne Roux <anne@acme.example>`, or either part alone. Never raises: the text may be anything."""
    name, address = parseaddr(text.replace("\n", " ").replace("\r", " "))
    if "@" not in address:
        name, address = text.strip(), ""
    local, _, domain = fold(address).partition("@")
    parts = set(words(local))
    name_words = words(name)
    labels = [label for label in re.split(r"[.\-]", domain) if label]
    advertising = bool(parts & _ADVERTISING) or bool(
        set(name_words) & {"newsletter", "promo", "promos", "deals"}
    )
    machine = bool(parts & _MACHINE) or "noreply" in local.replace("-", "").replace("_", "").replace(".", "")
    desk = bool(parts & _DESK)
    parcel = bool(parts & _PARCEL)
    free = bool(labels) and labels[0] in _FREE
    person = _personhood(name, name_words, local, desk or machine or advertising or parcel, free)
    return Sender(
        name=name.strip().strip("\"'"),
        address=address,
        local=local,
        domain=domain,
        person=person,
        advertising=advertising,
        machine=machine,
        desk=desk,
        parcel=parcel,
        free=free,
        disguise=_disguised(name_words, labels, person),
    )


def _personhood(name: str, name_words: list[str], local: str, role: bool, free: bool) -> float:
    if role:
        return 0.0
    score = 0.0
    named = [word for word in name_words if word.isalpha()]
    if 2 <= len(named) <= 4 and not set(named) & _ORGANISATION and name[:1].isupper():
        score += 0.5
        # A person's address repeats the person's name: anne.roux, aroux, anne.
        flat = re.sub(r"[^a-z]", "", local)
        if any(len(word) > 2 and word in flat for word in named):
            score += 0.4
    elif not name_words and re.fullmatch(r"[a-z]{2,}(?:[._-][a-z]+)+\d{0,4}", local):
        score += 0.6
    elif len(named) == 1 and named[0] in local and free:
        score += 0.5
    if free:
        score += 0.3
    return min(score, 1.0)


def _disguised(name_words: list[str], labels: list[str], person: float) -> bool:
    """A name that claims what the domain does not say, in a domain that is cheap or claims to be secure."""
    if not labels:
        return False
    host = labels[:-1]
    if labels[-1] in _CHEAP:
        return True
    claims = sum(1 for label in host if label in _CLAIMING)
    # A digit in place of a letter: paypa1, amaz0n.
    if any(re.search(r"[a-z][01][a-z]|[a-z]{3}[01]$|^[a-z]+[01][a-z]+", label) for label in host):
        return True
    claimed = [word for word in name_words if len(word) > 3 and word not in _ORGANISATION | _CLAIMING]
    joined = "".join(host)
    matches = any(word in joined for word in name_words if len(word) > 3)
    if claims >= 2 and not matches:
        return True
    return bool(claims and claimed and person < 0.5 and not any(word in joined for word in claimed))
