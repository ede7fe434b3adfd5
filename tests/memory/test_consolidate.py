"""Patterns are suggested where episodes resemble one another, made when the person says so, taken back."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import apsw
import pytest
from learnt import memory, store

from edge.errors import UsageError
from edge.memory.clusters import clusters
from edge.memory.consolidate import Consolidation
from edge.memory.pattern import pattern
from edge.records.memory import NewMemory
from edge.state.access import Principal

TOPICS = ("frost", "dust", "rust", "leak", "noise", "spark")


def planted(seed: int, size: int = 5) -> tuple[list[NewMemory], dict[str, int]]:
    """Clusters of episodes with keywords of their own, distractors that share one keyword at most with
    another, and one keyword that all of them have; in an order of the seed's.
    """
    made, topic_of = [], {}
    for number, topic in enumerate(TOPICS):
        for n in range(size):
            title = f"{topic} episode {n}"
            own = [f"{topic}a", f"{topic}b", f"{topic}c", f"{topic}d", f"only{topic}{n}", "pump"]
            dropped = own.pop(n % 4)
            topic_of[title] = number
            assert dropped
            made.append(memory(title, title=title, context={"trigger_keywords": own}))
    for n in range(30):
        title = f"distractor {n}"
        words = [f"lone{n}", f"{TOPICS[n % len(TOPICS)]}a", "pump"]
        made.append(memory(title, title=title, context={"trigger_keywords": words}))
    random.Random(seed).shuffle(made)
    return made, topic_of


def test_planted_clusters_are_found_in_any_order(tmp_path: Path) -> None:
    """Precision and recall of pairs at least .9, and the same clusters whatever the order of the adds."""
    results = []
    for seed in (1, 2):
        made, topic_of = planted(seed)
        with store(tmp_path / f"{seed}.db") as memories:
            for new in made:
                memories.add(new)
            found = clusters(memories.many(memories.ids()))
        titles = [frozenset(one.title for one in cluster.memories) for cluster in found]
        results.append(set(titles))
        pairs = {frozenset((a, b)) for group in titles for a in group for b in group if a != b}
        gold = {
            frozenset((a, b)) for a, x in topic_of.items() for b, y in topic_of.items() if x == y and a != b
        }
        assert len(pairs & gold) / len(pairs) >= 0.9 and len(pairs & gold) / len(gold) >= 0.9
    assert results[0] == results[1]


def test_a_pattern_is_made_and_taken_back(tmp_path: Path) -> None:
    """Accepted: a semantic memory with its own context that covers its episodes, which stay as they were.
    Undone: the pattern is gone, the suggestion open again.
    """
    with store(tmp_path / "a.db") as memories:
        for new in planted(1)[0]:
            memories.add(new)
        before = memories.many(memories.ids())
        work = Consolidation(memories.db, Principal(), memories)  # type: ignore[attr-defined]
        found = work.suggest()
        assert len(found) == len(TOPICS) and all(len(one.memories) == 5 for one in found)
        assert work.suggest() == found, "looking twice suggests nothing new"
        made = work.accept(found[0].id)
        whole = memories.get(made.id)
        assert whole.semantic and whole.complete and whole.type == "pattern"
        assert whole.covers == found[0].memories
        assert {link.kind for link in whole.links} == {"derived_from"}
        assert memories.many([one.id for one in before]) == before
        assert [one.id for one in work.suggest()] == [one.id for one in found[1:]]
        work.decline(found[1].id)
        assert found[1].id not in {one.id for one in work.suggest()}
        work.undo(found[0].id)
        assert memories.get(made.id).deleted_at is not None
        assert found[0].id in {one.id for one in work.suggest()}
        for act in (work.accept, work.undo, work.decline):
            with pytest.raises(UsageError):
                act(999)


def test_a_pattern_is_taken_back_whole_or_not_at_all(tmp_path: Path) -> None:
    """What stops between the pattern and its suggestion leaves both as they were: one transaction."""
    with store(tmp_path / "a.db") as memories:
        for new in planted(1)[0]:
            memories.add(new)
        db = memories.db  # type: ignore[attr-defined]
        work = Consolidation(db, Principal(), memories)
        number = work.suggest()[0].id
        made = work.accept(number)
        db.execute(
            "CREATE TEMP TRIGGER stop BEFORE UPDATE ON suggestions BEGIN SELECT raise(ABORT, 'x'); END"
        )
        with pytest.raises(apsw.ConstraintError):
            work.undo(number)
        db.execute("DROP TRIGGER stop")
        assert memories.get(made.id).deleted_at is None
        assert [one.pattern for one in work.listing("accepted")] == [made.id]
        assert work.of_pattern(made.id) == number
        work.undo(number)
        with pytest.raises(UsageError, match=made.id):
            work.of_pattern(made.id)


def test_links_to_what_was_deleted_are_told_on_its_side_alone(tmp_path: Path) -> None:
    """A pattern that was taken back says nothing at its episodes any more; put back, it does again."""
    with store(tmp_path / "a.db") as memories:
        one, other = (memories.add(memory(n)).id for n in (1, 2))
        memories.link(one, other, reason="the same pump")
        memories.delete(one)
        assert not memories.get(other).links
        assert [link.target for link in memories.get(one).links] == [other]
        memories.restore(one)
        assert len(memories.get(other).links) == 1


@pytest.mark.parametrize(
    ("episodes", "made_by", "read_by"),
    [("public", "public", "public"), ("org", "public", "org"), ("private", "public", "private"),
     ("public", "private", "private"), ("public", "org", "org")],
)  # fmt: skip
def test_a_pattern_is_for_nobody_who_may_not_read_its_episodes(
    tmp_path: Path, episodes: Any, made_by: Any, read_by: str
) -> None:
    """It quotes them: the narrowest of theirs and of what is added in that session."""
    path = tmp_path / "a.db"
    with store(path, "anna", "acme", visibility=episodes) as memories:
        for new in planted(1)[0]:
            memories.add(new)
    with store(path, "anna", "acme", visibility=made_by) as memories:
        db = memories.db  # type: ignore[attr-defined]
        work = Consolidation(db, Principal(owner="anna", org="acme"), memories)
        made = work.accept(work.suggest()[0].id)
        assert memories.get(made.id).visibility == read_by


def test_a_pattern_says_once_what_its_episodes_say_alike(tmp_path: Path) -> None:
    """Episodes that differ by their figures are the rule here: they give one sentence, not one each."""
    with store(tmp_path / "state.db") as memories:
        for n in range(4):
            context = {
                "situation": f"The export of customer {n} runs into the timeout of {n}0 s.",
                "trigger_keywords": ["export", "timeout", "customer"],
            }
            memories.add(memory(f"Export {n}", title=f"Export {n}", context=context))
        made = pattern(memories.many(memories.ids()), ["export", "timeout"])
    assert made.context.situation == "The export of customer 0 runs into the timeout of 00 s."


def test_each_is_like_each_not_only_like_the_next(tmp_path: Path) -> None:
    """Complete link: a chain of episodes, each like its neighbour, is no pattern."""
    with store(tmp_path / "state.db") as memories:
        for n in range(4):
            words = [f"key{n}", f"code{n}", f"key{n + 1}", f"code{n + 1}"]
            memories.add(memory(f"chain {n}", title=f"Chain {n}", context={"trigger_keywords": words}))
        chain = memories.many(memories.ids())
        assert clusters(chain) == []
        for n in range(2):
            words = ["key0", "code0", "key1", "code1"]
            memories.add(memory(f"more {n}", title=f"More {n}", context={"trigger_keywords": words}))
        (found,) = clusters(memories.many(memories.ids()))
    assert {one.title for one in found.memories} == {"Chain 0", "Chain 1", "More 0", "More 1"}


def test_few_or_unlike_memories_give_nothing(tmp_path: Path) -> None:
    """Two are no cluster, and one keyword in common is none either."""
    with store(tmp_path / "a.db") as memories:
        for n in range(2):
            memories.add(memory(n, context={"trigger_keywords": ["frost", "valve", f"x{n}"]}))
        memories.add(memory(9, context={"trigger_keywords": ["frost", "kettle"]}))
        assert clusters(memories.many(memories.ids())) == []
    assert clusters([]) == []


def test_two_processes_suggest_the_same(tmp_path: Path) -> None:
    """Neither ties nor the order of what is shared hang on the order of sets, which each process has anew."""
    script = (
        "from pathlib import Path\nfrom edge.memory.clusters import clusters\nfrom learnt import store\n"
        f"with store(Path({str(tmp_path / 'state.db')!r})) as memories:\n"
        "    print([(one.score, one.shared) for one in clusters(memories.many(memories.ids()))])\n"
    )
    with store(tmp_path / "state.db") as memories:
        for new in planted(3)[0]:
            memories.add(new)
    told = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(told) == 1 and "frosta" in told.pop()
