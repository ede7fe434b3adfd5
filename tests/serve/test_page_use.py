"""The page as it is used, in a real browser: on a phone, by keyboard, by who listens, in high contrast, large
letters; files of all kinds brought; a server that goes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browser
import page_site
import pymupdf
import pytest
from http_server import Served, serving
from readers import index, write

PLANT = {
    "pumps": (
        "The pumps that may be ordered:\n\n| Model | Checked on | Place of the pump in the building |\n"
        "| --- | --- | --- |\n| Thermo-5 | 2026-11-28 | Second cellar below the northern staircase |\n"
        "| Thermo-6 | 2026-10-02 | Attic above the southern staircase |"
    ),
    "deploy": (
        "To restart the payment service, run this command:\n\n```\nsudo systemctl restart payment-gateway"
        ".service --job-mode=replace-irreversibly --no-block --quiet --message=restarted\n```"
    ),
    "ferry": "The ferry to the island leaves on Tuesday from the eastern pier.",
}
FERRY = "From which pier does the ferry to the island leave?"
FOUND = "How is the boiler of the house started?"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def plant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    browser.executable()
    home = tmp_path_factory.mktemp("plant")
    page_site.boiler_pdf(write(home / "papers", **PLANT) / "boiler.pdf")
    index(home / "plant.db", home / "papers")
    with serving(home / "state", "-K", str(home / "plant.db"), "--allow-write") as running:
        yield running


def opened(window: Any, served: Served, **options: Any) -> browser.Visit:
    visit: browser.Visit = window(served, **options)
    visit.page.locator(".about:not(:empty)").wait_for()
    return visit


def focused(visit: browser.Visit) -> Any:
    """The words of what has the focus."""
    return visit.page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    )


def test_over_the_answer_the_page_has_the_focus_and_the_way_back(window: Any, plant: Served) -> None:
    """On a phone the page of a quote lies over all: the focus is on what closes it and gets nowhere
    behind it, and the way back leads to the answer, not out of the page.
    """
    visit = opened(window, plant, **PHONE)
    turn = visit.ask(FOUND)
    turn.get_by_role("button", name="Open this page").first.click()
    visit.page.locator(".lit").first.wait_for()
    assert focused(visit) == "Close"
    for _ in range(8):
        visit.page.keyboard.press("Tab")
        assert visit.page.evaluate("!document.activeElement.closest('#bar, #main')")
    visit.page.go_back()
    visit.page.locator("#source").wait_for(state="hidden")
    assert turn.locator(".verdict").is_visible()
    turn.get_by_role("button", name="Open this page").first.click()
    visit.page.get_by_role("button", name="Close").click()
    visit.page.locator("#source").wait_for(state="hidden")
    visit.until("!history.state?.source")
    visit.page.get_by_role("link", name="Documents").click()
    visit.page.locator(".row").first.wait_for()
    visit.page.go_back()
    visit.page.locator(".turn").wait_for()  # one, and no more


def test_a_question_can_be_stopped_by_hand(window: Any, plant: Served) -> None:
    """A phone has no Escape; and who listens is told that edge is at work."""
    visit = opened(window, plant, **PHONE)
    visit.page.route("**/api/ask", lambda route: None)
    visit.page.locator("#question").fill(FOUND)
    visit.page.keyboard.press("Enter")
    visit.page.locator("#said", has_text="Looking…").wait_for(state="attached")
    visit.page.get_by_role("button", name="Stop").tap()
    visit.page.get_by_text("Given up.").wait_for()
    assert visit.page.get_by_role("button", name="Stop").count() == 0
    visit.page.unroute("**/api/ask")
    visit.page.get_by_role("button", name="Ask again").tap()
    visit.page.locator(".verdict").wait_for()


def test_who_listens_hears_the_likeliest_place(window: Any, plant: Served) -> None:
    """ "Perhaps here:" is said with the words that stand there."""
    visit = opened(window, plant)

    answer = plant.post("/api/ask", {"question": FERRY})
    answer |= {
        "outcome": "unsure",
        "abstained": True,
        "answer": None,
        "citations": [],
        "candidates": answer["citations"],
    }
    visit.page.route("**/api/ask", lambda route: route.fulfill(json=answer))
    visit.ask(FERRY)
    visit.page.locator("#said", has_text="Perhaps here:").wait_for(state="attached")
    assert PLANT["ferry"] in visit.page.locator("#said").inner_text()


def test_the_page_keeps_its_heading_and_code_its_name(window: Any, plant: Served) -> None:
    """A first heading is there after a question too; what is scrolled with the keyboard says what it is."""
    visit = opened(window, plant)
    turn = visit.ask("How do I restart the payment service?")
    assert visit.page.get_by_role("heading", level=1).count() == 1
    assert turn.get_by_role("group", name="Code").count() >= 1


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_lies_over_code_and_no_value_is_broken(window: Any, plant: Served, width: int) -> None:
    """The button that copies stands beside the code or above it; a date in a narrow column is on one line,
    and what is wider than the window scrolls by itself.
    """
    visit = opened(window, plant, viewport={"width": width, "height": 740})
    block = visit.ask("How do I restart the payment service?").locator(".code").first
    code, button = block.locator("pre").bounding_box(), block.get_by_role("button").bounding_box()
    assert button["x"] >= code["x"] + code["width"] or button["y"] + button["height"] <= code["y"]
    turn = visit.ask("On which date was the pump Thermo-5 in the cellar checked?")
    cells = turn.locator(".table td.short")
    assert "2026-11-28" in cells.all_inner_texts()
    lines = "(all) => all.map((one) => { const all = document.createRange(); all.selectNodeContents(one);"
    assert set(cells.evaluate_all(f"{lines} return all.getClientRects().length; }})")) == {1}
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width


def test_outcomes_differ_in_high_contrast(window: Any, plant: Served) -> None:
    """Colours that the device forces take no sign away: full is not hollow."""
    visit = opened(window, plant, forced_colors="active")
    visit.ask("Who won the regatta of the northern islands in 1911?")
    visit.ask(FERRY)
    visit.ask("How do I restart the payment service?")
    pictures = [pymupdf.Pixmap(one.screenshot()) for one in visit.page.locator("summary .outcome-sign").all()]
    signs = [one.pixel(one.width // 2, one.height // 2) for one in pictures]
    assert len(signs) == 2 and len(set(signs)) == 2
    assert (
        visit.page.get_by_role("navigation")
        .locator("a")
        .evaluate_all("(all) => all.map((one) => getComputedStyle(one).borderBottomColor)")[1:]
        == ["rgb(255, 255, 255)"] * 3
    )


def test_a_low_window_is_not_covered_by_the_bar(window: Any, plant: Served) -> None:
    """At 400 % the bar goes out of sight with the rest."""
    visit = opened(window, plant, viewport={"width": 320, "height": 256})
    visit.ask(FERRY)
    visit.page.evaluate("scrollTo(0, 400)")
    visit.until("document.getElementById('bar').getBoundingClientRect().bottom <= 0")


@pytest.mark.parametrize("room", ["", "documents"])
def test_what_is_pressed_is_large_enough(window: Any, plant: Served, room: str) -> None:
    """24 pixels at least either way (WCAG 2.2, 2.5.8)."""
    visit = opened(window, plant)
    visit.ask(FERRY)
    if room:
        visit.page.get_by_role("link", name="Documents").click()
        visit.page.locator(".row").first.wait_for()
    small = visit.page.evaluate(
        "[...document.querySelectorAll('a, button, input, select, summary')].filter((one) => {"
        " const { width, height } = one.getBoundingClientRect();"
        " return one.checkVisibility() && width > 1 && (width < 24 || height < 24); })"
        ".map((one) => one.outerHTML.slice(0, 80))"
    )
    assert small == []


def test_only_what_was_sent_is_told(window: Any, plant: Served, tmp_path: Path) -> None:
    """What became of the files of this time, not of those before: new, there already, damaged, of a kind that
    edge does not read, under a name that cannot be.
    """
    visit = opened(window, plant)
    visit.page.get_by_role("link", name="Documents").click()
    visit.page.locator(".row").first.wait_for()

    def sent(*names: str) -> list[str]:
        for name in names:
            path = tmp_path / name
            text = f"# {name}\n\nThe {path.stem} is kept in the shed.\n"
            path.write_text("%PDF-1.7\nnothing" if path.suffix == ".pdf" else text, encoding="utf-8")
        visit.page.locator(".became").evaluate_all("(all) => all.forEach((one) => one.remove())")
        visit.page.set_input_files("#files", [tmp_path / name for name in names])
        visit.page.locator(".became").wait_for()
        lines: list[str] = visit.page.locator(".became li").all_inner_texts()
        visit.page.locator("#said", has_text=lines[-1][:30]).wait_for(state="attached")
        return lines

    (told,) = sent("broken.pdf")
    assert told.startswith("not read · broken.pdf")
    assert sent("saw.exe") == ["not read · saw.exe · edge does not read this kind of file"]
    assert sent("hammer.md") == ["added · hammer.md"]
    assert sent("hammer.md") == ["Nothing new: these documents were there already."]
    (told,) = sent(".nail.md")
    assert "begin with ." in told
    assert visit.page.locator(".row", has_text="broken.pdf").count() == 1
    visit.errors = [one for one in visit.errors if "400" not in one]


def document(folder: Path, name: str) -> Path:
    """A file of this name with one sentence in it."""
    (folder / name).write_text(f"# {name[:20]}\n\nThe {name[:20]} stands in the shed.\n", encoding="utf-8")
    return folder / name


@pytest.mark.parametrize("width", [360, 1280])
def test_a_name_without_a_space_makes_nothing_wider(
    window: Any, plant: Served, tmp_path: Path, width: int
) -> None:
    """Broken, in what became of it, in the list, in the dialog that removes it and beside the question."""
    name = f"{'n' * 150}-{width}.md"
    visit = opened(window, plant, viewport={"width": width, "height": 740})
    visit.page.get_by_role("link", name="Documents").click()
    visit.page.locator(".row").first.wait_for()

    def across() -> int:
        found: int = visit.page.evaluate("document.documentElement.scrollWidth")
        return found

    visit.page.set_input_files("#files", [document(tmp_path, name)])
    visit.page.locator(".became", has_text=name).wait_for()
    assert across() <= width
    visit.page.get_by_role("button", name=f"Remove {name}").click()
    visit.page.locator("dialog[open]").wait_for()
    assert across() <= width
    assert visit.page.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('dialog'))"
    )
    visit.page.locator("dialog").get_by_role("button", name="Remove", exact=True).click()
    visit.page.get_by_role("button", name=f"Remove {name}").wait_for(state="detached")


def test_refusals_are_in_the_language_of_the_page(window: Any, plant: Served, tmp_path: Path) -> None:
    """What the server refuses of a file is told in French on a French page, with its values."""
    visit = window(plant, "#/documents", locale="fr-FR")
    visit.page.locator(".row").first.wait_for()
    long = f"{'x' * 230}.md"
    visit.page.set_input_files("#files", [document(tmp_path, name) for name in (".clou.md", long, "a?b.md")])
    visit.page.locator(".became").wait_for()
    told = visit.page.locator(".became li").all_inner_texts()
    assert told == [
        "illisible · .clou.md · Les fichiers dont le nom commence par . ne sont pas lus."
        " Donnez-lui un autre nom.",
        f"illisible · {long} · Le nom a 233 octets, et 200 au plus sont acceptés."
        " Donnez au fichier un nom plus court.",
        "illisible · a?b.md · Le nom contient un caractère que tous les systèmes n’acceptent pas :"
        ' / \\ : * ? " < > |. Donnez au fichier un autre nom.',
    ]
    visit.errors = [one for one in visit.errors if "400" not in one]


def test_two_windows_show_the_same_documents(window: Any, plant: Served, tmp_path: Path) -> None:
    """What one window brings or removes the other shows, and counts, without being asked; a document that
    somebody else removed meanwhile leaves the list with a word.
    """
    visit = opened(window, plant)
    before = visit.page.locator(".about").inner_text()
    other = visit.page.context.new_page()
    other.goto(f"{plant.url}/#/documents")
    gone = other.get_by_role("button", name="Remove rake.md")
    other.locator(".row").first.wait_for()
    other.set_input_files("#files", [document(tmp_path, "rake.md")])
    gone.wait_for()
    visit.until(f"document.querySelector('.about').textContent !== {json.dumps(before)}")
    visit.page.get_by_role("link", name="Documents").click()
    mine = visit.page.get_by_role("button", name="Remove rake.md")
    mine.wait_for()
    mine.click()
    visit.page.locator("dialog").get_by_role("button", name="Remove", exact=True).click()
    mine.wait_for(state="detached")
    gone.wait_for(state="detached")
    other.set_input_files("#files", [document(tmp_path, "rake.md")])
    mine.click()
    assert plant.request("DELETE", "/api/document?source=rake.md").status == 200  # a third
    visit.page.locator("dialog").get_by_role("button", name="Remove", exact=True).click()
    visit.page.locator("dialog[open]", has_text="No document is called").wait_for()
    mine.wait_for(state="detached")
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # looked at again
    gone.wait_for(state="detached")
    visit.errors = [one for one in visit.errors if "400" not in one]


def test_what_is_sent_goes_on_in_another_room(window: Any, plant: Served, tmp_path: Path) -> None:
    """Who leaves the documents while files are sent finds, back there, what became of them, in the list
    too; and the same file can be chosen again.
    """
    visit = opened(window, plant)
    visit.page.get_by_role("link", name="Documents").click()
    visit.page.locator(".row").first.wait_for()
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    visit.page.route("**/api/index/*", hold)
    visit.page.set_input_files("#files", [document(tmp_path, "hoe.md")])
    visit.page.get_by_text("Sending hoe.md").wait_for()
    visit.page.get_by_role("link", name="Memory").click()
    visit.page.get_by_role("heading", name="Memory").wait_for()
    visit.page.get_by_role("link", name="Documents").click()
    visit.page.get_by_text("Sending hoe.md").wait_for()
    assert visit.page.locator(".drop").is_hidden()
    visit.page.get_by_role("link", name="Memory").click()
    with visit.page.expect_response("**/api/index"):
        held[0].continue_()
    visit.page.get_by_role("link", name="Documents").click()
    visit.page.locator(".became", has_text="added · hoe.md").wait_for()
    visit.page.get_by_role("button", name="Remove hoe.md").wait_for()
    visit.page.locator(".drop").wait_for()
    assert visit.page.evaluate("document.getElementById('files').files.length") == 0


def test_what_failed_is_tried_again(window: Any, plant: Served) -> None:
    """Text around a quote that could not be had is asked for anew, not shown as failed for ever."""
    visit = opened(window, plant)
    quote = visit.ask(FERRY).locator(".quote").first
    visit.page.route("**/api/cited**", lambda route: route.abort())
    quote.get_by_role("button", name="Around it").click()
    quote.locator(".around .trouble").wait_for()
    visit.page.unroute("**/api/cited**")
    quote.get_by_role("button", name="Around it").click()
    quote.get_by_role("button", name="Around it").click()
    quote.locator(".around mark").wait_for()
    visit.errors = [one for one in visit.errors if "ERR_FAILED" not in one]


def test_a_conversation_outlives_a_reload(window: Any, plant: Served) -> None:
    """With its answers and what a later question goes on from, in this window; one that was ended is gone."""
    visit = opened(window, plant)
    visit.ask(FERRY)
    visit.ask(FOUND)
    visit.page.reload()
    turn = visit.page.locator(".turns > .turn")
    turn.get_by_role("button", name="Open this page").first.click()
    visit.page.locator(".lit").first.wait_for()
    assert visit.page.locator(".folded").all_inner_texts() == [FERRY]
    sent: list[Any] = []
    visit.page.on("request", lambda one: sent.append(one.post_data_json) if one.method == "POST" else None)
    visit.ask("And with which lever?")
    assert [one["question"] for one in sent[0]["history"]] == [FERRY, FOUND]
    visit.page.get_by_role("button", name="New conversation").click()
    visit.page.reload()
    visit.page.locator(".about:not(:empty)").wait_for()
    assert visit.page.locator(".turn").count() == 0
