"""Gates: what no confidence can override."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.ask import facts, grounding
from edge.records import Choice, Draft, Passage, Reason
from edge.records.passage import RowRun, Structure

PAGE = "Article 7.5\nThe fee is 1 250,50 euros since 2019. Rule 12 holds."
PASSAGE = Passage(chunk=1, source="a.md", page=1, start=0, end=len(PAGE), text=PAGE)


def _choice(start: int, end: int, text: str | None = None) -> Choice:
    return Choice(
        passage=0, start=start, end=end, text=PAGE[start:end] if text is None else text, probability=0.9
    )


def _text(source: str, page: int) -> str:
    return PAGE if (source, page) == ("a.md", 1) else ""


@given(st.integers(0, len(PAGE)), st.integers(0, len(PAGE)), st.text(max_size=12))
def test_only_the_page_itself_passes(start: int, end: int, other: str) -> None:
    """A quote passes exactly when it is the page's own text at its span, and not empty."""
    assert (grounding.verbatim(_choice(start, end), PASSAGE, _text) is None) == (start < end)
    altered = grounding.verbatim(_choice(start, end, other), PASSAGE, _text)
    assert (altered is None) == (other != "" and PAGE[start:end] == other)


@pytest.mark.parametrize(
    ("answer", "known"),
    [
        ("It costs 1250.5 euros", True),  # a nought at the end changes no value
        ("It costs 125.05 euros", False),
        ("It costs 1 250,50 euros", True),
        ("It costs 1\u202f250.50 euros", True),
        ("Since 2019", True),
        ("Since 2018", False),
        ("For 3 people", True),  # the question says 3
        ("No number at all", True),
    ],
)
def test_numbers_of_a_written_answer_must_be_known(answer: str, known: bool) -> None:
    """Every number stands in a quote or in the question, however its thousands and decimals are typed."""
    found = facts.ungrounded(answer, "What do 3 people pay?", [PAGE])
    assert ("number" not in found) == known


@pytest.mark.parametrize(
    ("quote", "answer", "known"),
    [("Le prix est de 12.500 €.", "12.5 €", False), ("Le prix est de 12.500 €.", "12500 €", True),
     ("Lot 12.500", "12500", False), ("Lot 12.500", "12.5", False), ("Lot 12.500", "12.500", True),
     ("The tank holds 1,234 litres of the oil.", "1234 litres", True),
     ("La cuve de la chaufferie contient 1,234 litre.", "1234 litres", False)],
)  # fmt: skip
def test_an_ambiguous_number_is_never_silently_grounded(quote: str, answer: str, known: bool) -> None:
    """A sum has one reading; a number with two is grounded by its own figures only; a language may decide."""
    assert ("number" not in facts.ungrounded(answer, "", [quote])) == known


def test_nothing_found_is_fatal() -> None:
    """Without a passage no engine can help."""
    failure = grounding.check(Draft(), "What?", [], _text, 3)
    assert failure is not None and failure.fatal


def test_a_forged_quote_is_caught_before_the_numbers() -> None:
    """One altered character in any shown quote fails the draft."""
    draft = Draft(choices=[_choice(12, 50), _choice(0, 11, "Article 7.6")], none=0.1)
    failure = grounding.check(draft, "What?", [PASSAGE], _text, 3)
    assert failure is not None and failure.gate == "quote not on page"
    assert grounding.check(draft, "What?", [PASSAGE], _text, 1) is None  # the second is not shown


@pytest.mark.parametrize(
    ("page", "quote", "passes"),
    [
        ("Code E7 means that the outlet pressure exceeded\n5.5 bar.",
         "Code E7 means that the outlet pressure exceeded", False),
        ("Le code E7 signifie que la pression a dépassé\n5,5 bars.",
         "Le code E7 signifie que la pression a dépassé", False),
        ("Le code E7 signifie que la pression a dépassé\n5,5 bars.",
         "Le code E7 signifie que la pression a dépassé\n5,5 bars.", True),
        ("Cadence\nLe joueur dispose de 40 minutes.", "Cadence", True),
        ("1. Open the valve\n2. Wait ten minutes", "1. Open the valve", True),
        ("Blitz | 3\nRapid | 15", "Blitz | 3", True),
    ],
)  # fmt: skip
def test_a_quote_does_not_break_off(page: str, quote: str, passes: bool) -> None:
    """A quote without an end mark fails where its paragraph goes on; headings, items and rows are whole."""
    passage = Passage(chunk=1, source="a.md", page=1, start=0, end=len(page), text=page)
    choice = Choice(passage=0, start=0, end=len(quote), text=quote, probability=0.9)
    failure = grounding.check(Draft(choices=[choice], none=0.1), "What?", [passage], lambda _, __: page, 1)
    assert (failure is None) == passes
    assert passes or (failure is not None and failure.gate == "quote cut off")


def test_a_sentence_cut_by_its_passage_is_completed_from_the_page() -> None:
    """The page has the rest of the sentence; what then lies inside a better quote is not shown twice."""
    page = "The commission has a majority of members who belong to no\nother board. It meets twice."
    passage = Passage(chunk=1, source="a.md", page=1, start=0, end=57, text=page[:57])
    cut = Choice(passage=0, start=0, end=57, text=page[:57], probability=0.9)
    rest = Choice(passage=0, start=58, end=70, text=page[58:70], probability=0.8)
    draft = Draft(choices=[cut, rest], none=0.1)
    (choice,) = grounding.completed(draft, [passage], lambda _, __: page, 3).choices
    assert choice.text == page[:70] == page[choice.start : choice.end]
    forged = Draft(choices=[_choice(0, 5, "Artic")], none=0.1)
    assert grounding.completed(forged, [PASSAGE], lambda _, __: "Other page", 3) == forged


@pytest.mark.parametrize(
    ("question", "exists"),
    [
        ("What does article 7.5 say?", True),
        ("What does article 7.4 say?", False),
        ("What does article 7 say?", False),  # 7.5 is not 7
        ("Que dit l'art. 27.4 ?", False),
        ("Explain rule 12", True),
        ("Explain rule 50", False),
        ("Who paid 50 euros?", True),  # names no article
    ],
)
def test_articles_that_do_not_exist_are_false_premises(question: str, exists: bool) -> None:
    """A numbered article, rule or section must stand somewhere in the documents."""
    failure = grounding.premise(question, lambda text: [PAGE] if text in PAGE else [])
    assert (failure is None) == exists
    if failure is not None:
        assert failure.fatal and failure.why.code == "no_such_article"


@pytest.mark.parametrize(
    ("question", "nowhere", "absent"),
    [
        ("What does error E99 mean?", ["E99"], True),
        ("que signifie le code F99 ?", ["F99"], True),
        ("E99 s'affiche à l'écran, que faire ?", ["E99"], True),
        ("what does error 503 mean", ["503"], True),
        ("What happened in 1911?", ["1911"], False),
        ("what does 1911 mean", ["1911"], False),
        ("Is E99 cleared by the pump?", ["E99"], False),
        ("What is the difference between E20 and E99?", ["E99"], False),
        ("Is there a Python SDK?", ["SDK"], False),
        ("What does error E20 mean?", [], False),
    ],
)
def test_a_code_that_no_document_has_is_not_explained(
    question: str, nowhere: list[str], absent: bool
) -> None:
    """Where nothing else is asked of, nothing near is shown; another word of the question may be answered."""
    failure = grounding.unknown(question, [Reason("nowhere", {"named": one}) for one in nowhere])
    assert (failure is not None) == absent
    assert failure is None or (failure.fatal and failure.why.code == "nowhere")


def test_a_row_without_headings_is_whole() -> None:
    """A row ends with its line: it is no sentence that goes on in the next, nor one quote with it."""
    page = "Cooker    Kitchen   good\nFridge    Kitchen   door shelf cracked\nStove     Hall      swept"
    start = page.index("Fridge")
    end = page.index("\nStove")
    row = Choice(passage=0, start=start, end=end, text=page[start:end], probability=0.9)
    passage = Passage(
        chunk=1, source="a.txt", page=1, start=0, end=len(page), text=page,
        structure=Structure(tables=[RowRun(start=0, end=len(page), context="")]),
    )  # fmt: skip
    draft = grounding.completed(Draft(choices=[row]), [passage], lambda *_: page, 3)
    assert draft.choices == [row]
    assert grounding.check(draft, "how is the fridge?", [passage], lambda *_: page, 3) is None


@pytest.mark.parametrize(
    ("quote", "context", "fails"),
    [
        ("Fête | 1 120 €", "Poste | 2022 | 2023", True),
        ("The fee was 3 in 2019.", "", True),
        ("The fee is 3.", "", False),
    ],
)
def test_a_year_that_no_document_has_is_not_answered_with_another(
    quote: str, context: str, fails: bool
) -> None:
    """ "In 2021" is not answered by what is told of 2022; what tells of no year may hold for any."""
    draft = Draft(choices=[Choice(passage=0, start=0, end=9, text=quote, context=context, probability=0.9)])
    told = [Reason("nowhere", {"named": "2021"})]
    assert (grounding.another_year(draft, told) is not None) == fails
    assert grounding.another_year(draft, [Reason("nowhere", {"named": "E2021"})]) is None


@pytest.mark.parametrize(
    ("question", "quote", "fails"),
    [
        (
            "How many beats a minute is an andante?",
            "You must guess how many beats a minute are played.",
            True,
        ),
        ("Combien de pages fait le guide ?", "Les pages du guide sont imprimées.", True),
        ("How many beats a minute is an andante?", "An andante has 76 beats.", False),
        ("Combien de clés faut-il ?", "Il faut une clé par porte.", False),
        ("How much does it cost?", "There is no charge.", False),
        ("Where do I find the serial number?", "Serial number: on the underside of the handle.", False),
        ("What is an andante?", "You must guess how many beats are played.", False),
    ],
)
def test_how_many_is_not_answered_without_a_number(question: str, quote: str, *, fails: bool) -> None:
    """A sentence without any number, that says nothing of none, one or all, leaves it open."""
    draft = Draft(choices=[Choice(passage=0, start=0, end=9, text=quote, probability=0.9)])
    assert (grounding.without_number(draft, question) is not None) == fails


@pytest.mark.parametrize(
    ("question", "quote", "fails"),
    [
        ("What is the email address of the customer centre?", "Customer centre: 0345 555 0120.", True),
        ("adresse mail du secrétariat ?", "Le secrétariat est ouvert le mardi.", True),
        ("What is the e-mail of the office?", "Office: desk@fernbank.example", False),
        ("Can I cancel by e-mail?", "Cancel in writing, on paper.", False),
        ("Quel est le délai pour un e-mail ?", "Nous répondons sous deux jours.", False),
        ("How do I change my email address?", "Open the settings.", False),
    ],
)
def test_an_address_is_not_answered_without_one(question: str, quote: str, *, fails: bool) -> None:
    """Who asks for an address of mail gets one, or a doubt; what only speaks of mail asks for something
    else.
    """
    draft = Draft(choices=[Choice(passage=0, start=0, end=9, text=quote, probability=0.9)])
    assert (grounding.without_address(draft, question) is not None) == fails


@pytest.mark.parametrize(
    ("question", "text", "fails"),
    [
        ("How much room do the tasks need?", "For the room that tasks need, see Section D.2, “Room”.", True),
        ("How much is deducted for a late repair?", "Deductions for late repair: see Annex E.", True),
        ("Comment avoir les secondes ?", "Pour avoir les\n   secondes consultez %T.", False),
        ("Comment avoir les secondes ?", "Pour avoir les secondes, consultez l’annexe 2.", True),
        ("Dans quel ordre part-on ?", "3. En cas de conflit, l'ordre de départ suit l'annexe 1.", True),
        ("What does a visit cost?", "Charges for visits are set out in table 4.", True),
        ("What does a visit cost?", "Charges for visits are set out in table 4: 20 €.", False),
        ("Which annex has the charges?", "Charges for visits are set out in annex 4.", False),
        ("Where are deductions explained?", "Deductions for late repair: see Annex E.", False),
        ("How much is deducted?", "5 % a day is deducted; see Annex E.", False),
        ("May staff give medicine?", "Staff give no medicine, but with a plan (see article 6).", False),
        ("When may I see the file?", "To see the file, call the office. It opens at 9.", False),
        ("How is it cleaned?", "See section 4. Never use vinegar.", False),
    ],
)
def test_what_only_says_where_to_look_is_no_answer(question: str, text: str, fails: bool) -> None:
    """A sentence of nothing but a pointer answers who asks where, and nobody else."""
    choice = Choice(passage=0, start=0, end=len(text), text=text, probability=0.9)
    assert (grounding.elsewhere(Draft(choices=[choice]), question) is not None) == fails
