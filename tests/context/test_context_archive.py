"""A mail archive around a message: the conversation, "suite à ...", and an index that follows the files."""

from __future__ import annotations

import mailbox
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import apsw
import pytest

from edge import paths
from edge.context import archive_index
from edge.context.archive import Archive
from edge.context.lookup import lookup_terms
from edge.context.sources import ContextSources
from edge.errors import StorageError, UsageError
from edge.messages import read
from edge.records import Context, Message
from edge.settings import ExtractSettings

SETTINGS = ExtractSettings()


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's folder of this test."""
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()
    yield tmp_path / "home"
    paths.home.cache_clear()


def mail(
    n: int, subject: str, body: str, *, thread: str = "", who: str = "Anne Roux <anne@acme.example>"
) -> bytes:
    made = EmailMessage()
    made["From"], made["Subject"], made["Message-ID"] = who, subject, f"<m{n}@acme.example>"
    made["Date"] = f"Mon, {n:02} Feb 2026 09:00:00 +0100"
    if thread:
        made["References"] = f"<{thread}@acme.example>"
    made.set_content(body)
    return bytes(made)


MAILS = (
    mail(2, "Devis verrière", "Bonjour, voici le devis de la verrière du pavillon nord : 12 400 €."),
    mail(3, "Re: Devis verrière", "Merci, je regarde.", thread="m2", who="Paul Petit <paul@home.example>"),
    mail(
        4, "Visite du chantier", "Nous avons visité le chantier de Sète avec l'architecte.", who="b@b.example"
    ),
    mail(9, "Déjeuner", "On déjeune mardi ?", who="c@c.example"),
)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "Maildir"
    box = mailbox.Maildir(folder)
    for data in MAILS[:2]:
        box.add(data)
    sent = box.add_folder("Sent")
    for data in MAILS[2:]:
        sent.add(data)
    return folder


def message(
    body: str = "Bonjour.", *, subject: str = "Sujet", id: str = "now", thread: str = "", day: int = 20
) -> Message:
    data = mail(day, subject, body, thread=thread, who="Anne Roux <anne@acme.example>")
    (one,) = read.several(data.replace(f"<m{day}@".encode(), f"<{id}@".encode()), name="x", settings=SETTINGS)
    assert isinstance(one, Message)
    return one


def ids(archive: Path, one: Message) -> list[str]:
    with closing(Archive(archive, SETTINGS)) as opened:
        found = opened.look(one, lookup_terms(one, None), 5)
    return [item.source.partition("@")[0] for item in found.items]


def test_the_conversation_newest_first(archive: Path) -> None:
    """By its references, whoever wrote; the first message of it too; never the message itself."""
    assert ids(archive, message(thread="m2")) == ["m3", "m2"]
    assert ids(archive, message(thread="m2", id="m3")) == ["m2"]


@pytest.mark.parametrize(
    "body",
    [
        "Suite à notre visite du chantier de Sète, voici le compte rendu.",
        "Comme convenu lors de la visite du chantier à Sète, je vous écris.",
        "Further to the visite du chantier de Sète, here are my remarks.",
    ],
)
def test_what_a_message_goes_on_from(archive: Path, body: str) -> None:
    """Found by the words that name it, in the sub-folder, from another sender."""
    assert ids(archive, message(body)) == ["m4"]


def test_words_that_name_nothing_find_nothing(archive: Path) -> None:
    """One word in common is an accident; a phrase without content is none."""
    assert ids(archive, message("Suite à votre appel, voici les documents de la verrière.")) == []
    assert ids(archive, message("Suite à cela, bonne journée.")) == []


def test_the_same_subject_of_the_same_sender(archive: Path) -> None:
    """Where a mail program lost the references."""
    assert ids(archive, message(subject="RE: devis Verrière")) == ["m2"]


def test_only_earlier_messages(archive: Path) -> None:
    """What came later is no history of a message."""
    mailbox.Maildir(archive).add(mail(9, "Re: Devis verrière", "Je signe.", thread="m2"))
    assert ids(archive, message(thread="m2", day=8)) == ["m3", "m2"]
    assert ids(archive, message(thread="m2", day=10)) == ["m9", "m3", "m2"]


def test_the_index_follows_the_files(archive: Path, own_home: Path) -> None:
    """New mail, a moved file and a deleted one; nothing else is read again."""
    assert ids(archive, message(thread="m2")) == ["m3", "m2"]
    mailbox.Maildir(archive).add(mail(5, "Re: Devis verrière", "Je signe.", thread="m2"))
    assert ids(archive, message(thread="m2")) == ["m5", "m3", "m2"]
    (first,) = [path for path in archive.rglob("*") if path.is_file() and b"ID: <m2@" in path.read_bytes()]
    first.rename(archive / "cur" / f"{first.name}:2,S")
    assert ids(archive, message(thread="m2")) == ["m5", "m3", "m2"]
    (archive / "cur" / f"{first.name}:2,S").unlink()
    assert ids(archive, message(thread="m2")) == ["m5", "m3"]


def test_a_damaged_index_is_made_anew(archive: Path, own_home: Path) -> None:
    """It is a copy."""
    assert ids(archive, message(thread="m2"))
    (index,) = own_home.glob("archive-*.db")
    assert index.stat().st_mode & 0o777 == 0o600
    index.write_bytes(b"no database at all" * 100)
    assert ids(archive, message(thread="m2")) == ["m3", "m2"]


def test_another_run_that_writes_the_index_is_told(
    archive: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two messages another run may read a large mailbox in: whoever looks waits, then is told."""
    monkeypatch.setattr(archive_index, "_WAIT", 0.05)
    one = message("Suite à la visite du chantier de Sète.", thread="m2")
    with closing(Archive(archive, SETTINGS)) as looked:
        assert looked.look(one, lookup_terms(one, None), 5).items
        (index,) = own_home.glob("archive-*.db")
        with closing(apsw.Connection(str(index))) as other:
            other.execute("BEGIN EXCLUSIVE").fetchall()
            with pytest.raises(StorageError, match="Another run reads the archive"):
                looked.look(one, lookup_terms(one, None), 5)
        assert looked.look(one, lookup_terms(one, None), 5).items


def test_a_mailbox_is_an_archive_and_nothing_is_not(tmp_path: Path) -> None:
    """One mbox file, of any name; a place where there is nothing is told."""
    box = mailbox.mbox(tmp_path / "Inbox")
    for data in MAILS:
        box.add(data)
    box.close()
    assert ids(tmp_path / "Inbox", message(thread="m2")) == ["m3", "m2"]
    with pytest.raises(UsageError, match="archive"):
        Archive(tmp_path / "none", SETTINGS)


def test_what_cannot_be_read_is_counted(archive: Path) -> None:
    """Once, with the sources that could not be read."""
    (archive / "cur" / "1700.broken").write_bytes(b"\x00\x01\x02" * 200)
    with closing(Archive(archive, SETTINGS)) as opened:
        (warning,) = opened.warnings
    assert warning.code == "archive_unread" and warning.params["count"] == 1


def test_passes_are_shown_the_archive_beside_the_rest(archive: Path) -> None:
    """As messages, with who wrote and when; without a path."""
    one = message(thread="m2")
    with ContextSources(settings=SETTINGS, archive=archive) as around:
        context = around.look(one, None)
    assert isinstance(context, Context) and [item.kind for item in context.items] == ["message"] * 2
    assert context.items[1].text.startswith("Anne Roux") and context.items[1].date == "2026-02-02"
    assert not any(str(archive) in f"{item.name} {item.text} {item.source}" for item in context.items)
