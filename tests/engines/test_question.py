"""Reading a question: terms, names, the kind of answer, the language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.engines import line_signs
from edge.engines import question as asking
from edge.text import tokens
from edge.text.language import language as guess
from edge.text.sentences import Unit


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("How many minutes does a player have?", "count"),
        ("Combien de temps faut-il attendre ?", "count"),
        ("In what year was it built?", "when"),
        ("En quelle année a-t-il été construit ?", "when"),
        ("Who may take the key?", "who"),
        ("Qui range la brouette ?", "who"),
        ("Où est la clé ?", "where"),
        ("Where is the key?", "where"),
        ("Pourquoi fermer la vanne ?", "why"),
        ("What is a flag fall?", "define"),
        ("Que signifie « J'adoube » ?", "define"),
        ("Peut-on arroser le dimanche ?", "may"),
        ("Is a player allowed to stop the clock?", "may"),
    ],
)
def test_kinds_in_both_languages(text: str, kind: str) -> None:
    """The kind of answer is read from question words of English and French."""
    assert kind in asking.read(text).kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("je peux avoir un chien ?", "may"),
        ("Puis-je sous-louer ?", "may"),
        ("Vous pouvez venir quand ?", "may"),
        ("on peut fumer sur le balcon", "yesno"),
        ("c'est ou la mairie", "where"),
        ("ou se trouve la déchetterie", "where"),
        ("la loge elle est ou ?", "where"),
        ("Dans quelle rue est la mairie ?", "where"),
        ("comment s'inscrire à la cantine", "howto"),
        ("comment la nettoyer", "howto"),
        ("Comment mettre la pompe en marche ?", "howto"),
        ("on fait quoi si ça fuit", "howto"),
        ("Que doit-on faire en cas de vol ?", "howto"),
        ("c'est combien la cantine", "money"),
        ("combien on paye par mois", "money"),
        ("les tarifs de la piscine", "money"),
        ("Combien ça coûtera ?", "money"),
        ("quelle est la durée du bail", "time"),
        ("quels jours la mairie est ouverte", "when"),
        ("Pour quelles raisons ?", "why"),
        ("cest quoi un sinistre", "define"),
    ],
)
def test_kinds_as_french_is_spoken(text: str, kind: str) -> None:
    """`je peux` asks what `can I` does, a clitic may stand before the verb, `ou` for `où` begins or ends."""
    assert kind in asking.read(text).kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Faut-il prendre le train ou le bus ?", "where"),
        ("Dans quel délai faut-il déclarer un vol ?", "where"),
        ("combien je paie par mois", "yesno"),
        ("si je perds mes clés", "yesno"),
        ("on doit payer combien", "yesno"),
        ("Qu'est-ce qu'il faut apporter ?", "define"),
        ("Qu'est-ce qui est remboursé ?", "who"),
        ("comment le loyer est calculé", "howto"),
        ("comment la lettre est envoyée", "howto"),
        ("code erreur E03", "code"),
        ("What does error code 12 mean?", "code"),
        ("c'est quoi le code d'entrée de l'immeuble", "code"),
    ],
)
def test_what_only_looks_like_a_kind(text: str, kind: str) -> None:
    """French `ou` (or) asks for no place, "dans quel délai" neither; a question word is no verb before its
    pronoun, a noun no infinitive, and the code of an error or of a door none of a program.
    """
    assert kind not in asking.read(text).kinds


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Vous devez nous prévenir.", "modal"),
        ("Les barbecues sont tolérés.", "modal"),
        ("Faire revenir les oignons.", "orders"),
        ("1° déposer plainte ;", "orders"),
        ("c) ramoner la cheminée ;", "orders"),
        ("Ajoute la farine.", "orders"),
        ("Les repas sont gratuits.", "priced"),
    ],
)
def test_signs_of_french_lines(text: str, column: str) -> None:
    """What may be done is also said to `vous`; orders are infinitives in -re as well, or behind a label."""
    signs = line_signs.signs_of(Unit(0, len(text)), text, tokens.words(text))
    assert signs.plain[line_signs.PLAIN.index(column)] == 1


def test_entities_are_names_numbers_and_quotes() -> None:
    """The first word's capital makes no name; repeats are said once."""
    assert asking.entities("Did Mrs Tamsin call “the green lever” at 7.30 or did Tamsin wait?") == [
        "the green lever", "Mrs", "Tamsin", "7.30"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is the pressure in winter?", "en"),
        ("Quelle est la pression en hiver ?", "fr"),
        ("À quoi sert une brouette ?", "fr"),
        ("délai d'appel", "fr"),
        ("Payer 3 € à Zoé", "fr"),
        ("ca marche aussi sous Linux", "fr"),
        ("mes bagages", "fr"),
        ("K2?", "und"),
        ("", "und"),
    ],
)
def test_language(text: str, language: str) -> None:
    """Function words decide; without any the language stays open."""
    assert guess(text) == language


@pytest.mark.parametrize(
    "row", ["E03 | No drain | Clean it", "E03\tNo drain\tClean it", "E03    No drain   Clean it"]
)
def test_the_label_of_a_row_is_its_first_cell(row: str) -> None:
    """Whether bars part the cells or white space."""
    assert line_signs.signs_of(Unit(0, len(row), row=True), row, tokens.words(row)).label == {"e03"}


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    """Terms and their surface forms go together whatever was typed, and names are among the terms."""
    read = asking.read(text)
    assert len(read.terms) == len(read.surface) == len(set(read.terms))
    assert read.names <= set(read.terms)
