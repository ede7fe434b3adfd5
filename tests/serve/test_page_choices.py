"""What a person does with documents and answers on the page, in a real browser: some are chosen, one is
removed, a conversation is kept; the three outcomes and other scripts look as what they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browser
import pytest
from http_server import Served, serving
from readers import index, write

HARBOUR = {
    "harbour": "The gate of the harbour is opened at six in the morning by the pilot.",
    "quarry": "The gate of the quarry is locked at nine in the evening by the foreman.",
    "pool": "رسم الدخول للبالغين هو 25 درهما.",
    "table": (
        "| Boat &lt;img src=x onerror=window.ran=1&gt; | Berth |\n| --- | --- |\n"
        "| Swan | C 12 |\n| Heron | D 7 |"
    ),
    "code": "The relay is restarted with this command:\n\n```\nrelay stop\nrelay start\n```",
}
# With words enough of its own: a shorter one leans on the question before it.
NOT_THERE = "Who won the regatta of the northern islands in 1911?"
GATE = "When is the gate of the quarry locked?"


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    browser.executable()
    home = tmp_path_factory.mktemp("yard")
    index(home / "yard.db", write(home / "papers", **HARBOUR))
    bases = ("-K", str(home / "yard.db"), "-K", str(home / "new.db"))
    with serving(home / "state", *bases, "--allow-write") as running:
        yield running


def opened(window: Any, served: Served) -> browser.Visit:
    visit: browser.Visit = window(served, viewport={"width": 1280, "height": 860})
    visit.page.locator(".about:not(:empty)").wait_for()
    return visit


def test_only_the_documents_that_were_ticked_are_asked(window: Any, yard: Served) -> None:
    """Documents ticked in their list are named at the field and under the question, and nothing else answers;
    from there all can be asked, and one taken off again. No other base remembers them.
    """
    visit = opened(window, yard)
    visit.page.get_by_role("link", name="Documents").click()
    visit.page.get_by_label("Ask only in harbour").check()
    visit.page.get_by_role("link", name="Ask only in this document").click()
    visit.page.locator(".chip").wait_for()  # the room comes a moment after the address
    assert visit.page.locator(".chip").all_inner_texts() == ["harbour.md"]
    turn = visit.ask(GATE)
    assert turn.locator(".only").inner_text() == "yard · Only in: harbour.md"
    assert "foreman" not in turn.inner_text()
    if turn.get_attribute("data-outcome") != "answer":
        turn.get_by_role("button", name="Ask all documents").click()
        turn.locator(".words", has_text="foreman").first.wait_for()
        assert turn.locator(".only").inner_text() == "yard"
    visit.page.get_by_role("button", name="No longer only in harbour.md").click()
    assert visit.page.locator(".chip").count() == 0
    assert "foreman" in visit.ask(GATE).inner_text()
    visit.page.get_by_role("link", name="Documents").click()
    visit.page.get_by_label("Ask only in quarry").check()
    visit.page.get_by_label("Knowledge base").select_option("new")
    visit.page.get_by_role("link", name="Ask", exact=True).click()
    visit.page.locator("#question").wait_for()
    assert visit.page.locator(".chip").count() == 0
    visit.errors = [one for one in visit.errors if "503" not in one]  # of a base that is not there yet


def test_a_conversation_outlives_another_language_and_another_base(window: Any, yard: Served) -> None:
    """Both are changed with one click, which loses nothing; each question tells its base, and what is asked
    of one base has no history of another.
    """
    visit = opened(window, yard)
    visit.ask(GATE)
    visit.page.get_by_role("button", name="Lire cette page en français").click()
    turn = visit.page.locator(".turns > .turn")
    turn.get_by_text("Dans vos documents").wait_for()
    assert turn.get_by_role("button", name="Ouvrir le texte").count() >= 1
    sent: list[Any] = []
    visit.page.on("request", lambda one: sent.append(one.post_data_json) if one.method == "POST" else None)
    visit.page.get_by_label("Base de connaissances").select_option("new")
    assert GATE in visit.page.locator(".turns").inner_text()
    visit.ask("When is the bell rung?")
    assert GATE in visit.page.locator(".earlier").inner_text()
    assert [(one["knowledge"], one["history"]) for one in sent] == [("new", [])]
    visit.page.get_by_label("Base de connaissances").select_option("yard")
    visit.ask("And by whom?")
    assert [one["question"] for one in sent[-1]["history"]] == [GATE]
    visit.errors = [one for one in visit.errors if "503" not in one]


def test_a_conversation_is_kept_as_a_file(window: Any, yard: Served, tmp_path: Path) -> None:
    """All questions in their order with outcome, quotes and places, as Markdown: a row under its headings,
    code as code, and nothing of a document's words that a reader of the file could take for markup.
    """
    visit = opened(window, yard)
    for question in (
        GATE,
        "Which berth has the Swan?",
        "How is the relay restarted?",
        NOT_THERE,
    ):
        visit.ask(question)
    with visit.page.expect_download() as file:
        visit.page.get_by_role("button", name="Save").click()
    assert file.value.suggested_filename.endswith(".md")
    file.value.save_as(tmp_path / "kept.md")
    kept = (tmp_path / "kept.md").read_text(encoding="utf-8")
    assert kept.index(f"## {GATE}") < kept.index("## Which berth") < kept.index("## Who won the regatta")
    assert "> The gate of the quarry is locked at nine in the evening by the foreman." in kept
    assert "> — [1] quarry.md · line 3" in kept
    assert "| Berth |" in kept and "> | Swan | C 12 |" in kept
    assert "> ```\n> relay stop\n> relay start\n> ```" in kept
    assert "**Not in your documents**" in kept
    assert "\\<img" in kept and "<img" not in kept.replace("\\<img", "")


def test_a_row_is_copied_with_its_headings_and_place(window: Any, yard: Served) -> None:
    """What the clipboard gets can be understood where it is pasted."""
    visit = opened(window, yard)
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    turn = visit.ask("Which berth has the Swan?")
    turn.locator(".quote").first.get_by_role("button", name="Copy").click()
    turn.get_by_text("Copied").wait_for()
    text = visit.page.evaluate("navigator.clipboard.readText()")
    assert "| Berth\nSwan | C 12\n— table.md · line 5" in text


LIST_WATCHED = """() => {
    window.listGone = false;
    const looked = () => { window.listGone ||= !document.querySelector("#main .rows"); };
    new MutationObserver(looked).observe(document.getElementById("main"), { childList: true, subtree: true });
}"""


def test_a_base_is_begun_and_a_document_removed(window: Any, yard: Served, tmp_path: Path) -> None:
    """Where nothing is yet the page leads to where documents are brought; one is removed after a yes, and is
    not found any more. The other documents stay in sight meanwhile.
    """
    visit = opened(window, yard)
    visit.page.get_by_label("Knowledge base").select_option("new")
    visit.page.get_by_role("link", name="Add the first documents").click()
    for name, text in (("drum", "The drum is beaten at dawn."), ("flute", "The flute is played at night.")):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    visit.page.set_input_files("#files", [tmp_path / "drum.md", tmp_path / "flute.md"])
    visit.page.locator(".became").get_by_text("added · flute.md").wait_for()
    visit.page.get_by_role("button", name="Remove drum.md").click()
    visit.page.get_by_role("button", name="Keep it").click()
    visit.page.evaluate(LIST_WATCHED)
    visit.page.get_by_role("button", name="Remove drum.md").click()
    visit.page.locator("dialog").get_by_role("button", name="Remove", exact=True).click()
    visit.page.get_by_role("button", name="Remove drum.md").wait_for(state="detached")
    assert visit.page.get_by_role("button", name="Remove flute.md").count() == 1
    assert visit.page.evaluate("window.listGone") is False
    assert browser.faults(visit.page) == []
    visit.page.get_by_role("link", name="Ask", exact=True).click()
    assert "dawn" not in visit.ask("When is the drum beaten?").inner_text()
    visit.errors = [one for one in visit.errors if "503" not in one]


def test_documents_are_filtered_by_their_names(window: Any, tmp_path: Path) -> None:
    """By title and name, accents and capitals aside; no word that stands in every row (their size, their
    button) finds all of them. What is filtered stays so when the list is drawn anew.
    """
    index(
        tmp_path / "k.db",
        write(tmp_path / "papers", **{f"note{at}": "A note." for at in range(9)}, été="Summer."),
    )
    with serving(tmp_path / "home", "-K", str(tmp_path / "k.db"), "--allow-write") as running:
        visit = window(running, "#/documents")
        visit.page.locator(".row").first.wait_for()
        shown = visit.page.locator(".row:visible")
        for words, count in (("Ete", 1), ("NOTE", 9), ("remove", 0), ("bytes", 0), ("note3", 1)):
            visit.page.locator("#filter").fill(words)
            assert shown.count() == count, words
        visit.page.evaluate(
            "() => { document.querySelector('.rows').id = 'before';"
            " document.dispatchEvent(new Event('visibilitychange')); }"
        )
        visit.page.locator("#before").wait_for(state="detached")
        assert shown.count() == 1 and visit.page.locator("#filter").input_value() == "note3"


def test_three_outcomes_have_three_signs(window: Any, yard: Served) -> None:
    """Full, half, hollow: the sign tells them apart where colours do not, also in the list of earlier
    questions.
    """
    visit = opened(window, yard)

    def unsure(route: Any) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=reply.text().replace('"outcome":"absent"', '"outcome":"unsure"'))

    visit.ask(GATE)
    visit.ask(NOT_THERE)
    visit.page.route("**/api/ask", unsure)
    visit.ask("Who won the regatta of the southern islands in 1912?")
    visit.page.unroute("**/api/ask")
    visit.ask("Which berth has the Swan?")
    signs = visit.page.locator(".folded .outcome-sign").evaluate_all(
        "(all) => all.filter((one) => one.closest('summary')).map((one) => {"
        " const made = getComputedStyle(one); return made.backgroundImage + made.backgroundColor; })"
    )
    assert len(set(signs)) == 3


def test_other_scripts_run_as_they_are_written(window: Any, yard: Served) -> None:
    """An Arabic quote begins at the right, with its full stop at its left end, on a page in English."""
    visit = opened(window, yard)
    turn = visit.ask("ما رسم الدخول للبالغين؟")
    words = turn.locator(".words p").first
    box = words.bounding_box()
    ends = words.evaluate(
        "(one) => { const text = one.firstChild; const range = document.createRange();"
        " return [0, text.length - 1].map((index) => { range.setStart(text, index);"
        " range.setEnd(text, index + 1); return range.getBoundingClientRect().x; }); }"
    )
    assert ends[0] > ends[1] and ends[0] > box["x"] + box["width"] / 2


def test_what_cannot_be_told_says_why(window: Any, yard: Served) -> None:
    """No "Perhaps here:" with nothing behind it: a question in a language that edge does not read."""
    turn = opened(window, yard).ask("Где находится маяк капитана?")
    assert turn.locator(".outcome").inner_text().startswith("Cannot tell")
    assert turn.locator(".reason").inner_text() and turn.locator(".quote").count() == 0


def test_a_question_that_is_too_long_is_not_cut_in_silence(window: Any, yard: Served) -> None:
    """All that was pasted is in the field; the server says how much it reads, and the question is back in the
    field to be shortened. Its title scrolls, and leaves room for what is said of it.
    """
    visit = opened(window, yard)
    question = "Where does the ferry to the island of the lighthouse start? " * 200
    visit.page.locator("#question").fill(question)
    visit.page.keyboard.press("Enter")
    visit.page.locator(".trouble", has_text="at most 8,192 are read").wait_for()
    assert visit.page.locator("#question").input_value() == question.strip()
    assert visit.page.locator(".turn > .question").bounding_box()["height"] < 200
    visit.errors = [one for one in visit.errors if "400" not in one]


def test_files_dropped_where_nothing_may_be_written(window: Any, served: Served) -> None:
    """The browser does not leave the page for the file; the documents say that this server only reads."""
    visit = window(served)
    visit.page.locator(".about:not(:empty)").wait_for()
    left = visit.page.evaluate(
        "() => { const data = new DataTransfer(); data.items.add(new File(['x'], 'x.md'));"
        " const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });"
        " return document.body.dispatchEvent(event); }"
    )
    assert left is False
    visit.page.get_by_text("This server only reads").wait_for()


def test_buttons_of_quotes_say_of_which(window: Any, yard: Served) -> None:
    """Who hears the page is told the question of an answer, and of which quote a button is."""
    visit = opened(window, yard)
    turn = visit.ask(GATE)
    assert visit.page.get_by_role("article", name=GATE).count() == 1
    described = turn.get_by_role("button", name="Open the text").first.get_attribute("aria-describedby")
    assert "quarry.md" in visit.page.locator(f"#{described}").inner_text()
    assert turn.get_by_role("button", name="Copy answer").count() == 1
