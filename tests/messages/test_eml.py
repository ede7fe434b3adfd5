"""E-mails: headers and parts as mail programs write them, and as they break them."""

from __future__ import annotations

import base64
from email.message import EmailMessage

import pytest

from edge.errors import MessageError
from edge.messages import content, mime_parts, read
from edge.records import Attachment, Message, Reason
from edge.settings import ExtractSettings

SETTINGS = ExtractSettings()
HEAD = b"From: Anne <anne@acme.example>\nTo: paul@acme.example\nDate: Wed, 21 Jan 2026 10:00:00 +0100\n"


def mail(data: bytes, settings: ExtractSettings = SETTINGS) -> Message:
    return read.of_bytes(data, name="m.eml", settings=settings)


def made(text: str = "Bonjour.\n") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Aurélie Roux <aurelie@acme.example>"
    message["To"] = "Paul <paul@acme.example>, x@acme.example"
    message["Cc"] = "Équipe <team@acme.example>"
    message["Subject"] = "Réunion de vendredi"
    message["Date"] = "Wed, 21 Jan 2026 10:00:00 +0100"
    message["Message-ID"] = "<abc@acme.example>"
    message.set_content(text)
    return message


def test_a_plain_message() -> None:
    """Headers are decoded, the id is the Message-ID, the body is the text."""
    found = mail(made("Bonjour,\n\nà vendredi 14h.\n").as_bytes())
    assert found == Message(
        id="abc@acme.example",
        subject="Réunion de vendredi",
        sender="Aurélie Roux <aurelie@acme.example>",
        recipients=["Paul <paul@acme.example>", "x@acme.example", "Équipe <team@acme.example>"],
        received_at="2026-01-21T10:00:00+01:00",
        body="Bonjour,\n\nà vendredi 14h.",
        fresh=[(0, 25)],
        thread="abc@acme.example",
    )


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_line_ends(ending: bytes) -> None:
    """Every line end of every system reads the same."""
    data = (HEAD + b"Subject: x\n\none\n\ntwo\n").replace(b"\n", ending)
    assert (mail(data).subject, mail(data).body) == ("x", "one\n\ntwo")


def test_plain_is_taken_before_html() -> None:
    """Of two versions the plain one is the text; JSON-LD of the other is kept."""
    message = made("Le texte.\n")
    message.add_alternative(
        '<script type="application/ld+json">{"@type": "Order"}</script><p>Le HTML', subtype="html"
    )
    found = mail(message.as_bytes())
    assert (found.body, found.machine.structured, found.attachments) == (
        "Le texte.",
        [{"@type": "Order"}],
        [],
    )


@pytest.mark.parametrize(
    "plain",
    [
        "",
        " \n",
        "Your mail program does not support HTML.",
        "Si ce message ne s'affiche pas correctement : https://news.example/" + "a" * 300,
        "Pour lire ce message, ouvrez-le dans votre navigateur.",
        "View this email in your browser (https://news.example/v/1)",
        "Version en ligne\n<https://news.example/v/1>",
    ],
)
def test_html_is_taken_where_the_plain_text_says_nothing(plain: str) -> None:
    """An empty plain version, or one that only points to the other, is not the text."""
    message = made(plain)
    message.add_alternative("<p>À payer&nbsp;: <b>45 €</b></p>", subtype="html")
    assert mail(message.as_bytes()).body == "À payer\xa0: 45 €"


def test_html_alone() -> None:
    """HTML-only mail becomes text, in the charset that the markup declares when the header does not."""
    data = HEAD + b'Content-Type: text/html\n\n<meta charset="windows-1252"><p>\xe9t\xe9</p><p>fin'
    assert mail(data).body == "été\n\nfin"


def test_several_texts_are_joined() -> None:
    """A text after an attachment belongs to the message; a list's footer comes last."""
    data = HEAD + (
        b"Content-Type: multipart/mixed; boundary=b\n\nno\n--b\n\nun\n--b\nContent-Type: image/png\n\nx\n"
        b"--b\nContent-Type: text/plain\n\ndeux\n--b--\nignored\n"
    )
    found = mail(data)
    assert found.body == "un\n\ndeux"
    assert found.attachments == [Attachment(name="", media_type="image/png", bytes=1, why="not text")]


def test_attachments_are_counted_not_decoded() -> None:
    """Name (RFC 2231 or encoded words, folders dropped), type and exact size of what was packed as base64."""
    message = made()
    message.add_attachment(
        b"x" * 99_999, maintype="application", subtype="pdf", filename="../../été 2026.pdf"
    )
    message.add_attachment("notes", filename="notes.txt")
    found = mail(message.as_bytes())
    assert found.body == "Bonjour."
    assert [(one.name, one.bytes, one.why) for one in found.attachments] == [
        ("été 2026.pdf", 99_999, "not text"),
        ("notes.txt", 6, "attached, not read"),
    ]


def test_a_large_attachment_stays_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """30 MB beside the text are never decoded: they are only measured."""
    asked: list[int] = []
    real = content.unpacked
    monkeypatch.setattr(content, "unpacked", lambda raw, how: (asked.append(len(raw)), real(raw, how))[1])
    packed = (b"A" * 76 + b"\n") * 400_000
    data = HEAD + (
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nvu\n--b\nContent-Type: application/zip\n"
        b"Content-Transfer-Encoding: base64\n\n" + packed + b"--b--\n"
    )
    found = mail(data)
    assert (found.body, found.attachments[0].bytes, asked) == ("vu", 22_800_000, [2])


def test_format_flowed() -> None:
    """Lines broken for the way are one line again (RFC 3676): quotes apart, the signature kept."""
    data = HEAD + (
        b"Content-Type: text/plain; format=flowed\n\n"
        b"un \ndeux\n\n trois\n> cit \n> ation\n>> autre\n-- \nAnne\n"
    )
    assert mail(data).body == "un deux\n\ntrois\n> cit ation\n>> autre\n-- \nAnne"
    data = HEAD + b"Content-Type: text/plain; format=flowed; delsp=yes\n\nanti \nconstitution \nnel\n"
    assert mail(data).body == "anticonstitutionnel"


@pytest.mark.parametrize(
    ("header", "text"),
    [
        (b"=?utf-8?q?R=C3=A9union?= =?utf-8?q?_de_mardi?=", "Réunion de mardi"),
        (b"=?utf-8?b?8J+Y?= =?utf-8?b?gA==?=", "😀"),  # a letter across two words
        (b"Re: =?iso-8859-1?Q?D=E9cision?= prise", "Re: Décision prise"),
        (b"\xc3\xa9t\xc3\xa9", "été"),
        (b"\xe9t\xe9", "été"),
        (b"=?utf-8?b?!!!?=", None),
        (b"=?x-none?q?abc?=", "abc"),
        (b"folded\n\tvalue\n  here", "folded value here"),
        (b"=?utf-8?q?a=0D=0ABcc:_x@y.z?=", "a Bcc: x@y.z"),  # a line break in it makes no header
        (b"a\x00b\xe2\x80\xaec", "abc"),
    ],
)
def test_subjects(header: bytes, text: str | None) -> None:
    """Encoded words, raw bytes and injected lines end as one clean line; what is broken does not raise."""
    found = mail(HEAD + b"Subject: " + header + b"\n\nx").subject
    assert "\n" not in found
    assert text is None or found == text


@pytest.mark.parametrize(
    ("header", "sender", "noted"),
    [
        (b"Anne Roux <anne@acme.example>", "Anne Roux <anne@acme.example>", False),
        (b'"Roux, Anne" <anne@acme.example>', "Roux, Anne <anne@acme.example>", False),
        (b"anne@acme.example (Anne Roux)", "Anne Roux <anne@acme.example>", False),
        (b"=?utf-8?q?Aur=C3=A9lie?= <a@acme.example>", "Aurélie <a@acme.example>", False),
        (b"<anne@acme.example>", "anne@acme.example", False),
        (b"anne@@acme", "anne@@acme", True),
        (b"Anne <not an address>", "Anne <not an address>", True),
        (b"", "", False),
        (b"((((((((" + b"(" * 5_000, None, True),
    ],
)
def test_senders(header: bytes, sender: str | None, noted: bool) -> None:
    """People are "Name <address>"; an address that is none is kept as text, and a note says so."""
    found = mail(b"From: " + header + b"\nSubject: x\n\nx")
    assert sender is None or found.sender == sender
    assert any("not a valid address" in note for note in found.notes) == noted


@pytest.mark.parametrize(
    ("headers", "moment", "noted"),
    [
        (b"Date: Wed, 21 Jan 2026 10:00:00 +0100\n", "2026-01-21T10:00:00+01:00", False),
        (b"Date: 21 Jan 2026 10:00:00 GMT\n", "2026-01-21T10:00:00+00:00", False),
        (b"Date: 2026-01-21T10:00:00Z\n", "2026-01-21T10:00:00+00:00", False),
        (b"Date: tomorrow\nReceived: by x; Wed, 21 Jan 2026 10:00:00 +0100\n"
         b"Received: by y; Tue, 20 Jan 2026 1:0\n",
         "2026-01-21T10:00:00+01:00", True),
        (b"Date: Thu, 1 Jan 1970 00:00:00 +0000\nReceived: by x; Wed, 21 Jan 2026 10:00:00 +0100\n",
         "2026-01-21T10:00:00+01:00", True),
        (b"Date: Wed, 21 Jan 2026 10:00:00 +9999\n", "", True),
        (b"Date: 99 Foo 20266 99:99\n", "", True),
        (b"X: y\n", "", False),
    ],
)  # fmt: skip
def test_when_it_was_received(headers: bytes, moment: str, noted: bool) -> None:
    """The Date header, else the newest Received line; never a date that nobody stated."""
    found = mail(b"From: a@b.example\n" + headers + b"\nx")
    assert (found.received_at, any("date" in note.code for note in found.codes.get("notes", []))) == (
        moment,
        noted,
    )


@pytest.mark.parametrize(
    ("headers", "flags"),
    [
        (b"", ""),
        (b"List-Unsubscribe: <mailto:x@y.z>\n", "bulk"),
        (b"List-Id: <x>\n", "bulk"),
        (b"Precedence: Bulk\n", "bulk"),
        (b"List-Id: <x>\nList-Post: <mailto:dev@x.example>\n", ""),
        (b"List-Id: <x>\nList-Post: NO\n", "bulk"),
        (b"List-Id: <x>\nX-GitHub-Reason: review_requested\n", ""),
        (b"List-Id: <x>\nX-GitHub-Reason: subscribed\n", "bulk"),
        (b"Auto-Submitted: auto-generated; x=y\n", "automatic"),
        (b"Auto-Submitted: no\n", ""),
        (b"X-Auto-Response-Suppress: All\n", "automatic"),
        (b"Return-Path: <>\n", "automatic"),
        (b"X-Spam-Flag: YES\n", "spam"),
        (b"X-Spam-Status: No, score=0\n", ""),
        (b"In-Reply-To: <a@b>\n", "reply"),
        (b"References: <a@b> <c@d>\n", "reply"),
        (b"Sender: x\nFrom: no-reply@shop.example\n", "no_reply"),
        (b"From: Banque <ne-pas-repondre@banque.example>\n", "no_reply"),
        (b"From: nepasrepondre@x.example\n", "no_reply"),
        (b"From: notice+donotreply@x.example\n", "no_reply"),
        (b"From: norbert@x.example\n", ""),
        (b"From: MAILER-DAEMON@x.example\n", "automatic no_reply"),
    ],
)
def test_flags_of_machines(headers: bytes, flags: str) -> None:
    """Each header sets its own flag and no other."""
    machine = mail(headers + b"Subject: x\n\nx").machine
    names = ("bulk", "automatic", "no_reply", "spam", "reply")
    assert [name for name in names if getattr(machine, name)] == flags.split()


def test_the_conversation() -> None:
    """The thread is the first message of the conversation: References before In-Reply-To before itself."""
    one = mail(b"Message-ID: <c@x>\nReferences: <a@x>\n <b@x>\nIn-Reply-To: <b@x>\n\nx")
    two = mail(b"Message-ID: <c@x>\nIn-Reply-To: <b@x>\n\nx")
    assert (one.thread, two.thread) == ("a@x", "b@x")


def test_a_forwarded_part_is_part_of_the_text() -> None:
    """A message within a message is read with its sender and date, and is new where the own text is short."""
    outer = made("Pour info.\n")
    outer.add_attachment(made("À payer avant le 31 janvier.\n"))
    found = mail(outer.as_bytes())
    assert content.FORWARDED in found.body
    assert "From: Aurélie Roux <aurelie@acme.example>" in found.body
    assert [found.body[start:end] for start, end in found.fresh] == [
        "Pour info.",
        "À payer avant le 31 janvier.",
    ]


def test_a_digest_is_its_messages() -> None:
    """Parts of a digest that state no type are messages (RFC 2046, 5.1.5), each with its sender."""
    data = HEAD + (
        b"Content-Type: multipart/digest; boundary=b\n\n--b\n\nFrom: a@x.example\nSubject: un\n\n"
        + b"Un texte. " * 100
        + b"\n--b\n\nFrom: b@x.example\nSubject: deux\n\nDeux.\n--b--\n"
    )
    found = mail(data)
    assert [found.body[start:end] for start, end in found.fresh] == [("Un texte. " * 100).strip(), "Deux."]
    assert "From: b@x.example" in found.body


@pytest.mark.parametrize("kind", [b"multipart/encrypted; boundary=b", b"application/pkcs7-mime"])
def test_an_encrypted_message_says_so(kind: bytes) -> None:
    """No text is no silence: a note tells why."""
    data = HEAD + b"Content-Type: " + kind + b"\n\n--b\nContent-Type: application/octet-stream\n\nx\n--b--\n"
    found = mail(data)
    assert (found.body, found.codes["notes"]) == ("", [Reason("encrypted")])


def test_a_bounce_does_not_speak_for_the_message_it_returns() -> None:
    """Of a delivery report only the report is text."""
    data = HEAD + (
        b"Content-Type: multipart/report; boundary=b\n\n--b\n\nNot delivered.\n--b\n"
        b"Content-Type: message/delivery-status\n\nStatus: 5\n--b\nContent-Type: message/rfc822\n\n"
        + HEAD
        + b"\nTransfer 9000 EUR\n--b--\n"
    )
    found = mail(data)
    assert (found.body, found.machine.automatic, len(found.attachments)) == ("Not delivered.", True, 2)


@pytest.mark.parametrize("kind", [b"multipart/mixed; boundary=b", b"message/rfc822"])
def test_parts_within_parts_end(kind: bytes) -> None:
    """Five thousand levels are a note, not a RecursionError, and what stands outside is read."""
    data = HEAD + b"Content-Type: multipart/mixed; boundary=o\n\n--o\n\nvu\n--o\n"
    for n in range(5_000):
        number = b"%d" % n if b"mixed" in kind else b""
        data += b"Content-Type: " + kind + number + b"\n\n" + (b"--b" + number + b"\n" if number else b"")
    found = mail(data)
    assert found.body.startswith("vu")
    assert any("unread" in note for note in found.notes)


def test_the_number_of_parts_is_bounded() -> None:
    """A million empty parts cost no more than the first few hundred."""
    found = mail(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\nX: y\n\nz\n" * 100_000)
    assert found.body.count("z") == mime_parts.MAX_PARTS - 1
    assert any("unread" in note for note in found.notes)


@pytest.mark.parametrize(
    "data",
    [
        HEAD + b"Content-Type: multipart/mixed\n\nvu\n",
        HEAD + b"Content-Type: multipart/mixed; boundary=b\n\nvu\n",
        HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nvu\n",
        HEAD + b"Content-Type: text\n\nvu",
        HEAD + b"Content-Type: text/plain; charset*0*=\n\nvu",
        HEAD + b"Content-Type: ;;;==\n\nvu",
        HEAD + b"Content-Transfer-Encoding: base64\n\n" + base64.b64encode(b"vu..").rstrip(b"=")[:-2] + b"!",
        HEAD + b"Content-Transfer-Encoding: nonsense\n\nvu",
        HEAD + b"vu is no header\n",
        HEAD + b"Content-Type: text/plain; charset*=x'y'z\nvu \xe9 is no header\nnor is this\n\nend",
        b"From a@b.example Wed Jan 21 10:00:00 2026\n" + HEAD + b"\nvu",
        b"\n\nvu",
        HEAD + b"".join(b"X-%d: y\n" % n for n in range(10_000)) + b"\nvu",
    ],
)
def test_broken_mime_still_gives_its_text(data: bytes) -> None:
    """Boundaries, types and encodings that are wrong or missing leave the text readable."""
    assert mail(data).body.strip().startswith("vu")


@pytest.mark.parametrize(
    "data", [b"", b" \n\n", b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR" + bytes(range(200)) * 9]
)
def test_what_is_no_message_is_a_clear_error(data: bytes) -> None:
    """An empty or binary file names itself and says what to do."""
    with pytest.raises(MessageError, match=r"m\.eml") as caught:
        mail(data)
    assert caught.value.hint


def test_sizes_are_bounded() -> None:
    """A message over the limit is refused; a text over it is cut, and the note counts what is unread."""
    with pytest.raises(MessageError, match="more than 1,000 bytes"):
        mail(HEAD + b"\n" + b"x" * 1_000, ExtractSettings(max_message_bytes=1_000))
    found = mail(HEAD + b"\n" + b"x" * 1_000, ExtractSettings(max_body_chars=100))
    assert len(found.body) == 100
    assert found.codes["notes"] == [Reason("body_cut", {"characters": 1_000, "unread": 900})]


def test_offsets_hold_in_awkward_text() -> None:
    """Accents, emoji, CRLF and unseen characters before a word do not move its place in the body."""
    found = mail(HEAD + "Content-Type: text/plain; charset=utf-8\n\n😀 é\u200b\r\nà 14h".encode())
    assert found.body == "😀 é\nà 14h"
    assert found.body[4:][found.body[4:].index("14h") :] == "14h"
    assert [found.body[start:end] for start, end in found.fresh] == ["😀 é\nà 14h"]
    assert found.codes["notes"][-1].code == "hidden_characters"
