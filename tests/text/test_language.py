"""English, French, or neither: what a model that reads both is given."""

from __future__ import annotations

import pytest

from edge.text.language import is_foreign, is_foreign_text


@pytest.mark.parametrize(
    "asked",
    ["Was kostet die Versicherung?", "Wie lange gilt die Garantie?", "¿Cuánto dura la garantía del motor?",
     "chi è il presidente?", "se non pago?", "hay un garaje?", "quanto costa per persona?", "no hay wifi",
     "كم تكلفة التأمين؟", "保修期是多久？", "Сколько стоит?"],
)  # fmt: skip
def test_other_languages_are_told(asked: str) -> None:
    """By script, or by function words that neither English nor French has."""
    assert is_foreign(asked)


@pytest.mark.parametrize(
    "asked",
    ["What is the warranty?", "Quelle est la garantie ?", "warranty", "roque illégal", "E7", "", "12,5 %",
     "Who was Ludwig van Beethoven?", "tea kettle", "Müller", "Y a-t-il un ascenseur ?", "il y a un bus ?",
     "price per meal", "memory cost per list element", "no minimum stay", "e-book format builder"],
)  # fmt: skip
def test_english_french_and_bare_keywords_are_not(asked: str) -> None:
    """A keyword has no function word: both languages' models read it. What they share with others ("y", "il",
    "un", "per", "no", the "e" of e-mail) speaks against neither.
    """
    assert not is_foreign(asked)


@pytest.mark.parametrize(
    "text",
    [
        "Die Ruhezeit beginnt um 22 Uhr und endet um 6 Uhr. Am Sonntag darf hier nicht gebohrt werden.",
        "تزن الغسالة سبعين كيلوغراما. مدة الضمان سنتان من تاريخ الشراء.",
        "洗衣机重七十公斤。保修期为两年，从购买之日算起。",
    ],
)
def test_a_document_in_another_language_is_told(text: str) -> None:
    """By its script, or by several function words of others."""
    assert is_foreign_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "Vincent van der Meer | 12 | Nadal\nAna de los Santos | 7 | Porto",
        "The kettle holds 1.7 litres. La bouilloire contient 1,7 litre. Der Wasserkocher fasst 1,7 Liter.",
        "x = der(y)\nprint(die)\n",
        "",
    ],
)
def test_names_code_and_mixed_pages_are_not(text: str) -> None:
    """A "van" in a list of names is no language; a page that says it in three is read where it is ours."""
    assert not is_foreign_text(text)
