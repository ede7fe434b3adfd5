"""What is new in a message: a table of replies, forwards, signatures and footers, French and English."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.messages import quoted_history, reply_phrases

#: (name, subject, body, texts of the spans that are new)
TABLE: list[tuple[str, str, str, list[str]]] = [
    ("plain", "", "Bonjour,\n\nRDV vendredi.\n", ["Bonjour,\n\nRDV vendredi."]),
    ("white space around", "", "\n\n  Oui.  \n\n", ["Oui."]),
    (
        "Gmail, French",
        "Re: Devis",
        "D'accord pour lundi.\n\nLe ven. 3 janv. 2026 à 10:12, Anne Roux <anne@acme.example> a écrit :\n"
        "> On se voit mardi ?\n> Anne\n",
        ["D'accord pour lundi."],
    ),
    (
        "Gmail, attribution over two lines",
        "",
        "D'accord.\n\nLe ven. 3 janv. 2026 à 10:12, Anne Roux <\nanne@acme.example> a écrit :\n\n> Mardi ?\n",
        ["D'accord."],
    ),
    (
        "Gmail, English",
        "Re: Offer",
        "Fine with me.\n\nOn Fri, Jan 3, 2026 at 10:12 AM Bob <bob@acme.example> wrote:\n\n> Tuesday?\n",
        ["Fine with me."],
    ),
    (
        "Thunderbird, without an address",
        "",
        "Oui.\n\nLe 03/01/2026 à 10:12, Anne Roux a écrit :\n> Mardi ?\n",
        ["Oui."],
    ),
    (
        "space before the colon that does not break",
        "",
        "Oui.\n\nLe 3 janv. 2026 à 10:12, Anne a écrit\u00a0:\n\nMardi ?\n",
        ["Oui."],
    ),
    ("bare address", "", "Yes.\n\n2026-01-03 Bob <bob@acme.example>:\n> Tuesday?\n", ["Yes."]),
    (
        "quoted without marks",
        "",
        "Yes.\n\nOn Fri, 3 Jan 2026 at 10:12, Bob <b@acme.example> wrote:\n\nTuesday?\nBob\n",
        ["Yes."],
    ),
    (
        "replies between quotes",
        "Re: Points",
        "Mes réponses :\n\nLe 3 janv. 2026 à 10:12, Anne a écrit :\n> Quel prix ?\n25 k€.\n"
        "> Quand ?\nLundi.\n",
        ["Mes réponses :", "25 k€.", "Lundi."],
    ),
    (
        "reply below the quote",
        "",
        "On Fri, 3 Jan 2026 at 10:12, Bob <b@acme.example> wrote:\n> Tuesday?\n\nYes, Tuesday.\n",
        ["Yes, Tuesday."],
    ),
    (
        "Outlook, French",
        "RE: Devis",
        "Bien reçu.\n\nDe : Anne Roux <anne@acme.example>\nEnvoyé : vendredi 3 janvier 2026 10:12\n"
        "À : Paul\nObjet : Devis\n\nVoici le devis.\n",
        ["Bien reçu."],
    ),
    (
        "Outlook, English, bold labels",
        "RE: Offer",
        "Thanks.\n\n*From:* Bob\n*Sent:* Friday\n*To:* Paul\n*Subject:* Offer\n\nThe offer.\n",
        ["Thanks."],
    ),
    (
        "Outlook, a blank line between headers",
        "RE: Devis",
        "Oui.\n\nDe : Anne\n\nEnvoyé : vendredi\n\nObjet : Devis\n\nVoici.\n",
        ["Oui."],
    ),
    (
        "original message",
        "",
        "Oui.\n\n-----Message d'origine-----\nDe : Anne\nEnvoyé : hier\nÀ : Paul\nObjet : x\n\nVoici.",
        ["Oui."],
    ),
    ("original message, English", "", "Yes.\n\n-----Original Message-----\nFrom: Bob\n\nHere.\n", ["Yes."]),
    ("signature", "", "Rendez-vous lundi.\n\n-- \nAnne Roux\n06 12 34 56 78\n", ["Rendez-vous lundi."]),
    (
        "signature above a quote",
        "",
        "Oui.\n-- \nAnne\n\nLe 3 janv. 2026 à 10:12, Paul a écrit :\n> Mardi ?\n\nPS : pas mercredi.\n",
        ["Oui.", "PS : pas mercredi."],
    ),
    ("telephone, French", "", "Ok pour 14h.\n\nEnvoyé de mon iPhone\n", ["Ok pour 14h."]),
    ("telephone, English", "", "Ok for 2pm.\n\nSent from my iPhone\n", ["Ok for 2pm."]),
    (
        "telephone above a quote",
        "",
        "Ok.\n\nSent from my Galaxy\n\nOn Fri, 3 Jan 2026 at 10:12, Bob <b@x.example> wrote:\n> 2pm?\n",
        ["Ok."],
    ),
    (
        "legal footer, French",
        "",
        "Le contrat part lundi.\n\nCe message et ses pièces jointes sont confidentiels et destinés "
        "exclusivement à leur destinataire.\nEn cas d'erreur, merci de le supprimer.\n",
        ["Le contrat part lundi."],
    ),
    (
        "legal footer, English",
        "",
        "The contract leaves on Monday.\n\nThis email is confidential and intended solely for the recipient. "
        "Any unauthorised disclosure is prohibited.\n",
        ["The contract leaves on Monday."],
    ),
    ("printing footer", "", "Oui.\n\nAvant d'imprimer, pensez à l'environnement.\n", ["Oui."]),
    (
        "Gmail forward, short own text",
        "Fwd: Facture",
        "Pour info.\n\n---------- Forwarded message ---------\nDe : Anne <anne@acme.example>\n"
        "Date: ven. 3 janv. 2026 à 10:12\nSubject: Facture\nTo: <paul@x.example>\n\n\nÀ payer avant le 31.\n",
        ["Pour info.", "À payer avant le 31."],
    ),
    (
        "Outlook forward: only the subject tells",
        "TR: Facture",
        "Pour info.\n\nDe : Anne\nEnvoyé : hier\nÀ : Paul\nObjet : Facture\n\nÀ payer avant le 31.\n",
        ["Pour info.", "À payer avant le 31."],
    ),
    (
        "Apple forward, quoted",
        "Fwd: Facture",
        "Voir ci-dessous.\n\nDébut du message transféré :\n\n> De: Anne <a@x.example>\n> Objet: Facture\n"
        "> Date: 3 janvier 2026\n> À: Paul\n>\n> À payer avant le 31.\n",
        ["Voir ci-dessous.", "À payer avant le 31."],
    ),
    (
        "Thunderbird forward",
        "Fwd: Facture",
        "-------- Message transféré --------\nSujet : Facture\nDate : hier\nDe : Anne <a@x.example>\n\n"
        "À payer.\n",
        ["À payer."],
    ),
    (
        "forward of a reply: its own history goes",
        "Fwd: Re: Prix",
        "---------- Forwarded message ----------\nFrom: Bob <b@x.example>\nDate: today\nSubject: Re: Prix\n\n"
        "25 k€.\n\nOn Thu, 2 Jan 2026 at 09:00, Paul <p@x.example> wrote:\n> How much?\n",
        ["25 k€."],
    ),
    (
        "forward of a forward",
        "TR: TR: Facture",
        "Voir.\n\nDe : Anne\nEnvoyé : hier\nÀ : Paul\nObjet : TR: Facture\n\nIdem.\n\n"
        "De : Bob\nEnvoyé : avant-hier\nÀ : Anne\nObjet : Facture\n\nÀ payer.\n",
        ["Voir.", "Idem.", "À payer."],
    ),
    (
        "answer to a forward",
        "Re: Fwd: Facture",
        "Payé.\n\nDe : Anne\nEnvoyé : hier\nÀ : Paul\nObjet : Fwd: Facture\n\nÀ payer.\n",
        ["Payé."],
    ),
    (
        "nothing but an earlier message: it is the matter",
        "",
        "De : Anne\nEnvoyé : hier\nÀ : Paul\nObjet : Facture\n\nÀ payer avant le 31.\n",
        ["À payer avant le 31."],
    ),
    (
        "Outlook, a rule above the headers",
        "RE: Devis",
        "Oui.\n\n________________________________\nDe : Anne\nEnvoyé : hier\nÀ : Paul\nObjet : Devis\n\n"
        "Voici.",
        ["Oui."],
    ),
    (
        "Outlook on a telephone",
        "RE: Devis",
        "Oui.\n\nObtenir Outlook pour iOS<https://aka.ms/o0ukef>\n________________________________\n"
        "De : Anne\nEnvoyé : hier\nÀ : Paul\nObjet : Devis\n\nVoici.",
        ["Oui."],
    ),
    (
        "Zimbra",
        "Re: Devis",
        'Oui.\n\n----- Mail original -----\nDe: "Anne" <a@x.example>\nÀ: "Paul" <p@x.example>\n'
        "Envoyé: Lundi 5 Janvier 2026 10:12:00\nObjet: Devis\n\nVoici.\n",
        ["Oui."],
    ),
    (
        "Zoho",
        "Re: Offer",
        "Yes.\n\n---- On Mon, 05 Jan 2026 10:12:00 +0100 Bob <b@x.example> wrote ----\n\nHere.\n",
        ["Yes."],
    ),
    (
        "Apple forward, quoted with its first line",
        "Tr: Facture",
        "Voir.\n\n> Début du message transféré :\n> \n> De: Anne <a@x.example>\n> Objet: Facture\n"
        "> Date: 3 janvier 2026\n> À: Paul\n> \n> À payer avant le 31.\n",
        ["Voir.", "À payer avant le 31."],
    ),
    (
        "Orange forward: quoted, and only the subject tells",
        "TR: Facture",
        "Voir.\n\n> Message du 05/01/26 10:12\n> De : Anne <a@x.example>\n> A : p@x.example\n> Copie à : \n"
        "> Objet : Facture\n> \n> À payer avant le 31.\n",
        ["Voir.", "À payer avant le 31."],
    ),
    (
        "Orange reply",
        "Re: Facture",
        "Payé.\n\n> Message du 05/01/26 10:12\n> De : Anne <a@x.example>\n> A : p@x.example\n> Copie à : \n"
        "> Objet : Facture\n> \n> À payer avant le 31.\n",
        ["Payé."],
    ),
    (
        "Proton forward: its text alone is quoted",
        "Fwd: Facture",
        "Voir.\n\n------- Forwarded Message -------\nFrom: Anne <a@x.example>\nDate: On Monday\n"
        "Subject: Facture\nTo: Paul <p@x.example>\n\n> À payer avant le 31.\n",
        ["Voir.", "À payer avant le 31."],
    ),
    (
        "forward of an answer between quotes: the quotes go",
        "Fwd: Prix",
        "---------- Forwarded message ----------\nFrom: Bob <b@x.example>\nDate: today\nSubject: Prix\n\n"
        "> How much?\n25 k€.\n",
        ["25 k€."],
    ),
    (
        "a quotation under a subject of a forward is a quotation",
        "TR: Prix",
        "Combien ?\n> 25 k€\nTrop cher.\n",
        ["Combien ?", "Trop cher."],
    ),
    ("nothing but quotes: all of it", "", "> un\n> deux\n", ["> un\n> deux\n"]),
    ("nothing but a device line: all of it", "", "Sent from my iPhone", ["Sent from my iPhone"]),
]

#: What telephones and programs add below a text.
DEVICES = [
    "Obtenir Outlook pour iOS<https://aka.ms/o0ukef>",
    "Télécharger Outlook pour Android",
    "Get Outlook for iOS<https://aka.ms/o0ukef>",
    "Envoyé à partir d’Outlook pour iOS",
    "Envoyé à partir de Outlook pour Android",
    "Envoyé avec la messagerie sécurisée Proton Mail.",
    "Sent with Proton Mail secure email.",
    "Envoyé depuis un smartphone Samsung Galaxy",
    "Envoyé à partir d'un Samsung Galaxy",
    "Envoyé de Samsung Mobile",
    "Sent from Samsung Mobile",
    "Envoyé à partir de Courrier pour Windows",
    "Envoyé de l'iPad",
    "Yahoo Mail : Recherchez, organisez, maîtrisez",
    "Yahoo Mail: Search, Organize, Conquer",
]

#: Texts that look like history and are not: everything in them is new.
KEPT = [
    "Trajet\nDe : Paris\nÀ : Lyon\nDate : 12 mars\nPrix : 45 €",
    "From: Paris\nTo: London\nDate: 3 May\n\nYour seat is 12A.",
    "Le client a écrit :\nnous voulons un rabais.",
    "On the phone Bob wrote:\nnothing at all.",
    "Le 3 mars le fournisseur a écrit : nous livrerons lundi.",
    "Sujet: Kick-off\nDate: 03 February 2026\nHeure: 08h00",
    "Premier point\n---\nSecond point",
    "Ce message est confidentiel et destiné à vous seul : nous rachetons Acme.\n\nRéponds avant lundi.",
    "Sent from my office this morning: the three contracts, the two invoices and the plan of the building.",
    "Total : 5 > 3\nMarge : 2",
    "Bilan\n__________\nRecettes : 12 k€",
    "Message du 05/01/26 : rappeler Anne.",
    "Obtenir un devis d'Outlook",
    "Envoyé d'un seul coup : 3 colis",
    "Envoyé de ma part : 3 colis, à réceptionner avant vendredi 14h au dépôt central de Lyon, quai numéro 4.",
]


@pytest.mark.parametrize(
    ("subject", "body", "new"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_what_is_new(subject: str, body: str, new: list[str]) -> None:
    """History, signatures and footers are cut; what the author wrote, or handed on, stays."""
    assert [body[start:end] for start, end in quoted_history.fresh(body, subject)] == new


@pytest.mark.parametrize("body", KEPT)
def test_what_only_looks_like_history_stays(body: str) -> None:
    """Tickets, lists and sentences about letters are the author's own text."""
    assert [body[start:end] for start, end in quoted_history.fresh(body)] == [body]


@pytest.mark.parametrize("line", DEVICES)
def test_the_line_of_a_device_is_no_text(line: str) -> None:
    """Nobody wrote it."""
    body = f"Ok pour 14h.\n\n{line}\n"
    assert [body[start:end] for start, end in quoted_history.fresh(body)] == ["Ok pour 14h."]


def test_a_long_own_text_stands_alone_beside_a_forward() -> None:
    """Somebody who writes much says what matters; what is forwarded below is what they speak of."""
    own = "Voici mon analyse. " * 60
    body = own + "\n\n---------- Forwarded message ----------\nFrom: b@x.example\n\nAncien texte.\n"
    spans = quoted_history.fresh(body, "Fwd: Analyse")
    assert [body[start:end] for start, end in spans] == [own.strip()]


def test_forwards_within_forwards_end() -> None:
    """However often it was forwarded, a text ends in bounded depth, and the outermost own text is kept."""
    block = "De : A\nEnvoyé : hier\nÀ : B\nObjet : TR: x\n\nVu.\n\n"
    body = "Voir.\n\n" + block * 2_000
    spans = quoted_history.fresh(body, "TR: x")
    assert body[spans[0][0] : spans[0][1]] == "Voir."
    assert len(spans) == 1 + quoted_history.MAX_FORWARDS


def test_a_text_without_end_below_the_delimiter_is_no_signature() -> None:
    """What follows "-- " is cut only as long as a signature is: a whole letter may not hide below it."""
    body = "Bonjour,\n-- \n" + "Une ligne qui compte.\n" * 40
    assert [body[start:end] for start, end in quoted_history.fresh(body)] == [body.strip()]


def test_an_empty_body_has_nothing_new() -> None:
    """No span is empty."""
    assert quoted_history.fresh("") == quoted_history.fresh(" \n\t\n") == []


PIECES = st.sampled_from(
    [
        "Bonjour", "\n", "\n\n", "> ", ">", "-- \n", "Le 3 janv. 2026 à 10:12, A <a@b.c> a écrit :\n",
        "On Monday Bob wrote:\n", "De : A <a@b.c>\nEnvoyé : x\nObjet : TR: y\n", "Sent from my iPhone\n",
        "-----Original Message-----\n", "---------- Forwarded message ----------\n", " ", "\u00a0", "é 😀",
        "Ce message est confidentiel, destinataire, erreur\n",
    ]
)  # fmt: skip


@given(
    st.lists(PIECES, max_size=40).map("".join) | st.text(), st.sampled_from(["", "TR: x", "Fwd: x", "Re: x"])
)
def test_spans_are_inside_the_body_ordered_and_disjoint(body: str, subject: str) -> None:
    """Whatever the text: spans point into it, follow one another, hold text, and some text is always new."""
    spans = quoted_history.fresh(body, subject)
    last = -1
    for start, end in spans:
        assert last < start < end <= len(body)
        assert body[start:end].strip()
        last = end
    assert bool(spans) == bool(body.strip())


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "Zs"]), min_size=1, max_size=200))
def test_a_line_of_prose_is_never_split(text: str) -> None:
    """A single line without any mark of history is new as a whole."""
    marks = (
        reply_phrases.QUOTED,
        reply_phrases.DEVICE,
        reply_phrases.FORWARD,
        reply_phrases.ORIGINAL,
        reply_phrases.WROTE,
    )
    if text.strip(" >\u00a0") == text.strip() != "" and not any(mark.search(text) for mark in marks):
        [(start, end)] = quoted_history.fresh(text)
        assert text[start:end] == text.strip()
