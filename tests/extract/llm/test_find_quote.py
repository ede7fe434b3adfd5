"""From a model's quote to the place in the original text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.extract.llm import approximate
from edge.extract.llm.find_quote import QuoteFinder, QuotePlace
from edge.records import Invitation, Message
from edge.text.fold import FoldedText

SENTENCE = "L’échéance du contrat n°\u00a01284 est fixée au 3\u202ffévrier 2026"
BODY = (
    f"Bonjour Élodie,\r\n\r\n{SENTENCE} — pas plus tard.\r\n"
    "Montant\u00a0: 1\u202f284,50\u00a0€ 🎉👩\u200d🚀.\r\n"
    "> Le 12 janvier : pas plus tard.\r\nŒuvre re\u0301alise\u0301e."
)


def find(quote: str, body: str = BODY, **more: object) -> QuotePlace:
    return QuoteFinder(Message(id="m", body=body, **more)).find(quote)  # type: ignore[arg-type]


#: What people and machines write, and what damages it on the way through a model.
TEXT = st.text(
    st.one_of(
        st.sampled_from("aeionrst éàçœŒßÉ’'«»\"–-—\u00a0\u202f\r\n\t.,:0123456789e\u0301🎉👩\u200d🚀ﬁİΣς"),
        st.characters(exclude_categories=("Cs",)),
    ),
    max_size=120,
)


@given(TEXT, st.data())
def test_any_slice_is_found_at_an_equal_text(text: str, data: st.DataObject) -> None:
    """A verbatim run of a text is found, and the place holds just that run (without white space at its
    ends)."""
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    place = find(quote, text)
    if not quote.strip():
        assert not place.found
        return
    assert place.found == "exact" and place.quote == quote.strip()
    assert place.start is not None and text[place.start : place.end] == quote.strip()


def _damaged(text: str, data: st.DataObject) -> str:
    """The text as a model may write it: other case, form of accents, spaces, signs."""
    text = unicodedata.normalize(data.draw(st.sampled_from(["NFC", "NFD"])), text)
    if data.draw(st.booleans()):
        text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    for before, after in (("\r\n", "\n"), ("\u00a0", " "), ("\u202f", "  "), ("’", "'"), ("—", "–")):
        if data.draw(st.booleans()):
            text = text.replace(before, after)
    return text.upper() if data.draw(st.booleans()) else text


FRENCH = st.text(st.sampled_from("abeéèêçàîôœ’'—-\r\n\u00a0\u202f .,1é🎉"), max_size=80)


@given(FRENCH, st.data())
def test_a_damaged_slice_is_found_where_it_folds_to_the_same(text: str, data: st.DataObject) -> None:
    """Case, accents, white space and typography may differ: the place folds to what the quote folds to."""
    start = data.draw(st.integers(0, len(text)))
    quote = _damaged(text[start : data.draw(st.integers(start, len(text)))], data)
    place = find(quote, text)
    wanted = FoldedText(quote, single_spaces=True).text
    if not wanted:
        return
    assert place.found in ("exact", "folded")
    assert place.start is not None and text[place.start : place.end] == place.quote
    assert FoldedText(place.quote, single_spaces=True).text == wanted


def test_half_a_ligature_is_no_place() -> None:
    """An e is not found in an œ, and one after it is."""
    assert find("E", "œ") == QuotePlace()
    assert find("E", "111œe").start == 4


@given(TEXT, TEXT)
@settings(max_examples=200)
def test_whatever_is_found_stands_there(text: str, quote: str) -> None:
    """However the quote was found, the returned quote is the text of its place."""
    place = find(quote, text)
    if place.found:
        assert place.start is not None and place.end is not None
        assert 0 <= place.start < place.end <= len(text) and text[place.start : place.end] == place.quote
    else:
        assert place == QuotePlace()


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("l'echeance du contrat n° 1284", "L’échéance du contrat n°\u00a01284"),
        ("MONTANT : 1 284,50 €", "Montant\u00a0: 1\u202f284,50\u00a0€"),
        ("fixée au 3 février 2026 - pas plus tard", "fixée au 3\u202ffévrier 2026 — pas plus tard"),
        ("oeuvre réalisée", "Œuvre re\u0301alise\u0301e"),
        ("€ 🎉👩🚀", "€ 🎉👩\u200d🚀"),
    ],
)
def test_folded(quote: str, text: str) -> None:
    """Typography and accents of either side do not matter; the marks of the last letter come with it."""
    body = unicodedata.normalize("NFC", BODY) if "n°" in quote else BODY
    place = find(quote, body)
    assert place.found == "folded" and place.quote in (text, text.replace("€ ", "€\u00a0"))


@pytest.mark.parametrize(
    "quote",
    [
        "L'échéance du contrat 1284 est fixée le 3 février 2026",
        "L'échéance du contract n° 1284 est fixé au 3 février 2026",
    ],
)
def test_almost(quote: str) -> None:
    """A few wrong letters are forgiven; the quote becomes what stands there, in whole words."""
    place = find(quote)
    assert place.found == "fuzzy"
    assert place.quote == BODY[place.start : place.end] == SENTENCE


@pytest.mark.parametrize(
    "quote",
    [
        "L'échéance du contrat n° 1285 est fixée au 3 février 2026",  # another number
        "est fixée au 4 février 2026 — pas plus tard",  # another day
        "Le contrat a été signé par le directeur", "xqzjkw vbnm", "", "  ", "🎈",
    ],
)  # fmt: skip
def test_what_was_not_said_is_found_nowhere(quote: str) -> None:
    """Another figure is another statement, however alike the words are; invented quotes have no place."""
    assert find(quote) == QuotePlace()


def test_places_are_preferred_in_order() -> None:
    """Fresh text comes before quoted history, what was read before what was not, whole words before parts."""
    body = "> pas plus tard\nAnnecy, pas plus tard, Anne. pas plus tard"
    fresh = [(16, len(body))]
    finder = QuoteFinder(Message(id="m", body=body, fresh=fresh))
    assert finder.find("pas plus tard").start == 24
    assert finder.find("pas plus tard", [(40, len(body))]).start == 45
    assert finder.find("Anne").start == 39
    assert QuoteFinder(Message(id="m", body=body)).find("pas plus tard").start == 2


def test_other_places_than_the_body() -> None:
    """What stands in the subject or the invitation alone is found there, without offsets; the body wins."""
    invitation = Invitation(summary="Réunion de lancement", location="Salle Confluence")
    place = find("Facture 77 échue", subject="Re: facture 77 échue", invitations=[invitation])
    assert place == QuotePlace("facture 77 échue", where="subject", found="folded")
    place = find("reunion de lancement", invitations=[invitation])
    assert place == QuotePlace("Réunion de lancement", where="invitation", found="folded")
    assert find("Montant", subject="Montant").where == "body"


def _distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


@given(st.text("abc", min_size=1, max_size=8), st.text("abc", max_size=14), st.integers(0, 4))
def test_approximate_search_is_the_textbook_one(pattern: str, text: str, errors: int) -> None:
    """The run that is found has the distance it says, and no run has less."""
    runs = [text[i:j] for i in range(len(text) + 1) for j in range(i, len(text) + 1)]
    least = min(_distance(pattern, run) for run in runs)
    hit = approximate.search(pattern, text, errors)
    if hit is None:
        assert least > errors or least == len(pattern)
    else:
        start, end, distance = hit
        assert distance == least == _distance(pattern, text[start:end]) and distance <= errors


def test_approximate_search_is_bounded() -> None:
    """Beyond the bounds nothing is searched: no mail can hold the machine."""
    assert approximate.search("a" * 601, "a" * 700, 5) is None
    assert approximate.search("abc", "abc" * 7_000, 1) is None
