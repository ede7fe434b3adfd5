"""The invariants of a composed context, whatever the store, the query and the parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edge.compose.conversation_source import ConversationSource
from edge.compose.conversations import ConversationStore, Turn
from edge.compose.item import ContextCandidate, Item
from edge.compose.pack import characters
from edge.compose.pipeline import compose
from edge.compose.request import CompositionRequest
from edge.errors import ModelError, UsageError
from edge.records.context import ComposedResult, ComposeParams
from edge.state.access import Principal
from edge.state.database import open_state

PLAIN = {
    "lambda_mult": 1.0,
    "similarity_threshold": 1.0,
    "window_size": 0,
    "summaries": 0,
    "merge_threshold": 2.0,
}


class ListSource:
    """Items in one place after another, found in the order of their scores."""

    name = "list"

    def __init__(self, texts: Sequence[str], scores: Sequence[float], sections: int = 4) -> None:
        self.items = [
            Item(id=f"t{n}", kind="turn", source="talk", place=n, text=text, role="A", index=n)
            for n, text in enumerate(texts)
        ]
        self.scores = scores
        self.sections = sections

    def candidates(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        order = sorted(range(len(self.items)), key=lambda n: (-self.scores[n], n))[:fetch_k]
        return [ContextCandidate(f"t{n}", self.scores[n], {"words": self.scores[n]}) for n in order]

    def summaries(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        return []

    def get(self, ids: Sequence[str]) -> dict[str, Item]:
        return {item.id: item for item in self.items if item.id in set(ids)}

    def children(self, ids: Sequence[str]) -> dict[str, list[str]]:
        return {
            id: [item.id for item in self.items if item.place // self.sections == int(id[1:])] for id in ids
        }

    def parents(self, ids: Sequence[str]) -> dict[str, list[str]]:
        return {id: [f"p{int(id[1:]) // self.sections}"] for id in ids}

    def neighbours(self, ids: Sequence[str], n: int) -> dict[str, list[str]]:
        return {
            id: [
                f"t{place}"
                for step in range(1, n + 1)
                for place in (int(id[1:]) + step, int(id[1:]) - step)
                if 0 <= place < len(self.items)
            ]
            for id in ids
        }

    def vectors(self, ids: Sequence[str]) -> dict[str, object]:
        return {}


WORDS = st.sampled_from(["pump", "valve", "12", "13", "not", "frost", "opens", "closes", "the", "é", "lever"])
TEXTS = st.lists(WORDS, min_size=1, max_size=30).map(" ".join)
PARAMS = st.fixed_dictionaries(
    {
        "max_tokens": st.integers(1, 400), "fetch_k": st.integers(1, 50), "top_k": st.integers(0, 8),
        "lambda_mult": st.sampled_from([0.0, 0.5, 0.77, 1.0]), "window_size": st.integers(0, 3),
        "similarity_threshold": st.sampled_from([0.0, 0.92, 1.0]), "max_gap": st.integers(0, 3),
        "merge_threshold": st.sampled_from([0.25, 0.5, 2.0]), "recent_turns": st.integers(0, 5),
        "order": st.sampled_from(["rank", "edges"]),
    }
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(st.tuples(TEXTS, st.floats(0, 1)), max_size=25), PARAMS, TEXTS, st.booleans())
def test_whatever_the_store_the_context_keeps_its_word(
    stored: list[tuple[str, float]], params: dict[str, object], query: str, follows: bool
) -> None:
    """Within the budget by its own counter, nothing twice, the same again, every item accounted for."""
    source = ListSource([text for text, _ in stored], [score for _, score in stored])
    recent = [item.id for item in source.items[-4:]] if follows else []
    request = CompositionRequest(
        query,
        [source],
        ComposeParams(**params),
        recent=recent,
        recent_source=source,  # type: ignore[arg-type]
    )
    made = compose(request)
    again = compose(request)
    assert _comparable(made) == _comparable(again)
    budget = int(str(params["max_tokens"]))
    assert made.budget.used <= budget and len(made.text) / 3 <= budget + 1
    kept = [entry.id for entry in made.items if entry.kept]
    assert len(kept) == len(set(kept)) == len({entry.id for entry in made.items if entry.kept})
    shown = [message.id for message in (*made.turns, *made.expanded.messages)]
    assert sorted(shown) == sorted(kept)
    for message in (*made.turns, *made.expanded.messages):
        assert message.content in made.text
    assert all(entry.why for entry in made.items)
    assert [message.index for message in made.turns] == sorted(message.index for message in made.turns)


def _comparable(made: ComposedResult) -> tuple[object, ...]:
    return made.text, made.items, made.turns, made.expanded, made.budget


@given(st.lists(st.tuples(TEXTS, st.floats(0, 1)), max_size=20), st.integers(1, 300))
def test_with_every_stage_off_it_is_the_plain_rank(stored: list[tuple[str, float]], budget: int) -> None:
    """Greedy by score: what fits goes in, to the last character, equal texts once, nothing else happens."""
    source = ListSource([text for text, _ in stored], [score for _, score in stored])
    made = compose(CompositionRequest("pump", [source], ComposeParams(max_tokens=budget, **PLAIN)))  # type: ignore[arg-type]
    characters, seen, wanted = 0, set[str](), []  # counted whole: sums of thirds are rounded
    for candidate in source.candidates("pump", 60):
        item = source.get([candidate.id])[candidate.id]
        cost = len(item.shown) + 1 + (0 if wanted else len("[talk]\n"))
        if item.text not in seen:
            if characters + cost <= 3 * budget:
                characters += cost
                wanted.append(item.id)
            seen.add(item.text)
    assert {entry.id for entry in made.items if entry.kept} == set(wanted)


def test_thirds_of_tokens_fill_the_budget() -> None:
    """Items that take exactly the budget all go in, in whatever order their thirds are summed up."""
    around = len("A: \n")
    for budget in range(20, 400):
        left, texts = 3 * budget - len("[talk]\n"), []
        while left:
            taken = 5 + (7 * left + budget) % 23
            taken = taken if left - taken > around else left
            texts.append(chr(0x4E00 + len(texts)) * (taken - around))
            left -= taken
        source = ListSource(texts, [1.0] * len(texts))
        params = ComposeParams(max_tokens=budget, fetch_k=100, **PLAIN)  # type: ignore[arg-type]
        made = compose(CompositionRequest("pump", [source], params))
        left_out = [entry for entry in made.items if not entry.kept]
        assert left_out == [] and len(made.items) == len(texts), (budget, left_out)


@pytest.mark.parametrize(
    "bad",
    [
        {"max_tokens": 0}, {"max_tokens": -5}, {"lambda_mult": 1.5}, {"lambda_mult": float("nan")},
        {"window_size": 99}, {"fetch_k": 0}, {"order": "random"}, {"similarity_threshold": -1},
    ],
)  # fmt: skip
def test_parameters_that_cannot_be_are_named(bad: dict[str, object]) -> None:
    """By name and value, with the range."""
    with pytest.raises(UsageError, match=next(iter(bad)) if "order" not in bad else "order"):
        compose(CompositionRequest("pump", [ListSource(["pump"], [1])], ComposeParams(**bad)))  # type: ignore[arg-type]


def test_a_budget_below_the_headings_gives_an_empty_context() -> None:
    """Nothing goes in, nothing is cut, and each candidate says why it is out."""
    made = compose(
        CompositionRequest("pump", [ListSource(["pump"] * 3, [1, 1, 1])], ComposeParams(max_tokens=2))
    )
    assert made.text == "" and made.budget.used == 0
    assert [entry.why for entry in made.items if not entry.kept] and not any(
        entry.kept for entry in made.items
    )


def test_an_empty_store_and_an_empty_query_are_no_error() -> None:
    """An empty context, for both."""
    assert compose(CompositionRequest("pump", [])).text == ""
    assert compose(CompositionRequest("", [ListSource([], [])])).items == []


def test_recent_turns_get_more_where_the_question_leans_on_them() -> None:
    """35 % of the budget for a follow-up, 10 % for any other; whole turns, the newest first; the rest goes
    to what was found.
    """
    source = ListSource([f"word{n} " * 12 for n in range(20)], [1.0] * 20)
    recent = [item.id for item in source.items]

    def turns(query: str) -> int:
        params = ComposeParams(max_tokens=400, recent_turns=12)
        made = compose(CompositionRequest(query, [source], params, recent=recent, recent_source=source))
        assert made.turns == sorted(made.turns, key=lambda turn: turn.index)
        assert not made.turns or made.turns[-1].id == "t19"
        assert made.budget.used > 300
        return len(made.turns)

    follow, alone = (
        turns("And why is that?"),
        turns("Which valves of the north pump house freeze in January nights?"),
    )
    assert follow > alone >= 1


def test_a_reranker_orders_and_gives_up_at_its_deadline() -> None:
    """Its order is taken; late or broken it leaves the order alone, and a note says so."""
    source = ListSource(["alpha one", "beta two", "gamma three"], [0.9, 0.8, 0.7])

    def scorer(query: str, texts: Sequence[str]) -> Iterator[float]:
        return iter([1.0 if "gamma" in text else 0.0 for text in texts])

    def broken() -> object:
        raise ModelError("The reranker is gone.", "See: edge models list")

    params = ComposeParams(max_tokens=400, top_k=1, **{**PLAIN, "lambda_mult": 1.0})  # type: ignore[arg-type]
    made = compose(CompositionRequest("x", [source], params, scorer=lambda: scorer))
    assert [entry.id for entry in made.items if entry.kept] == ["t2"] and made.metrics.reranked
    failed = compose(CompositionRequest("x", [source], params, scorer=broken))  # type: ignore[arg-type]
    assert [entry.id for entry in failed.items if entry.kept] == ["t0"] and not failed.metrics.reranked
    assert [code.code for code in failed.codes["notes"]] == ["not_reranked"]


def test_half_a_section_brings_the_rest() -> None:
    """From the threshold on a parent comes whole; below it, or where it does not fit, it does not."""
    source = ListSource([f"alpha{n} is here" for n in range(8)], [0.9, 0.8, 0, 0, 0, 0, 0, 0])
    whole = {**PLAIN, "merge_threshold": 0.5, "fetch_k": 2}
    made = compose(CompositionRequest("alpha", [source], ComposeParams(max_tokens=200, **whole)))  # type: ignore[arg-type]
    assert {entry.id: entry.why for entry in made.items if entry.kept} == {
        "t0": "hit", "t1": "hit", "t2": "child of p0", "t3": "child of p0",
    }  # fmt: skip
    tight = compose(CompositionRequest("alpha", [source], ComposeParams(max_tokens=20, **whole)))  # type: ignore[arg-type]
    assert {entry.why for entry in tight.items if entry.kept} == {"hit"}


def test_a_section_comes_whole_or_not_at_all() -> None:
    """Where only a part of what is missing fits, nothing of it comes."""
    source = ListSource(["alpha is here", "alpha is here too", "short", "x" * 90], [0.9, 0.8, 0, 0])
    whole = {**PLAIN, "merge_threshold": 0.5, "fetch_k": 2}
    made = compose(CompositionRequest("alpha", [source], ComposeParams(max_tokens=40, **whole)))  # type: ignore[arg-type]
    assert {entry.id for entry in made.items if entry.kept} == {"t0", "t1"}


def test_gaps_take_no_more_than_their_share() -> None:
    """What stands between two hits comes as long as it fits into the share of what is added."""
    texts = ["alpha is here", "x" * 150, "y" * 20, "alpha again"]
    filled = {**PLAIN, "max_gap": 3, "fetch_k": 2}
    source = ListSource(texts, [0.9, 0, 0, 0.8])
    made = compose(CompositionRequest("alpha", [source], ComposeParams(max_tokens=100, **filled)))  # type: ignore[arg-type]
    kept = {entry.id: entry.why for entry in made.items if entry.kept}
    assert kept == {"t0": "hit", "t2": "gap", "t3": "hit"} and made.budget.used + 50 < 100


def test_the_best_of_a_source_that_knows_little_is_not_the_best_of_all() -> None:
    """Each source's best has a score of 1 within it: how much of the query it holds is what sources compare
    by.
    """

    class OtherSource(ListSource):
        name = "other"

        def __init__(self, texts: Sequence[str], scores: Sequence[float]) -> None:
            super().__init__(texts, scores)
            self.items = [replace(item, id=f"o{item.index}", source="notes") for item in self.items]

        def candidates(self, query: str, fetch_k: int) -> list[ContextCandidate]:
            return [ContextCandidate(f"o{n}", score, {}) for n, score in enumerate(self.scores)]

    asked = "when does the relief valve open"
    knows = ListSource(["The relief valve opens at dawn.", "A valve is cheap."], [1.0, 0.9])
    little = OtherSource(["We open at nine."], [1.0])
    for sources in ([knows, little], [little, knows]):
        made = compose(CompositionRequest(asked, sources, ComposeParams(max_tokens=200, **PLAIN)))  # type: ignore[arg-type]
        scores = {entry.id: entry.score for entry in made.items}
        assert scores["t0"] == 1.0 and scores["t1"] > scores["o0"]


def test_a_tokenizer_that_counts_wholes_higher_is_obeyed() -> None:
    """The final text is counted once more; what is too much goes, the last item first."""
    source = ListSource([f"alpha{n}" for n in range(9)], [1.0] * 9)

    def count(text: str) -> float:
        return len(text) / 4 + (text.count("\n") if text.count("\n") > 3 else 0) * 5

    made = compose(CompositionRequest("alpha", [source], ComposeParams(max_tokens=24, **PLAIN), count=count))  # type: ignore[arg-type]
    assert count(made.text) <= 24 and made.budget.used <= 24
    assert any(entry.why == "budget" and not entry.kept for entry in made.items)


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXTS, min_size=1, max_size=8), TEXTS)
def test_what_may_not_be_read_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], query: str
) -> None:
    """Another owner's conversations are neither in the context nor in any score, order or count."""
    db = open_state(tmp_path_factory.mktemp("state") / "state.db")
    mine = ConversationSource(db, Principal())
    ConversationStore(db).add("a", [Turn("A", text) for text in ["pump valve", "lever", *texts]])
    before = compose(CompositionRequest(query, [mine]))
    ConversationStore(db, Principal(owner="eve")).add(
        "a", [Turn("A", f"{text} {query}") for text in texts * 3]
    )
    after = compose(CompositionRequest(query, [mine]))
    assert _comparable(before) == _comparable(after)
    db.close()


def test_the_counter_is_the_one_that_was_given(tmp_path: Path) -> None:
    """A quarter or a third of the characters: used follows it."""
    source = ListSource(["alpha " * 10], [1.0])
    for per_token in (2.0, 4.0):
        made = compose(CompositionRequest("alpha", [source], count=characters(per_token)))
        assert made.budget.used == pytest.approx(len(made.text) / per_token, abs=1)


def test_the_best_item_is_shortened_where_it_does_not_fit_whole() -> None:
    """A small budget holds the sentence that answers, not turns that say nothing; the trace tells it."""
    lease = "The roof is new. " * 30 + "The rent is 980 euros a month. " + "The garden is small. " * 30
    source = ListSource([lease, "Flats are rare here."], [1.0, 0.3])
    source.items[0] = replace(source.items[0], kind="chunk", role="")
    params = ComposeParams(max_tokens=40, **PLAIN)  # type: ignore[arg-type]
    made = compose(CompositionRequest(query="How much is the rent?", sources=[source], params=params))
    assert "The rent is 980 euros a month." in made.text and made.budget.used <= 40
    assert {item.id: item.why for item in made.items if item.kept}["t0"] == "hit, shortened"


def test_a_part_says_more_than_nothing() -> None:
    """Where no turn or memory fits whole, what fits of the best that has anything stands there; where
    another one fits whole, no part takes its room.
    """
    long = "The oven is black. " * 30 + "The grill reaches 250 degrees. " + "It is from Italy. " * 30
    params = ComposeParams(max_tokens=40, **PLAIN)  # type: ignore[arg-type]
    for others, whole in (([], False), (["The grill."], True)):
        source = ListSource([long, *others], [1.0, 0.3][: 1 + len(others)])
        made = compose(CompositionRequest(query="How hot is the grill?", sources=[source], params=params))
        assert ("250 degrees" in made.text) != whole and made.text and made.budget.used <= 40
        assert {item.id: item.why for item in made.items}["t0"] == ("budget" if whole else "hit, shortened")


def test_what_holds_nothing_of_the_query_does_not_keep_out_a_part_of_the_best() -> None:
    """Where nothing worth anything fits whole, a part of the best comes before a passage worth nothing."""
    long = "The oven is black. " * 30 + "The grill reaches 250 degrees. " + "It is from Italy. " * 30
    source = ListSource([long, "Check the names."], [1.0, 0.0])
    params = ComposeParams(max_tokens=40, **PLAIN)  # type: ignore[arg-type]
    made = compose(CompositionRequest(query="How hot is the grill?", sources=[source], params=params))
    assert {item.id: item.why for item in made.items if item.kept}["t0"] == "hit, shortened"
    assert "250 degrees" in made.text and made.budget.used <= 40
