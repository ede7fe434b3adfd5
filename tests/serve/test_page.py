"""The page in a real browser: answer, abstention, the page of a quote, keys, languages, hostile words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browser
import page_site
import pymupdf
import pytest
from http_server import serving

FOUND = "How is the boiler started?"
NOT_THERE = "Who won the football championship of Brazil?"
FIRST_PAINT = 300_000  # bytes


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    browser.executable()
    return page_site.indexed(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def address(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("home"), "--knowledge", str(base)) as running:
        yield running.url


@pytest.fixture
def visit(chromium: Any, address: str) -> Iterator[browser.Visit]:
    """A fresh window on the page. Whatever a test does, nothing is asked of another host and no script
    fails.
    """
    context = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 860})
    made = browser.Visit(context, address)
    made.open()
    yield made
    context.close()
    assert made.elsewhere() == []
    assert made.errors == []


def test_the_first_paint_is_small(visit: browser.Visit) -> None:
    """Everything that is loaded before the first question is at most 300 kB, from this host only."""
    assert visit.page.title() == "edge"
    assert 0 < visit.bytes <= FIRST_PAINT


def test_an_answer_with_its_quote_and_confidence(visit: browser.Visit) -> None:
    """The outcome in words, the quote as it stands in the document, its page, confidence in words and as a
    number, and why the passes ended.
    """
    turn = visit.ask(FOUND)
    assert turn.get_attribute("data-outcome") == "answer"
    assert turn.locator(".outcome").inner_text() == "In your documents"
    quote = turn.locator(".quote").first
    assert page_site.RULES[0][0] in quote.locator(".words").inner_text()
    assert "page 1" in quote.locator(".place").inner_text()
    assert re.search(r"confidence: (strong|good|fair|weak) \(0\.\d\d\)", turn.inner_text())
    assert "stopped:" in turn.locator(".passes summary").inner_text()
    turn.locator(".passes summary").click()
    assert turn.locator(".step").count() >= 2
    assert turn.locator(".step .then").last.inner_text().startswith("accepted · ")


def test_the_highlight_lies_over_the_words(visit: browser.Visit, base: Path) -> None:
    """The marked place on the picture of the page is where PyMuPDF finds the quote's own words."""
    turn = visit.ask(FOUND)
    turn.get_by_role("button", name="Open this page").first.click()
    visit.page.locator(".lit").first.wait_for()
    lit = visit.page.locator(".lit").first.bounding_box()
    sheet = visit.page.locator(".sheet img").bounding_box()
    (path,) = (base.parent / "documents é").glob("*.pdf")
    with pymupdf.open(path) as pdf:
        words = pdf[0].search_for(page_site.RULES[0][0])[0]
        across, down = sheet["width"] / pdf[0].rect.width, sheet["height"] / pdf[0].rect.height
    expected = (sheet["x"] + words.x0 * across, sheet["y"] + words.y0 * down, words.width * across)
    assert (lit["x"], lit["y"], lit["width"]) == pytest.approx(expected, abs=3)
    assert visit.page.locator(".source-head .at").inner_text() == "page 1 of 3"


def test_pages_are_turned_and_read_as_text(visit: browser.Visit) -> None:
    """Arrows turn the page, its text is there with the quote marked, Escape closes and gives the focus back
    to the quote.
    """
    visit.ask(FOUND)
    visit.page.locator("#question").blur()
    visit.page.keyboard.press("ArrowDown")
    visit.page.keyboard.press("Enter")
    visit.page.locator(".lit").first.wait_for()
    for _ in range(5):  # faster than pages are drawn, and past the last
        visit.page.keyboard.press("ArrowRight")
    visit.page.locator(".source-head").get_by_text("page 3 of 3").wait_for()
    visit.page.keyboard.press("ArrowLeft")
    visit.page.locator(".source-head").get_by_text("page 2 of 3").wait_for()
    visit.page.get_by_role("img", name="Page 2 of").wait_for()
    assert visit.page.locator(".lit").count() == 0
    visit.page.keyboard.press("ArrowLeft")
    visit.page.locator(".lit").first.wait_for()
    visit.page.get_by_role("button", name="Text", exact=True).click()
    assert page_site.RULES[0][0] in visit.page.locator(".page-text mark").inner_text()
    visit.page.keyboard.press("Escape")
    assert visit.page.locator("#source").is_hidden()
    assert visit.page.evaluate("document.activeElement.className").startswith("quote")


def test_not_in_the_documents_is_an_answer(visit: browser.Visit) -> None:
    """An abstention says so in words of its own, and no quote of it is numbered as if it were an answer."""
    turn = visit.ask(NOT_THERE)
    assert turn.get_attribute("data-outcome") == "absent"
    assert turn.locator(".outcome").inner_text() == "Not in your documents"
    assert turn.locator(".quote .number").count() == 0


def test_the_nearest_passages_of_a_no_are_no_answer(visit: browser.Visit) -> None:
    """Passages under "Not in your documents" stand below a sentence that says that they are none; each can
    be opened. (The lexical engine is seldom that sure: the outcome of a real reply is changed on its way.)
    """

    def sure(route: Any) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=reply.text().replace('"outcome":"unsure"', '"outcome":"absent"'))

    visit.page.route("**/api/ask", sure)
    turn = visit.ask("Who invented the brass valve?")
    assert turn.get_attribute("data-outcome") == "absent"
    assert turn.locator(".nearest").inner_text() == "The nearest passages, which are not an answer:"
    assert turn.locator(".quote").count() >= 1 and turn.locator(".quote .number").count() == 0
    turn.get_by_role("button", name="Open this page").first.click()
    visit.page.locator(".lit").first.wait_for()


def test_a_long_text_is_read_on(chromium: Any, tmp_path: Path) -> None:
    """Of a document without pages the text around the quote is shown, and more of it when asked for."""
    from edge.indexing.run import index_paths
    from edge.search.build import build_search
    from edge.settings import IndexSettings

    lines = [f"Remark {at} of the log tells of nothing in particular." for at in range(120)]
    lines[60] = "The lighthouse was painted with crimson varnish in the autumn."
    (tmp_path / "log.txt").write_text("\n\n".join(lines), encoding="utf-8")
    index_paths([tmp_path / "log.txt"], tmp_path / "log.db", IndexSettings(), build_search=build_search)
    with serving(tmp_path / "home", "--knowledge", str(tmp_path / "log.db")) as running:
        context = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 860})
        made = browser.Visit(context, running.url)
        made.open()
        turn = made.ask("What was the lighthouse painted with?")
        turn.get_by_role("button", name="Open the text").first.click()
        made.page.locator(".page-text mark").wait_for()
        assert made.page.get_by_text("Remark 48 of").count() == 1
        assert made.page.get_by_text("Remark 3 of").count() == 0
        made.page.get_by_role("button", name="More of the text").click()
        made.page.get_by_text("Remark 3 of").wait_for()
        room = made.page.locator(".sheet-room").bounding_box()
        mark = made.page.locator(".page-text mark").bounding_box()
        assert room["y"] <= mark["y"] < room["y"] + room["height"]
        context.close()
        assert made.errors == []


def test_words_of_a_document_run_nothing(visit: browser.Visit) -> None:
    """Markup in a document, its heading, its file's name or a question is text: shown as it stands, never
    run, in the answer, around it, and in the text of the page.
    """
    turn = visit.ask(f"What opens the pantry door? {page_site.HOSTILE[1]}")
    assert page_site.HOSTILE[1] in turn.locator("h2").inner_text()
    quote = turn.locator(".quote").first
    assert page_site.HOSTILE[0] in quote.inner_text()
    quote.get_by_role("button", name="Around it").click()
    quote.locator(".around p").first.wait_for()
    quote.get_by_role("button", name="Open the text").click()
    visit.page.locator(".page-text").wait_for()
    turn.get_by_role("button", name="Trace").click()
    visit.page.locator("dialog[open]").wait_for()
    visit.page.keyboard.press("Escape")
    assert visit.page.evaluate("window.ran") is None
    assert visit.page.locator("main img, main script, main svg[onload]").count() == 0


def test_code_is_copied_as_it_stands(visit: browser.Visit) -> None:
    """A block of code keeps its lines and has a button that copies it."""
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    turn = visit.ask("With which command is the pantry program run?")
    block = turn.locator(".code").first
    assert "pantry --open\n" in block.locator("code").inner_text()
    block.get_by_role("button", name="Copy").click()
    block.get_by_text("Copied").wait_for()
    assert visit.page.evaluate("navigator.clipboard.readText()") == block.locator("code").inner_text()


def test_a_row_of_a_table_is_a_table(visit: browser.Visit) -> None:
    """A quoted row stands under its column headings."""
    turn = visit.ask("What is the lowest pressure in winter?")
    table = turn.locator(".quote table").first
    assert table.locator("th").all_inner_texts() == ["Season", "Lowest pressure"]
    assert ["Winter", "2.5 bar"] in [row.locator("td").all_inner_texts() for row in table.locator("tr").all()]


def test_a_page_is_enlarged_where_its_mark_stands(visit: browser.Visit) -> None:
    """A click on the page, or +, shows it twice as large with the mark in sight and still over its words; -
    shows it whole again.
    """
    visit.ask(FOUND).get_by_role("button", name="Open this page").first.click()
    lit = visit.page.locator(".lit").first
    lit.wait_for()
    before = lit.bounding_box()
    visit.page.keyboard.press("+")
    visit.until("document.querySelector('.sheet img').naturalWidth > 1000")
    after = lit.bounding_box()
    assert after["width"] == pytest.approx(2 * before["width"], rel=0.05)
    room = visit.page.locator(".sheet-room").bounding_box()
    assert room["x"] <= after["x"] < room["x"] + room["width"]
    assert room["y"] <= after["y"] < room["y"] + room["height"]
    visit.page.locator(".sheet").click()
    visit.until("document.querySelector('.sheet img').naturalWidth < 1000")
    assert lit.bounding_box()["width"] == pytest.approx(before["width"], rel=0.05)


def test_a_question_is_given_up(visit: browser.Visit) -> None:
    """Escape ends a question that is still at work: its request is cancelled, and that is told."""
    visit.page.route("**/api/ask", lambda route: None)
    visit.page.locator("#question").fill(FOUND)
    visit.page.keyboard.press("Enter")
    visit.page.locator("#said", has_text="Looking…").wait_for(state="attached")
    visit.page.keyboard.press("Escape")
    visit.page.get_by_text("Given up.").wait_for()
    visit.page.unroute("**/api/ask")
    assert visit.ask(FOUND).get_attribute("data-outcome") == "answer"


def test_keys(visit: browser.Visit) -> None:
    """/ goes to the question, ? shows the keys, Escape closes them."""
    visit.page.locator("#question").blur()
    visit.page.keyboard.press("?")
    assert "write a question" in visit.page.locator("dialog[open]").inner_text()
    visit.page.keyboard.press("Escape")
    visit.page.locator("dialog").wait_for(state="detached")
    visit.page.keyboard.press("/")
    assert visit.page.evaluate("document.activeElement.id") == "question"
    visit.page.keyboard.press("?")  # also from the empty field, where one is from the start
    assert visit.page.locator("dialog[open]").count() == 1
    visit.page.keyboard.press("Escape")
    visit.page.locator("dialog").wait_for(state="detached")
    assert visit.page.locator("#question").input_value() == ""


def test_the_key_that_leads_to_the_question_is_no_part_of_it(visit: browser.Visit) -> None:
    """/ pressed where one already writes stands before the first word, and is not looked for."""
    visit.ask(f"/{FOUND}")
    assert "appears nowhere" not in visit.page.locator("#main").inner_text()
    assert f"/{FOUND}" not in visit.page.locator("#main").inner_text()


def test_french_follows_the_browser_and_can_be_changed(chromium: Any, address: str) -> None:
    """A French browser gets a French page; the choice of another language is kept."""
    context = chromium.new_context(locale="fr-FR")
    made = browser.Visit(context, address)
    made.open()
    assert made.page.locator("h1").inner_text() == "Interrogez vos documents."
    made.page.get_by_role("button", name="Read this page in English").click()
    assert made.page.locator("h1").inner_text() == "Ask your documents."
    made.page.reload()
    assert made.page.locator("h1").inner_text() == "Ask your documents."
    assert made.page.locator("html").get_attribute("lang") == "en"
    context.close()
    assert made.errors == []


@pytest.mark.parametrize("width", [320, 390, 768])
def test_nothing_is_wider_than_the_window(chromium: Any, address: str, width: int) -> None:
    """At a phone's width nothing scrolls sideways, and the page of a quote fills the window."""
    context = chromium.new_context(
        locale="en-GB", viewport={"width": width, "height": 700}, has_touch=True, is_mobile=True
    )
    made = browser.Visit(context, address)
    made.open()
    turn = made.ask(FOUND)
    assert made.page.evaluate("document.documentElement.scrollWidth") <= width
    turn.get_by_role("button", name="Open this page").first.click()
    made.page.locator(".lit").first.wait_for()
    assert made.page.locator("#source").bounding_box()["width"] == width
    assert made.page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
    assert made.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_of_accessibility(chromium: Any, address: str, scheme: str) -> None:
    """axe finds nothing serious or critical, in light and dark: at first, with an answer and its page beside
    it, with an abstention, and in a dialog.
    """
    context = chromium.new_context(locale="en-GB", color_scheme=scheme)
    made = browser.Visit(context, address)
    made.open()
    faults = {"first": browser.faults(made.page)}
    turn = made.ask("What is the lowest pressure in winter?")
    turn.get_by_role("button", name="Open this page").first.click()
    made.page.locator(".lit").first.wait_for()
    faults["answer"] = browser.faults(made.page)
    made.page.keyboard.press("Escape")
    turn = made.ask(NOT_THERE)
    faults["absent"] = browser.faults(made.page)
    turn.get_by_role("button", name="Trace").click()
    made.page.locator("dialog[open]").wait_for()
    faults["trace"] = browser.faults(made.page)
    context.close()
    assert faults == {place: [] for place in faults}


def test_a_changed_file_is_shown_as_text(chromium: Any, tmp_path: Path) -> None:
    """When the PDF is not the one that was indexed any more, the text that was read is shown with the quote
    marked, and why is told.
    """
    base = page_site.indexed(tmp_path / "site")
    (path,) = (base.parent / "documents é").glob("*.pdf")
    path.write_bytes(path.read_bytes() + b"\n")
    with serving(tmp_path / "home", "--knowledge", str(base)) as running:
        context = chromium.new_context(locale="en-GB")
        made = browser.Visit(context, running.url)
        made.open()
        made.ask(FOUND).get_by_role("button", name="Open this page").first.click()
        made.page.locator(".page-text mark").wait_for()
        assert "has changed since it was indexed" in made.page.locator("#source").inner_text()
        context.close()
        assert made.errors == []
