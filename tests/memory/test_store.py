"""What is kept stays: nothing is overwritten, deletes come back, and only the owner writes."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from learnt import memory, store

from edge.compose.trace import TraceStore
from edge.errors import UsageError
from edge.memory import insert, rows
from edge.records.context import ComposedResult, ContextBudget, ContextEntry
from edge.records.memory import MemoryContext
from edge.state.access import Principal
from edge.state.calls import utc

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def quoting(id: str, text: str) -> ComposedResult:
    """A context that quotes a memory."""
    entry = ContextEntry(id=id, kind="memory", score=1, kept=True, why="hit")
    budget = ContextBudget(input_tokens=100, used=9, counter="x")
    return ComposedResult(query="q", text=text, items=[entry], budget=budget)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


def test_the_same_again_is_a_no_op(path: Path) -> None:
    """Same content, same id, however often and from however many processes."""
    with store(path) as one, store(path) as other:
        first = one.add(memory())
        assert first.created and first.keywords
        again = other.add(memory())
        assert not again.created and again.id == first.id and again.keywords == first.keywords
        assert one.ids() == [first.id]


def test_many_at_once_are_all_there_or_none(path: Path) -> None:
    """One that cannot be kept is named, and then nothing was; what is known already is no second time."""
    with store(path) as memories:
        with pytest.raises(UsageError, match=r"Memory 2: The context.s solution is too thin"):
            memories.add_many([memory(1), {"type": "bug", "title": "t", "context": {
                "situation": "The pump stops in frost.", "solution": "no"}}])  # fmt: skip
        assert memories.ids() == []
        added = memories.add_many([memory(1), memory(2), memory(1)])
        assert [one.created for one in added] == [True, True, False] and added[2].id == added[0].id
        assert memories.ids() == [added[0].id, added[1].id]


def test_a_batch_that_fails_leaves_nothing(path: Path) -> None:
    """What was changed inside a batch is undone together, links as well."""
    with store(path) as memories:
        kept = memories.add(memory(1)).id
        with pytest.raises(UsageError, match="linked to itself"), memories.batch():
            other = memories.add(memory(2)).id
            memories.link(kept, other, reason="the same valve")
            memories.link(kept, kept, reason="itself")
        assert memories.ids(live=False) == [kept] and memories.get(kept).links == []


def test_an_add_reads_no_other_memory(path: Path) -> None:
    """What is there already is looked up by indexes: an add costs the same in a store of any size."""
    with store(path) as memories:
        memories.add_many([memory(1), memory(2)])
        plan = memories.db.execute(  # type: ignore[attr-defined]
            "EXPLAIN QUERY PLAN " + insert._SAME, (1, b"", b"")
        ).fetchall()
        told = " ".join(str(row[3]) for row in plan)
        assert told.count("hash=?") == 1 and told.count("subject=?") == 1 and "SCAN items" not in told


def test_reading_some_reads_no_others(path: Path) -> None:
    """Memories are looked up by their ids, not found among all of them."""
    with store(path) as memories:
        memories.add_many([memory(1), memory(2)])
        plan = memories.db.execute(  # type: ignore[attr-defined]
            f"EXPLAIN QUERY PLAN {rows._SELECT} AND items.id IN (SELECT value FROM json_each(:items))",
            Principal().bound(items="[1]"),
        ).fetchall()
        told = [str(row[3]) for row in plan]
        assert "SEARCH items USING INTEGER PRIMARY KEY (rowid=?)" in told, told


def test_what_contradicts_supersedes_and_overwrites_nothing(path: Path) -> None:
    """Same type, title and situation, another solution: the new one is in force, the old one readable."""
    with store(path) as memories:
        old = memories.add(memory())
        new = memories.add(memory(context={"solution": "Replace the spring of the valve."}))
        assert new.created and new.supersedes == old.id
        assert memories.ids() == [new.id] and memories.ids(live=False) == [old.id, new.id]
        kept = memories.get(old.id)
        assert kept.superseded_by == new.id and kept.context.solution.startswith("Open the bypass")
        (link,) = memories.get(new.id).links
        assert (link.source, link.target, link.kind) == (new.id, old.id, "supersedes") and link.reason


def test_another_situation_is_another_memory(path: Path) -> None:
    """Title and content alike are no contradiction: the situation tells them apart."""
    with store(path) as memories:
        memories.add(memory())
        memories.add(memory(context={"situation": "The pump stops in frost without a cover."}))
        assert len(memories.ids()) == 2


def test_a_whole_memory_comes_back_as_it_was_given(path: Path) -> None:
    """Every field of the context is kept, the excerpt too, which lies compressed."""
    excerpt = "– Pourquoi ?\n– La vanne était gelée. " * 200
    context = {
        "trigger_keywords": ["vanne", "E-7"], "what_failed": "Restarting.",
        "conversation_excerpt": excerpt.strip(),
        "files_modified": ["src/pump.py"], "error_messages": ["E-7: frozen"], "extraction_method": "auto",
    }  # fmt: skip
    given = memory(content="Détail.", project="north", context=context)
    with store(path, origin="test") as memories:
        kept = memories.get(memories.add(given).id)
        assert kept.context == given.context and kept.complete
        assert (kept.type, kept.title, kept.content, kept.project) == ("bug", given.title, "Détail.", "north")
        assert kept.origin == "test" and kept.visibility == "private"
        ((size,),) = memories.db.execute("SELECT length(excerpt) FROM memories")  # type: ignore[attr-defined]
        assert size < len(excerpt) / 10


def test_an_update_is_a_new_version(path: Path) -> None:
    """Fields that are not named stay; keywords are extracted anew when the context changed."""
    with store(path) as memories:
        first = memories.add(memory(project="north"))
        second = memories.update(first.id, {"context": {"solution": "Replace the gasket of the valve."}})
        now = memories.get(second.id)
        assert second.supersedes == first.id and now.project == "north"
        assert now.context.situation == memories.get(first.id).context.situation
        assert "gasket" in now.context.trigger_keywords
        with pytest.raises(UsageError, match="superseded by"):
            memories.update(first.id, {"title": "Something else"})
        with pytest.raises(UsageError, match="colour"):
            memories.update(second.id, {"colour": "red"})


def test_a_delete_can_be_undone_for_thirty_days(path: Path) -> None:
    """In no search at once, back whole when asked for, gone for good afterwards."""
    with store(path) as memories:
        first, second = memories.add(memory(1)), memories.add(memory(2))
        until = memories.delete(first.id, now=NOW)
        assert until.startswith("2026-03-31") and memories.ids() == [second.id]
        back = memories.restore(first.id, now=NOW + timedelta(days=29))
        assert back.deleted_at is None and memories.ids() == [first.id, second.id]
        memories.delete(first.id, now=NOW)
        with pytest.raises(UsageError, match="no memory"):
            memories.restore(first.id, now=NOW + timedelta(days=31))
        assert memories.ids(live=False) == [second.id]
        third = memories.add(memory(3))
        assert third.id not in (first.id, second.id), "an id was given twice"


def test_a_second_delete_gives_no_longer_time(path: Path) -> None:
    """Until when it can be restored counts from the first delete: by then it is gone, whatever came after."""
    with store(path) as memories:
        one = memories.add(memory())
        until = memories.delete(one.id, now=NOW)
        assert memories.delete(one.id, now=NOW + timedelta(days=20)) == until


@pytest.mark.parametrize("written", ["file", "delete"])
def test_a_clock_that_was_set_back_shortens_no_delete(path: Path, written: str) -> None:
    """The days count from the latest moment that is known, that of the file or of another delete: else a
    memory that is deleted while the clock says 1970 would be gone the day it is right again.
    """
    right = datetime.now(UTC) + timedelta(days=400)  # by which the clock of this test was set back
    with store(path) as memories:
        one, other = memories.add(memory(1)), memories.add(memory(2))
        if written == "delete":
            memories.delete(other.id, now=right)
        else:
            os.utime(path, (right.timestamp(), right.timestamp()))
        assert memories.delete(one.id) >= utc(right + timedelta(days=29))
        assert memories.restore(one.id, now=right + timedelta(days=29)).deleted_at is None


def test_restoring_beside_a_rival_is_refused(path: Path) -> None:
    """Of one title and situation one is in force."""
    with store(path) as memories:
        old = memories.add(memory())
        new = memories.add(memory(context={"solution": "Replace the spring of the valve."}))
        with pytest.raises(UsageError, match=new.id):
            memories.restore(old.id)
        memories.delete(new.id)
        assert memories.restore(old.id).superseded_by is None
        assert memories.ids() == [old.id]


def test_links_have_reasons_and_an_order(path: Path) -> None:
    """No link to itself, none without a reason, and no circle of what follows from what."""
    with store(path) as memories:
        a, b, c = (memories.add(memory(n)).id for n in range(3))
        memories.link(a, b, "derived_from", reason="the same valve")
        memories.link(b, c, "derived_from", reason="the same valve")
        memories.link(c, a, "related", reason="near")
        memories.link(a, c, "related", reason="near")
        with pytest.raises(UsageError, match="circle"):
            memories.link(c, a, "derived_from", reason="round")
        with pytest.raises(UsageError, match="itself"):
            memories.link(a, a, reason="x")
        with pytest.raises(UsageError, match="reason"):
            memories.link(a, b, reason=" ")
        assert {link.kind for link in memories.get(a).links} == {"related", "derived_from"}


@pytest.mark.parametrize("id", ["m99", "99", "x1", "", "m1; DROP TABLE items", "m" + "9" * 30, "m-1"])
def test_an_unknown_id_is_a_usage_error(path: Path, id: str) -> None:
    """Whatever stands where an id should."""
    with store(path) as memories:
        memories.add(memory())
        for act in (memories.get, memories.delete, memories.restore):
            with pytest.raises(UsageError):
                act(id)


def test_nobody_changes_or_reads_what_is_not_theirs(path: Path) -> None:
    """Private things are the owner's, shared ones are read by the organisation and written by the owner."""
    with store(path, "anna", "acme", visibility="org") as anna, store(path, "ben", "acme") as ben:
        shared = anna.add(memory(1)).id
        with store(path, "anna", "acme") as alone:
            secret = alone.add(memory(2)).id
        assert ben.ids() == [shared] and ben.get(shared).owner == "anna"
        with pytest.raises(UsageError, match="no memory"):
            ben.get(secret)
        for act in (ben.delete, ben.restore):
            with pytest.raises(UsageError, match="of yours"):
                act(shared)
        with pytest.raises(UsageError, match="of yours"):
            ben.supersede(shared, memory(3))
        own = ben.add(memory(4)).id
        with pytest.raises(UsageError, match="of yours"):
            ben.link(own, shared, reason="x")
        with store(path, "carl", "other") as carl:
            assert carl.ids() == []


def test_others_memories_do_not_choose_the_keywords(tmp_path: Path) -> None:
    """What is rare is counted over what the writer may read: as in a store that never held the rest."""
    words = [f"{word}{n}" for n in range(8) for word in ("frost", "valve", "pump")]
    chosen = []
    for hidden in (40, 0):
        path = tmp_path / f"{hidden}.db"
        with store(path, "eve") as eve, store(path, "anna") as anna:
            for n in range(hidden):
                eve.add(memory(n, context={"situation": " ".join(words), "trigger_keywords": ["x"]}))
            for n in range(30):
                told = f"The {words[n % 5]} stops after the {words[n % 7]} closes."
                anna.add(memory(n, context={"situation": told}))
        with store(path, "anna") as anna:  # counted anew
            new = [memory(f"n{n}", context={"situation": " ".join(words[n:])}) for n in range(5)]
            chosen.append([anna.get(anna.add(one).id).context.trigger_keywords for one in new])
    assert chosen[0] == chosen[1] and chosen[0][0]


def test_an_imported_memory_is_completed_once(path: Path) -> None:
    """What it lacks is given, what it has stays, and its old text is never thrown away."""
    with store(path) as memories:
        bare = memories.add_incomplete(
            memory(context={"situation": "", "solution": ""}), "old words", origin_id="r1"
        )
        assert not memories.get(bare.id).complete
        context = MemoryContext(
            situation="The pump stops in the frost.", solution="Heat the valve with a cable."
        )
        done = memories.complete(bare.id, context)
        kept = memories.get(done.id)
        assert kept.complete and kept.legacy == "old words" and kept.origin_id == "r1"
        with pytest.raises(UsageError, match="has its context"):
            memories.complete(done.id, context)


def test_what_was_deleted_goes_whatever_is_done_next(path: Path) -> None:
    """After its days it goes for good with the next change, of whatever kind, and with it what it superseded
    and every context that quotes it.
    """
    for change in ("add", "many", "update"):
        with store(path) as memories:
            old = memories.add(memory(change))
            new = memories.update(old.id, {"content": f"zanzibar {change}"}, now=NOW)
            kept = memories.add(memory(f"{change} kept"))
            db = memories.db  # type: ignore[attr-defined]
            TraceStore(db).save(quoting(new.id, "zanzibar"))
            memories.delete(new.id, now=NOW)
            later = NOW + timedelta(days=31)
            if change == "add":
                memories.add(memory(f"{change} more"), now=later)
            elif change == "many":
                memories.add_many([memory(f"{change} more")], now=later)
            else:
                memories.update(kept.id, {"content": "more"}, now=later)
            for gone in (old, new):
                with pytest.raises(UsageError, match="no memory"):
                    memories.get(gone.id)
            assert not TraceStore(db).listing()


def test_erased_is_gone_at_once(path: Path) -> None:
    """With what it superseded, patterns made of it and contexts that quote it: no word is left there."""
    with store(path) as memories:
        old = memories.add(memory(1, content="The word is quagga."))
        new = memories.update(old.id, {"content": "The word is okapi."})
        others = [memories.add(memory(n)).id for n in (2, 3)]
        with memories.batch():
            said = memory("p", type="pattern", content="- quagga, okapi")
            pattern = memories.add_pattern(said, [new.id, *others], reason="alike").id
        db = memories.db  # type: ignore[attr-defined]
        TraceStore(db).save(quoting(new.id, "okapi"))
        assert memories.erase(new.id) == [old.id, new.id, pattern]
        assert memories.ids(live=False) == others and not TraceStore(db).listing()
        with pytest.raises(UsageError, match="of yours"):
            memories.erase(new.id)
    for file in path.parent.iterdir():
        assert not [word for word in (b"quagga", b"okapi") if word in file.read_bytes()], file


def test_what_is_in_force_again_is_superseded_by_nothing(path: Path) -> None:
    """Put back beside the one that had superseded it, neither says so any more."""
    with store(path) as memories:
        old = memories.add(memory(1)).id
        new = memories.supersede(old, memory(2)).id
        assert memories.superseded(new) == [old]
        back = memories.restore(old)
        assert back.superseded_by is None and not back.links and not memories.get(new).links
        assert memories.superseded(new) == []


def test_the_latest_are_those_that_were_learnt_last(path: Path) -> None:
    """Not those that were kept last: an import keeps older ones. As many as are asked for, of a project."""
    with store(path) as memories:
        days = {1: "2026-03-02", 2: "2026-03-03", 3: "2026-03-01"}
        ids = {
            n: memories.add(memory(n, project="north" * (n != 2)), created_at=f"{day}T09:00:00.000000Z").id
            for n, day in days.items()
        }
        memories.delete(memories.add(memory(4)).id)
        assert memories.latest() == [ids[2], ids[1], ids[3]]
        assert memories.latest(1) == [ids[2]] and memories.latest(0) == []
        assert memories.latest(project="north") == [ids[1], ids[3]] and memories.latest(type="fact") == []
