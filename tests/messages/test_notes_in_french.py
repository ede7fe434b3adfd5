"""What a message's reader remarks is said in French beside French messages."""

from __future__ import annotations

import pytest

from edge.i18n import language, render
from edge.messages import from_json, read
from edge.settings import ExtractSettings

MAIL = b"From: Anne <a@x.example>\r\nSubject: x\r\n%s\r\n%s"

ATTACHED = (
    b"--b\r\n\r\nBonjour\r\n--b\r\nContent-Type: image/png; name=logo.png\r\n\r\nx\r\n"
    b"--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=Devis.PDF\r\n"
    b"\r\nx\r\n--b--\r\n"
)


@pytest.mark.parametrize(
    "data",
    [
        MAIL % (b"Date: never\r\n", b"Bonjour"),
        MAIL % (b"Date: never\r\nReceived: by x; Mon, 2 Mar 2026 09:00:00 +0100\r\n", b"Bonjour"),
        MAIL % (b"To: a@@b\r\n", b"Bonjour"),
        MAIL % (b"Content-Type: text/plain; charset=x-klingon\r\n", "é".encode()),
        MAIL % (b"Content-Type: multipart/mixed\r\n", b"Bonjour"),
        MAIL % (b"Content-Type: multipart/encrypted; boundary=b\r\n", b"--b\r\n\r\nx\r\n--b--\r\n"),
        MAIL % (b"Content-Transfer-Encoding: base64\r\n", b"Qm9uam91cg@@"),
        MAIL % (b"Content-Type: text/calendar\r\n", b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"),
        MAIL % (b"Content-Type: text/plain; charset=utf-8\r\n", ("Bon\u200bjour " * 50).encode()),
        MAIL % (b"", b"x" * 300_000),
        MAIL % (b"Content-Type: multipart/mixed; boundary=b\r\n", ATTACHED),
        b"Content-Type: message/rfc822\r\n\r\n" * 20 + b"Bonjour",
    ],
)
def test_every_remark_has_its_french(data: bytes) -> None:
    """No remark on a message is left in English."""
    found = read.of_bytes(data, name="x.eml", settings=ExtractSettings())
    reasons = found.codes["notes"]
    assert found.notes == [render(reason, language(f"{found.subject}\n{found.body}")) for reason in reasons]
    assert not [reason for reason in reasons if render(reason, "fr") == render(reason, "en")]


def test_a_date_of_json_that_is_none_is_told_in_french() -> None:
    """The same for JSON."""
    (note,) = from_json.of_json({"body": "Voici le devis que tu as demandé", "received_at": "hier"}).notes
    assert note == "«\xa0hier\xa0» n’est pas une date\xa0: rien n’indique quand le message a été reçu"


def test_documents_that_are_not_read_are_named() -> None:
    """Whoever relies on the result must know that a contract was attached; a logo is not worth a word."""
    found = read.of_bytes(
        MAIL % (b"Content-Type: multipart/mixed; boundary=b\r\n", ATTACHED),
        name="x",
        settings=ExtractSettings(),
    )
    assert found.notes == ["joint mais non lu : Devis.PDF"] and len(found.attachments) == 2
