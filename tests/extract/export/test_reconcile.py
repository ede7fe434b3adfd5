"""What changes in a file of the user's, whatever stood there and whatever messages say now."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.extract.export.entry import WantedEntry, digest, quote_digest
from edge.extract.export.reconcile import EntryChange, reconcile
from edge.state.exports import WrittenEntry

Rows = list[WrittenEntry]


def wanted(
    quote: str, text: str = "", *, message: str = "m1", at: str = "2026-03-02", **more: object
) -> WantedEntry:
    return WantedEntry(
        message=message, at=at, quote=quote_digest(quote), title=quote,
        write=lambda key, current: f"{key} {text or quote}\n", **more,  # type: ignore[arg-type]
    )  # fmt: skip


def applied(
    standing: dict[str, str], rows: Rows, *entries: WantedEntry, messages: tuple[str, ...] = ("m1",)
) -> tuple[dict[str, str], Rows, list[EntryChange]]:
    """The file afterwards."""
    changes, after = reconcile(standing, rows, entries, messages, lambda text: text.strip())
    file = dict(standing)
    for change in changes:
        if change.outcome == "removed":
            del file[change.key]
        elif change.text is not None:
            file[change.key] = change.text
    return file, after, changes


def outcomes(changes: list[EntryChange]) -> list[str]:
    return [change.outcome for change in changes]


def test_the_same_message_twice_changes_nothing() -> None:
    """Idempotent: the second run finds all of it as it was."""
    file, rows, first = applied({}, [], wanted("call Anne"), wanted("pay the rent"))
    again, _, second = applied(file, rows, wanted("call Anne"), wanted("pay the rent"))
    assert outcomes(first) == ["added"] * 2 and outcomes(second) == ["unchanged"] * 2 and again == file


def test_a_changed_message_changes_its_entry() -> None:
    """Another day for the same words, or other words in its place: one entry, the same key."""
    file, rows, _ = applied({}, [], wanted("lunch", "lunch on Monday"))
    moved, rows, changes = applied(file, rows, wanted("lunch", "lunch on Tuesday"))
    assert outcomes(changes) == ["changed"] and moved.keys() == file.keys()
    other, _, changes = applied(moved, rows, wanted("dinner", "dinner on Tuesday"))
    assert outcomes(changes) == ["changed"] and other.keys() == file.keys()


def test_what_is_said_no_more_goes() -> None:
    """An entry that a person dropped from the result is taken out; others of the file stay."""
    file, rows, _ = applied({"own": "my own\n"}, [], wanted("lunch"), wanted("rent"))
    left, _, changes = applied(file, rows, wanted("rent"))
    assert sorted(outcomes(changes)) == ["removed", "unchanged"] and len(left) == 2 and "own" in left


def test_what_a_person_changed_stays_theirs() -> None:
    """Neither changed again nor taken out, whatever the message says later."""
    file, rows, _ = applied({}, [], wanted("lunch", "lunch on Monday"))
    (key,) = file
    mine = {key: f"{key} lunch on Monday, with cake\n"}
    kept, rows, changes = applied(mine, rows, wanted("lunch", "lunch on Tuesday"))
    assert kept == mine and outcomes(changes) == ["kept"]
    kept, _, changes = applied(mine, rows)
    assert kept == mine and outcomes(changes) == ["kept"]


def test_what_a_person_took_out_does_not_come_back() -> None:
    """A task that was done and moved to another file is not put in again."""
    _, rows, _ = applied({}, [], wanted("lunch"))
    file, _, changes = applied({}, rows, wanted("lunch"), wanted("rent"))
    assert outcomes(changes) == ["gone", "added"] and len(file) == 1


def test_entries_written_from_another_device_are_recognised() -> None:
    """Keys come from the message alone: nothing is written twice where this database knows nothing."""
    file, _, _ = applied({}, [], wanted("lunch"), wanted("rent"))
    again, _, changes = applied(file, [], wanted("lunch"), wanted("rent"))
    assert again == file and outcomes(changes) == ["unchanged"] * 2


def test_what_the_file_says_already_is_not_written() -> None:
    """A duplicate of somebody else's entry is told, not added."""
    file, rows, changes = applied({}, [], wanted("lunch", known=True))
    assert outcomes(changes) == ["known"] and not file and not rows


def invitation(
    text: str, at: str, message: str, quote: str = "boss@acme.example", **more: object
) -> WantedEntry:
    return wanted(quote, text, message=message, at=at, key="uid-1", **more)


def test_an_invitation_follows_its_latest_message_in_any_order() -> None:
    """A folder is read in the order of its names: the older message never wins over the newer."""
    old, new = invitation("at ten", "2026-03-01", "a"), invitation("at eleven", "2026-03-02", "b")
    for order in ((old, new), (new, old)):
        file, rows, _ = applied({}, [], *order, messages=("a", "b"))
        assert file == {"uid-1": "uid-1 at eleven\n"}
        again, _, _ = applied(file, rows, old, messages=("a",))
        assert again == file


def test_an_invitation_called_off_goes_and_stays_away() -> None:
    """Also when the older invitation is read again; a newer one brings it back."""
    old = invitation("at ten", "2026-03-01", "a")
    off = invitation("", "2026-03-02", "b", cancelled=True)
    file, rows, _ = applied({}, [], old, messages=("a",))
    file, rows, changes = applied(file, rows, off, messages=("b",))
    assert not file and outcomes(changes) == ["removed"]
    file, rows, _ = applied(file, rows, old, messages=("a",))
    assert not file
    file, _, _ = applied(file, rows, invitation("at noon", "2026-03-03", "c"), messages=("c",))
    assert file == {"uid-1": "uid-1 at noon\n"}


def test_a_stranger_moves_no_invitation() -> None:
    """Whoever knows a uid is not yet its organiser: another organiser's message changes nothing."""
    file, rows, _ = applied({}, [], invitation("at ten", "2026-03-01", "a"), messages=("a",))
    for forged in (
        invitation("at the bank", "2026-03-02", "x", quote="thief@evil.example"),
        invitation("", "2026-03-02", "x", quote="thief@evil.example", cancelled=True),
    ):
        after, _, changes = applied(file, rows, forged, messages=("x",))
        assert after == file and outcomes(changes) == ["known"]


def test_an_appointment_that_the_person_has_of_that_uid_is_theirs() -> None:
    """A calendar program put the invitation in itself: it is neither repeated nor changed."""
    theirs = {"uid-1": "accepted\n"}
    file, _, changes = applied(theirs, [], invitation("at ten", "2026-03-01", "a"), messages=("a",))
    assert file == theirs and outcomes(changes) == ["known"]


TEXTS = st.sampled_from(["lunch", "rent", "call Anne", "call Anne again"])
ENTRY = st.tuples(TEXTS, TEXTS, st.sampled_from(["m1", "m2"]))


@given(
    st.lists(
        st.tuples(st.lists(ENTRY, max_size=5), st.sets(st.integers(0, 4)), st.sets(st.integers(0, 4))),
        max_size=6,
    )
)
def test_whatever_happens_a_second_run_changes_nothing_and_the_person_keeps_theirs(
    steps: list[tuple[list[tuple[str, str, str]], set[int], set[int]]],
) -> None:
    """Runs with any entries, between which a person changes some and takes out others."""
    file: dict[str, str] = {}
    rows: Rows = []
    for entries, edited, dropped in steps:
        given = [wanted(quote, text, message=message) for quote, text, message in entries]
        file, rows, _ = applied(file, rows, *given, messages=("m1", "m2"))
        again, rows, changes = applied(file, rows, *given, messages=("m1", "m2"))
        assert again == file and set(outcomes(changes)) <= {"unchanged", "kept", "gone"}
        for n, key in enumerate(sorted(file)):
            if n in dropped:
                del file[key]
            elif n in edited:
                file[key] = f"{key} mine {digest(file[key])}\n"
        before = {key: text for key, text in file.items() if " mine " in text}
        later, _, _ = applied(file, rows, messages=("m1", "m2"))
        assert before.items() <= later.items()
