"""What the rules take out of a message: types, values, places."""

from __future__ import annotations

import pytest
from mails import engine, mail, proposal

from edge.records import Conflict, Context, ContextItem, Extraction


def found(body: str, kind: str, **more: str) -> list[Extraction]:
    return [one for one in proposal(mail(body, **more)).extractions if one.type == kind]


def test_a_deadline_inside_prose() -> None:
    """A request with a day is a request and a deadline, each quoted with its own sentence."""
    body = (
        "Chère Camille,\n\nBelle journée ici. Pourrais-tu m'envoyer le plan avant le 20 mai ? Merci !\n\nAnne"
    )
    (deadline,) = found(body, "deadline")
    (request,) = found(body, "request")
    assert deadline.date == "2026-05-20"
    assert deadline.task
    assert request.quote == deadline.quote == "Pourrais-tu m'envoyer le plan avant le 20 mai ?"


def test_a_date_and_its_time_on_two_lines_are_one_event() -> None:
    """Fields that belong together are one appointment, quoted from the first to the last."""
    body = "Bonjour,\n\nRéunion de chantier\nDate : 3 juin 2026\nHeure : 10h00\nLieu : mairie\n\nAnne"
    (event,) = [one for one in found(body, "event", subject="Réunion de chantier") if one.date]
    assert (event.date, event.time, event.calendar) == ("2026-06-03", "10:00", True)
    assert "3 juin 2026" in event.quote
    assert "10h00" in event.quote


def test_a_cancelled_meeting_goes_into_no_calendar() -> None:
    """A cancelled event is reported, not entered."""
    events = found("La réunion du 20 mai à 14h est annulée.\n\nAnne", "event", subject="Annulé : réunion")
    assert events
    assert not any(one.calendar for one in events)


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


def test_a_bare_date_without_a_day_of_reference_is_left() -> None:
    """A relative date means nothing when nobody knows when the message came."""
    result = proposal(mail("Rendez-vous demain à 14h pour la visite.", received_at="")).extractions
    assert all(one.date is None for one in result)


def test_known_notes_and_tasks_are_used() -> None:
    """Context files an extraction under its note, marks what is known, and records what was left aside."""
    context = Context(
        items=[
            ContextItem(kind="note", name="Projet Phare", text="Le projet Phare"),
            ContextItem(
                kind="task", name="task:devis", text="Envoyer le devis de la verrière", date="2026-05-20"
            ),
            ContextItem(kind="note", name="Cuisine", text="Recettes"),
            ContextItem(kind="message", name="msg:1", text="De Anne Roux <anne.roux@acme.example> : bonjour"),
        ]
    )
    message = mail(
        "Pour le Projet Phare, merci d'envoyer le devis de la verrière avant le 20 mai.\n\nAnne Roux"
    )
    blind = proposal(message)
    result = proposal(message, context)
    (deadline,) = [one for one in result.extractions if one.type == "deadline"]
    assert (deadline.note, deadline.note_action, deadline.importance) == ("Projet Phare", "append", "low")
    assert "task:devis" in deadline.info
    assert set(result.used) == {"Projet Phare", "task:devis", "msg:1"}
    assert result.ignored == ["Cuisine"]
    assert blind.used == blind.ignored == []


def test_entities_are_names() -> None:
    """People, houses and projects, not the capitals of sentences."""
    names = proposal(
        mail("Bonjour,\n\nDemain nous voyons Lucie Marchand pour le projet Beta.\n\nAnne")
    ).entities
    assert {"Anne Roux", "Camille Ferrand", "Lucie Marchand", "Beta"} <= set(names)
    assert not {"Bonjour", "Demain", "Lieu"} & set(names)


def test_structured_data_is_exact() -> None:
    """A booking in JSON-LD gives its reference and its hour, quoted from the field."""
    import msgspec

    message = mail("Votre vol est confirmé.", sender="Air <noreply@air.example>")
    booking = {
        "@type": "FlightReservation",
        "reservationNumber": "QX7LMB",
        "reservationFor": {"name": "NA418", "departureTime": "2026-06-21T06:55:00+02:00"},
    }
    machine = msgspec.structs.replace(message.machine, structured=[booking])
    result = proposal(msgspec.structs.replace(message, machine=machine)).extractions
    exact = {one.type: one for one in result if one.where == "structured"}
    assert exact["reference"].quote == "QX7LMB"
    assert (exact["event"].date, exact["event"].time) == ("2026-06-21", "06:55")


def test_an_overlap_is_used_and_not_repeated() -> None:
    """Conflicts are shown beside: the line of an appointment holds its own words alone."""
    context = Context(
        items=[ContextItem(kind="event", name="cal:1", text="Dentiste", date="2026-05-20T14:00:00+02:00")],
        conflicts=[Conflict(kind="overlap", text="Dentiste, 14:00", items=["cal:1"])],
    )
    result = proposal(mail("Réunion de chantier le 20 mai à 14h30.\n\nAnne"), context)
    (event,) = [one for one in result.extractions if one.type == "event"]
    assert event.info == "Réunion de chantier le 20 mai à 14h30."
    assert result.used == ["cal:1"]


def test_a_note_is_named_without_what_the_context_calls_it() -> None:
    """The context names an item by its kind and name; the note has its own."""
    context = Context(items=[ContextItem(kind="note", name="note: Anne Roux", text="Anne")])
    result = proposal(mail("Pourrais-tu envoyer le plan avant le 20 mai ?\n\nAnne Roux"), context)
    assert {one.note for one in result.extractions} == {"Anne Roux"}
    assert result.used == ["note: Anne Roux"]


@pytest.mark.parametrize("text", ["le 4 mai 2026", "le 04/05/26", "le 2026-05-04", "le 4 mai 1998"])
def test_a_full_date_is_kept_whatever_today_is(text: str) -> None:
    """Without a day of arrival nothing is past, and nothing depends on the clock."""
    result = proposal(mail(f"Rendez-vous {text} à 10h pour la visite.", received_at="")).extractions
    assert [one.date for one in result if one.type == "event"] == [
        "1998-05-04" if "1998" in text else "2026-05-04"
    ]


def test_confidence_rises_for_a_known_sender() -> None:
    """An earlier message of the same sender speaks for keeping, a little."""
    message = mail("Soldes d'été : -30 % sur les papiers.", sender="Papiers <bonjour@papiers.example>")
    context = Context(
        items=[ContextItem(kind="message", name="msg:1", text="bonjour@papiers.example : merci")]
    )
    assert proposal(message, context).signals["log_odds"] < proposal(message).signals["log_odds"]


def test_an_invitation_in_utc_is_told_in_the_hour_of_the_message() -> None:
    """A calendar part in UTC is shown at the offset of the message's date, over midnight too."""
    import msgspec

    from edge.records import Invitation

    def local_start(start: str) -> tuple[str | None, str | None, str | None]:
        invitation = Invitation(method="REQUEST", summary="Bilan", start=start)
        message = msgspec.structs.replace(mail("Voir ci-joint."), invitations=[invitation])
        event = next(one for one in proposal(message).extractions if one.where == "invitation")
        return event.date, event.time, event.timezone

    assert local_start("2026-05-20T13:30:00+00:00") == ("2026-05-20", "15:30", "+02:00")
    assert local_start("2026-05-20T23:10:00+00:00") == ("2026-05-21", "01:10", "+02:00")
    assert local_start("2026-05-20T09:00:00-04:00") == ("2026-05-20", "09:00", "-04:00")
    assert local_start("2026-05-20") == ("2026-05-20", None, None)


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


def test_a_coming_day_is_kept_with_its_sentence() -> None:
    """A day that nothing explains is an event of low importance, and goes into no calendar."""
    (event,) = found(
        "Net à payer : 1 687,42 €.\nVersement le 26 mai.", "event", sender="Paie <paie@x.example>"
    )
    assert (event.date, event.calendar, event.importance) == ("2026-05-26", False, "low")


def test_a_number_of_capitals_and_figures_is_a_reference() -> None:
    """No label is needed where only a case, an order or a part is written so; a sale's code is none."""
    values = [one.data["value"] for one in found("L'incident INC-20931 est ouvert.", "reference")]
    assert values == ["INC-20931"]
    assert found("Promo : -20 % avec SOLDE2026X cette semaine.", "reference") == []


def test_a_day_said_twice_keeps_its_hour() -> None:
    """A weekday and its date are one appointment, and the hour belongs to it."""
    (event,) = found(
        "Nous vous attendons à déjeuner dimanche de Pâques, le 17 mai, vers midi et demi.", "event"
    )
    assert (event.date, event.time) == ("2026-05-17", "12:30")


def test_what_follows_from_something_over_lies_ahead() -> None:
    """ "Suite au remplacement ..., le réseau sera coupé demain": tomorrow is the appointment's day."""
    body = "Suite au remplacement du routeur, le réseau sera coupé demain de 12h30 à 14h."
    (event,) = found(body, "event")
    assert event.time == "12:30"


def test_the_number_below_a_letter_is_a_contact_once() -> None:
    """A person's own number is kept, with low importance; a firm's footer is not."""
    body = "Bonjour Camille,\n\nJe passe demain.\n\nAnne Roux\n06 12 34 56 78\n01 42 68 53 00"
    (contact,) = found(body, "contact")
    assert (contact.importance, contact.data["values"]) == ("low", ["+33612345678"])
    assert found(body, "contact", sender="Roux SARL <info@roux.example>") == []


@pytest.mark.parametrize(
    ("sentence", "deadlines", "promised"),
    [
        ("I will send you the draft by Wednesday.", [], "2026-05-13"),
        ("Je vous envoie le devis avant mercredi.", [], "2026-05-13"),
        ("I'll review it by Friday.", [], "2026-05-15"),
        (
            "I will send you the draft by Wednesday, please comment before Friday.",
            ["2026-05-15"],
            "2026-05-13",
        ),
    ],
)
def test_a_limit_that_the_sender_sets_himself_is_no_deadline(
    sentence: str, deadlines: list[str], promised: str
) -> None:
    """It is his promise; what he asks of the reader in the same breath stays a deadline."""
    assert [one.date for one in found(sentence, "deadline")] == deadlines
    assert [one.date for one in found(sentence, "commitment")] == [promised]


def test_what_the_sender_will_need_is_a_deadline() -> None:
    """The future tense alone promises nothing."""
    assert [one.date for one in found("I will need your documents by Friday.", "deadline")] == ["2026-05-15"]


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


@pytest.mark.parametrize(
    ("sentence", "minutes"),
    [
        ("Réunion jeudi à 10h30 en salle B pour 45 minutes.", 45),
        ("Réunion jeudi à 10h30 en salle B, durée : 1h30.", 90),
        ("Meeting on Thursday at 10:30 in room B for 2 hours.", 120),
        ("Réunion jeudi à 10h30 en salle B pour 45 personnes.", None),
    ],
)
def test_a_stated_length_belongs_to_its_appointment(sentence: str, minutes: int | None) -> None:
    """Words between the hour and the length do not part them."""
    (event,) = found(sentence, "event")
    assert (event.time, event.duration_minutes) == ("10:30", minutes)


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [
        ("2026-05-20T10:00:00+02:00", "2026-05-20T11:15:00+02:00", 75),
        ("2026-05-20T10:00:00+02:00", "2026-05-20T11:15:00", None),
        ("2026-05-20", "2026-05-21", None),
        ("2026-05-20T10:00:00+02:00", "", None),
    ],
)
def test_an_invitation_lasts_from_start_to_end(start: str, end: str, minutes: int | None) -> None:
    """A whole day, and an end that does not compare with its start, give no length."""
    import msgspec

    from edge.records import Invitation

    invitation = Invitation(method="REQUEST", summary="Bilan", start=start, end=end)
    message = msgspec.structs.replace(mail("Voir ci-joint."), invitations=[invitation])
    event = next(one for one in proposal(message).extractions if one.where == "invitation")
    assert event.duration_minutes == minutes


def test_a_flight_is_told_by_its_number_and_route() -> None:
    """The airline alone, or the passenger, does not say which flight."""
    import msgspec

    flight = {
        "@type": "FlightReservation",
        "underName": {"name": "Camille Ferrand"},
        "reservationNumber": "QX7LMB",
        "reservationFor": {
            "@type": "Flight",
            "flightNumber": "418",
            "airline": {"name": "North Air", "iataCode": "NA"},
            "departureAirport": {"name": "Lyon", "iataCode": "LYS"},
            "arrivalAirport": {"name": "Porto", "iataCode": "OPO"},
            "departureTime": "2026-06-21T06:55:00+02:00",
        },
    }
    message = mail("Votre vol est confirmé.", sender="Air <noreply@air.example>")
    machine = msgspec.structs.replace(message.machine, structured=[flight])
    result = proposal(msgspec.structs.replace(message, machine=machine)).extractions
    event = next(one for one in result if one.where == "structured" and one.type == "event")
    assert event.info == "NA418 Lyon LYS → Porto OPO"


def test_a_first_name_is_filed_under_the_only_note_it_can_mean() -> None:
    """Marc of the message is Marc Dupont of the notes, before a note on the sender; where two could be meant,
    neither is taken.
    """
    message = mail("La réunion avec Marc est prévue le 12 mai 2026 à 14h au bureau.\n\nAnne Roux")
    notes = [
        ContextItem(kind="note", name=f"note: {name}", text="x") for name in ("Marc Dupont", "Anne Roux")
    ]
    filed = proposal(message, Context(items=notes)).extractions
    assert {it.note for it in filed if "Marc" in it.quote} == {"Marc Dupont"}
    rivals = [*notes, ContextItem(kind="note", name="note: Marc Petit", text="x")]
    filed = proposal(message, Context(items=rivals)).extractions
    assert filed and "Marc Dupont" not in {it.note for it in filed}


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


def test_a_promise_with_its_day_is_given_once() -> None:
    """ "Je t'envoie le contrat demain" is a promise with a day, and no appointment beside it."""
    body = "Bonjour,\n\nJe t'envoie le contrat demain.\n\nSophie"
    assert [one.date for one in found(body, "commitment")] == ["2026-05-13"]
    assert found(body, "event") == []


def test_an_hour_belongs_to_no_day_beyond_another_day() -> None:
    """A sentence with a day of its own parts an hour from the day above it."""
    body = "La réunion est le 20 mai. Je t'envoie le plan demain. L'appel se fera à 16h."
    assert [(one.date, one.time) for one in found(body, "event") if one.date == "2026-05-20"] == [
        ("2026-05-20", None)
    ]


def test_what_tells_of_somebody_goes_to_their_note() -> None:
    """Who Marc is belongs to Marc's note, the sum beside him to the project's; "Marc" is Marc Dupont."""
    context = Context(
        items=[
            ContextItem(kind="note", name="note: Projet Alpha", text="Budget"),
            ContextItem(kind="note", name="note: Marc Dupont", text="Ingénieur", type="person"),
        ]
    )
    body = "Bonjour,\n\nMarc est le nouveau tech lead du Projet Alpha. Le Projet Alpha coûtera 25 000 €."
    result = engine().draft(mail(body), "contextual", context).extractions
    notes = {one.type: one.note for one in result}
    assert (notes["relation"], notes["amount"]) == ("Marc Dupont", "Projet Alpha")


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
