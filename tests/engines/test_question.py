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


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("What do I do when the lamp blinks?", "when"),
        ("What happens when a webhook fails?", "when"),
        ("Que faire quand le voyant clignote ?", "when"),
        ("What happens to members who do not pay?", "who"),
        ("Que faire d'un colis qui arrive cassé ?", "who"),
        ("In which cases where a stove is used is it swept?", "where"),
        ("Who collects the rent?", "money"),
        ("When is the deposit returned?", "money"),
        ("Que se passe-t-il si je ne paie pas mon loyer ?", "money"),
        ("Can I pay into the list price later?", "list"),
        ("Who is on the waiting list?", "list"),
        ("how should a change of the account be handled", "howto"),
        ("quelle touche met à jour la liste des paquets ?", "list"),
        ("price on account A of a manifold", "yesno"),
    ],
)
def test_a_word_that_joins_or_names_asks_nothing(text: str, kind: str) -> None:
    """`when`, `who` and `qui` join clauses as often as they ask, and a sum or a list that a question names is
    not what it asks for where another thing is.
    """
    assert kind not in asking.read(text).kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("If I'm ill, when do I call?", "when"),
        ("Until when can I cancel?", "when"),
        ("vous ouvrez quand", "when"),
        ("Quand faut-il vidanger ?", "when"),
        ("What is the deadline for claims?", "when"),
        ("Nobody came for hours, who gets told next?", "who"),
        ("j'ai vu un dépôt sauvage, qui prévenir ?", "who"),
        ("je dois appeler qui pour une fuite", "who"),
        ("what is the phone number of the office", "count"),
        ("what will it cost", "money"),
        ("quel est le loyer ?", "money"),
        ("deposit?", "money"),
        ("Is there a fee for lost cards?", "money"),
        ("quelle pression faut-il ?", "count"),
        ("What's the maximum temperature of the water?", "count"),
        ("how heavy is it", "count"),
        ("How can a member appeal?", "howto"),
        ("how is the filter cleaned", "howto"),
        ("quelle est la démarche pour adhérer", "howto"),
        ("comment faut-il purger", "howto"),
        ("How much notice must I give?", "time"),
        ("What happens if I pay late?", "effect"),
    ],
)
def test_what_is_asked_for_in_more_wordings(text: str, kind: str) -> None:
    """A measure that is named asks for a number, a person for whom to turn to, a way for steps."""
    assert kind in asking.read(text).kinds


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Que se passe-t-il si je perds la clé ?", {"perds", "clé"}),
        ("What happens if I lose the key?", {"lose", "key"}),
        ("Combien de temps faut-il attendre ?", {"attendre"}),
    ],
)
def test_a_formula_is_no_content(text: str, terms: set[str]) -> None:
    """What only says that something is asked is not looked for in the answer."""
    assert asking.read(text).stems == {tokens.stem(tokens.fold(one)) for one in terms}


def _signs(text: str) -> line_signs.LineSigns:
    return line_signs.signs_of(Unit(0, len(text)), text, tokens.words(text))


def _plain(text: str, name: str) -> bool:
    return bool(_signs(text).plain[line_signs.PLAIN.index(name)])


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Each member may hold two proxies.", True),
        ("Le délai est d'un mois.", True),
        ("The chimney is swept once a year.", True),
        ("La révision est annuelle.", True),
        ("The chair has the casting vote.", False),
    ],
)
def test_an_amount_in_words_is_one(text: str, amount: bool) -> None:
    """Numbers and terms are as often written out as in figures."""
    assert _plain(text, "amount") is amount


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("If the lamp blinks, press the button.", True),
        ("Pour résilier, adressez une lettre au siège.", True),
        ("En cas de vol, déposez plainte.", True),
        ("(b) report any disrepair", True),
        ("The order is sent by post.", False),
        ("A report is written each year.", False),
        ("Loyer mensuel payable d'avance.", False),
        ("Avez-vous un chien ?", False),
        ("If you fall ill on holiday, the days are given back.", False),
    ],
)
def test_what_orders_something(text: str, orders: bool) -> None:
    """An order may stand behind its condition; a noun that looks like a verb is none."""
    assert _signs(text).orders is orders


def test_whoever_does_things_answers_who() -> None:
    """ "Qui paie ?" is answered by "le bailleur", and "whom do I call?" by a number."""
    assert "bailleur" in _signs("Le bailleur en a la charge.").names
    assert _signs("Out of hours, ring 07700 900 481.").names
    assert _signs("Tell the infirmary (poste 15).").names


@pytest.mark.parametrize(
    "text",
    [
        "within ten days of the request",
        "à partir de 14 h 30",
        "at 7.30 pm",
        "dans le mois qui suit la remise",
    ],
)
def test_when_has_hours_and_terms(text: str) -> None:
    """An hour and a term that runs say when, as dates do."""
    assert _signs(text).times


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Quelle est la pression limite du banc B ?", ["combien"]),
        ("What's the price of a meter?", ["price"]),
        ("How many days?", ["how many"]),
    ],
)
def test_a_follow_up_takes_on_what_was_asked_without_of_what(text: str, asked: list[str]) -> None:
    """ "Et pour le débit ?" asks for a number as the turn before did, not for a pressure."""
    assert asking.asks(text)[: len(asked)] == asked


@pytest.mark.parametrize(
    ("question", "pages", "terms"),
    [
        ("Quel est le montant du loyer ?", {"loyer": 3}, ("loyer",)),
        ("Quel est le montant du loyer ?", {"loyer": 3, "montant": 1}, ("montant", "loyer")),
        ("Quel est le montant du loyer ?", {}, ("montant", "loyer")),
        ("How much does a copy cost?", {"copy": 2}, ("copi",)),
        ("cost centre", {"centre": 2}, ("centr",)),
    ],
)
def test_a_word_for_the_kind_of_answer_is_missed_by_no_page(
    question: str, pages: dict[str, int], terms: tuple[str, ...]
) -> None:
    """ "The rent is 690 €" tells the amount of the rent: where no page has such a word, none needs it. It is
    kept where a page has it, and where nothing else is met.
    """
    found = asking.without_unmet(asking.read(question), pages)
    assert found.terms == terms and found.stems == set(terms)


@pytest.mark.parametrize("text", ["The copy is free of charge.", "Le transport est gratuit."])
def test_what_is_free_has_an_amount(text: str) -> None:
    """ "Free" answers "how much?": it is the number nought."""
    signs = line_signs.signs_of(Unit(0, len(text)), text, tokens.words(text))
    assert signs.numbers and signs.plain[line_signs.PLAIN.index("amount")]
