"""Mail as programs keep it: Maildirs, mailboxes, exports. Made with Python's own module, read by edge."""

from __future__ import annotations

import mailbox
import os
from email.message import EmailMessage
from pathlib import Path

import pytest

from edge.messages import folder, read
from edge.records import Message
from edge.settings import ExtractSettings

BODY = "Bonjour,\n\nFrom here on, all is well.\n"


def mail(subject: str, *, id: bool = True) -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Anne Roux <anne@acme.example>", "me@home.example", subject
    made["Date"] = "Mon, 02 Mar 2026 09:12:00 +0100"
    if id:
        made["Message-ID"] = f"<{subject}@acme.example>"
    made.set_content(BODY)
    return made


def subjects(*places: Path) -> list[str]:
    """Of every message, in order; "!" for what could not be read."""
    found = read.messages(places, ExtractSettings())
    return [one.subject if isinstance(one, Message) else f"! {one.reason}" for one in found]


def put(box: mailbox.Maildir, subject: str, flags: str = "", *, new: bool = False, id: bool = True) -> str:
    message = mailbox.MaildirMessage(mail(subject, id=id))
    message.set_flags(flags)
    message.set_subdir("new" if new else "cur")
    return box.add(message)


@pytest.fixture
def maildir(tmp_path: Path) -> mailbox.Maildir:
    return mailbox.Maildir(tmp_path / "Maildir")


def test_a_maildir_with_its_hidden_folders(maildir: mailbox.Maildir, tmp_path: Path) -> None:
    """Maildir++ calls them ".Sent" and ".Clients.Acme": they are read, also where the inbox is empty, and
    from a folder above.
    """
    for name in ("Sent", "Clients.Acme", "Re&AOc-us"):
        put(maildir.add_folder(name), f"in {name}")
    assert sorted(subjects(tmp_path)) == ["in Clients.Acme", "in Re&AOc-us", "in Sent"]
    put(maildir, "inbox")
    assert subjects(tmp_path / "Maildir")[0] == "inbox" and len(subjects(tmp_path)) == 4


def test_flags_are_no_part_of_a_message(maildir: mailbox.Maildir, tmp_path: Path) -> None:
    """Seen, answered, flagged and drafts are read; what is marked as deleted, or on its way, is not."""
    for flags in ("", "S", "RS", "FRS", "D"):
        put(maildir, f"flags: {flags}", flags)
    put(maildir, "unseen", new=True)
    put(maildir, "trashed", "ST")
    (tmp_path / "Maildir" / "tmp" / "1700000000.eml").write_bytes(bytes(mail("on its way")))
    found = subjects(tmp_path)
    assert sorted(found) == ["flags:", "flags: D", "flags: FRS", "flags: RS", "flags: S", "unseen"]


def test_a_message_keeps_its_id_when_it_is_read(maildir: mailbox.Maildir, tmp_path: Path) -> None:
    """One without a Message-ID is called after its file: without the flags, which change."""
    key = put(maildir, "nameless", new=True, id=False)
    (before,) = read.messages([tmp_path], ExtractSettings())
    moved = maildir.get_message(key)
    moved.set_subdir("cur")
    moved.set_flags("RS")
    maildir[key] = moved
    (after,) = read.messages([tmp_path], ExtractSettings())
    assert isinstance(before, Message) and isinstance(after, Message)
    assert before.id == after.id and before.source != after.source


@pytest.mark.parametrize(
    "name",
    ["1700.M1P2.mail.json:2,S", "1700.host.md", "1700.host.txt;2,S", "1700.host!2,S", "1700_0.h,S=9:2,"],
)
def test_odd_names_of_a_maildir(maildir: mailbox.Maildir, tmp_path: Path, name: str) -> None:
    """Hosts that look like suffixes, and the flags of disks that take no colon."""
    (tmp_path / "Maildir" / "cur" / name).write_bytes(bytes(mail("odd")))
    assert subjects(tmp_path) == ["odd"]


def test_what_programs_leave_in_a_maildir_is_no_message(maildir: mailbox.Maildir, tmp_path: Path) -> None:
    """Indexes, lists and marks of Dovecot, Courier and Emacs."""
    put(maildir, "one")
    for name in (
        "dovecot-uidlist",
        "dovecot.index.log",
        "subscriptions",
        "maildirfolder",
        "courierimapuiddb",
    ):
        (tmp_path / "Maildir" / name).write_bytes(b"3 V1700 N5 G00\n")
    assert subjects(tmp_path) == ["one"]


def test_mailboxes_of_any_name(tmp_path: Path) -> None:
    """Thunderbird's "Inbox" and "Projets.2026" beside their indexes, folders in ".sbd", Apple's "mbox"."""
    for place in (
        "Inbox",
        "Projets.2026",
        "Inbox.sbd/Clients",
        "Archive.mbox/mbox",
        "Takeout.mbox.d/All mail.mbox",
    ):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        box = mailbox.mbox(path)
        box.add(mail(place))
        box.close()
        path.with_name(f"{path.name}.msf").write_text('// <!-- <mdb:mork:z v="1.4"/> -->\n')
    assert sorted(subjects(tmp_path)) == [
        "Archive.mbox/mbox", "Inbox", "Inbox.sbd/Clients", "Projets.2026", "Takeout.mbox.d/All mail.mbox",
    ]  # fmt: skip


def test_a_mailbox_gives_every_message_whole(tmp_path: Path) -> None:
    """ "From " at the start of a line is the body's; the text is what was put in."""
    box = mailbox.mbox(tmp_path / "Inbox")
    for n in range(3):
        box.add(mail(f"m{n}"))
    box.close()
    found = list(read.messages([tmp_path], ExtractSettings()))
    assert all(isinstance(one, Message) and "\nFrom here on, all is well." in one.body for one in found)
    assert len(found) == 3


@pytest.mark.parametrize("header", ["X-Mozilla-Status: 0009", "X-Mozilla-Status: 0008", "X-Status: AD"])
def test_what_was_deleted_from_a_mailbox_is_not_read(tmp_path: Path, header: str) -> None:
    """It stands in the file until the program packs it; the others of the file are read."""
    box = mailbox.mbox(tmp_path / "Inbox")
    for subject, state in (("gone", header), ("kept", "X-Mozilla-Status: 0001"), ("plain", "X-Status: A")):
        made = mail(subject)
        name, _, value = state.partition(": ")
        made[name] = value
        box.add(made)
    box.close()
    assert subjects(tmp_path) == ["kept", "plain"]


def test_an_mh_folder(tmp_path: Path) -> None:
    """Its messages are called 1, 2, 3; another file of figures is none."""
    box = mailbox.MH(tmp_path / "mh")
    for n in range(2):
        box.add(mail(f"m{n}"))
    (tmp_path / "mh" / "99").write_bytes(b"just some text\n")
    assert subjects(tmp_path) == ["m0", "m1"]


def test_an_export_of_eml_files(tmp_path: Path) -> None:
    """One file a message in folders of the accounts; names that are no UTF-8, with line breaks, or long."""
    names = [
        b"INBOX/1 - Devis.eml",
        b"INBOX/Clients & Co/r\xe9union.eml",
        b"Envoy\xc3\xa9s/a\nb.eml",
        b"x" * 200 + b".EML",
    ]
    for n, name in enumerate(names):
        path = tmp_path / os.fsdecode(name)
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(bytes(mail(f"m{n}")))
    found = list(read.messages([tmp_path], ExtractSettings()))
    assert {one.subject for one in found if isinstance(one, Message)} == {"m0", "m1", "m2", "m3"}
    assert all(one.source.encode() for one in found)  # what is kept in a database is UTF-8


def test_nothing_of_a_mailbox_is_changed(maildir: mailbox.Maildir, tmp_path: Path) -> None:
    """edge moves no mail: no file of it is renamed, marked or touched."""
    put(maildir, "unseen", new=True)
    put(maildir.add_folder("Sent"), "sent", "S")
    before = {path: path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*"))}
    assert len(subjects(tmp_path)) == 2
    assert {path: path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*"))} == before


def test_a_link_to_a_maildir_is_not_followed(maildir: mailbox.Maildir, tmp_path: Path) -> None:
    """A hidden folder that leads elsewhere is left aside: no way round in circles."""
    put(maildir, "one")
    (tmp_path / "Maildir" / ".Loop").symlink_to(tmp_path / "Maildir", target_is_directory=True)
    assert subjects(tmp_path) == ["one"] and len(list(folder.files(tmp_path))) == 1
