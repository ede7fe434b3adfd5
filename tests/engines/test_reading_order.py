"""What is read first: words and meaning together, words alone where there are no vectors."""

from __future__ import annotations

import msgspec
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from edge.engines.reading import Candidate, read_passage
from edge.engines.reading_order import BEHIND, reading_order, worth_reading
from edge.records import Passage, Similarity

TEXT = "The key hangs by the door. The lamp is on the shelf. The cat sleeps."


def passage(*cosines: tuple[int, int, float]) -> Passage:
    found = [Similarity(start=start, end=end, cosine=cosine) for start, end, cosine in cosines]
    return Passage(chunk=1, source="a.md", page=1, start=0, end=len(TEXT), text=TEXT, similarities=found)


def candidates(one: Passage, number: int = 0) -> list[Candidate]:
    return [reading.candidate for reading in read_passage(number, one, "", keep_stop=False)]


@given(st.lists(st.floats(-20, 20), min_size=3, max_size=3))
def test_without_vectors_words_decide(utility: list[float]) -> None:
    """A base without vectors is read as the words say, to the last bit."""
    worth = np.array(utility)
    assert reading_order(worth, candidates(passage()), [passage()]).tolist() == utility


def test_a_near_chunk_is_read_before_a_far_one() -> None:
    """Of equal words the nearer chunk goes first; of two chunks that share a sentence the nearer counts;
    what has no vector is as far as the farthest.
    """
    shared = passage((0, 27, 0.2), (20, 53, 0.6), (53, 68, 0.3))
    assert reading_order(np.zeros(3), candidates(shared), [shared]).tolist() == [6.0, 6.0, 3.0]
    near = passage((0, 26, 0.2), (27, 52, 0.6))
    assert reading_order(np.zeros(3), candidates(near), [near]).tolist() == [2.0, 6.0, 2.0]
    words = np.array([0.0, 0.0, 9.0])
    assert int(np.argmax(reading_order(words, candidates(near), [near]))) == 2


def test_each_candidate_has_the_chunks_of_its_own_passage() -> None:
    """Offsets are those of a page: the same ones on two pages are not the same place."""
    one, other = passage((0, 60, 0.1)), msgspec.structs.replace(passage((0, 60, 0.9)), page=2)
    both = [*candidates(one), *candidates(other, 1)]
    order = reading_order(np.zeros(len(both)), both, [one, other])
    assert max(order[:3]) < min(order[3:])


@given(st.floats(-20, 20), st.floats(-20, 20), st.floats(0, 10), st.floats(0, 10))
def test_the_surer_a_line_the_less_is_read(surest: float, more: float, behind: float, nearer: float) -> None:
    """The first window always is; a nearer one is where a farther one is, and what is read beside a sure line
    would be beside a doubtful one too.
    """
    assert worth_reading(0.0, max(surest, more))
    assert not worth_reading(BEHIND + 0.01, surest)
    if worth_reading(max(behind, nearer), max(surest, more)):
        assert worth_reading(min(behind, nearer), min(surest, more))
