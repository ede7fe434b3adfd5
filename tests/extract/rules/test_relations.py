"""Who somebody is to somebody: a role that is owned, beside a name."""

from __future__ import annotations

import pytest

from edge.extract.rules.relations import tells_who


@pytest.mark.parametrize(
    "sentence",
    [
        "Ma voisine Odile garde la clé.",
        "Gaston, mon ancien patron, te salue.",
        "Perrine est la nouvelle directrice de la crèche.",
        "Basile a quitté Brest pour de bon.",
        "Votre conseillère est Mme Rivoal.",
        "Hugo a été élu trésorier.",
        "Her accountant Piers Vane has the books.",
        "Ottoline, who was our flute teacher, has moved.",
        "Edwin is the new head of sales.",
        "Edgar has left Siemens.",
        "Bea and Tom got married.",
    ],
)
def test_a_role_beside_a_name_tells_who(sentence: str) -> None:
    """Whose it is stands before the role or behind the name; a house and its office do as well."""
    assert tells_who(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Votre fille Inès chante demain.",
        "Bonjour, mon fils est malade aujourd'hui.",
        "Merci, notre notaire nous a tout dit.",
        "Le directeur est absent.",
        "Basile a quitté la table.",
        "Paris est la capitale de la France.",
        "Sorry, my mother sang all night.",
        "Contact our agent before Tuesday.",
        "My friend, Tuesday is fine.",
        "My daughter I think is late.",
        "Edgar has left the door open.",
    ],
)
def test_a_greeting_or_a_day_is_nobodys_name(sentence: str) -> None:
    """A capital alone names nobody, and the reader knows their own child."""
    assert not tells_who(sentence)
