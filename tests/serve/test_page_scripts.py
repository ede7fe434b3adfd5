"""The scripts of the page under Node, where no Chromium is needed: what they do when the server is slow or
gone, and when a browser has less than they ask for.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from edge import paths


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The page's files as modules that Node reads, beside the part of a browser that they need."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    shutil.copytree(paths.asset("page"), tmp_path / "page")
    shutil.copy(ROOT / "tests" / "support" / "page_dom.mjs", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return tmp_path


def run(page: Path, script: str) -> Any:
    """What a script tells with `tell(value)`; what it throws fails the test."""
    head = "import { json, settled } from './page_dom.mjs';\n"
    head += "const tell = (it) => console.log(JSON.stringify(it));\n"
    (page / "run.js").write_text(head + script, encoding="utf-8")
    done = subprocess.run(
        ["node", "run.js"], cwd=page, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_room_that_was_left_draws_nothing(page: Path) -> None:
    """Documents that come after the person went on to another room do not take its place."""
    told = run(
        page,
        """
        let late;
        globalThis.fetch = async (path) => {
          if (path.startsWith("/api/knowledge")) return json({ knowledge: [{ name: "a", default: true }] });
          if (path.startsWith("/api/memory")) return json({ memories: [] });
          if (location.hash === "#/documents") await new Promise((resolve) => (late = resolve));
          return json({ documents: [], failures: [], knowledge: "base" });
        };
        await import("./page/js/main.js");
        await settled(200);
        location.hash = "#/documents";
        document.dispatch("hashchange");
        await settled(200);
        location.hash = "#/memory";
        document.dispatch("hashchange");
        await settled(200);
        late();
        await settled();
        tell(document.getElementById("main").querySelectorAll("h1").map((one) => one.textContent));
        """,
    )
    assert told == ["Mémoire"]


def test_the_page_that_was_asked_for_last_is_shown(page: Path) -> None:
    """The text of a page that comes late does not stand under the number of another."""
    told = run(
        page,
        """
        const waits = {};
        globalThis.fetch = async (path) => {
          const page = new URL(path, "http://here").searchParams.get("page");
          if (path.startsWith("/api/page/place")) return json({ pages: 3, image: false, why: "gone" });
          await new Promise((resolve) => (waits[page] = resolve));
          return json({ text: `text of page ${page}` });
        };
        const source = await import("./page/js/source.js");
        source.open({ source: "a.pdf", page: 1, start: 0, end: 0, quote: "" }, "a");
        await settled();
        source.turn(1);
        await settled();
        waits[2]();
        await settled();
        waits[1]();
        await settled();
        const panel = document.getElementById("source");
        tell([panel.querySelector(".at").textContent, panel.querySelector(".page-text").textContent]);
        """,
    )
    assert told == ["page 2 sur 3", "text of page 2"]


def test_a_server_that_goes_in_the_middle_is_told_in_the_page_s_words(page: Path) -> None:
    """Not in the browser's, which are those of its maker; and the question can be asked again as it was."""
    told = run(
        page,
        """
        const body = () => new ReadableStream({
          start(control) {
            control.enqueue(new TextEncoder().encode(": here\\n\\n"));
            setTimeout(() => control.error(new TypeError("network error")), 20);
          },
        });
        let asked = 0;
        const headers = { "Content-Type": "text/event-stream" };
        globalThis.fetch = async () => (asked += 1, new Response(body(), { headers }));
        const { Turn } = await import("./page/js/turn.js");
        const turn = new Turn("Quand ?", "a", []);
        await turn.ask();
        const before = turn.root.querySelector(".failure").textContent;
        turn.root.querySelector(".failure").querySelector("button").click();
        await settled(100);
        tell([before.replaceAll(/\\s/g, " "), asked, turn.root.getAttribute("aria-busy")]);
        """,
    )
    assert told == [
        "edge ne répond pas.Est-il lancé ? Pour le lancer : edge serveReposer la question",
        2,
        "false",
    ]


def test_copying_works_without_a_clipboard_and_says_when_it_does_not(page: Path) -> None:
    """By a name of a network a browser has none; and two clicks leave the button's own word on it."""
    told = run(
        page,
        """
        const { copied, el } = await import("./page/js/dom.js");
        const button = el("button", null, "Copier");
        document.body.append(button);
        const words = [];
        let kept = "";
        await copied(button, "words", "Copié");
        words.push(button.textContent);
        document.execCommand = () => (kept = document.querySelector("textarea").value, true);
        await copied(button, "words", "Copié");
        words.push(button.textContent, kept);
        await copied(button, "words", "Copié");
        await settled(1800);
        tell([...words, button.textContent, document.querySelectorAll("textarea").length]);
        """,
    )
    assert told == ["La copie a échoué", "Copié", "words", "Copier", 0]


def test_the_same_outcome_twice_is_spoken_twice(page: Path) -> None:
    """A live region speaks changes: each answer is one, with its words."""
    told = run(
        page,
        """
        const { say } = await import("./page/js/dom.js");
        const said = document.getElementById("said");
        const heard = [];
        for (const text of ["Non", "Non"]) {
          say(text);
          heard.push(said.textContent);
          await settled(100);
          heard.push(said.textContent);
        }
        tell(heard);
        """,
    )
    assert told == ["", "Non", "", "Non"]


def test_what_cannot_be_opened_is_told(page: Path) -> None:
    """A memory or a trace whose server is gone: a dialog says so, instead of nothing."""
    told = run(
        page,
        """
        globalThis.fetch = async (path) => {
          const memory = { id: "m1", title: "T", type: "bug", context: {}, content: "c" };
          if (!path.startsWith("/api/memory/")) return json({ memories: [memory] });
          throw new TypeError("Failed to fetch");
        };
        const memory = await import("./page/js/memory.js");
        const main = document.getElementById("main");
        await memory.show(main);
        main.querySelector(".row").querySelector("button").click();
        await settled(50);
        tell(document.querySelector("dialog").textContent);
        """,
    )
    assert "edge ne répond pas." in told


UPLOAD = """
    const { told, useBase, shared } = await import("./page/js/state.js");
    const { dropZone } = await import("./page/js/upload.js");
    told({ write: true, knowledge: [{ name: "a", default: true }, { name: "b" }] });
    const bring = async (...names) => {
      const [zone, state] = dropZone(() => {});
      document.getElementById("main").replaceChildren(zone, state);
      zone.querySelector("input").files = names.map((name) => ({ name }));
      await zone.querySelector("input").dispatch("change");
      await settled(100);
      return state.textContent;
    };
"""


def test_files_go_to_the_base_that_was_shown_when_they_were_brought(page: Path) -> None:
    """All of them, and the run that indexes them, whatever base is chosen while they are sent."""
    told = run(
        page,
        UPLOAD
        + """
        const asked = [];
        globalThis.fetch = async (path, { method, body }) => {
          const base = method === "PUT" ? path.split("knowledge=")[1] : JSON.parse(body).knowledge;
          asked.push([method, path.split("?")[0], base]);
          useBase("b");
          return json({ sources: [] });
        };
        await bring("one.md", "two.md");
        tell(asked);
        """,
    )
    assert told == [
        ["PUT", "/api/index/one.md", "a"],
        ["PUT", "/api/index/two.md", "a"],
        ["POST", "/api/index", "a"],
    ]


def test_an_index_run_without_an_end_is_told_as_such(page: Path) -> None:
    """A stream that ends before its report is no "nothing new"; another run that goes first is no report."""
    told = run(
        page,
        UPLOAD
        + """
        const stream = (...events) => new Response(
          events.map(([name, data]) => `event: ${name}\\ndata: ${JSON.stringify(data)}\\n\\n`).join(""),
          { headers: { "Content-Type": "text/event-stream" } });
        let events = [["note", { code: "queued", params: { ahead: 1 } }]];
        globalThis.fetch = async (path, { method }) => (method === "PUT" ? json({}) : stream(...events));
        const cut = await bring("one.md");
        events = [...events, ["report", { sources: [{ source: "one.md", status: "added" }] }]];
        tell([cut, await bring("one.md")]);
        """,
    )
    assert told[0].startswith("L’indexation s’est interrompue.") and told[1] == "ajouté · one.md"
