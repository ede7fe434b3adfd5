"""Found by words, told apart by situation, explained, and blind to what the asker may not read."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from learnt import memory, store

from edge.memory.search import search
from edge.records.memory import MemorySearch
from edge.state.access import Principal

ME = Principal()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


def test_the_situation_decides_between_twins(path: Path) -> None:
    """Same title, same content: the one whose situation the query names comes first, and says so."""
    with store(path) as memories:
        frost = memories.add(
            memory(title="Pump stops", context={"situation": "Stops at night in hard frost."})
        ).id
        dust = memories.add(
            memory(title="Pump stops", context={"situation": "Stops in summer when dust blows."})
        ).id
        for query, wanted, word in (("pump stops frost", frost, "frost"), ("pump stops dust", dust, "dust")):
            best = search(memories.db, ME, query, 5).results[0]  # type: ignore[attr-defined]
            assert best.id == wanted and best.why.decided_by == "situation" and word in best.why.part
            assert word in best.why.matched["situation"]


def test_of_equals_the_newer_comes_first(path: Path) -> None:
    """What was learnt later is likelier to hold still; when it was learnt decides, not when it was kept."""
    with store(path) as memories:
        days = {"2026-03-02": "", "2026-03-03": "", "2026-03-01": ""}  # an import keeps an older one last
        for n, day in enumerate(days):
            same = {"situation": f"The pump of hall number{n} stops.", "trigger_keywords": ["pump"]}
            new = memory(title="Pump stops", context={"solution": "Open the bypass first.", **same})
            days[day] = memories.add(new, created_at=f"{day}T09:00:00.000000Z").id
        found = search(memories.db, ME, "pump", 5).results  # type: ignore[attr-defined]
        assert len({hit.score for hit in found}) == 1
        assert [hit.id for hit in found] == [days[day] for day in sorted(days, reverse=True)]


def test_what_says_it_anew_comes_before_what_it_says_anew(path: Path) -> None:
    """A later memory of the same matter, its title with a word more, is not outranked by a few shorter words
    of the older; the score says so. Another matter with as many words stays where it is.
    """
    with store(path) as memories:
        told = [
            ("2026-03-01", "Staging password", "The staging password is in the vault under q1."),
            (
                "2026-04-01",
                "Staging password rotated again",
                "The staging password is now in the vault under q2.",
            ),
            ("2026-05-01", "Production password", "The staging password is not for production, ask there."),
        ]
        old, new, other = (
            memories.add(
                memory(title=title, context={"solution": says}), created_at=f"{day}T09:00:00.000000Z"
            ).id
            for day, title, says in told
        )
        found = search(memories.db, ME, "staging password", 5).results  # type: ignore[attr-defined]
        assert [hit.id for hit in found] == [new, old, other]
        assert found[0].score == found[1].score and found[0].why.channels["newer"] > 0


def test_it_is_told_where_little_of_a_question_is_kept(path: Path) -> None:
    """Something is always nearest: where neither meaning nor half of the words fit, the answer says so."""
    with store(path) as memories:
        memories.add(memory(title="Size of the pump"))

        def noted(query: str) -> list[str]:
            found = search(memories.db, ME, query, 5, nearest=lambda _query, _limit: [])  # type: ignore[attr-defined]
            assert found.results
            return found.notes

        assert noted("size of the shoes of Ellie") == [
            "your memories say little about this: these are only the closest"
        ]
        assert noted("size of the pump") == noted("pump") == []


def test_channels_add_up_to_the_score(path: Path) -> None:
    """`why` explains the score to the last digit that is shown; the best in everything has 1."""
    with store(path) as memories:
        for n in range(5):
            memories.add(memory(n))
        found = search(memories.db, ME, "pump number3 valve", 5).results  # type: ignore[attr-defined]
    assert found[0].title == "Pump number3 stops" and found[0].score == pytest.approx(1.0)
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
    for hit in found:
        assert sum(hit.why.channels.values()) == pytest.approx(hit.score, abs=1e-5)


@pytest.mark.parametrize(
    "field", ["title", "content", "situation", "solution", "trigger_keywords", "what_failed"]
)
def test_every_field_is_searched(path: Path, field: str) -> None:
    """Keywords, situation and solution are found like title and content."""
    inside = field in ("situation", "solution", "what_failed")
    text = f"The grommet {field} holds it all together."
    change = {"context": {field: text}} if inside else {field: text}
    if field == "trigger_keywords":
        change = {"context": {field: ["grommet"]}}
    with store(path) as memories:
        wanted = memories.add(memory(1, **change)).id
        memories.add(memory(2))
        assert [hit.id for hit in search(memories.db, ME, "grommet", 5).results] == [wanted]  # type: ignore[attr-defined]


@pytest.mark.parametrize("typed", ["C++", "cœur", "COEUR", "E-1042", "parse_config", "déjà", "deja"])
def test_names_of_programs_and_accents_are_found(path: Path, typed: str) -> None:
    """C++ is not the letter C; ligatures and accents do not hide a word."""
    with store(path) as memories:
        wanted = memories.add(memory(content="C++ au cœur de parse_config, déjà E-1042.")).id
        memories.add(memory(2, content="A letter C, alone."))
        assert [hit.id for hit in search(memories.db, ME, typed, 5).results] == [wanted]  # type: ignore[attr-defined]


def test_what_is_not_in_force_is_not_found(path: Path) -> None:
    """Superseded and deleted ones are in no search, and sway no score."""
    with store(path) as memories:
        old = memories.add(memory(1)).id
        before = search(memories.db, ME, "pump valve", 5)  # type: ignore[attr-defined]
        gone = memories.add(memory(2)).id
        memories.delete(gone)
        after = search(memories.db, ME, "pump valve", 5)  # type: ignore[attr-defined]
        assert after.results == before.results and [hit.id for hit in after.results] == [old]
        new = memories.add(memory(1, context={"solution": "Call the caretaker at once."})).id
        assert [hit.id for hit in search(memories.db, ME, "pump", 5).results] == [new]  # type: ignore[attr-defined]


def test_a_forbidden_item_changes_neither_output_nor_scores(path: Path) -> None:
    """Statistics too are those of what may be read: here computed by ourselves, before by FTS5."""
    with store(path) as memories:
        for n in range(12):
            memories.add(memory(n, content="valve " * (n % 4)))
        before = [
            search(memories.db, ME, query, 9) for query in ("valve", "pump number3", "bypass valve dust")
        ]  # type: ignore[attr-defined]
        with store(path, "eve") as eve:
            for n in range(30):
                eve.add(
                    memory(
                        f"{n}x", content="valve bypass dust " * n, context={"situation": "valve bypass dust"}
                    )
                )
        after = [
            search(memories.db, ME, query, 9) for query in ("valve", "pump number3", "bypass valve dust")
        ]  # type: ignore[attr-defined]
    for one, other in zip(before, after, strict=True):
        assert _shown(one) == _shown(other)


def _shown(found: MemorySearch) -> list[tuple[str, dict[str, float]]]:
    return [(hit.id, hit.why.channels) for hit in found.results]


def test_filters_leave_scores_alone(path: Path) -> None:
    """A type or a project narrows what is shown; what is shown keeps its rank."""
    with store(path) as memories:
        memories.add(memory(1, project="north"))
        memories.add(memory(2, project="south", type="decision"))
        found = search(memories.db, ME, "pump valve", 5, project="south")  # type: ignore[attr-defined]
        assert [hit.project for hit in found.results] == ["south"]
        assert search(memories.db, ME, "pump", 5, type="config").results == []  # type: ignore[attr-defined]


HOSTILE = [
    '"',
    "*",
    "AND",
    "NEAR(",
    "a OR b",
    "title:x",
    "-x",
    "^pump",
    "{pump}",
    "pump\0",
    "(((",
    "' OR 1=1 --",
    "😀",
]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60) | st.sampled_from(HOSTILE) | st.lists(st.sampled_from(HOSTILE)).map(" ".join))
def test_any_text_is_a_safe_query(path: Path, typed: str) -> None:
    """Operators, quotes, NUL and surrogates never reach MATCH; no text raises."""
    with store(path) as memories:
        memories.add(memory())
        found = search(memories.db, ME, typed, 3)  # type: ignore[attr-defined]
        assert len(found.results) <= 1
        found.query.encode()


def test_the_context_of_the_asker_orders_and_finds_nothing(path: Path) -> None:
    """What is going on where it is asked breaks ties; alone it brings nothing up."""
    with store(path) as memories:
        frost = memories.add(
            memory(title="Pump stops", context={"situation": "Stops at night in hard frost."})
        ).id
        memories.add(memory(title="Pump stops", context={"situation": "Stops in summer when dust blows."}))
        best = search(memories.db, ME, "pump stops", 5, context="It is frost outside").results[0]  # type: ignore[attr-defined]
        assert best.id == frost
        assert search(memories.db, ME, "kettle", 5, context="frost").results == []  # type: ignore[attr-defined]


def test_a_vector_brings_back_nothing_that_is_not_in_force(path: Path) -> None:
    """A vector may outlive its memory, and knows no type and no project: each hit is looked at once more."""
    with store(path) as memories:
        old = memories.add(memory("The old bypass.", title="Bypass")).id
        new = memories.supersede(old, memory("The new bypass.", title="Bypass")).id
        gone = memories.add(memory("The frozen valve.", title="Valve")).id
        memories.delete(gone)
        rows = [(int(one[1:]), 0.9) for one in (old, gone, new)]

        def found(type: str = "", project: str = "") -> list[str]:
            told = search(memories.db, ME, "quoi", 5, type=type, project=project, nearest=lambda *_: rows)  # type: ignore[attr-defined]
            return [hit.id for hit in told.results]

        assert found() == [new]
        assert found(type="decision") == [] and found(project="elsewhere") == []
