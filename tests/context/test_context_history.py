"""Earlier messages around a message, and what they said already."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from edge.context.finding import ContextFindings
from edge.context.history import EarlierMessages
from edge.context.lookup import lookup_terms
from edge.records import (
    Checkpoint,
    Confidence,
    Context,
    ContextItem,
    Extracted,
    Extraction,
    Message,
    Proposal,
)

_LONG_AGO = "2025-11-01"


class Kept:
    """Stands for the user's database: gives what it was made with, and remembers what it was asked."""

    def __init__(self, *items: ContextItem) -> None:
        self.items = items
        self.asked: list[tuple[str, str, list[str], int]] = []

    def find(self, sender: str, thread: str, entities: Sequence[str], limit: int) -> list[ContextItem]:
        self.asked.append((sender, thread, list(entities), limit))
        return list(self.items[:limit])


def earlier(
    number: str, *extractions: Extraction, day: str = "2026-01-15", name: str = "Devis Acme"
) -> ContextItem:
    return ContextItem(
        kind="message", name=name, text="Bonjour, …", source=number, date=day, extractions=list(extractions)
    )


def found(**fields: Any) -> Extraction:
    return Extraction(**{"grounded": True, **fields})


def deadline(info: str, day: str) -> Extraction:
    return found(type="deadline", info=info, date=day)


def amount(info: str, value: float, currency: str | None = "EUR", quote: str = "") -> Extraction:
    return found(type="amount", info=info, amount=value, currency=currency, quote=quote)


def look(
    kept: Kept, *extractions: Extraction, most: int = 5, entities: tuple[str, ...] = ()
) -> ContextFindings:
    message = Message(
        id="now",
        sender="Anne Roux <Anne@Acme.example>",
        thread="<t@x>",
        received_at="2026-01-20T09:00:00+01:00",
    )
    proposal = Proposal(extractions=list(extractions), entities=list(entities))
    return EarlierMessages(kept).look(message, proposal, lookup_terms(message, proposal), most)


def test_it_asks_by_address_thread_and_folded_names() -> None:
    """The keeper gets the address alone in lower case, the thread, and names with and without "M."."""
    kept = Kept()
    assert look(kept, entities=("M. Dupont", "DUPONT")) == ContextFindings()
    ((sender, thread, names, limit),) = kept.asked
    assert (sender, thread, names) == (
        "anne@acme.example", "<t@x>", ["dupont", "anne roux", "acme", "m. dupont"]
    )  # fmt: skip
    assert limit > 5


def test_the_message_itself_is_never_earlier() -> None:
    """Reading a message a second time does not find itself, so nothing in it is a repeat."""
    again = deadline("Rendre le devis", "2026-02-03")
    result = look(Kept(earlier("now", again)), again)
    assert (result.items, result.conflicts) == ([], [])


def test_items_keep_their_order_and_names_are_unique() -> None:
    """As the keeper ranks them, with names of their own; what is beyond the limit is counted."""
    result = look(Kept(*(earlier(str(n)) for n in range(5))), most=3)
    assert [item.source for item in result.items] == ["0", "1", "2"]
    assert [item.name for item in result.items] == [
        "message: Devis Acme, 2026-01-15",
        "message: Devis Acme, 2026-01-15 (2)",
        "message: Devis Acme, 2026-01-15 (3)",
    ]  # fmt: skip
    assert result.dropped == 2


def test_no_message_wanted_asks_nobody() -> None:
    """A limit of 0 switches them off."""
    kept = Kept(earlier("1"))
    assert look(kept, most=0) == ContextFindings()
    assert kept.asked == []


@pytest.mark.parametrize(
    ("before", "now", "again"),
    [
        (deadline("Rendre le devis", "2026-02-03"), deadline("devis à rendre", "2026-02-03"), True),
        (deadline("Rendre le devis", "2026-02-03"), deadline("Rendre le devis", "2026-02-04"), False),
        (deadline("Rendre le devis", "2026-02-03"), deadline("Payer la facture", "2026-02-03"), False),
        (deadline("Send the quote", "2026-02-03"), deadline("Quote to send", "2026-02-03"), True),
        (deadline("Rendre le devis", "2026-02-03"), found(type="fact", info="Rendre le devis"), False),
        (deadline("Rendre le lot 283", "2026-02-03"), deadline("Rendre le lot 311", "2026-02-03"), False),
        (deadline("Rendre le lot 283", "2026-02-03"), deadline("lot 283 à rendre", "2026-02-03"), True),
        (deadline("Rendre le lot 283", "2026-02-03"), deadline("Rendre le lot", "2026-02-03"), True),
    ],
)  # fmt: skip
def test_a_deadline_that_was_told(before: Extraction, now: Extraction, again: bool) -> None:
    """The same day and much the same words: a duplicate. Another day is news."""
    result = look(Kept(earlier("1", before)), now)
    assert [conflict.kind for conflict in result.conflicts] == (["duplicate"] if again else [])


@pytest.mark.parametrize(
    ("before", "now", "day", "again"),
    [
        # A reference that both name decides, however long ago.
        (amount("Facture 2026-014 : 1284 €", 1284), amount("Rappel facture 2026-014", 1284), _LONG_AGO, True),
        (amount("Facture 2026-014 : 1284 €", 1284), amount("Facture 2026-015", 1284), "2026-01-15", False),
        (amount("Facture", 1284, quote="n° 77123, 1 284,00 €"), amount("Solde 77123", 1284), _LONG_AGO, True),
        # Without one: the words, within a fortnight. Next month's subscription is another.
        (amount("Abonnement musique", 9.99), amount("Abonnement musique", 9.99), "2026-01-15", True),
        (amount("Abonnement musique", 9.99), amount("Abonnement musique", 9.99), "2025-12-20", False),
        (amount("Abonnement musique", 9.99), amount("Cadeau de Luc", 9.99), "2026-01-15", False),
        (amount("Acompte", 500), amount("Acompte", 500, "USD"), "2026-01-15", False),
        (amount("Acompte", 500), amount("Acompte", 600), "2026-01-15", False),
    ],
)  # fmt: skip
def test_an_amount_that_was_told(before: Extraction, now: Extraction, day: str, again: bool) -> None:
    """The same sum alone is not the same bill."""
    result = look(Kept(earlier("1", before, day=day)), now)
    assert [conflict.kind for conflict in result.conflicts] == (["duplicate"] if again else [])


def test_the_message_that_told_it_is_shown_first() -> None:
    """A conflict names an item, and the item is among those that are shown."""
    again = deadline("Rendre le devis", "2026-02-03")
    kept = Kept(*(earlier(str(n), name=f"Autre {n}") for n in range(6)), earlier("7", again, name="Devis"))
    result = look(kept, again, most=2)
    assert result.conflicts[0].items == ["message: Devis, 2026-01-15"] == [result.items[0].name]


def test_what_is_not_grounded_repeats_nothing() -> None:
    """It takes no part in anything automatic."""
    said = deadline("Rendre le devis", "2026-02-03")
    invented = Extraction(type="deadline", info="Rendre le devis", date="2026-02-03")
    assert look(Kept(earlier("1", said)), invented).conflicts == []


def test_the_users_own_database_keeps_them(tmp_path: Path) -> None:
    """What was found in one message is around the next one; a deadline told twice is a duplicate."""
    from edge.state.database import open_state
    from edge.state.messages import MessageStore

    said = deadline("Rendre le devis Acme", "2026-02-03")
    first = Message(
        id="first", subject="Devis", sender="Paul <paul@x.example>", received_at="2026-01-15T09:00:00+01:00"
    )
    confidence = Confidence(raw=0.9, source="test")
    made = Extracted(
        id="first", subject="Devis", sender=first.sender, received_at=first.received_at, action="flag",
        decision="apply", extractions=[said], entities=["M. Dupont"], confidence=confidence,
    )  # fmt: skip
    trail = Checkpoint(
        message=first, proposal=Proposal(extractions=[said]), seen=Context(), confidence=confidence,
        passes=[], tier="rules",
    )  # fmt: skip
    with closing(open_state(tmp_path / "state.db")) as db:
        items = MessageStore(db)
        items.save(made, trail)
        message = Message(id="second", sender="Luc <luc@y.example>", received_at="2026-01-20T09:00:00+01:00")
        proposal = Proposal(
            extractions=[deadline("le devis Acme à rendre", "2026-02-03")], entities=["M. Dupont"]
        )
        result = EarlierMessages(items).look(message, proposal, lookup_terms(message, proposal), 5)
        again = EarlierMessages(items).look(first, proposal, lookup_terms(first, proposal), 5)
    assert [item.name for item in result.items] == ["message: Devis, 2026-01-15"]
    assert [conflict.kind for conflict in result.conflicts] == ["duplicate"]
    assert (again.items, again.conflicts) == ([], [])
