"""Messages from files and folders: every form, ids that occur once, and a batch that goes on."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

from edge.errors import MessageError
from edge.messages import mbox, read
from edge.messages.from_json import of_json
from edge.messages.read import UnreadMessage
from edge.records import Message
from edge.settings import ExtractSettings

SETTINGS = ExtractSettings()
EML = b"From: anne@acme.example\nMessage-ID: <a@x>\nSubject: Devis\n\nOui.\n"
MBOX = (
    b"From anne@acme.example Wed Jan 21 10:00:00 2026\nSubject: un\n\n>From the start\nFrom here on\n\n"
    b"From here on, too\n\nFrom 2 March 2026 on\n\n"
    b"From bob@acme.example Wed Jan 21 11:00:00 2026\nSubject: deux\n\nDeux.\n"
)


def every(folder: Path, settings: ExtractSettings = SETTINGS) -> list[Message | UnreadMessage]:
    return list(read.messages([folder], settings))


def several(
    data: bytes, name: str = "-", settings: ExtractSettings = SETTINGS
) -> list[Message | UnreadMessage]:
    return list(read.several(data, name=name, settings=settings))


def ids(found: list[Message | UnreadMessage]) -> list[str]:
    return [one.id if isinstance(one, Message) else "!" for one in found]


def test_a_folder_of_every_form(tmp_path: Path) -> None:
    """Files are read in order, through the folders; hidden ones and other suffixes are left aside."""
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    for name, data in {
        "a.eml": EML,
        "b.txt": "Réunion vendredi".encode(),
        "c.json": b'{"id": "j", "subject": "s", "body": "b"}',
        "d.jsonl": b'{"id": 1, "body": "b"}\n\n{"body": "c"}\n',
        "e.mbox": MBOX,
        "sub/deep/f.md": b"# Note",
        "sub/g.EML": EML,
        "sub/picture.png": b"\x89PNG",
        ".hidden/h.eml": EML,
        ".i.eml": EML,
    }.items():
        (tmp_path / name).write_bytes(data)
    assert ids(every(tmp_path)) == [
        "a@x",
        "b.txt",
        "j",
        "1",
        "d.jsonl:3",
        "e.mbox:1",
        "e.mbox:2",
        "a@x#2",
        "f.md",
    ]


def test_a_maildir(tmp_path: Path) -> None:
    """Files of a Maildir have no suffix, and are messages."""
    for name in ("cur", "new", "tmp"):
        (tmp_path / name).mkdir()
    (tmp_path / "cur" / "1700000000.M1.host:2,S").write_bytes(EML)
    assert ids(every(tmp_path)) == ["a@x"]


def test_one_that_cannot_be_read_does_not_end_the_batch(tmp_path: Path) -> None:
    """Empty, binary, broken and missing files are failures with a reason; the others are read."""
    (tmp_path / "a.eml").write_bytes(b"")
    (tmp_path / "b.eml").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "c.json").write_bytes(b"{")
    (tmp_path / "d.jsonl").write_bytes(
        b'{"body": "un"}\n{\n[1]\nnull\n{"subject": 3}\n{"id": "x"}\n{"body": "sept"}\n'
    )
    (tmp_path / "e.eml").write_bytes(EML)
    found = list(read.messages([tmp_path, tmp_path / "none.eml"], SETTINGS))
    assert ids(found) == ["!", "!", "!", "d.jsonl:1", "!", "!", "!", "!", "!", "d.jsonl:7", "a@x", "!"]
    failures = [one for one in found if isinstance(one, UnreadMessage)]
    assert all(one.reason and one.hint and str(tmp_path) in one.source for one in failures)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    """A named pipe would be waited for without end."""
    os.mkfifo(tmp_path / "pipe.eml")
    [found] = every(tmp_path)
    assert isinstance(found, UnreadMessage)
    assert "not a file" in found.reason


@pytest.mark.parametrize("name", ["none", "x" * 5_000, "a\x00b", "loop"])
def test_paths_that_cannot_be_opened_are_failures(tmp_path: Path, name: str) -> None:
    """Missing, too long, impossible or circular: the path is named, and the others are read."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "a.eml").write_bytes(EML)
    found = list(read.messages([tmp_path / name, tmp_path], SETTINGS))
    assert ids(found) == ["!", "a@x"]


def test_a_folder_that_cannot_be_listed_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mail is not passed over in silence."""
    (tmp_path / "closed").mkdir()
    (tmp_path / "a.eml").write_bytes(EML)
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = every(tmp_path)
    assert ids(found) == ["a@x", "!"]
    assert "closed: Permission denied" in repr(found[1])


def test_links_that_lead_out_are_not_followed(tmp_path: Path) -> None:
    """A link in a folder of mail may not bring in a file from elsewhere; one within the folder may."""
    inside, outside = tmp_path / "mail", tmp_path / "private"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret.txt").write_text("secret", encoding="utf-8")
    (inside / "a.eml").write_bytes(EML)
    (inside / "b.txt").symlink_to(outside / "secret.txt")
    (inside / "c.eml").symlink_to(inside / "a.eml")
    (inside / "folder").symlink_to(outside)
    found = every(inside)
    assert ids(found) == ["a@x", "!", "a@x#2"]
    assert "secret" not in repr(found[2])


def test_a_message_over_the_limit_is_not_opened_whole(tmp_path: Path) -> None:
    """The limit is one message's: a mailbox and a list of lines may be larger, each message in them not."""
    small = ExtractSettings(max_message_bytes=100)
    (tmp_path / "a.eml").write_bytes(EML + b"x" * 100)
    (tmp_path / "b.mbox").write_bytes(MBOX[: MBOX.index(b"From bob")] + b"x" * 200 + b"\n\n" + MBOX[-77:])
    (tmp_path / "c.jsonl").write_bytes(b'{"body": "' + b"x" * 200 + b'"}\n{"body": "deux"}\n')
    assert ids(every(tmp_path, small)) == ["!", "!", "b.mbox:2", "!", "c.jsonl:2"]


def test_ids_occur_once() -> None:
    """Results are stored by id: the second of a name gets a number, whatever names the others chose."""
    lines = [{"id": name, "body": "x"} for name in ("a", "a", "a#2", "a", "b")]
    found = several("\n".join(json.dumps(line) for line in lines).encode())
    assert ids(found) == ["a", "a#2", "a#2#2", "a#3", "b"]


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (EML, ["a@x"]),
        (b"Bonjour,\n\nOui.", ["-"]),
        (b"Note: buy bread\n\nand milk", ["-"]),
        (b"From 1 March 2026 the rent is 900.\n\nPay it.\n", ["-"]),
        (b"From 185@xxx Mon Jan 05 10:12:00 +0000 2026\r\nSubject: x\r\n\r\ny\r\n", ["-:1"]),
        (b'{"body": "x"}', ["-"]),
        (b'{\n"body": "x"\n}\n', ["-"]),
        (b'{"body": "x"}\n{"body": "y"}\n', ["-:1", "-:2"]),
        (b'[{"body": "x"}, {"body": "y"}]', ["-:1", "-:2"]),
        (b'{"messages": [{"id": "m", "body": "x"}]}', ["m"]),
        (b'\xef\xbb\xbf{"body": "x"}', ["-"]),
        ('{"body": "été"}'.encode("utf-16"), ["-"]),
        (MBOX, ["-:1", "-:2"]),
        (b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:u\nDTSTART:20260101\nEND:VEVENT\nEND:VCALENDAR", ["u"]),
    ],
)
def test_forms_are_told_by_how_they_begin(data: bytes, names: list[str]) -> None:
    """Standard input has no suffix."""
    found = several(data, "x.json" if data[:2] == b"\xff\xfe" else "-")
    assert [name.replace("x.json", "-") for name in ids(found)] == names


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("name", ["-", "a.eml", "a.mbox", "a.json", "a.jsonl", "a.txt"])
def test_a_mark_of_an_encoding_changes_nothing(tmp_path: Path, codec: str, name: str) -> None:
    """What Windows wrote, UTF-16 or UTF-8 with its mark, is the message that it is without: none of its
    headers are lost, and no line of JSON.
    """
    line = '{"id": "%d", "subject": "Été", "body": "Réunion à 14 h \u2028 salle 3"}\n'
    given = {
        "-": [EML.decode(), MBOX.decode(), line % 1 + line % 2, "Réunion à 14 h\r\n"],
        "a.eml": [EML.decode()],
        "a.mbox": [MBOX.decode()],
        "a.json": [line % 1],
        "a.jsonl": [line % 1 + line % 2],
        "a.txt": ["Réunion à 14 h\r\n", EML.decode()],
    }
    for text in given[name]:
        plain = several(text.encode(), name)
        assert several(text.encode(codec), name) == plain
        if name != "-":
            file = tmp_path / name
            file.write_bytes(text.encode(codec))
            assert ids(list(read.messages([file], SETTINGS))) == ids(plain)


def test_one_message_of_bytes() -> None:
    """`of_bytes` is for one message: none and several are errors."""
    assert read.of_bytes(EML, name="-", settings=SETTINGS).body == "Oui."
    for data in (b"", MBOX, b"[]"):
        with pytest.raises(MessageError):
            read.of_bytes(data, name="-", settings=SETTINGS)


def test_a_mailbox_is_read_one_message_at_a_time() -> None:
    """The second message is not touched before it is asked for; "From " in a text begins no message."""
    stream = io.BytesIO(MBOX * 10_000)
    found = mbox.messages(stream, 1_000_000)
    assert (
        next(found)
        == b"Subject: un\n\nFrom the start\nFrom here on\n\nFrom here on, too\n\nFrom 2 March 2026 on\n"
    )
    assert stream.tell() < 1_000


@pytest.mark.parametrize("data", [b"x" * 3_000_000, b"From a 2026\n" + b"y" * 3_000_000, b"\n" * 1_000])
def test_a_mailbox_of_one_endless_line(data: bytes) -> None:
    """A line longer than any message is passed over."""
    assert list(mbox.messages(io.BytesIO(data), 1_000_000)) == ([None] if data.strip() else [])


def test_a_pasted_message_keeps_its_text() -> None:
    """Sender and subject pasted above a text are taken, and offsets still point into all of it."""
    text = (
        "De : Anne Roux <anne@acme.example>\r\nObjet : Devis\r\nDate: 2026-01-21T10:00:00Z\r\n\r\nOui, 45 €."
    )
    [found] = several(text.encode(), "note.txt")
    assert isinstance(found, Message)
    assert (found.sender, found.subject) == ("Anne Roux <anne@acme.example>", "Devis")
    assert (found.received_at, found.body) == ("2026-01-21T10:00:00+00:00", text.replace("\r\n", "\n"))
    assert [found.body[start:end] for start, end in found.fresh] == ["Oui, 45 €."]


@pytest.mark.parametrize(
    ("line", "moment"),
    [
        ("Envoyé : lundi 5 janvier 2026 14:12", "2026-01-05T14:12:00+00:00"),
        ("Envoyé\u00a0: lundi 5 janvier 2026 à 14:12", "2026-01-05T14:12:00+00:00"),
        ("Date : lun. 5 janv. 2026 à 14:12", "2026-01-05T14:12:00+00:00"),
        ("Date : 5 janvier 2026 à 14:12:00 UTC+1", "2026-01-05T14:12:00+01:00"),
        ("Sent: Monday, January 5, 2026 2:12 PM", "2026-01-05T14:12:00+00:00"),
        ("Date: Mon, 5 Jan 2026 14:12:00 +0100", "2026-01-05T14:12:00+01:00"),
        ("Date: 5 January 2026", "2026-01-05T00:00:00+00:00"),
        ("Date : lundi", ""),
        ("Date : 5 janvier", ""),
    ],
)
def test_a_pasted_message_has_the_date_it_shows(line: str, moment: str) -> None:
    """Mail programs show dates in words of their language: without one "jeudi" could be any Thursday."""
    [found] = several(f"De : Anne Roux <a@x.example>\n{line}\nObjet : Devis\n\nOui.".encode(), "note.txt")
    assert isinstance(found, Message) and found.received_at == moment


@pytest.mark.parametrize(
    "text", ["Sujet: Kick-off\nDate: 3 mars\nHeure: 8h", "De : Paris\nÀ : Lyon", "# Title\n\nx"]
)
def test_a_note_is_no_message(text: str) -> None:
    """Lines with a colon are not headers: without sender and subject the text is only text."""
    [found] = several(text.encode(), "note.md")
    assert isinstance(found, Message)
    assert (found.sender, found.subject, found.body, found.fresh) == ("", "", text, [(0, len(text))])


def test_a_text_file_that_is_an_email() -> None:
    """Saved as .txt, an e-mail with its technical headers is still one."""
    [found] = several(b"Date: Wed, 21 Jan 2026 10:00:00 +0100\n" + EML, "mail.txt")
    assert isinstance(found, Message)
    assert (found.id, found.body) == ("a@x", "Oui.")


def test_json_messages() -> None:
    """People are strings, lists or objects; more fields are allowed; headers are used for what they say."""
    found = of_json(
        {
            "id": 7,
            "subject": "Devis\nx",
            "from": {"name": "Anne Roux", "email": "anne@acme.example"},
            "to": ["Paul <paul@acme.example>", "x@acme.example"],
            "cc": "a@b.example, b@b.example",
            "received_at": "2026-01-21T06:19:27Z",
            "body": "Oui.\r\nNon\u200b.",
            "headers": {"List-Id": "<x>"},
            "more": None,
        }
    )
    assert (found.id, found.subject, found.sender) == ("7", "Devis x", "Anne Roux <anne@acme.example>")
    assert found.recipients == ["Paul <paul@acme.example>", "x@acme.example", "a@b.example", "b@b.example"]
    assert (found.received_at, found.body) == ("2026-01-21T06:19:27+00:00", "Oui.\nNon.")
    assert found.machine.bulk


@pytest.mark.parametrize("given_body", ["\n\n  Oui.", "Oui.\n\n", "\tOui"])
def test_the_body_of_json_keeps_its_edges(given_body: str) -> None:
    """Offsets into the body are offsets into the text that was handed in."""
    assert of_json({"body": given_body}).body == given_body


@pytest.mark.parametrize(
    "value", [None, 3, "text", [], {}, {"id": "x"}, {"body": 3}, {"subject": [], "body": "x"}]
)
def test_what_is_no_json_message_is_an_error(value: object) -> None:
    """The error says which field is wrong, and the shape of a message."""
    with pytest.raises(MessageError) as caught:
        of_json(value, name="m")
    assert '"received_at"' in caught.value.hint


@pytest.mark.parametrize("stated", ["yesterday", 17, "2026-13-45"])
def test_a_date_that_is_none_is_noted(stated: object) -> None:
    """A time of receipt that cannot be read is not guessed."""
    found = of_json({"body": "x", "received_at": stated})
    assert (found.received_at, len(found.notes)) == ("", 1)


def test_half_an_emoji_in_json_is_read() -> None:
    """Programs that cut texts by UTF-16 leave half a pair: it becomes U+FFFD."""
    [found] = several(b'{"body": "ok \\ud83d"}')
    assert isinstance(found, Message)
    assert found.body == "ok \ufffd"


PIECES = st.sampled_from(
    [
        b"From: ", b"To: ", b"Subject: ", b"Date: ", b"Content-Type: ", b"multipart/mixed; boundary=x",
        b"multipart/alternative; boundary=x", b"text/plain", b"text/html", b"text/calendar",
        b"message/rfc822", b"; charset=", b"utf-8", b"utf-16", b"utf-7", b"Content-Transfer-Encoding: ",
        b"base64", b"quoted-printable", b"\n", b"\n\n", b"\r\n", b"\r", b"--x\n", b"--x--\n", b"=?utf-8?b?",
        b"?=", b"=E9", b"\xe9", b"\xff\xfe", b"\x00", b"<", b">", b"(", b'"', b"@", b",", b";",
        b"filename*0*=", b"'", b"%", b"=", b"References: <a>", b"format=flowed",
        b"<div style='font-size:0'>", b"&#", b"<![", b"{", b"[", b'"body":',
        b"Content-Disposition: attachment; ", b"BEGIN:VCALENDAR\n",
        b"BEGIN:VEVENT\nDTSTART:2026\nEND:VEVENT\n", b"END:VCALENDAR\n",
        b"From a Wed Jan 1 10:00:00 2026\n", b"> ", b"-- \n", b"+9999", b"1",
    ]
)  # fmt: skip
NAMES = st.sampled_from(["m.eml", "m", "m.txt", "m.md", "m.json", "m.jsonl", "m.mbox", "m.ics", "m.emlx"])


@limits(deadline=None, max_examples=300)
@given(st.lists(PIECES, max_size=50).map(b"".join) | st.binary(max_size=300), NAMES)
def test_any_bytes_are_messages_or_failures(data: bytes, name: str) -> None:
    """Nothing in a file raises; spans point into the body, and nothing unseen is in it."""
    for one in read.several(data, name=name, settings=SETTINGS):
        if isinstance(one, UnreadMessage):
            assert one.reason
            continue
        assert one.id
        assert not set("\x00\r\u200b\u202e\ufeff") & set(one.body + one.subject + one.sender)
        last = 0
        for start, end in one.fresh:
            assert last <= start < end <= len(one.body)
            last = end
        one.body.encode()  # no lone surrogates
