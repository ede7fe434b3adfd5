"""Address books as phones, Apple, Google and Outlook export them."""

from __future__ import annotations

import pytest
from growth import linear
from hypothesis import given
from hypothesis import strategies as some
from refusal import whole_or_refused

from edge.errors import ReadError
from edge.indexing.readers import contacts

GOOGLE = """\
BEGIN:VCARD
VERSION:3.0
FN:Dr. Léa Martin
N:Martin;Léa;;Dr.;
item1.EMAIL;TYPE=INTERNET:lea.martin@clinic.example
item1.X-ABLabel:_$!<Work>!$_
EMAIL;TYPE=INTERNET;TYPE=HOME:lea@home.example
TEL;TYPE=CELL:+33 6 12 34 56 78
TEL;TYPE=WORK;TYPE=FAX:01 40 00 00 02
ADR;TYPE=HOME:;;3 rue des Lilas\\, bât. B;Paris;;75011;France
ORG:Clinique du Parc;Cardiologie
TITLE:Cardiologue
BDAY:1980-04-03
NOTE:Ne consulte pas le mercredi.\\nParking derrière la cli
 nique.
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD
 TEL:QUJDRA==
X-SOCIALPROFILE;TYPE=twitter:http://twitter.com/lea
CATEGORIES:myContacts,Santé
END:VCARD
"""
NOKIA = """\
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;Prof.;
TEL;CELL;PREF:+491701234567
ADR;HOME;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:;;Stra=DFe des 17. =
Juni 4;Berlin;;10623;
END:VCARD
BEGIN:VCARD
VERSION:4.0
ORG:Plumber & Sons
TEL;VALUE=uri;TYPE="voice,home":tel:+1-555-0199
END:VCARD
"""


def test_a_person_is_a_section_under_their_name() -> None:
    """A line for each thing known, with what it is for; pictures and marks of programs are no text."""
    (page,) = contacts.read(GOOGLE.replace("\n", "\r\n").encode(), "contacts.vcf").pages
    assert [one.text for one in page.headings] == ["Dr. Léa Martin"]
    assert page.text.split("\n\n")[1].split("\n") == [
        "E-mail (work): lea.martin@clinic.example",
        "E-mail (home): lea@home.example",
        "Telephone (mobile): +33 6 12 34 56 78",
        "Telephone (work, fax): 01 40 00 00 02",
        "Address (home): 3 rue des Lilas, bât. B, Paris, 75011, France",
        "Organisation: Clinique du Parc, Cardiologie",
        "Role: Cardiologue",
        "Birthday: 1980-04-03",
        "Note: Ne consulte pas le mercredi.",
        "Parking derrière la clinique.",
        "Groups: myContacts, Santé",
    ]


def test_older_and_newer_cards() -> None:
    """Quoted-printable in the charset that the line states, over lines; names of parts; a firm."""
    page = contacts.read(NOKIA.encode(), "a.vcf").pages[0]
    assert page.text.split("\n\n") == [
        "Prof. Jörg Müller",
        "Telephone (mobile): +491701234567\nAddress (home): Straße des 17. Juni 4, Berlin, 10623",
        "Plumber & Sons",
        "Organisation: Plumber & Sons\nTelephone (home): +1-555-0199",
    ]


@pytest.mark.parametrize("data", [b"", b"hello", b"BEGIN:VCARD\nEND:VCARD\n", b"BEGIN:VCARD\n" * 9, b"\0\1"])
def test_what_holds_nobody_is_refused(data: bytes) -> None:
    """With a reason."""
    with pytest.raises(ReadError):
        contacts.read(data, "a.vcf")


@pytest.mark.parametrize(
    ("begins", "part", "ends"),
    [
        ("NOTE:", "\\;;\\", ""), ('TEL;X="', ":", ""), ("", "TEL;", ":1"),
        ("", "NOTE;QUOTED-PRINTABLE:=\n", ""),
    ],
)  # fmt: skip
def test_no_line_takes_long(begins: str, part: str, ends: str) -> None:
    """Time grows as the line does, whatever it holds."""

    def read(count: int) -> None:
        card = f"BEGIN:VCARD\nFN:x\n{begins}{part * count}{ends}\nEND:VCARD"
        assert "x" in contacts.read(card.encode(), "a.vcf").pages[0].text

    assert linear(read, 50_000)


_PIECE = some.sampled_from(
    [
        "BEGIN:VCARD", "END:VCARD", "N:", "FN", ":", ";", "=", "\\", "\n", "\n ", '"', "TEL", "ADR", "item1.",
        "é", "ENCODING=QUOTED-PRINTABLE", "=C3", "CHARSET=x",
    ]
)  # fmt: skip


@given(some.lists(_PIECE, max_size=30))
def test_no_card_breaks_the_reader(pieces: list[str]) -> None:
    """It is read, or refused."""
    whole_or_refused(contacts.read, ("BEGIN:VCARD\n" + "".join(pieces)).encode(), "a.vcf")
