"""A definition that is asked for is found before what only names the term."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import edge
from edge.api import Edge

_MOVES = """# Moves

## Castling

Castling is delayed while the king is in check. Castling happens once in a game.

| Kind of move | Made when | Article |
| --- | --- | --- |
| Castling | The rook has been released | 4.7 |
| Capture | The piece has been released | 4.8 |

Le roque se fait une fois par partie. Le roque est retardé tant que le roi est en échec.

| Type de coup | Effectué quand | Article |
| --- | --- | --- |
| Roque | La tour est lâchée | 4.7 |
| Prise | La pièce est lâchée | 4.8 |

A bye in the last round is a gift. A bye is a round in which a player has no opponent.
"""
_WORDS = """# Handbook

## Glossary

- **Castling**: a single move of the king and one rook. It counts as a king move.
- **Capture**: taking a piece.

## Glossaire

- **Roque** : coup unique du roi et d'une tour de la même couleur.
- **Prise** : retrait d'une pièce.
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edge]:
    folder: Path = tmp_path_factory.mktemp("definitions")
    more = {f"other{n}.md": f"# Round {n}\n\nCastling and le roque are spoken of.\n" for n in range(8)}
    texts = {"moves.md": _MOVES, "words.md": _WORDS, **more}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    with edge.open(folder / "k.db") as opened:
        opened.index([folder / name for name in texts])
        yield opened


@pytest.mark.parametrize("engine", ["lexical", "auto"])
@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("What is castling?", "a single move of the king and one rook. It counts as a king move."),
        ("Qu'est-ce que le roque ?", "coup unique du roi"), ("que signifie roque", "coup unique du roi"),
        ("What is meant by capture?", "taking a piece"), ("c'est quoi une prise", "retrait d'une pièce"),
    ],
)  # fmt: skip
def test_the_entry_is_the_answer(session: Edge, engine: str, question: str, holds: str) -> None:
    """Not the row that names it; with the confidence of such entries, and nothing beside it."""
    answer = session.ask(question, engine=engine)
    assert answer.outcome == "answer" and [holds in one.quote for one in answer.citations] == [True]
    assert "Gloss" in answer.citations[0].heading
    sure = answer.confidence.calibrated or answer.confidence.raw
    assert sure >= 0.9 and answer.passes[-1].signals["definition"] == 0.9


def test_a_sentence_that_defines_goes_before_one_that_names(session: Edge) -> None:
    """Where no entry is there; its confidence stays the engine's."""
    answer = session.ask("What is a bye?")
    assert "a round in which" in (answer.citations or answer.candidates)[0].quote
    assert "definition" not in answer.passes[-1].signals


def test_other_questions_are_left_to_the_engine(session: Edge) -> None:
    """`When is castling delayed?` wants no definition."""
    answer = session.ask("When is castling delayed?")
    assert "definition" not in answer.passes[-1].signals


def test_pages_with_the_entry_gain_in_search(session: Edge) -> None:
    """Explained as a channel of its own; a question for something else gives none."""
    hit = session.search("What is castling?").results[0]
    assert hit.source == "words.md" and hit.channels["glossary"] > 0
    assert sum(hit.channels.values()) == pytest.approx(hit.score, abs=1e-4)
    assert all("glossary" not in one.channels for one in session.search("castling when").results)
