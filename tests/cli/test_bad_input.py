"""What goes wrong in real use: a typed error with exit code and next step each, and nothing is written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli_fakes import Run
from documents import pdf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edge import paths


@pytest.fixture
def copied(small_knowledge: Path, tmp_path: Path) -> Path:
    """A knowledge base that a test may damage."""
    target = tmp_path / "copy.db"
    shutil.copy(small_knowledge, target)
    shutil.copy(paths.manifest_of(small_knowledge), paths.manifest_of(target))
    return target


@pytest.mark.parametrize("question", ["", "   \n\t ", "?!…", "😀😀😀", "\x00", "x" * 9000])
def test_a_question_about_nothing_is_a_usage_error(run: Run, small_knowledge: Path, question: str) -> None:
    """Empty, without a word, or longer than the limit: exit code 2 and what to do."""
    result = run("ask", "-", "-K", str(small_knowledge), stdin=question.encode())
    assert result.code == 2
    assert result.err.startswith("error: ") and len(result.err.splitlines()) == 2
    assert result.out == ""


@pytest.mark.parametrize("query", ["", "   ", "\t"])
def test_a_query_about_nothing_is_a_usage_error(run: Run, small_knowledge: Path, query: str) -> None:
    """An empty query is a slip of whoever typed it (an empty variable, say), not a search without hits."""
    result = run("search", query, "-K", str(small_knowledge))
    assert result.code == 2 and "The query is empty." in result.err and result.out == ""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(question=st.text(min_size=1, max_size=80).filter(lambda text: not text.startswith("-")))
def test_any_question_ends_in_a_known_exit_code(run: Run, small_knowledge: Path, question: str) -> None:
    """Operators, quotes, control characters: answered, abstained or refused, never a crash."""
    asked = run("ask", "-K", str(small_knowledge), "--json", "--", question)
    assert asked.code in (0, 2, 3), asked.out
    assert asked.json["schema"] == 1
    assert run("search", "-K", str(small_knowledge), "--json", "--", question).code in (0, 2)


@pytest.mark.parametrize(
    "operator", ['"unclosed', "NEAR(a b)", "a AND OR NOT", "x*", "col:y", "(((", "-brass", "' OR 1=1 --"]
)
def test_operators_are_plain_words(run: Run, small_knowledge: Path, operator: str) -> None:
    """Nothing that is typed is syntax."""
    assert run("search", "-K", str(small_knowledge), "--", operator).code == 0


def test_an_unknown_document_is_named(run: Run, small_knowledge: Path) -> None:
    """A misspelt --source is a usage error, not an empty result."""
    result = run("ask", "Where is the key?", "-s", "nowhere.pdf", "-K", str(small_knowledge))
    assert result.code == 2 and "nowhere.pdf" in result.err


def test_an_unknown_engine_is_a_usage_error(run: Run, small_knowledge: Path) -> None:
    """The engines that exist are listed."""
    result = run("ask", "Where is the key?", "-e", "oracle", "-K", str(small_knowledge))
    assert result.code == 2 and "lexical" in result.err


def test_a_zero_byte_knowledge_base_is_exit_code_7(run: Run, tmp_path: Path) -> None:
    """An empty file is damage, not an empty answer."""
    empty = tmp_path / "empty.db"
    empty.touch()
    assert run("ask", "why", "-K", str(empty)).code == 7
    assert [path.name for path in tmp_path.iterdir()] == ["empty.db"]


def test_a_folder_is_no_knowledge_base(run: Run, tmp_path: Path) -> None:
    """A folder given where a file belongs is exit code 7 with one line."""
    result = run("search", "why", "-K", str(tmp_path))
    assert result.code == 7 and "folder" in result.err


@pytest.mark.parametrize("offset", [200, 5000, -100])
def test_one_flipped_bit_is_noticed(run: Run, copied: Path, offset: int) -> None:
    """Trust comes from the hash: a damaged file could answer wrongly without any error."""
    data = bytearray(copied.read_bytes())
    data[offset] ^= 1
    copied.write_bytes(data)
    result = run("ask", "Where does the brass key hang?", "-K", str(copied), "--json")
    assert result.code == 7
    assert result.json["error"]["type"] == "KnowledgeDamaged"
    assert run("doctor", "-K", str(copied)).code == 7


def test_a_newer_knowledge_base_says_update(run: Run, copied: Path) -> None:
    """The header tells the schema version before anything else is judged."""
    data = bytearray(copied.read_bytes())
    data[60:64] = (99).to_bytes(4, "big")
    copied.write_bytes(data)
    result = run("ask", "why", "-K", str(copied), "--json")
    assert result.code == 7 and result.json["error"]["type"] == "KnowledgeVersion"


def test_one_file_is_all_there_is_to_copy(run: Run, copied: Path) -> None:
    """The manifest is inside the file; cut off, the file is refused."""
    paths.manifest_of(copied).unlink()
    assert run("search", "brass", "-K", str(copied)).code == 0
    copied.write_bytes(copied.read_bytes()[:-100])
    assert run("search", "brass", "-K", str(copied)).code == 7


def test_nothing_to_index_is_a_usage_error(run: Run, tmp_path: Path) -> None:
    """A path that does not exist, and a folder without documents: exit code 2, no knowledge base is made."""
    target = tmp_path / "new.db"
    assert run("index", str(tmp_path / "nowhere"), "-K", str(target)).code == 2
    (tmp_path / "empty").mkdir()
    assert run("index", str(tmp_path / "empty"), "-K", str(target)).code == 2
    assert not target.exists()


def test_an_unreadable_document_among_good_ones(run: Run, tmp_path: Path) -> None:
    """One bad PDF costs only that PDF; alone it is exit code 1 with its reason."""
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "bad.pdf").write_bytes(b"not a pdf")
    target = tmp_path / "new.db"
    alone = run("index", str(documents), "-K", str(target))
    assert alone.code == 1 and not target.exists()
    assert "bad.pdf" in alone.err
    (documents / "good.txt").write_text("The gong is struck at noon.\n", encoding="utf-8")
    both = run("index", str(documents), "-K", str(target), "--json")
    assert both.code == 0
    assert {source["source"]: source["status"] for source in both.json["sources"]} == {
        "bad.pdf": "failed", "good.txt": "added",
    }  # fmt: skip


def test_a_document_read_in_part_is_exit_code_1(run: Run, tmp_path: Path) -> None:
    """It is indexed, and its name, its pages and the count are said each time."""
    documents = tmp_path / "documents"
    documents.mkdir()
    pdf(documents / "lost.pdf", ["The gong is struck at noon.", "", "", "", ""])
    for status in ("added", "unchanged"):
        shown = run("index", str(documents), "-K", str(tmp_path / "new.db"))
        assert shown.code == 1 and "lost.pdf: pages 2-5 came out empty" in shown.err
        assert f"1 {status} (1 partly read)" in shown.out
    result = run("index", str(documents), "-K", str(tmp_path / "new.db"), "--json").json
    assert result["partly_read"] == 1
    assert result["sources"][0]["unread"] == {
        "repaired": False,
        "empty": [2, 3, 4, 5],
        "cut": [],
        "scanned": [],
        "plain": [],
        "other": [],
    }


def test_what_was_told_before_is_counted(run: Run, tmp_path: Path) -> None:
    """Several documents that fail as they did, their files unchanged, take one line that says where they are
    listed; a new failure is told beside it, and --json tells all.
    """
    documents, target = tmp_path / "documents", str(tmp_path / "new.db")
    documents.mkdir()
    (documents / "good.txt").write_text("The gong is struck at noon.\n", encoding="utf-8")
    for name in ("one.pdf", "two.pdf"):
        (documents / name).write_bytes(b"not a pdf")
        pdf(documents / f"part-{name}", ["The gong is struck at noon.", "", ""])
    first = run("index", str(documents), "-K", target)
    assert "one.pdf" in first.err and "two.pdf" in first.err and "as before" not in first.err
    (documents / "three.pdf").write_bytes(b"not a pdf")
    again = run("index", str(documents), "-K", target)
    assert "one.pdf" not in again.err and "failed three.pdf" in again.err
    assert "2 failed, 2 partly read" in again.err and f"edge documents list --knowledge {target}" in again.err
    assert "3 failed (2 partly read)" in again.out and again.code == 1
    told = run("index", str(documents), "-K", target, "--json").json["sources"]
    assert sum(source["repeated"] and bool(source["reason"]) for source in told) == 5


@pytest.mark.parametrize("line", ["{", '{"question": 3}', '{"question": "q", "expected": [["a"]]}', "[]"])
def test_a_bad_gold_file_names_its_line(run: Run, small_knowledge: Path, tmp_path: Path, line: str) -> None:
    """Figures are never computed over a file that was only half understood."""
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"question": "q", "expected": []}) + "\n" + line + "\n", encoding="utf-8")
    result = run("eval", "retrieval", str(gold), "-K", str(small_knowledge))
    assert result.code == 2 and "Gold line 2" in result.err
