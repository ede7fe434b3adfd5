"""The files of the languages hold the same, no more and no less than what the code says; each keeps its own
typography.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from edge import i18n, paths
from edge.extract.llm.types import TYPES
from edge.extract.rules.lexicon import table as rules
from edge.records import Answer, Citation, Confidence, Importance, MessageAction, PassKind, Where

EDGE = Path(paths.__file__).parent
LANGUAGES = sorted(path.stem for path in paths.asset("i18n").glob("*.toml"))

#: Keys that code puts together from a value: each table, and the values there are.
FAMILIES = {
    "action": set(get_args(MessageAction)),
    "question": set(get_args(MessageAction)),
    "result": {"queue", "apply", "wait"},
    "courtesy": {"thanks", "greeting", "farewell", "agreement"},
    "type": set(TYPES),
    "info": {"cancelled", "debit"},
    "field": {"importance", "task", "calendar", "note"},
    "value": set(get_args(Importance)),
    "sign": {*rules("evidence_phrases"), *rules("evidence_traits"), "known", "brief", "empty"}
    | {f"{name}_{side}" for name in ("form", "words") for side in ("delete", "keep")},
}


@cache
def words(language: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(paths.asset("i18n", f"{language}.toml").read_text(encoding="utf-8"))


def sentences(language: str) -> Iterator[tuple[str, str, str]]:
    """(table, key, sentence), both forms of what has a singular and a plural."""
    for name, entries in words(language).items():
        for key, entry in entries.items() if name != "typography" else ():
            forms = entry.values() if isinstance(entry, dict) else [entry]
            yield from ((name, key, form) for form in forms)


def parameters(language: str) -> dict[str, set[str]]:
    """The parameters of each `table.key`, with how they are written: `share:percent`."""
    found: dict[str, set[str]] = {}
    for name, key, sentence in sentences(language):
        fields = {
            f"{field}:{spec or ''}".rstrip(":")
            for _, field, spec, _ in Formatter().parse(sentence)
            if field is not None
        }
        found.setdefault(f"{name}.{key}", set()).update(fields)
    return found


def calls() -> Iterator[tuple[str, set[str] | None]]:
    """Every `Reason(code, {parameters})` in edge: the whole code, and the names of the parameters."""
    for path in sorted(EDGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason":
                given = node.args[1] if len(node.args) > 1 else ast.Dict([], [])
                assert isinstance(given, ast.Dict), f"{path}:{node.lineno}: parameters stand beside the code"
                names = {str(ast.literal_eval(key)) for key in given.keys if key is not None}
                for code in _codes(node.args[0]):
                    yield code if "." in code else f"reason.{code}", names


def _codes(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _codes(node.body)
        yield from _codes(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        table = str(ast.literal_eval(node.values[0])).partition(".")[0]
        yield from (f"{table}.{key}" for key in FAMILIES[table])
    else:
        yield str(ast.literal_eval(node))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_read_as_the_whole_file_has_it(language: str) -> None:
    """Tables are parsed one by one: nothing in a file may look like the beginning of another."""
    assert {name: i18n.table(name, language) for name in words(language)} == words(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_holds_the_same_keys_and_parameters_as_every_other(language: str) -> None:
    """Adding a language is adding a file: what it lacks, or has too much, is found here."""
    assert {name: entries.keys() for name, entries in words(language).items()} == {
        name: entries.keys() for name, entries in words("en").items()
    }
    assert {key for key, sentence in parameters(language).items()} == parameters("en").keys()
    for key, fields in parameters(language).items():
        assert {it for it in fields if it != "count:number"} == {
            it for it in parameters("en")[key] if it != "count:number"
        } or {it.partition(":")[0] for it in fields} == {
            it.partition(":")[0] for it in parameters("en")[key]
        }, key


def test_every_code_has_its_sentence_and_its_parameters() -> None:
    """A code without a sentence, or a parameter that nobody gives, would fail only when it is said."""
    known = parameters("en")
    for code, given in calls():
        assert code in known, code
        needed = {field.partition(":")[0] for field in known[code]}
        assert code.partition(".")[0] in ("result", "question") or needed <= given, (code, needed, given)


#: Tables of words, which are asked for by table.
WORDS = ("answer", "decision_columns", "grade_columns", "graded", "grades", "result", "review", "typography")


def test_every_sentence_is_said_by_some_code() -> None:
    """What nobody says any more goes."""
    said = {code for code, _ in calls()}
    texts = {
        node.value
        for path in EDGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    named = {*texts, *get_args(Where), *get_args(PassKind)}
    for name, entries in words("en").items():
        for key in entries:
            word = name in WORDS and key in named
            assert word or f"{name}.{key}" in said, f"{name}.{key}"


def test_french_is_set_in_french() -> None:
    """No-break space before a colon and inside guillemets, a narrow one before ; ! ? %, curly apostrophes."""
    for name, key, sentence in sentences("fr"):
        text = re.sub(r"pip install '[^']*'|https?://|cloud\.\S+", "", sentence)
        assert not re.search(r"(?<!\N{NO-BREAK SPACE})[:»](?!\w)|«(?!\N{NO-BREAK SPACE})", _plain(text)), (
            name,
            key,
        )
        assert not re.search(r"(?<!\N{NARROW NO-BREAK SPACE})[;!?]", _plain(text)), (name, key)
        assert not set(text) & set("'\"“”"), (name, key)


def test_english_is_set_in_english() -> None:
    """Curly quotes, and nothing before a colon or a semicolon."""
    for name, key, sentence in sentences("en"):
        assert not re.search(r"\s[:;!?]|[«»\"]", _plain(sentence)), (name, key)


def _plain(sentence: str) -> str:
    """Without the parameters: what a colon says of their form is no typography."""
    return re.sub(r"\{[^}]*\}", "x", sentence)


@pytest.mark.parametrize(
    ("question", "quoted", "language"),
    [
        ("code E03", ["fr"], "fr"), ("code E03", ["", "fr"], "fr"), ("code E03", [], "en"),
        ("What is the code E03?", ["fr"], "en"), ("c'est quoi E03", ["en"], "fr"), ("K2", ["de"], "en"),
        ("remboursement hotel a paris", ["fr"], "fr"), ("Karim a fini", ["fr"], "fr"),
        ("weight of a pump", ["fr"], "en"), ("price a ticket", ["en"], "en"),
    ],
)  # fmt: skip
def test_a_question_that_says_too_little_is_answered_in_the_language_of_its_quotes(
    question: str, quoted: list[str], language: str
) -> None:
    """The question's own language comes first; without either, and without a file, it is English."""
    shown = [
        Citation(source="a", page=1, quote="E03", start=0, end=3, chunk=1, language=one) for one in quoted
    ]
    answer = Answer(
        question=question, answer=None, outcome="unsure", abstained=True, confidence=Confidence(raw=0),
        candidates=shown,
    )  # fmt: skip
    assert i18n.of_answer(answer) == language
