"""Reasons in a language: numbers, days, plurals, one inside another; and records with all they hold."""

from __future__ import annotations

import msgspec
import pytest

from edge import i18n
from edge.records import Answer, Confidence, Conflict, ContextUse, Escalation, Extracted, Reason, coded

NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("reason", "english", "french"),
    [
        (
            Reason("no_sure_sentence", {"confidence": 0.123}),
            "no sentence on the pages found is likely enough to be the answer (12%)",
            f"aucune phrase des pages trouvées n’a assez de chances d’être la réponse (12{NARROW}%)",
        ),
        (
            Reason("high_amount", {"amount": 12500.0, "currency": "EUR"}),
            "an amount of 12,500 EUR",
            f"un montant de 12{NARROW}500{NO_BREAK}EUR",
        ),
        (
            Reason("high_amount", {"amount": 1999.5, "currency": ""}),
            "an amount of 1,999.50",
            f"un montant de 1{NARROW}999,50",
        ),
        (Reason("deadline_soon", {"date": "2026-03-01"}), "a deadline on 1 March 2026",
         "une échéance le 1er mars 2026"),
        (Reason("deadline_soon", {"date": "soon"}), "a deadline on soon", "une échéance le soon"),
        (
            Reason("answer.left_out", {"count": 1}),
            "1 more passage was not read",
            "1 autre passage n’a pas été lu",
        ),
        (Reason("result.unread", {"count": 0}), "0 characters unread", "0 caractère non lu"),
        (Reason("result.unread", {"count": 4200}), "4,200 characters unread",
         f"4{NARROW}200 caractères non lus"),
        (
            Reason("signs_against", {"signs": [Reason("sign.bulk"), "x"], "against": Reason("sign.health")}),
            "signs: a bulk mailing, x; against: health",
            f"indices{NO_BREAK}: un envoi en nombre, x{NARROW}; contre{NO_BREAK}: la santé",
        ),
        (Reason("verbatim", {"text": "{engine} {}"}), "{engine} {}", "{engine} {}"),
    ],
)  # fmt: skip
def test_a_reason_reads_as_its_language_writes(reason: Reason, english: str, french: str) -> None:
    """What is in a parameter is text, never a template."""
    assert (i18n.render(reason, "en"), i18n.render(reason, "fr")) == (english, french)


def test_a_reason_survives_the_database_and_json() -> None:
    """Nested reasons come back as reasons, numbers as numbers."""
    why = Reason(
        "spoke_instead", {"engine": "a", "failed": "b", "error": "c", "why": Reason("clear_sentence")}
    )
    back = msgspec.json.decode(msgspec.json.encode(why), type=Reason)
    assert i18n.render(back, "fr") == i18n.render(why, "fr")


def test_a_record_is_written_with_all_that_is_in_it() -> None:
    """The same record can be written in another language later: the review page does."""
    made = Extracted(
        id="m", action="archive", decision="queue", confidence=Confidence(raw=0.5), stakes=["old"],
        escalation=Escalation(codes=coded(why=Reason("offline"))),
        context=ContextUse(conflicts=[Conflict(kind="overlap", codes=coded(text=Reason("vip_sender")))]),
        codes=coded(
            stopped_because=Reason("no_engine_left"), notes=[Reason("encrypted"), Reason("no_headers")]
        ),
    )  # fmt: skip
    for language in ("en", "fr", "en"):
        made = i18n.rendered(made, language)
        assert made.stopped_because == i18n.render(Reason("no_engine_left"), language)
        assert made.escalation.why == i18n.render(Reason("offline"), language)
        assert made.context.conflicts[0].text == i18n.render(Reason("vip_sender"), language)
        assert len(made.notes) == 2 and made.stakes == ["old"]
    more = i18n.noted(made, [Reason("superseded")], "fr")
    assert len(more.notes) == 3 and more.codes["notes"][2] == Reason("superseded")


def test_a_code_of_another_edge_keeps_its_sentence() -> None:
    """A record kept by a newer or older edge is shown as it was written."""
    stored = Answer(
        question="q", answer=None, outcome="absent", abstained=True, confidence=Confidence(raw=0.0),
        reason="as it was", codes={"reason": [Reason("of_the_future")]},
    )  # fmt: skip
    assert i18n.rendered(stored, "fr").reason == "as it was"


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How long is a rapid game?", "en"),
        ("Combien de temps dure une partie rapide ?", "fr"),
        ("blitz, first time: how much do i add", "en"),
        ("l'arbitre peut-il intervenir", "fr"),
        ("threefold", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_a_question_is_told_by_its_function_words(question: str, name: str) -> None:
    """English when nothing tells, and for a language that has no file."""
    assert i18n.language(question) == name
