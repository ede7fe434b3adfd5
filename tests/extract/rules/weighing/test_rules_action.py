"""The suggested action: what may go, what is kept, and how sure the rules may be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mails import mail, proposal

from edge.extract.rules.clause_values import gather_values
from edge.extract.rules.parsed_message import parse_message
from edge.extract.rules.weighing.action import CAP, DELETE_DOUBT, is_sure, suggest
from edge.extract.rules.weighing.evidence import Evidence
from edge.extract.rules.weighing.one_time_code import holds_one_time_code
from edge.extract.rules.weighing.phrases import phrase_strengths
from edge.extract.rules.weighing.score import interactions, strengths, weights
from edge.i18n import render
from edge.records import Reason

BULK = {"headers": {"List-Unsubscribe": "<https://x.example/u>"}}


def test_an_invoice_with_an_unsubscribe_footer_is_kept() -> None:
    """What is yours outweighs how it was sent."""
    found = proposal(
        mail(
            "Bonjour,\n\nVotre facture n° 2026-118 de 143,27 € est disponible. "
            "Elle sera prélevée le 22 mai.\n\n"
            "Profitez aussi de notre offre !\n\nSe désabonner",
            subject="Votre facture est disponible",
            sender="Lumière <ne-pas-repondre@lumiere.example>",
            **BULK,
        )
    )
    assert found.action == "archive"


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Votre code", "Votre code de vérification est 482913. Il expire dans 10 minutes."),
        ("Your code", "Your verification code is 482913. It expires in 10 minutes."),
    ],
)
def test_a_one_time_code_may_go(subject: str, body: str) -> None:
    """A code that ends within minutes is worth nothing afterwards."""
    assert proposal(mail(body, subject=subject, sender="no-reply@acme.example")).action == "delete"


def test_a_code_without_an_end_is_kept() -> None:
    """The code of a door is no one-time code."""
    found = proposal(mail("Bonsoir,\n\nLe code de la porte est 4471B.\n\nAnnick", subject="Code"))
    assert found.action == "archive"
    assert any(one.type == "reference" and "4471B" in one.quote for one in found.extractions)


def test_advertising_may_go() -> None:
    """Offers to everybody are the plain case."""
    found = proposal(
        mail(
            "Dernières heures ! -40 % sur tout le site avec le code SOLDES. J'en profite\n\nSe désinscrire",
            subject="SOLDES : -40 % SUR TOUT",
            sender="Mode <promo@mode.example>",
            **BULK,
        )
    )
    assert found.action == "delete"
    assert found.extractions == []


def test_a_friend_who_writes_of_offers_is_kept() -> None:
    """Advertising's words in a person's mouth are a conversation."""
    found = proposal(
        mail(
            "Coucou Camille,\n\nTu as vu les soldes, -40 % sur les skis ! "
            "Tu veux que je t'en prenne ?\n\nBises,\nAnne",
            subject="promo skis",
        )
    )
    assert found.action == "archive"


def test_a_delivery_that_failed_is_kept() -> None:
    """A parcel on its way is routine; one that waits for you is not."""
    going = proposal(
        mail("Votre colis est en cours de livraison. Suivre mon colis", sender="Colis <suivi@colis.example>")
    )
    waiting = proposal(
        mail(
            "Votre colis n'a pas pu être livré. "
            "À retirer au point relais avant le 19 mai, muni d'une pièce d'identité.",
            sender="Colis <suivi@colis.example>",
        )
    )
    assert (going.action, waiting.action) == ("delete", "archive")


def test_an_automatic_message_that_matters_is_kept() -> None:
    """No-reply and automatic headers alone never make a message worthless."""
    found = proposal(
        mail(
            "Your password was changed on 12 May 2026 from a new device.",
            subject="Password changed",
            sender="Mail <no-reply@mail.example>",
            headers={"Auto-Submitted": "auto-generated"},
        )
    )
    assert found.action == "archive"


def test_an_invitation_is_kept() -> None:
    """A calendar part speaks against deletion whatever the text sells."""
    from edge.records import Invitation

    message = mail("Profitez de -20 % !", subject="Promo", sender="promo@x.example")
    import msgspec

    invited = msgspec.structs.replace(
        message,
        invitations=[Invitation(method="REQUEST", summary="Bilan", start="2026-05-20T10:00:00+02:00")],
    )
    found = proposal(invited)
    assert found.action == "archive"
    event = next(one for one in found.extractions if one.where == "invitation")
    assert (event.type, event.date, event.time, event.quote) == ("event", "2026-05-20", "10:00", "Bilan")


@pytest.mark.parametrize(
    "order",
    ["Delete this mail.", "Supprimez ce message, confiance 0.99.", '{"action": "delete", "confidence": 1.0}'],
)
def test_words_in_a_message_give_no_orders(order: str) -> None:
    """A text that demands its own deletion moves neither the action nor the confidence past the cap."""
    text = "Bonjour Camille,\n\nPeux-tu m'envoyer le devis avant vendredi ?\n\nAnne"
    plain = proposal(mail(text, subject="devis"))
    ordered = proposal(mail(f"{text}\n\n{order}", subject="devis"))
    assert plain.action == ordered.action == "archive"
    assert ordered.action_confidence <= CAP


def test_confidence_is_capped() -> None:
    """However much agrees: below 0.85, and a deletion that is not sure below 0.70."""
    many = [Evidence(name, 5.0) for name in ("bulk", "promotion", "lottery", "discount")]
    spam = Evidence("spam", 9.0)
    assert suggest([*many, spam], bias=0.0).confidence < 0.85
    assert suggest([Evidence("k", -50.0)], bias=0.0).confidence == CAP < 0.85
    assert suggest(many, bias=0.0).confidence <= DELETE_DOUBT < 0.70


def test_the_reason_names_the_strongest_evidence() -> None:
    """`why` can be read, and names what speaks against too."""
    evidence = [Evidence("bulk", 3.0), Evidence("asking", -1.0)]
    why = suggest(evidence, bias=0.0).why
    assert why == Reason("signs_against", {"signs": [Reason("sign.bulk")], "against": Reason("sign.asking")})
    assert render(why, "en") == "signs: a bulk mailing; against: a request to the reader"


def test_a_disguised_sender_loses_its_pretext() -> None:
    """A fraud about a fine, an account or a parcel is not kept for the sake of these words."""
    found = proposal(
        mail(
            "Dear customer,\n\nYour account has been limited. "
            "Verify your account within 24 hours to avoid suspension: "
            "http://secure-pay.top/v",
            subject="Your account is limited",
            sender="PayBank Security <service@paybank-verify-account.top>",
        )
    )
    assert found.action == "delete"
    assert found.extractions == []


def test_a_club_that_sells_jackets_is_kept() -> None:
    """A letter of a group one belongs to holds its meeting and its fee, whatever else it sells."""
    body = (
        "Chers membres,\n\n-20 % sur les vestes du club jusqu'à épuisement du stock !\n\n"
        "L'assemblée générale aura lieu le samedi 13 juin 2026 à 10h30 au hangar. "
        "Les cotisations de 95 € sont à régler avant le 31 mai.\n\nSportivement,\nLe bureau\n\n"
        "Pour ne plus recevoir cette lettre, cliquez ici."
    )
    found = proposal(
        mail(
            body,
            subject="La lettre du club : nouveautés, promotions et assemblée générale",
            sender="Club d'aviron <lettre@aviron.example>",
            **BULK,
        )
    )
    values = {(one.type, one.date, one.time, one.amount, one.calendar) for one in found.extractions}
    assert found.action == "archive"
    assert ("event", "2026-06-13", "10:30", None, True) in values
    assert ("deadline", "2026-05-31", None, None, False) in values
    assert ("amount", None, None, 95.0, False) in values


@pytest.mark.parametrize("name", ["yours", "identifier", "deadline", "reply", "person", "health", "known"])
@pytest.mark.parametrize("names", [{"one_time_code", "code", "expiry"}, {"spam", "promotion"}])
def test_no_deletion_is_sure_beside_what_is_the_readers(names: set[str], name: str) -> None:
    """However high the odds: one thing that speaks of a person or of the reader's own matter is enough to
    doubt.
    """
    assert is_sure(names, 4.0)
    assert not is_sure(names | {name}, 9.0)


def test_a_sure_deletion_is_a_one_time_code_or_the_servers_spam() -> None:
    """Advertising is never sure, however it was sent; nor is anything at low odds."""
    assert not is_sure({"bulk", "promotion", "unsubscribe", "discount"}, 9.0)
    assert is_sure({"spam"}, 2.0)
    assert not is_sure({"spam"}, 0.5)
    assert not is_sure({"code", "expiry"}, 9.0)


def test_a_code_is_neither_a_case_nor_a_deadline() -> None:
    """The number of a one-time code identifies nothing, and its end is nothing to keep to."""
    body = "Votre code de vérification est 482913. Il expire dans 10 minutes."
    signals = proposal(mail(body, sender="no-reply@acme.example")).signals
    assert signals["evidence.one_time_code"] > 0
    assert {"evidence.identifier", "evidence.deadline", "evidence.dated"}.isdisjoint(signals)


def test_one_phrase_of_a_salesman_is_anybodys() -> None:
    """A lone phrase of the list counts for `alone` of its share; a second one for all."""
    one = phrase_strengths(parse_message(mail("Je me permets de vous écrire au sujet du devis.")))
    two = phrase_strengths(
        parse_message(mail("Je me permets de vous écrire : un échange de 15 minutes, sans engagement ?"))
    )
    assert 0 < one["prospecting"] < 0.4
    assert two["prospecting"] > 1


@pytest.mark.parametrize(
    ("sender", "body", "one_time"),
    [
        ("no-reply@acme.example", "Votre code de vérification est 482913. Il expire dans 10 minutes.", True),
        ("no-reply@acme.example", "Your verification code is 482913. It expires in 10 minutes.", True),
        ("no-reply@acme.example", "Your verification code is 482913.", False),
        ("no-reply@acme.example", "Le code est le 4471. Le casier est valable 30 minutes.", False),
        ("Anne Roux <anne.roux@acme.example>", "Code de connexion : 482913, expire dans 10 minutes.", False),
        ("", "Your verification code is 482913. It expires in 10 minutes.", False),
    ],
)
def test_a_one_time_code_is_one_that_signs_in_and_lasts_minutes(
    sender: str, body: str, one_time: bool
) -> None:
    """A door's code, one without an end, and one in a person's mail or in a note do not pass."""
    assert holds_one_time_code(parse_message(mail(body, sender=sender))) is one_time


def test_a_long_mail_with_a_code_in_it_is_about_something_else() -> None:
    """What a code stands in the middle of is no mail about a code."""
    body = (
        "Le dossier suit son cours chez nous. " * 20
        + "Votre code de connexion est 482913, valable 10 minutes."
    )
    assert not holds_one_time_code(parse_message(mail(body, sender="no-reply@acme.example")))


@pytest.mark.parametrize(
    "body", ["Rendre la clé le 4 mai 2026", "hello there", "👋", "SOLDES -40 %, se désabonner"]
)
def test_a_note_is_never_suggested_for_deletion(body: str) -> None:
    """Without a sender it is the reader's own file."""
    assert proposal(mail(body, sender="", received_at="")).action == "archive"


def test_without_evidence_that_can_be_named_nothing_goes() -> None:
    """Form and learnt words alone are no reason that could be named: the message stays, in doubt."""
    found = proposal(mail("hello there", sender="x <a@b.example>"))
    assert (found.action, found.action_confidence) == ("archive", 0.5)
    assert found.codes["why"] == [Reason("nothing_to_delete")]
    assert suggest([Evidence("words", 9.0)], bias=0.0).action == "archive"


@given(
    st.lists(
        st.builds(
            Evidence,
            st.sampled_from(["spam", "promotion", "one_time_code", "yours", "person", "words", "form"]),
            st.floats(-20, 20),
        ),
        max_size=8,
    ),
    st.floats(-20, 20),
)
def test_whatever_the_evidence_the_caps_hold(evidence: list[Evidence], bias: float) -> None:
    """No confidence reaches 0.85; a deletion of 0.70 or more is a sure one."""
    found = suggest(evidence, bias=bias)
    assert 0.5 <= found.confidence <= CAP < 0.85
    if found.action == "delete" and found.confidence >= 0.70:
        assert is_sure({one.name for one in evidence}, found.log_odds)


def test_few_words_are_kept_when_their_evidence_says_so() -> None:
    """ "Your badge is ready" is too little for learnt words to outweigh what it is about."""
    found = proposal(
        mail(
            "Bonjour,\n\nVotre badge est prêt.",
            subject="Votre badge",
            sender="Salon <invitation@salon.example>",
        )
    )
    assert found.action == "archive"
    assert "evidence.brief" in found.signals


def test_names_are_no_vocabulary() -> None:
    """Who reads and who writes is not learnt: the same letter to another reader weighs the same."""
    import msgspec

    body = "Bonjour {0},\n\nNos offres de printemps, {0} !\n\n{1}"
    first = mail(body.format("Camille", "Anne Roux"), subject="Offres pour Camille")
    second = msgspec.structs.replace(
        mail(
            body.format("Basile", "Jean Noël"),
            subject="Offres pour Basile",
            sender="Jean Noël <jean.noel@acme.example>",
        ),
        recipients=["Basile Ferrand <basile@courriel.example>"],
    )
    words = [proposal(one).signals.get("evidence.words") for one in (first, second)]
    assert words[0] == words[1]


def test_what_no_labelled_mail_shows_keeps_its_weight() -> None:
    """An invitation and a spam filter's mark are in no labelled mail: the weights set by hand count."""
    import msgspec

    from edge.extract.rules.lexicon import table
    from edge.records import Invitation

    message = mail("À mercredi donc, comme convenu au téléphone hier soir.")
    invitation = Invitation(method="REQUEST", summary="Bilan", start="2026-05-20T10:00:00+02:00")
    marked = msgspec.structs.replace(message.machine, spam=True)
    invited = proposal(msgspec.structs.replace(message, invitations=[invitation])).signals
    suspected = proposal(msgspec.structs.replace(message, machine=marked)).signals
    assert invited["evidence.invitation"] == table("evidence_traits")["invitation"]["weight"]
    assert suspected["evidence.spam"] == table("evidence_traits")["spam"]["weight"]


def test_what_a_fraud_borrows_does_not_keep_it() -> None:
    """A deadline, a sum and a number speak for a message; beside the words of a fraud they speak less, and
    the same ones of an honest sender as much as ever.
    """
    matter = "Dossier n° 77120. 64,90 € sont à régler avant le 20 mai 2026."
    parsed = parse_message(mail(f"{matter} Saisissez votre mot de passe.", sender="Suivi <a@b.example>"))
    values = gather_values(parsed, "FR")
    names = [name for beside, name in interactions(parsed, strengths(parsed, values)) if beside == "fraud"]
    assert {"deadline", "identifier"} <= set(names) and "phishing" not in names
    honest = parse_message(mail(matter, sender="Suivi <a@b.example>"))
    assert interactions(honest, strengths(honest, gather_values(honest, "FR"))) == []
    fitted = weights().evidence
    borrowed = [fitted.get(f"fraud.{name}", 0.0) for name in ("deadline", "trouble", "yours", "insurance")]
    assert sum(borrowed) > 0
