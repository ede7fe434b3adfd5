"""The files of the page, read as text: both languages say the same, nothing is ever markup."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from http_server import Served

from edge import paths

PAGE = paths.asset("page")
SCRIPTS = sorted([*PAGE.glob("*.js"), *PAGE.glob("js/*.js"), *PAGE.glob("text/*.js")])
STYLES = sorted(PAGE.glob("style/*.css"))
_ENTRY = re.compile(r'^  (\w+): (".*"|\{ one: ".*", other: ".*" \}),$', re.MULTILINE)


def texts(language: str) -> dict[str, str]:
    return dict(_ENTRY.findall((PAGE / "text" / f"{language}.js").read_text(encoding="utf-8")))


def test_both_languages_have_the_same_keys_and_values() -> None:
    """A sentence of one language is there in the other, with the same {values}."""
    english, french = texts("en"), texts("fr")
    assert english.keys() == french.keys() and len(english) > 60
    for key, text in english.items():
        assert set(re.findall(r"\{(\w+)\}", text)) == set(re.findall(r"\{(\w+)\}", french[key])), key


def test_every_sentence_is_said_and_every_one_said_is_there() -> None:
    """No key without use, none used without a sentence. Keys that are put together begin as one does."""
    code = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS if path.parent.name == "js")
    whole = set(re.findall(r'"(\w+)"', code))
    # Outcomes of an answer are keys as they are.
    whole |= {"answer", "unsure", "absent"}
    begun = tuple(re.findall(r"`(\w+_)\$\{", code))
    known = texts("en")
    assert set(re.findall(r'\bt\("(\w+)"', code)) <= known.keys()
    assert {key for key in known if key not in whole and not key.startswith(begun)} == set()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_makes_markup_or_runs_text(path: Path) -> None:
    """Whatever comes from a document is a text node: the ways around that are used nowhere."""
    code = path.read_text(encoding="utf-8")
    for way in (
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "eval(",
        "new Function", "createContextualFragment", "setHTML", "srcdoc", "javascript:",
    ):  # fmt: skip
        assert way not in code


@pytest.mark.parametrize("path", [*SCRIPTS, *STYLES, PAGE / "index.html"], ids=lambda path: path.name)
def test_no_file_names_another_host(path: Path) -> None:
    """Nothing is loaded from elsewhere: no address but that of SVG's names."""
    found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"']*", path.read_text(encoding="utf-8"))
    assert [one for one in found if "www.w3.org/2000/svg" not in one] == []


def test_files_are_short() -> None:
    """One noun or verb a file, none over 400 lines."""
    for path in [*SCRIPTS, *STYLES]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path.name


def test_what_works_without_its_server_is_all_of_it() -> None:
    """The list of what is kept for a page without its server names each script, style and text there is."""
    held = (PAGE / "sw.js").read_text(encoding="utf-8").partition("const FIRST = [")[2].partition("];")[0]
    files = [path for folder in ("js", "style", "text") for path in (PAGE / folder).iterdir()]
    there = {path.relative_to(PAGE).as_posix() for path in files}
    assert set(re.findall(r'"([^"]+)"', held)) == {"/", "icon.svg", "manifest.webmanifest", *there}


def test_the_page_can_be_installed() -> None:
    """The manifest names files that are there, and starts within the page."""
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert all((PAGE / icon["src"]).is_file() for icon in manifest["icons"])
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


def test_files_come_as_what_they_are(served: Served) -> None:
    """Scripts, styles and the manifest have the type that a browser insists on, are asked after each time,
    and nothing beside them is served.
    """
    for name, kind in {
        "": "text/html", "js/main.js": "text/javascript", "text/fr.js": "text/javascript",
        "sw.js": "text/javascript",
        "style/base.css": "text/css", "manifest.webmanifest": "application/manifest+json",
        "icon.svg": "image/svg+xml", "icon-192.png": "image/png",
    }.items():  # fmt: skip
        reply = served.request("GET", f"/{name}")
        assert (reply.status, reply.headers["content-type"].partition(";")[0]) == (200, kind), name
        assert reply.headers["cache-control"] == "no-cache"
        assert "default-src 'none'" in reply.headers["content-security-policy"]
    for name in ("js/", "js/../../language.toml", "js/%2e%2e/%2e%2e/language.toml", "prompts", "js/none.js"):
        assert served.request("GET", f"/{name}").status == 404, name


def test_what_the_package_names_has_words() -> None:
    """Steps of an index run, kinds of documents, passes and memories and their fields: each has words."""
    import typing

    from edge.indexing.readers.formats import READERS
    from edge.records.base import PassKind
    from edge.records.memory import MemoryContext, MemoryType

    indexing = [path.read_text(encoding="utf-8") for path in (paths.ROOT / "edge" / "indexing").rglob("*.py")]
    steps = set(re.findall(r'\.step\("(\w+)"', "".join(indexing)))
    assert steps >= {"search", "check", "publish"}
    named = {f"step_{name}" for name in steps | {"reading", "vectors"}}
    named |= {f"pass_{name}" for name in typing.get_args(PassKind)}
    named |= {f"type_{name}" for name in typing.get_args(MemoryType)}
    named |= {f"field_{name}" for name in MemoryContext.__struct_fields__ if name != "extraction_method"}
    named |= {f"kind_{name}" for name in READERS}
    assert named <= texts("en").keys()
