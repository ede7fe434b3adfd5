"""The composer of a session: what it packs out of a state database, as programs ask for it."""

from __future__ import annotations

from pathlib import Path

import edge


def test_a_memory_that_was_never_searched_is_found_by_meaning(tmp_path: Path) -> None:
    """Contexts give memories the vectors that they lack, as searches do: a program may only compose."""
    with edge.open(state=tmp_path / "state.db") as session:
        for title, situation, solution in (
            ("Boiler pressure", "The radiators stay cold in the evening.", "Open the blue tap slowly."),
            ("Leeks", "Planning the allotment in spring.", "Sow them in March, in rows."),
        ):
            session.remember(title, context={"situation": situation, "solution": solution})
        made = session.compose("radiateurs froids le soir", 300, sources=("memories",), conversation="")
    assert "blue tap" in made.text
    assert any("vectors" in entry.channels for entry in made.items)


def test_a_conversation_that_is_not_there_is_told(tmp_path: Path) -> None:
    """A name that was mistyped gives a context all the same, and a note that names it; "" asks for none."""
    with edge.open(state=tmp_path / "state.db") as session:
        session.remember(
            "Leeks",
            context={
                "situation": "Planning the allotment in spring.",
                "solution": "Sow them in March, in rows.",
            },
        )
        told = {
            name: session.compose("leeks", 300, sources=("memories",), conversation=name).notes
            for name in ("gardn", "")
        }
    assert any("gardn" in note for note in told["gardn"]) and not any("conversation" in n for n in told[""])
