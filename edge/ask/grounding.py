"""Hard gates: what no confidence can override. Each failure is a reason for people.

Sources: research notes on judging (checks without a model) and on retrieval (false premises).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from edge.cascade.decide import GateFailure
from edge.engines import question as asking
from edge.records import Choice, Draft, Passage, Reason
from edge.text import sentences, tokens
from edge.text.one_line import one_line
from edge.text.tokens import fold

#: Exact text of a page, by source and number.
PageText = Callable[[str, int], str]

#: The gate of `unknown`: nothing is near what is not there.
UNKNOWN = "unknown code"

_KINDS = "article|art|rule|regle|section|chapter|chapitre|annexe?|appendix"
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d]|[.,]\d)")
# A sentence that says nothing but where to look: "For the fees, see Annex E.", "Late repair: see section 4."
_LOOK = (
    r"(?:(?:please|veuillez)\s)?(?:see(?:\salso)?|refer\sto|consult|turn\sto|voir(?:\saussi)?|consulte[rz]|cf\.|"
    r"(?:se\sreporter|reportez-vous)\s(?:à|au|aux))"
)
#: "The order follows annex 1", "les tarifs sont fixés à l'annexe 2".
_SET_OUT = (
    r"(?:suit|suivent|follows?|(?:est|sont|is|are)\s(?:(?:donn|fix|indiqu|précis|détaill|list)ée?s?|décrite?s?|given|listed|"
    r"set\sout|shown|described|explained)\s(?:à|au|aux|dans|en|par|in|by))"
    r"(?=\s(?:l['’]|la\s|le\s|the\s)?(?:annexe?|appendix|article|chapi?t(?:er|re)|section|tableau|table)\s\w{1,5}\Z)"
)
_POINTS = re.compile(
    rf"\A\W{{0,9}}(?:{_LOOK}|(?:for|to|on|about|pour|sur)\s[^.;:!?]{{2,160}}?,\s{_LOOK}|[^.;:!?]{{2,80}}?\s?:\s{_LOOK}|"
    rf"[^.;:!?]{{2,120}}?\s{_SET_OUT})"
    r"\s[^;!?]{2,120}\Z",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\A\d{1,3}[.)]\s")
#: What asks for a place to look, which a pointer answers.
_WHERE_TO_LOOK = re.compile(
    r"\b(?:where|see|read|find|où|lire|voir|trouver?|"
    r"(?:which|what|quel(?:le)?) (?:article|section|page|document|chapter|annexe?|chapitre))\b",
    re.IGNORECASE,
)
#: What asks for an address of mail itself: "what is the e-mail of the office?", "adresse mail du club".
_MAIL = re.compile(
    r"\A\W*(?:and\s|et\s)?(?:(?:what(?:\sis|['’]s)|quel(?:le)?\sest)\s(?:(?:the|your|their|le|la|votre|leur)\s)?"
    r"(?:\w{1,20}\s)?)?(?:l['’])?"
    r"(?:(?:e-?mail|mail|électronique)\s?address|adresse\s(?:e-?mail|mail|électronique|de\scourriel)|e-?mail|mail|courriel)"
    r"(?=\s(?:of|for|to|du|de|des|pour)\s|\s?d['’]|\W*\Z)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"\b(?P<kind>articles?|art\.?|rules?|r[eè]gles?|sections?|chapitres?|chapters?|annexes?|appendix|appendices)\s+"
    r"(?:n[°o]\.?\s*)?(?P<number>\d{1,3}(?:\.\d{1,3})*)(?![\d%])",
    re.IGNORECASE,
)


def retrieved(passages: Sequence[Passage]) -> GateFailure | None:
    """Something must have been found."""
    if passages:
        return None
    return GateFailure("nothing retrieved", Reason("nothing_retrieved"), fatal=True)


def verbatim(choice: Choice, passage: Passage, page_text: PageText) -> GateFailure | None:
    """The quote must be `page_text[start:end]`, character for character."""
    if page_text(passage.source, passage.page)[choice.start : choice.end] == choice.text and choice.text:
        return None
    why = Reason("quote_not_on_page", {"source": passage.source, "page": passage.page})
    if not passage.paged:
        why = Reason("quote_not_in_section", {"source": passage.source, "section": passage.heading})
    return GateFailure("quote not on page", why)


def completed(draft: Draft, passages: Sequence[Passage], page_text: PageText, quotes: int) -> Draft:
    """The draft with its first `quotes` choices to the ends of their sentences, where the passage was cut
    before: the page has the rest. Of two choices of which one then lies in the other, the better has the
    place and the longer the words; of two that were proposed so (a list and its item), the better stays.
    """
    choices: list[Choice] = []
    for rank, proposed in enumerate(draft.choices):
        passage = passages[proposed.passage]
        page = page_text(passage.source, passage.page) if rank < quotes else ""
        choice = proposed
        # A quote that is not the page's own is left as it is: its gate is another.
        cut = not in_table(proposed, passage) and whole(proposed, page) is not None
        if page[proposed.start : proposed.end] == proposed.text and cut:
            end = sentences.end_of_sentence(page, proposed.end)
            choice = msgspec.structs.replace(proposed, end=end, text=page[proposed.start : end])
        inner = [at for at, other in enumerate(choices) if _inside(other, choice, passages)]
        if inner and choice == proposed:
            continue
        if inner:
            choices[inner[0]] = msgspec.structs.replace(choice, probability=choices[inner[0]].probability)
        elif not any(_inside(choice, other, passages) for other in choices):
            choices.append(choice)
    return msgspec.structs.replace(draft, choices=choices)


def _inside(choice: Choice, other: Choice, passages: Sequence[Passage]) -> bool:
    here, there = passages[choice.passage], passages[other.passage]
    same = (here.source, here.page) == (there.source, there.page)
    return same and other.start <= choice.start and choice.end <= other.end


def in_table(choice: Choice, passage: Passage) -> bool:
    """Whether it is a row: it ends where its line does, with or without headings above it."""
    return any(run.start <= choice.start < run.end for run in passage.structure.tables)


def whole(choice: Choice, page: str) -> GateFailure | None:
    """A quote must not break off in the middle of its sentence."""
    if choice.context or not sentences.goes_on(page, choice.start, choice.end):
        return None
    return GateFailure("quote cut off", Reason("quote_cut_off", {"quote": one_line(choice.text, 60)}))


def facts_known(answer: str | None, question: str, quotes: Sequence[str]) -> list[GateFailure]:
    """Every number, date, unit and name of a written answer must stand in a quote or in the question, and no
    clause of it may say the contrary of a quote: a failure for each kind without ground. Number or name alone
    caught half of the unwanted answers of FaithBench with a precision of 0.84 (research on judging, 5.2).
    """
    return [
        GateFailure(
            f"{kind} not in quotes",
            Reason("contrary_to_quotes" if kind == "negation" else "not_in_quotes", {"invented": texts}),
        )
        for kind, texts in _ungrounded(answer, question, quotes).items()
    ]


def _ungrounded(answer: str | None, question: str, quotes: Sequence[str]) -> Mapping[str, list[str]]:
    if not answer:
        return {}
    from edge.ask import facts  # what chooses sentences writes nothing: 60 ms of a cold start

    return {str(kind): texts for kind, texts in facts.ungrounded(answer, question, quotes).items()}


def withdrawn(draft: Draft, question: str, quotes: int) -> Draft:
    """The draft without its written answer where that says what neither the question nor the first `quotes`
    of its choices say: then the quotes speak alone. What it was is told by kind (`ungrounded_number`, …).
    """
    shown = [f"{choice.text}\n{choice.context}" for choice in draft.choices[:quotes]]
    found = _ungrounded(draft.answer, question, shown)
    if not found:
        return draft
    told = {f"ungrounded_{kind}": float(len(texts)) for kind, texts in found.items()}
    signals = draft.signals | {"answer_withdrawn": 1.0} | told
    return msgspec.structs.replace(draft, answer=None, signals=signals)


def articles(question: str) -> list[tuple[str, str]]:
    """Articles, rules and sections that a question names: (word, number) such as ("article", "27.4")."""
    return [(match["kind"], match["number"]) for match in _ARTICLE.finditer(question)]


def premise(question: str, pages_with: Callable[[str], Iterable[str]]) -> GateFailure | None:
    """An article the question names must exist somewhere. `pages_with(text)` gives the pages that contain a
    text.

    It exists where its number opens a line (as a heading does) or follows the word article, rule,
    section...; a dotted number also counts anywhere it stands alone.
    """
    for kind, number in articles(question):
        escaped = re.escape(number)
        alone = rf"(?<![\d.]){escaped}(?![\d%]|\.\d)"
        opens = rf"^\W{{0,4}}{escaped}(?!\d|\.\d|\s*[%,:hH])"
        named = rf"(?:{_KINDS})\w*\W{{0,4}}{escaped}(?!\d|\.\d)"
        seen = re.compile(alone if "." in number else f"{opens}|{named}", re.MULTILINE)
        if not any(seen.search(fold(page)) for page in pages_with(number)):
            why = Reason("no_such_article", {"kind": kind.lower(), "number": number})
            return GateFailure("false premise", why, fatal=True)
    return None


def unknown(question: str, notes: Sequence[Reason]) -> GateFailure | None:
    """A code that no document has, as `notes` tell, is not explained where a question asks of nothing else:
    its other words only say what kind of thing it is, or that it is shown ("what does error E99 mean?").
    """
    nowhere = [str(note.params["named"]) for note in notes if note.code == "nowhere"]
    named = {
        word
        for one in nowhere
        for word in [*tokens.words(one), tokens.fold(one)]
        if any(map(str.isdigit, one))
    }
    rest = set(tokens.terms(question)) - named
    if "\n" in question or not named or not rest <= asking.tables().words["codes"]:
        return None
    if all(map(str.isdigit, nowhere)) and rest.isdisjoint(asking.tables().words["coded"]):
        return None  # a number alone may be a year, or an amount
    return GateFailure(UNKNOWN, Reason("nowhere", {"named": ", ".join(nowhere)}), fatal=True)


def without_number(draft: Draft, question: str) -> GateFailure | None:
    """How many or how much is not answered with a sentence that has no number, says nothing of none, one or
    all, and denies nothing: "You must guess how many beats a minute are played."
    """
    kinds = asking.kinds(question)
    if not draft.choices or "count" not in kinds or "where" in kinds:  # "Where is the serial number?"
        return None
    best = draft.choices[0]
    words = tokens.words(f"{best.context} {best.text}")
    said = any(map(asking.is_number, words)) or any(char.isdigit() for char in best.text)
    if said or any(asking.marks(table, words) for table in ("uncounted", "negations", "frequencies")):
        return None
    return GateFailure("no number", Reason("no_number"))


def without_address(draft: Draft, question: str) -> GateFailure | None:
    """An address of mail is not answered with a quote that has none: "the customer centre: 0345 555 0120"."""
    if not draft.choices or not _MAIL.match(question):
        return None
    best = draft.choices[0]
    if "@" in best.text or "@" in best.context:
        return None
    return GateFailure("no address", Reason("no_address"))


def elsewhere(draft: Draft, question: str) -> GateFailure | None:
    """A sentence that only says where to look is no answer, but to who asks where or which."""
    if not draft.choices or draft.choices[0].context or _WHERE_TO_LOOK.search(question):
        return None
    said = _NUMBER.sub("", one_line(draft.choices[0].text, 400)).rstrip(". ")
    if ". " in said.replace("cf. ", "").replace("art. ", "") or not _POINTS.match(said):
        return None
    return GateFailure("elsewhere", Reason("told_elsewhere"))


def another_year(draft: Draft, notes: Sequence[Reason]) -> GateFailure | None:
    """A year that no document has is not answered with what stands for another one: "in 2021", of a table
    of 2022 and 2023.
    """
    nowhere = [str(note.params["named"]) for note in notes if note.code == "nowhere"]
    years = [one for one in nowhere if _YEAR.fullmatch(one)]
    if not years or not draft.choices:
        return None
    best = draft.choices[0]
    if _YEAR.search(f"{best.context}\n{best.text}") is None:
        return None
    return GateFailure("another year", Reason("nowhere", {"named": ", ".join(years)}))


def check(
    draft: Draft, question: str, passages: Sequence[Passage], page_text: PageText, quotes: int
) -> GateFailure | None:
    """The first gate that fails for a draft, or None. `quotes` is how many of its choices would be shown."""
    if failure := retrieved(passages):
        return failure
    if not draft.choices:
        return GateFailure("nothing chosen", Reason("no_fitting_sentence"))
    shown = draft.choices[:quotes]
    pages = [page_text(passages[one.passage].source, passages[one.passage].page) for one in shown]
    for choice in shown:
        if failure := verbatim(choice, passages[choice.passage], page_text):
            return failure
    for choice, page in zip(shown, pages, strict=True):
        if not in_table(choice, passages[choice.passage]) and (failure := whole(choice, page)):
            return failure
    told = [f"{choice.text}\n{choice.context}" for choice in shown]
    return next(iter(facts_known(draft.answer, question, told)), None)
