"""The page's other rooms in a real browser: documents and uploads, memories, traces, and what would leave."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browser
import page_site
import pytest
from http_server import Served, serving
from loopback import Loopback
from readers import index, write

HARD = "Who should be told about a boiler emergency?"
QUOTE = "When the whistle blows, close the valve at once and call Mrs Tamsin."
WHY = {
    "situation": "The build fails on ARM after the compiler update.",
    "solution": f"Pin gcc 12 in the Dockerfile. {page_site.HOSTILE[1]}",
    "trigger_keywords": ["ARM", "gcc"],
}


def chosen(body: dict[str, Any]) -> dict[str, Any]:
    """The label of the line that says it, as a model that reads well would reply."""
    lines = body["messages"][0]["content"][0]["text"].split("\n")
    labels = [line.partition(". ")[0] for line in lines if line.endswith(QUOTE)]
    return {"labels": labels, "none": not labels, "answer": "Mrs Tamsin.", "sure": "high"}


@pytest.fixture(scope="module")
def writable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    browser.executable()
    home = tmp_path_factory.mktemp("writable é")
    base = page_site.indexed(home / "site")
    with serving(home, "-K", str(base), "--allow-write") as running:
        memory = {"title": f"Build fails {page_site.HOSTILE[0]}", "type": "bug", "context": WHY}
        running.post("/api/memory", memory)
        running.post("/api/compose", {"query": "gcc on ARM", "max_tokens": 500, "sources": ["memories"]})
        yield running


def test_a_document_is_brought_and_answered_from(window: Any, writable: Served, tmp_path: Path) -> None:
    """A file that is chosen is sent and indexed with progress, stands in the list, and the next question is
    answered from it. A file that cannot be read is told as such.
    """
    visit = window(writable, "#/documents")
    visit.page.locator(".row").first.wait_for()
    before = visit.page.locator(".rows").first.locator(".row").count()
    note = tmp_path / "attic <i>é.md"
    note.write_text("# Attic\n\nThe ladder of the attic is kept behind the wardrobe.\n", encoding="utf-8")
    note = note.rename(tmp_path / "attic é.md")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing")
    visit.page.set_input_files("#files", [note, tmp_path / "broken.pdf"])
    visit.page.locator(".became").wait_for()
    told = visit.page.locator(".became").inner_text()
    assert "added · attic é.md" in told and "not read · broken.pdf" in told
    assert visit.page.locator(".rows").first.locator(".row").count() == before + 1
    visit.page.get_by_role("link", name="Ask").click()
    turn = visit.ask("Where is the ladder of the attic kept?")
    assert "wardrobe" in turn.locator(".quote").first.inner_text()


def test_files_are_dropped_anywhere(window: Any, writable: Served) -> None:
    """Files dropped on any room lead to the documents, where they are sent and indexed."""
    visit = window(writable)
    visit.page.locator(".about:not(:empty)").wait_for()
    visit.page.evaluate(
        "() => { const data = new DataTransfer();"
        " data.items.add(new File(['# Cellar\\n\\nThe wine is kept below the third step.\\n'], 'cellar.md'));"
        " for (const kind of ['dragover', 'drop']) document.body.dispatchEvent("
        "   new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true })); }"
    )
    visit.page.locator(".became").get_by_text("added · cellar.md").wait_for()
    assert visit.page.locator("button.row-title", has_text="Cellar").count() == 1


def test_a_document_is_opened_from_the_list(window: Any, writable: Served) -> None:
    """The first page of a PDF, drawn, without anything marked; a name with markup is text."""
    visit = window(writable, "#/documents")
    visit.page.locator("button.row-title", has_text="boiler").click()
    visit.page.locator(".sheet img").wait_for()
    assert visit.page.locator(".lit").count() == 0
    assert visit.page.locator("#source .hint").count() == 0
    assert "onerror" in visit.page.locator(".source-head h2").inner_text()


def test_a_document_for_few_says_for_whom(window: Any, tmp_path: Path) -> None:
    """Beside its size; a name with markup is text, and what is for everybody says nothing."""
    base, owner = tmp_path / "k.db", "anna <img src=x onerror=window.ran=1>"
    for name, said in (
        ("all", {}), ("firm", {"visibility": "org", "org": "acme"}),
        ("own", {"visibility": "private", "owner": owner}),
    ):  # fmt: skip
        index(base, write(tmp_path / name, **{name: "The gong is struck."}), **said)
    with serving(
        tmp_path / "home", "-K", str(base), "--set", f"access.owner={owner}", "--set", "access.org=acme"
    ) as running:
        visit = window(running, "#/documents")
        visit.page.locator(".row").first.wait_for()
        told = [line.rpartition(" · ")[2] for line in visit.page.locator(".row-more").all_inner_texts()]
    assert told[1:] == ["for acme", f"private: {owner}"] and told[0].endswith("bytes")


def test_without_leave_there_is_nowhere_to_drop(window: Any, served: Served) -> None:
    """A server that only reads offers no upload and says how to start one that does."""
    visit = window(served, "#/documents")
    visit.page.locator(".row").first.wait_for()
    assert visit.page.locator("#files").count() == 0
    assert "edge serve --allow-write" in visit.page.locator(".read-only").inner_text()


def test_another_knowledge_base_is_chosen(window: Any, served: Served) -> None:
    """The switcher names the bases; what is chosen is asked from then on, also after a reload."""
    visit = window(served)
    visit.page.get_by_text("3 documents").wait_for()
    select = visit.page.get_by_label("Knowledge base")
    assert select.locator("option").count() == 2
    select.select_option(index=1)
    visit.page.get_by_text("2 documents").wait_for()
    visit.page.reload()
    visit.page.get_by_text("2 documents").wait_for()
    assert "handbook" in visit.ask("What is the default time?").locator(".quote .place").first.inner_text()


def test_memories_are_found_read_deleted_and_restored(window: Any, writable: Served) -> None:
    """The list, a search with what decided, one whole, deleted and brought back; its words run nothing."""
    visit = window(writable, "#/memory")
    visit.page.get_by_role("button", name="Build fails").wait_for()
    visit.page.locator("#memories").fill("gcc ARM compiler")
    visit.page.get_by_text("decided by:").wait_for()
    visit.page.get_by_role("button", name="Build fails").click()
    dialog = visit.page.locator("dialog[open]")
    assert WHY["solution"] in dialog.inner_text()
    dialog.get_by_role("button", name="Delete").click()
    visit.page.get_by_text("It can be restored until").wait_for()
    visit.page.get_by_role("button", name="Restore it").click()
    visit.page.get_by_role("button", name="Build fails").wait_for()


def test_contexts_are_shown_whole(window: Any, writable: Served) -> None:
    """A composed context with each item's score and reason."""
    visit = window(writable, "#/traces")
    visit.page.get_by_role("button", name="gcc on ARM").click()
    dialog = visit.page.locator("dialog[open]")
    dialog.locator("tbody tr").first.wait_for()
    assert "of 500 tokens" in dialog.inner_text()


def test_what_would_leave_is_shown_and_leaves_only_on_a_yes(
    window: Any, small_knowledge: Path, tmp_path: Path
) -> None:
    """The dialog shows host, model, the most it costs and every byte; Escape sends nothing; a yes sends
    exactly these bytes, and the answer is a verbatim quote.
    """
    with Loopback("right", value=chosen) as claude:
        settings = {
            "EDGE_CLOUD_BASE_URL": claude.url, "EDGE_CLOUD_KEY": "EDGE_TEST_KEY",
            "EDGE_TEST_KEY": "sk-test-78",
        }  # fmt: skip
        with serving(tmp_path, "-K", str(small_knowledge), "--cloud", "ask", **settings) as running:
            visit = window(running)
            turn = visit.ask(HARD)
            assert turn.get_attribute("data-outcome") != "answer"
            dialog = visit.page.locator("dialog.escalation[open]")
            turn.get_by_role("button", name="Ask Claude").click()
            dialog.wait_for()
            assert "127.0.0.1" in dialog.inner_text() and "at most $0." in dialog.inner_text()
            dialog.get_by_role("button", name="Byte for byte").click()
            shown = dialog.locator("pre code").inner_text()
            assert HARD in json.loads(shown)["messages"][0]["content"][0]["text"]
            visit.page.keyboard.press("Escape")
            visit.page.locator("dialog").wait_for(state="detached")
            assert claude.connections == 0
            turn.get_by_role("button", name="Ask Claude").click()
            dialog.get_by_role("button", name="Send this").click()
            turn.locator(".written").wait_for()
    assert turn.get_attribute("data-outcome") == "answer"
    assert turn.locator(".written").inner_text() == "Mrs Tamsin."
    assert QUOTE in turn.locator(".quote").first.inner_text()
    assert [request.body.decode() for request in claude.requests] == [shown]


def test_where_the_cloud_is_off_nothing_can_be_sent(window: Any, served: Served) -> None:
    """What would leave is shown all the same, why it may not is told, and the button is dead."""
    visit = window(served)
    visit.ask(HARD).get_by_role("button", name="Ask Claude").click()
    dialog = visit.page.locator("dialog.escalation[open]")
    dialog.wait_for()
    assert dialog.get_by_role("button", name="Send this").is_disabled()
    assert dialog.locator(".trouble").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_of_accessibility(window: Any, writable: Served, scheme: str) -> None:
    """axe finds nothing serious or critical in these rooms and their dialogs."""
    visit = window(writable, color_scheme=scheme)
    faults: dict[str, list[str]] = {}
    for room in ("documents", "memory", "traces"):
        visit.page.goto(f"{writable.url}/#/{room}")
        visit.page.get_by_role("heading", level=1, name=room.title()).wait_for()  # not the room before
        visit.page.locator(".row").first.wait_for()
        faults[room] = browser.faults(visit.page)
        if room != "documents":
            visit.page.locator(".row-title").first.click()
            visit.page.locator("dialog[open]").wait_for()
            faults[f"one of {room}"] = browser.faults(visit.page)
            visit.page.keyboard.press("Escape")
    visit.open()
    visit.ask(HARD).get_by_role("button", name="Ask Claude").click()
    visit.page.locator("dialog.escalation[open]").wait_for()
    faults["escalation"] = browser.faults(visit.page)
    assert faults == {place: [] for place in faults}


def test_a_token_is_asked_for(window: Any, small_knowledge: Path, tmp_path: Path) -> None:
    """A server with a token shows the shell, asks, refuses a wrong token, and pictures come with the right
    one, which stands in no address.
    """
    (tmp_path / "token").write_text("a-token-of-some-length", encoding="ascii")
    arguments = ("--token-file", str(tmp_path / "token"))
    with serving(tmp_path, *arguments) as running:
        visit = window(running)
        visit.page.locator("#token").fill("another")
        visit.page.keyboard.press("Enter")
        visit.page.get_by_text("That is not the right token.").wait_for()
        visit.page.locator("#token").fill("a-token-of-some-length")
        visit.page.keyboard.press("Enter")
        visit.page.get_by_text("2 documents").wait_for()
        visit.ask("What is the default time?").get_by_role("button", name="Open this page").first.click()
        visit.page.locator(".lit").first.wait_for()
        assert any("401" in one for one in visit.errors)
        assert not [url for url in visit.requests if "a-token" in url]
        visit.errors = [one for one in visit.errors if "401" not in one]


def test_the_shell_is_there_without_its_server(window: Any, small_knowledge: Path, tmp_path: Path) -> None:
    """Opened again after one visit while edge is not running: it says so, and how to start it; nothing of
    /api was kept.
    """
    with serving(tmp_path, "-K", str(small_knowledge)) as running:
        visit = window(running)
        visit.page.get_by_text("3 documents").wait_for()
        visit.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        kept = visit.page.evaluate(
            "caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>"
            " (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat())"
        )
        assert "/js/main.js" in kept and not [one for one in kept if one.startswith(("/api", "/v1"))]
    visit.page.reload()
    visit.page.get_by_text("Start it with: edge serve").wait_for()
    visit.errors = [one for one in visit.errors if "ERR_CONNECTION" not in one and "fetch" not in one]
