"""A sign: one piece of evidence for or against deletion."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sign:
    """`weight` above 0 speaks for deletion. Signs of one `group` are one piece of evidence."""

    name: str
    group: str
    weight: float
    fr: str
    en: str


#: Signs that are read from headers, address and shape, in place of phrases: (weight, French, English).
SHAPES: dict[str, tuple[str, float, str, str]] = {
    "spam": ("spam", 2.2, "marqué comme indésirable par le serveur", "marked as spam by the server"),
    "bulk": ("subscription", 0.9, "un envoi en nombre", "a bulk mailing"),
    "automatic": ("automatic", 0.3, "un envoi automatique", "sent automatically"),
    "no_reply": ("automatic", 0.4, "une adresse sans réponse", "a no-reply address"),
    "advertiser": ("advertiser", 1.2, "un expéditeur publicitaire", "an advertising sender"),
    "carrier": ("parcel", 0.7, "un expéditeur de colis", "a parcel sender"),
    "disguise": ("disguise", 1.8, "un expéditeur qui se fait passer pour un autre", "a sender in disguise"),
    "cheap_link": ("disguise", 1.3, "un lien vers un domaine douteux", "a link to a doubtful domain"),
    "discount": ("promotion", 0.9, "un rabais en pour cent", "a percentage off"),
    "shouting": ("shouting", 0.6, "un objet qui crie", "a shouting subject"),
    "emoji": ("shouting", 0.3, "des symboles dans l'objet", "symbols in the subject"),
    "small_receipt": ("receipt", 1.3, "une petite somme déjà payée", "a small sum already paid"),
    "price_list": ("promotion", 0.7, "une liste de prix", "a list of prices"),
    "colleague": ("person", -1.5, "un expéditeur de la même maison", "a sender of the same house"),
    "reply": ("conversation", -1.7, "une réponse dans une conversation", "a reply in a conversation"),
    "invitation": ("invitation", -3.0, "une invitation", "an invitation"),
    "attached": ("attached", -0.9, "un document joint", "an attached document"),
    "desk": ("desk", -0.8, "un service qui traite des dossiers", "a desk that handles cases"),
    "person": ("person", -2.0, "écrit par une personne", "written by a person"),
    "greeted": ("greeted", -0.4, "adressé par le prénom", "addressed by name"),
    "signed": ("signed", -0.8, "signé par l'expéditeur", "signed by the sender"),
    "first_person": ("voice", -0.6, "à la première personne", "in the first person"),
    "familiar": ("voice", -0.9, "qui tutoie", "in a familiar tone"),
    "structured_booking": ("structured", -2.5, "une réservation lisible par machine", "a machine-readable booking"),
    "structured_parcel": ("parcel", 0.8, "un suivi de colis lisible par machine", "machine-readable parcel tracking"),
    "identifier": ("identifier", -1.1, "un numéro de dossier ou de facture", "a case or invoice number"),
    "yours": ("yours", -2.6, "une affaire qui vous concerne en propre", "a matter of your own"),
    "foreign_link": ("link", 0.4, "un lien vers un autre domaine", "a link to another domain"),
    "deadline": ("deadline", -0.9, "une échéance", "a deadline"),
    "dated": ("dated", -0.4, "une date à venir", "a coming date"),
}  # fmt: skip


def shape(name: str, share: float = 1.0) -> Sign:
    """A sign of headers, address or shape, at a share (0 to 1) of its weight."""
    group, weight, fr, en = SHAPES[name]
    return Sign(name, group, weight * share, fr, en)
