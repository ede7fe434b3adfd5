"""An answer on a terminal: the quote first, its place, how sure, and an honest no."""

from __future__ import annotations

import json

import msgspec
import pytest
from cli_fakes import abstention, answer, citation

from edge import paths
from edge.ask import courtesy
from edge.cli.ask import rendering
from edge.cli.terminal.style import Style, columns
from edge.i18n import render
from edge.records import Confidence, Escalation, PassRecord, Reason, coded

PLAIN = Style(False)


def test_an_answer_is_quote_place_confidence_and_time() -> None:
    """Plain output, one line each, in reading order; what goes without saying is not said."""
    assert rendering.lines(answer("must I move it?"), PLAIN, None) == [
        "  “A touched piece must be moved.”",
        "  rules.pdf · page 12 · Moves > Touched pieces",
        "",
        "confidence: strong (0.91) · 12 ms",
    ]


@pytest.mark.parametrize(
    ("code", "outcome", "told"),
    [
        ("not_permitted", "unsure", True),
        ("not_permitted", "absent", False),
        ("engine_failed", "absent", True),
    ],
)
def test_what_stood_in_the_way_is_told_where_it_matters(code: str, outcome: str, told: bool) -> None:
    """That a model might do better is said where edge is unsure, not after each "not there"; a failure is
    always said.
    """
    params = {"engine": "gemma", "error": "no"}
    made = answer("who?", abstained=True, outcome=outcome, codes=coded(stopped_because=Reason(code, params)))
    assert (made.stopped_because in rendering.lines(made, PLAIN, None)[-1]) is told


@pytest.mark.parametrize("tongue", ["en", "fr"])
def test_a_model_that_might_settle_it_comes_with_how_to_get_one(tongue: str) -> None:
    """Whoever reads that a language model might settle it is told which command leads to one."""
    said = render(Reason("not_permitted", {"engine": "gemma"}), tongue)
    assert "edge models recommend" in said and "--cloud ask" in said


@pytest.mark.parametrize(("engine", "named"), [("semantic", False), ("lexical", False), ("gemma", True)])
def test_an_engine_that_writes_is_named(engine: str, named: bool) -> None:
    """Who wrote a sentence matters to its reader; which of our own chose a quote does not."""
    spoke = answer("q", passes=[PassRecord(n=1, kind="contextual", engine=engine, model="m", confidence=0.9)])
    assert (f"engine: {engine}" in rendering.lines(spoke, PLAIN, None)[-1]) is named


def test_quiet_is_the_quotes_alone() -> None:
    """--quiet leaves nothing but quotes and places."""
    assert len(rendering.lines(answer("q"), PLAIN, None, quiet=True)) == 2


def test_a_french_question_gets_french_words_around_the_quote() -> None:
    """The fixed words follow the question's language; the quote stays as it is on the page."""
    shown = "\n".join(rendering.lines(answer("Combien de temps dure la partie ?"), PLAIN, None))
    assert "«\xa0A touched piece must be moved.\xa0»" in shown
    assert "confiance\xa0: forte (0,91)" in shown
    absent = rendering.lines(abstention("Qui est le roi ?"), PLAIN, None)
    assert absent[0] == "Pas dans vos documents."


def test_an_abstention_shows_near_sentences_marked_as_no_answer() -> None:
    """What was near is shown under a line that says what it is not; the reason is said once."""
    shown = rendering.lines(abstention("who?"), PLAIN, None)
    assert shown[:6] == [
        "Not in your documents.",
        "no sentence on the pages found answers the question",
        "",
        "Closest sentences, not an answer:",
        "  · The arbiter wears a badge.",
        "    rules.pdf · page 3 · Moves > Touched pieces",
    ]
    assert shown[-1] == "closest sentence: weak (0.20, not calibrated) · 12 ms"


def test_what_is_unsure_is_shown_under_a_word_of_doubt() -> None:
    """Neither an answer nor "not there": the likeliest places come first, as an answer's
    quotes are shown, then why it is not sure of them.
    """
    shown = rendering.lines(abstention("who?", "unsure"), PLAIN, None)
    assert shown[:5] == [
        "Perhaps here:",
        "  “The arbiter wears a badge.”",
        "  rules.pdf · page 3 · Moves > Touched pieces",
        "",
        "no sentence on the pages found answers the question",
    ]
    assert "Not in your documents" not in "\n".join(shown)
    quiet = rendering.lines(abstention("Qui est le roi ?", "unsure"), PLAIN, None, quiet=True)
    assert quiet[0] == "Peut-être ici\u00a0:" and len(quiet) == 3


def test_an_uncalibrated_score_is_called_that() -> None:
    """A raw score is never shown as if it were a probability."""
    shown = rendering.lines(answer("q", confidence=Confidence(raw=0.5)), PLAIN, None)
    assert "confidence: fair (0.50, not calibrated)" in shown[-1]


def test_a_table_row_stands_under_its_headings() -> None:
    """Cells and headings line up, with the caption above."""
    row = citation(quote="| Blitz | 3 min | 2 s |", context="Table 2: rates\n| Kind | Time | Increment |")
    shown = rendering.lines(answer("q", citations=[row], answer=row.quote), PLAIN, None)
    assert shown[:4] == [
        "  Table 2: rates",
        "  Kind  │ Time  │ Increment",
        "  Blitz │ 3 min │ 2 s",
        "  rules.pdf · page 12 · Moves > Touched pieces",
    ]


def test_a_wide_table_row_becomes_one_heading_a_line() -> None:
    """A row that does not fit is turned, not cut: every cell is still there."""
    cells = " | ".join(f"cell {n} {'x' * 20}" for n in range(4))
    row = citation(quote=cells, context="Kind | Time | Increment | Remark")
    shown = rendering.lines(answer("q", citations=[row], answer=row.quote), PLAIN, 50)
    assert all(columns(line) <= 50 for line in shown)
    assert sum("cell" in line for line in shown) == 4
    assert shown[0].startswith("  Kind")


def test_a_row_with_another_number_of_cells_is_shown_as_text() -> None:
    """Merged cells cannot be lined up; the row is shown as it stands on the page."""
    row = citation(quote="Blitz | 3 min", context="Kind | Time | Increment")
    shown = rendering.lines(answer("q", citations=[row], answer=row.quote), PLAIN, None)
    assert shown[:2] == ["  Kind | Time | Increment", "  “Blitz | 3 min”"]


def test_last_columns_may_have_no_heading() -> None:
    """Tables of settings say what the first columns are and leave the last to itself."""
    row = citation(quote='state | "" | Your own database.', context="setting | default |")
    shown = rendering.lines(answer("q", citations=[row], answer=row.quote), PLAIN, None)
    assert shown[:2] == ["  setting │ default │", '  state   │ ""      │ Your own database.']


def test_what_a_reason_says_is_not_said_again() -> None:
    """A reason that tells how likely an answer is stands alone: the last line does not repeat it."""
    why = Reason("no_sure_sentence", {"confidence": 0.2})
    shown = rendering.lines(msgspec.structs.replace(abstention("who?"), codes={"reason": [why]}), PLAIN, None)
    assert shown[-1] == "12 ms"


def test_a_written_answer_stands_above_its_quotes() -> None:
    """An engine's own sentence comes first, its proof below."""
    shown = rendering.lines(answer("q", answer="Yes, it must."), PLAIN, None)
    assert shown[0] == "Yes, it must." and "“A touched piece" in shown[2]


@pytest.mark.parametrize("width", [30, 44, 80])
def test_every_line_fits_the_terminal(width: int) -> None:
    """Nothing is wider than the terminal, whatever the quote and the place."""
    long = citation(quote="A touched piece must be moved. " * 9, heading="A very long heading " * 8)
    for record in (answer("q", citations=[long, long]), abstention("q")):
        assert all(columns(line) <= width for line in rendering.lines(record, PLAIN, width))


def test_words_of_the_question_are_marked_in_the_quote() -> None:
    """Inflected forms count; function words do not."""
    shown = rendering.lines(answer("must the pieces be touched?"), Style(True), None)
    assert "\x1b[1mtouched\x1b[22m" in shown[0] and "\x1b[1mpiece\x1b[22m" in shown[0]
    assert "\x1b[1mbe\x1b[22m" not in shown[0]


def test_a_wanted_tier_is_said() -> None:
    """When another engine might have settled it, the person learns which; an answer given needs no other."""
    wanted = Escalation(wanted="sonnet")
    shown = rendering.lines(answer("q", answer=None, abstained=True, escalation=wanted), PLAIN, None)
    assert "might settle it: sonnet" in shown[-1]
    assert "sonnet" not in rendering.lines(answer("q", escalation=wanted), PLAIN, None)[-1]


def test_another_engine_than_the_one_asked_for_is_said() -> None:
    """Why the first engine failed and who spoke stands under the answer, in the question's language."""
    why = Reason(
        "spoke_instead",
        {
            "engine": "lexical",
            "failed": "gemma",
            "error": "no answer in 2 seconds",
            "why": Reason("clear_sentence"),
        },
    )
    shown = answer("Combien de temps dure la partie ?", codes=coded(stopped_because=why))
    footer = rendering.lines(shown, PLAIN, None)[-1]
    assert "lexical a répondu car gemma a échoué (no answer in 2 seconds)" in footer


def test_a_courtesy_is_one_line() -> None:
    """Nothing was asked, so nothing is said of documents, confidence or time."""
    said = courtesy.reply("merci", courtesy.Courtesy("thanks", "fr"))
    assert rendering.lines(said, PLAIN, None) == ["Je vous en prie."]


def test_a_definition_stands_under_its_term() -> None:
    """Run into one line, "-N or --LINE-NUMBERS Causes …" has to be read twice."""
    quote = "-N or --numbers\n       Causes a number to be displayed."
    one = citation(quote=quote, start=40, end=40 + len(quote), term=(40, 55))
    assert rendering.quote(one, "what does -N do?", "en", PLAIN, 80)[:2] == [
        "  -N or --numbers",
        "  “Causes a number to be displayed.”",
    ]


def test_code_keeps_its_lines_and_loses_the_indent_that_all_have() -> None:
    """As it is to be typed: nothing of the page's margin, all of the code's own."""
    quote = "To stop it, run:\n\n      towerctl stop gate\n        --now\n"
    one = citation(quote=quote, start=0, end=len(quote), code=[(18, len(quote) - 1)])
    assert rendering.quote(one, "how?", "en", PLAIN, 80)[:3] == [
        "  To stop it, run:",
        "    towerctl stop gate",
        "      --now",
    ]


def test_items_without_a_mark_are_each_on_a_line() -> None:
    """What a line announces, one below the other, is a list though nothing marks it as one."""
    quote = "These are obsolete:\n\n  keyInterval\n  hostRule\n  serverBits"
    shown = rendering.quote(citation(quote=quote, start=0, end=len(quote)), "which?", "en", PLAIN, 80)
    assert shown[:4] == ["  These are obsolete:", "  keyInterval", "  hostRule", "  serverBits"]


def test_lines_of_a_wrapped_paragraph_are_joined_before_a_list() -> None:
    """A line that begins with a path or a figure goes on with the one above; so does an item's next line."""
    quote = "Remove from\n/etc/gate.conf these\n2 lines:\n- the bell of\n  Wexmouth\n- the lamp"
    shown = rendering.quote(citation(quote=quote, start=0, end=len(quote)), "which?", "en", PLAIN, 80)
    assert shown[:3] == [
        "  Remove from /etc/gate.conf these 2 lines:",
        "  - the bell of Wexmouth",
        "  - the lamp",
    ]


def test_no_engine_is_proposed_for_what_no_document_names() -> None:
    """A model cannot settle what stands nowhere: that it does is the last word."""
    told = Reason("nowhere", {"named": "E44"})
    codes = coded(stopped_because=Reason("not_permitted", {"engine": "gemma"}), notes=[told])
    made = answer("What is E44?", abstained=True, outcome="unsure", codes=codes)
    last = rendering.lines(made, PLAIN, None)[-1]
    assert made.stopped_because and made.stopped_because not in last
    assert "“E44” appears nowhere in your documents" in last


def test_nothing_is_strong_where_a_sixth_of_the_surest_is_wrong() -> None:
    """Answers from documents without pages are at most as sure as is certified of the surest of them, and
    that is no "strong".
    """
    book = json.loads(paths.asset("calibration.semantic.json").read_text(encoding="utf-8"))
    most = [entry["most"] for entry in book["calibrations"] if entry["key"]["kind"] == "parts"]
    assert most
    assert {rendering._level(one).code for one in most} == {"answer.good"}
