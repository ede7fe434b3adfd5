"""What the rules do with the notes, tasks, appointments and messages around a message."""

from __future__ import annotations

from mails import engine, mail, proposal

from edge.records import Conflict, Context, ContextItem


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


def test_confidence_rises_for_a_known_sender() -> None:
    """An earlier message of the same sender speaks for keeping, a little."""
    message = mail("Soldes d'été : -30 % sur les papiers.", sender="Papiers <bonjour@papiers.example>")
    context = Context(
        items=[ContextItem(kind="message", name="msg:1", text="bonjour@papiers.example : merci")]
    )
    assert proposal(message, context).signals["log_odds"] < proposal(message).signals["log_odds"]


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
