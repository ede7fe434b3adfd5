"""The rules' score is a fit on labelled mail: what it settles, what it leaves to the person."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from mails import engine, mail

import edge
from edge.cascade.run import Tier
from edge.extract import corrections, pipeline
from edge.extract.rules.engine import RulesEngine
from edge.extract.rules.weighing.score import weights
from edge.extract.rules.weighing.sureness import calibration, worthless_probability
from edge.extract.stats import stats
from edge.records import Context, Extracted, Message
from edge.settings import AlarmSettings, ExtractSettings

CLEAR = (
    "Bonjour Camille,\n\nVotre rendez-vous avec le Dr Nguyen est confirmé le mardi 26 mai 2026 à 14h20, "
    "dossier 2026-4471. Merci d'apporter votre ordonnance.\n\nLe secrétariat"
)
WON = (
    "CONGRATULATIONS!!! Your e-mail address has won EUR 850,000.00 in our lottery draw. To claim your prize "
    "send your full name and bank details to our agent. Act now, 100% free!"
)
CODE = "Votre code de connexion : 482 913. Il expire dans 5 minutes. Ne le communiquez à personne."


def read(message: Message, settings: ExtractSettings | None = None) -> Extracted:
    settings = settings or ExtractSettings()
    rules = RulesEngine(settings)
    return pipeline.extract(message, [Tier(rules)], lambda *_: Context(), settings, rules=rules)[0]


def test_what_is_surely_kept_needs_nobody() -> None:
    """A clear appointment is settled by rules alone, with a fitted probability."""
    result = read(mail(CLEAR, subject="Votre rendez-vous", sender="Dr Nguyen <secretariat@cabinet.example>"))
    assert (result.action, result.decision, result.needs_clarification) == ("archive", "apply", False)
    assert result.confidence.calibrated is not None
    assert result.confidence.calibrated >= 0.85
    assert "labelled mails" in result.confidence.source


def test_what_is_between_is_asked() -> None:
    """A few words that could be anything are the person's."""
    result = read(mail("Un message pour vous, à voir sur notre site.", sender="Info <info@maison.example>"))
    assert result.needs_clarification


@pytest.mark.parametrize("allowed", [False, True])
def test_a_deletion_is_the_persons_unless_they_said_otherwise(allowed: bool) -> None:
    """Whatever the score, rules delete nothing by themselves; with leave, past their threshold."""
    message = mail(CODE, subject="Votre code", sender="Banque <ne-pas-repondre@banque.example>")
    result = read(message, ExtractSettings(delete_offline=allowed, leave_worthless=False))
    assert result.action == "delete"
    if not allowed:
        assert result.needs_clarification
    elif result.decision == "apply":
        assert (result.confidence.calibrated or 0.0) >= weights().sure["from_delete"]


@pytest.mark.parametrize("left", [False, True])
def test_what_is_surely_worthless_is_left_unasked_unless_the_person_wishes_to_be_asked(left: bool) -> None:
    """`extract.leave_worthless`: that it could go is said, it stays where it is, and nobody is asked."""
    message = mail(WON, subject="WINNING NOTIFICATION!!!", sender="Lottery <claims@lottery.example>")
    result = read(message, ExtractSettings(leave_worthless=left))
    assert result.action == "delete"
    assert result.needs_clarification is not left
    assert result.decision == ("leave" if left else "queue")
    if left:
        assert (result.confidence.calibrated or 0.0) >= weights().sure["from_nothing"]


def test_who_lets_engines_delete_has_nothing_left() -> None:
    """`extract.delete_offline` is the stronger wish: the same message is deleted, or asked about."""
    message = mail(WON, subject="WINNING NOTIFICATION!!!", sender="Lottery <claims@lottery.example>")
    assert read(message, ExtractSettings(delete_offline=True)).decision in ("apply", "queue")


def test_leaving_is_no_deletion_and_waits_for_nobody(tmp_path: Path) -> None:
    """No program that carries decisions out deletes what is left; it is in no queue, and counted apart."""
    message = mail(WON, subject="WINNING NOTIFICATION!!!", sender="Lottery <claims@lottery.example>")
    state = tmp_path / "state.db"
    with edge.open(state=state) as opened:
        result = opened.extract(message)
    assert (result.action, result.decision) == ("delete", "leave")
    assert corrections.waiting(state) == []
    assert stats(state, AlarmSettings(), datetime.now().astimezone()).decisions == {"leave": 1}


def test_what_is_worth_keeping_is_never_left() -> None:
    """The wish to leave what is worthless changes nothing for a clear appointment."""
    message = mail(CLEAR, subject="Votre rendez-vous", sender="Dr Nguyen <secretariat@cabinet.example>")
    assert read(message, ExtractSettings(leave_worthless=True)).action == "archive"


def test_high_stakes_are_asked_however_sure_the_rules_are() -> None:
    """A large sum is a second look."""
    body = CLEAR.replace("Merci", "Montant à régler : 48 000 €. Merci")
    result = read(mail(body, subject="Votre rendez-vous", sender="Dr Nguyen <secretariat@cabinet.example>"))
    assert result.high_stakes
    if result.confidence.calibrated is not None and result.confidence.calibrated < 0.95:
        assert result.needs_clarification


def test_without_a_fit_nothing_is_claimed() -> None:
    """No weights, no probability, no calibration of an action."""
    assert worthless_probability({}, {"log_odds": -9.0}) is None
    assert calibration({}, "rules-x", "archive") is None
    assert engine().calibration("flag") is None


def test_more_evidence_against_is_never_surer_to_keep() -> None:
    """The fit keeps the order of the evidence: it can only doubt more."""
    known = weights().sure
    base = {"log_odds": -2.0, "against": 1.0, "for": -3.0}
    worse = {"log_odds": -1.0, "against": 2.0, "for": -3.0}
    less, more = worthless_probability(known, base), worthless_probability(known, worse)
    assert less is not None
    assert more is not None
    assert more > less
