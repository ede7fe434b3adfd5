"""What the rules take out of the text of a message: types, values, quotes."""

from __future__ import annotations

import pytest
from mails import found, mail, proposal


@pytest.mark.parametrize(
    ("subject", "body", "off"),
    [
        (
            "Class cancelled tomorrow",
            "Tomorrow's 6pm class is cancelled.\n\nThe class on Friday at 7am is on.",
            [True, False],
        ),
        ("Class cancelled", "The class on 22 May at 7am goes ahead as usual.", [False]),
        ("Annulation du cours", "Le cours de rattrapage aura lieu le 22 mai à 18h.", [False]),
        ("Annulation du cours", "Cours du 22 mai à 18h, salle 4.", [True]),
    ],
)
def test_what_a_subject_cancels_is_the_day_it_names(subject: str, body: str, off: list[bool]) -> None:
    """A day that stands, or comes in the place of what is cancelled, is no cancelled day."""
    events = found(body, "event", subject=subject)
    assert [one.data.get("cancelled", False) for one in events] == off


def test_an_hour_in_brackets_behind_another_is_the_same_hour() -> None:
    """An hour told for two places is one appointment."""
    events = found("The call is on Thursday 21 May at 14:00 CET (13:00 London time).", "event")
    assert [(one.date, one.time) for one in events] == [("2026-05-21", "14:00")]


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("J'ai pris rendez-vous pour le chat.", False),
        ("Nous vous rappelons votre rendez-vous du 20 mai à 11h45.", False),
        ("Prendre rendez-vous avec le notaire.", True),
        ("Rendez-vous au guichet 4 avec votre convocation.", True),
        ("Merci d'envoyer votre dossier.", True),
        ("Merci d'avoir apporté le gâteau.", False),
        ("Got them!\n\nSpeak soon,\nO.", False),
        ("##- Please type your reply above this line -##\n\nYour ticket is closed.", False),
    ],
)
def test_what_asks_and_what_only_sounds_like_it(body: str, asked: bool) -> None:
    """An appointment, a farewell and a form's own line ask nothing; "merci d'envoyer" does."""
    assert bool(found(body, "request")) is asked


def test_the_new_amount_counts() -> None:
    """ "From 612 to 623.85": the second sum holds."""
    amounts = found("Votre loyer passera de 612,00 € à 623,85 € à compter du 1er août 2026.", "amount")
    assert [one.amount for one in amounts] == [623.85]


def test_a_sum_in_words_and_in_figures_is_one_sum() -> None:
    """The figures behind the words are no third sum of the sentence, and push the other sum out no more."""
    text = "Le prix, mille euros (1 000,00 EUR), et la provision de 300 euros sont à verser."
    assert [one.amount for one in found(text, "amount")] == [1000, 300]


def test_a_bill_number_belongs_to_its_amount() -> None:
    """An invoice gives its sum, its day and its number, which rides on the sum as well."""
    body = (
        "Bonjour,\n\nFacture N° : 2026-118\nMontant : 89,99 €\nÉchéance : dans 30 jours\n\n"
        "Merci de régler par virement."
    )
    result = proposal(
        mail(body, subject="Facture N°2026-118", sender="OVX <facturation@ovx.example>")
    ).extractions
    assert {one.type for one in result} == {"amount", "deadline", "reference"}
    assert next(one for one in result if one.type == "amount").data["reference"] == "2026-118"


def test_nothing_in_quoted_history_is_extracted() -> None:
    """What an earlier mail said is context, never this message's claim."""
    body = (
        "D'accord pour jeudi prochain à 10h.\n\nAnne\n\n"
        "Le lun. 11 mai 2026 à 09:14, Camille Ferrand <camille@x.example> a écrit :\n"
        "> Le devis est de 4 500 €, valable jusqu'au 30 juin. Réf. DV-2231.\n"
    )
    message = mail(body, subject="Re: devis")
    history = body.index("Le lun.")
    extractions = proposal(message).extractions
    assert extractions  # of the line above it
    for one in extractions:
        assert one.end is None or one.end <= history
        assert one.amount is None
        assert "DV-2231" not in one.quote


def test_a_forwarded_advert_is_not_its_sender() -> None:
    """Who passes an advert on has not written it."""
    body = (
        "Coucou,\n\nRegarde ça, on y va ? Dis-moi avant vendredi.\n\nBises\n\n"
        "---------- Message transféré ----------\n"
        "De : Promo <promo@x.example>\nObjet : SOLDES\n\n"
        "Profitez de nos offres exclusives jusqu'au 30 juin ! Se désabonner"
    )
    result = proposal(mail(body, subject="Fwd: SOLDES"))
    assert result.action == "archive"
    assert all("Profitez" not in one.quote for one in result.extractions)
    assert "2026-06-30" not in {one.date for one in result.extractions}


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("commitment", "Je vous envoie le dossier complet demain matin."),
        ("commitment", "I'll send you the drawings by Friday."),
        ("decision", "Nous avons décidé de garder le prestataire actuel."),
        ("decision", "It was agreed that the launch moves to June."),
        ("relation", "Je te présente Lucie Marchand, notre nouvelle directrice."),
        ("relation", "Tom has joined the team as Priya Raman's assistant."),
        ("contact", "Mon nouveau numéro est le 06 12 34 56 78."),
        ("reference", "Votre dossier porte la référence RK-40817."),
        ("request", "Could you check the second page for me?"),
        ("preference", "Je suis allergique aux arachides, pensez-y."),
        ("objective", "Notre objectif est de doubler la surface d'ici deux ans."),
        ("skill", "Paul parle couramment le japonais."),
        ("quotation", "Comme disait mon père, « on ne vend pas la peau de l'ours »."),
    ],
)
def test_each_type_has_its_words(kind: str, sentence: str) -> None:
    """One plain sentence of each type is found, and quoted as it stands."""
    result = found(f"Bonjour Camille,\n\n{sentence}\n\nAnne", kind)
    assert any(one.quote == sentence for one in result)


@pytest.mark.parametrize("sentence", ["Maintenant les parents dorment.", "Apparently the tenantry is fine."])
def test_parts_of_words_are_no_words(sentence: str) -> None:
    """`tenant` is not in "maintenant", nor `rent` in "parents": no evidence comes of it."""
    signals = proposal(mail(sentence)).signals
    assert "evidence.contract" not in signals
    assert "evidence.bill" not in signals


def test_a_message_of_nothing_special_gives_one_fact_at_most() -> None:
    """Where no rule holds, one sentence stands for the message, with low importance."""
    result = proposal(mail("Le jardin est superbe en ce moment, les iris sont sortis.\n\nAnne")).extractions
    assert [(one.type, one.importance) for one in result] == [("fact", "low")]


def test_boilerplate_asks_for_nothing() -> None:
    """ "Please do not reply" is no request."""
    body = "Votre attestation est jointe.\n\nMerci de ne pas répondre à ce message. N'hésitez pas."
    assert found(body, "request", sender="Caisse <ne-pas-repondre@caisse.example>") == []


def test_entities_are_names() -> None:
    """People, houses and projects, not the capitals of sentences."""
    names = proposal(
        mail("Bonjour,\n\nDemain nous voyons Lucie Marchand pour le projet Beta.\n\nAnne")
    ).entities
    assert {"Anne Roux", "Camille Ferrand", "Lucie Marchand", "Beta"} <= set(names)
    assert not {"Bonjour", "Demain", "Lieu"} & set(names)


@pytest.mark.parametrize(
    "sentence",
    [
        "Renvoyez le formulaire par la poste.",
        "À rapporter : la fiche d'urgence signée.",
        "Upload the signed form in your account.",
        "Also bring two photographs.",
        "Il nous manque le constat signé.",
    ],
)
def test_an_imperative_asks(sentence: str) -> None:
    """What a house tells its reader to do is a request, in the words of neither \"please\" nor \"merci\"."""
    sender = "Mutuelle du Val <dossiers@mutuelle-du-val.example>"
    assert any(
        one.quote == sentence for one in found(f"Dossier 26-40911.\n\n{sentence}", "request", sender=sender)
    )


@pytest.mark.parametrize(
    "sentence", ["Trouvez-vous cela bien écrit, non.", "Profitez de nos prix.", "Assez parlé."]
)
def test_a_verb_that_commands_nothing_is_no_request(sentence: str) -> None:
    """An inversion, a salesman's imperative and a word in -ez that is no verb ask for nothing."""
    assert found(sentence, "request") == []


def test_a_number_of_capitals_and_figures_is_a_reference() -> None:
    """No label is needed where only a case, an order or a part is written so; a sale's code is none."""
    values = [one.data["value"] for one in found("L'incident INC-20931 est ouvert.", "reference")]
    assert values == ["INC-20931"]
    assert found("Promo : -20 % avec SOLDE2026X cette semaine.", "reference") == []


def test_the_number_below_a_letter_is_a_contact_once() -> None:
    """A person's own number is kept, with low importance; a firm's footer is not."""
    body = "Bonjour Camille,\n\nJe passe demain.\n\nAnne Roux\n06 12 34 56 78\n01 42 68 53 00"
    (contact,) = found(body, "contact")
    assert (contact.importance, contact.data["values"]) == ("low", ["+33612345678"])
    assert found(body, "contact", sender="Roux SARL <info@roux.example>") == []


@pytest.mark.parametrize(
    "line",
    [
        "---------- Forwarded message ----------", "---------- Message transféré ----------",
        "-----Original Message-----", "Begin forwarded message:", "____________________",
    ],
)  # fmt: skip
def test_a_marker_line_is_no_extraction(line: str) -> None:
    """What a mail program writes around a forward says nothing."""
    import msgspec

    body = f"{line}\n\n{line}\n"
    message = msgspec.structs.replace(mail(body, subject="Fwd: Fwd:"), fresh=[(0, len(body))])
    assert all(one.where == "subject" for one in proposal(message).extractions)


def test_what_is_left_out_is_told() -> None:
    """A list longer than the bound is cut at its least worth, and the count is said."""
    lines = [
        f"Réunion de chantier le {1 + at % 28} {('juin', 'juillet', 'août')[at // 28]} 2026 à 10h."
        for at in range(80)
    ]
    result = proposal(mail("\n\n".join(lines)))
    assert len(result.extractions) == 64
    assert result.signals["left_out"] >= 16
    (why,) = result.codes["why"]
    assert (why.code, why.params["left_out"]) == ("signs_left_out", result.signals["left_out"])
    short = proposal(mail("\n\n".join(lines[:20])))
    assert len([one for one in short.extractions if one.type == "event"]) == 20
    assert "left_out" not in short.signals


def test_a_task_has_the_project_that_the_message_names() -> None:
    """The one in its own words; else the only one of the message; of two, neither is guessed."""
    asked = "Merci d'envoyer le devis avant le 20 mai 2026."
    for body, project in (
        (f"Pour le projet Alpha : {asked}", "Alpha"),
        (f"Le projet Alpha avance bien. {asked}", "Alpha"),
        (f"Le projet Alpha avance bien, le projet Beta aussi. {asked}", None),
    ):
        tasks = [it for it in proposal(mail(f"{body}\n\nAnne")).extractions if it.task]
        assert tasks and {it.project for it in tasks} == {project}


def test_a_sentence_that_promises_may_ask_too() -> None:
    """What is asked in one part of a sentence is asked, whatever the other parts promise or settle."""
    assert found("Je vous envoie le bail ce soir, renvoyez m'en un exemplaire.", "request")


def test_the_sum_that_is_told_stands_before_what_it_is_made_of() -> None:
    """ "2,318, being 2,668 less 350": the first sum is the one that is paid. Last year's is none."""
    told = found("We will pay £2,318.00, being the estimate of £2,668.00 less your £350.00 excess.", "amount")
    assert 2318.0 in [one.amount for one in told]
    assert found("Last year you paid: £214.30", "amount") == []


def test_who_somebody_is_stands_beside_the_name() -> None:
    """A role that belongs to somebody, beside a name, is a relation; the reader knows their own child."""
    assert found("Contactez M. Hocquet, son professeur principal, avant jeudi.", "relation")
    assert not found("Votre fils Théo est attendu jeudi à 8h.", "relation")


@pytest.mark.parametrize(
    "threat",
    [
        "Sans réponse de votre part, votre dossier sera classé sans suite.",
        "À défaut de règlement sous 8 jours, votre abonnement sera résilié.",
        "Faute d'envoi du justificatif, votre place sera attribuée à la liste d'attente.",
        "En l'absence de confirmation, la réservation est annulée.",
        "Sans réception de votre talon, votre fille est exclue du tournoi.",
        "Unless payment is received, your membership has been suspended.",
        "If no reply is received your claim has been withdrawn.",
        "Without an answer we have cancelled your plot by June.",
    ],
)
def test_what_follows_silence_is_not_settled(threat: str) -> None:
    """What may come where nothing is heard decides nothing yet."""
    assert not found(threat, "decision")


@pytest.mark.parametrize(
    "settled",
    [
        "Votre abonnement est résilié.",
        "Sans surprise, votre dossier est classé sans suite.",
        "Your membership has been suspended.",
        "Without Tom we have cancelled the match.",
    ],
)
def test_what_is_settled_already_is_a_decision(settled: str) -> None:
    """The same words without the condition tell a decision."""
    assert found(settled, "decision")
