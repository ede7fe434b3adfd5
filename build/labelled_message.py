"""A labelled mail of `datasets/mail` as a message: from its JSON, or from the e-mail that its parts make."""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any

from edge.messages import eml
from edge.messages.from_json import of_json
from edge.records import Message
from edge.settings import ExtractSettings


def labelled_message(row: dict[str, Any], settings: ExtractSettings) -> Message:
    """The message of one line. `html` and `calendar`, where it has them, are parts beside its `body` (an
    empty one is left out): such a mail goes the way of an .eml, all others that of JSON.
    """
    if not row.get("html") and not row.get("calendar"):
        return of_json({key: value for key, value in row.items() if key != "expected"}, settings)
    mail = EmailMessage()
    mail["Message-ID"] = f"<{row['id']}@labelled.example>"
    mail["Subject"], mail["From"], mail["To"] = row["subject"], row["from"], ", ".join(row["to"])
    mail["Date"] = format_datetime(datetime.fromisoformat(row["received_at"]))
    for name, value in row.get("headers", {}).items():
        mail[name] = value
    if row["body"]:
        mail.set_content(row["body"])
    if row.get("html"):
        (mail.add_alternative if row["body"] else mail.set_content)(row["html"], subtype="html")
    if row.get("calendar"):
        method = "CANCEL" if "METHOD:CANCEL" in row["calendar"] else "REQUEST"
        mail.add_alternative(row["calendar"], subtype="calendar", params={"method": method})
    return eml.read(mail.as_bytes(), name=row["id"], settings=settings)
