"""The review page: everything found is shown where it stands, and nothing of a message becomes markup."""

from __future__ import annotations

import base64
import colorsys
import hashlib
import re
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from edge import paths
from edge.extract import review
from edge.extract.llm.types import TYPES
from edge.records import (
    Attachment,
    Confidence,
    Conflict,
    ContextUse,
    Escalation,
    Extracted,
    Extraction,
    Message,
    PassRecord,
    Reason,
)
from edge.text.sanitise import plain

BODY = "Merci de renvoyer le contrat avant le 6 mars.\n\nLe 1er mars, Anne a écrit :\n> Le contrat ?\n"
FRESH = [(0, 45)]

#: The tags of the page and the attributes they have: whatever else stands after a "<" came from a message.
TAG = re.compile(
    r"<(?:/?(?:a|article|b|blockquote|body|dd|div|dl|dt|h1|h2|h3|head|header|html|li|main|mark|meta|nav|ol|p"
    r"|section|span|style|table|tbody|td|th|thead|title|tr|ul)"
    r'(?: (?:aria-label|aria-labelledby|charset|class|content|dir|href|http-equiv|id|lang|name|role|scope'
    r'|tabindex|title)="[^"<>]*")*|!doctype html)>'
)  # fmt: skip

nasty = st.lists(
    st.sampled_from(
        ["<script>", "</script>", "</mark>", "</div>", "</style>", "</title>", "<!--", "-->", "]]>",
         "<![CDATA[", '"', "'", "&",
         "&lt;", "&#60;", " onclick=x ", "javascript:alert(1)", "${title}", "$title", "$$",
         "<", ">", "\x00", "\ud800", "\u202e", "\x1b[2J", "\r\n", "\n", "é", "😀", " "]
    ) | st.text(max_size=5),
    max_size=12,
).map("".join)  # fmt: skip


def _made(message: Message, **more: Any) -> Extracted:
    more.setdefault("passes", [PassRecord(n=1, kind="blind", engine="rules", model="r", confidence=0.8)])
    return Extracted(
        id=message.id, action="archive", **{"decision": "queue", **more}, confidence=Confidence(raw=0.8)
    )


def _found(start: int, end: int, kind: str = "deadline", **more: Any) -> Extraction:
    return Extraction(
        type=kind, info="i", quote=BODY[start:end], start=start, end=end, grounded=True, found="exact", **more
    )


def _page(*extractions: Extraction, **more: Any) -> BeautifulSoup:
    message = Message(id="m", subject="Contrat", body=BODY, fresh=FRESH)
    return _parsed(review.page([(message, _made(message, extractions=list(extractions), **more))]))


def _parsed(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser", preserve_whitespace_tags={"div", "h2"})


def _only(soup: BeautifulSoup, selector: str) -> Tag:
    (found,) = soup.select(selector)
    return found


def _covered(soup: BeautifulSoup, selector: str) -> list[bool]:
    """For each character of the body, whether it stands inside such an element."""
    text = _only(soup, ".text")
    for number in text.select("a.ref"):
        number.decompose()
    wanted = {id(found) for found in text.select(selector)}
    return [
        any(id(parent) in wanted for parent in string.parents)
        for string in text.strings
        for _ in string
    ]  # fmt: skip


@settings(
    max_examples=50,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@example(["\"><script>'&lt;$title\ud800"] * 12, [0, 5, 0, 3])
@example(['" onclick=x '] * 12, [0, 60, 0, 0])
@given(st.lists(nasty, min_size=12, max_size=12), st.lists(st.integers(-5, 60), min_size=4, max_size=4))
def test_nothing_of_a_message_becomes_markup(texts: list[str], places: list[int]) -> None:
    """Hostile text in every field: our tags only, the message's text whole, and all of it UTF-8."""
    (subject, sender, body, info, quote, own, kind, change, note, ask, used, name) = texts
    body = "Texte " + body
    message = Message(
        id=name, subject=subject, sender=sender, body=body, received_at=note, fresh=[(places[2], places[3])],
        attachments=[Attachment(name=name, media_type=kind, bytes=1)],
    )  # fmt: skip
    it = Extraction(
        type=kind, info=info, quote=quote, start=places[0], end=places[1], grounded=True, found="exact",
        date=name, time=note, timezone=name, amount=1.0, currency=name, note=note, note_action="append",
        data={own: own, "list": [own]}, importance="high", duration_minutes=3,
    )  # fmt: skip
    placed = Extraction(type=kind, info=info, quote="Texte", start=0, end=5, grounded=True, found="exact")
    made = _made(
        message, extractions=[it, Extraction(type="fact", info=own), placed], stopped_because=note,
        clarification_question=ask, stakes=[ask], notes=[note], unread=[(0, 3)],
        passes=[
            PassRecord(n=1, kind="blind", engine=name, model=kind, confidence=0.5, changes=[change]),
            PassRecord(n=2, kind="deep", engine=name, model=kind, confidence=0.5, error=change),
        ],
        escalation=Escalation(wanted=name, used=kind, why=note),
        context=ContextUse(
            used=[used], ignored=[name], conflicts=[Conflict(kind="overlap", text=ask, items=[used])]
        ),
    )  # fmt: skip
    html = review.page([(message, made), (message, made)])
    html.encode("utf-8")
    style = html.partition("<style>")[2].partition("</style>")[0]
    rest = TAG.sub("", html.replace(style, "", 1))
    assert "<" not in rest and ">" not in rest
    soup = _parsed(html)
    assert not soup.select("script, img, iframe, link, form, object, svg")
    assert soup.h2 is not None and soup.h2.get_text() == plain(subject or soup.h2.get_text())
    for text in soup.select(".text"):
        for number in text.select("a.ref"):
            number.decompose()
        assert text.get_text() == plain(body)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, len(BODY)), st.integers(0, len(BODY)), st.sampled_from(TYPES)), max_size=6
    )
)
def test_marks_cover_what_was_found_and_nothing_else(spans: list[tuple[int, int, Any]]) -> None:
    """However quotes overlap, exactly their characters are marked, and exactly what is not new is dimmed."""
    soup = _page(*(_found(start, end, kind) for start, end, kind in spans))
    assert _only(soup, ".text").get_text().count("\n") == BODY.count("\n")
    inside = [any(start <= at < end for start, end, _ in spans) for at in range(len(BODY))]
    assert _covered(soup, "mark") == inside
    assert _covered(soup, ".old") == [not 0 <= at < 45 for at in range(len(BODY))]


def test_the_shortest_quote_gives_the_colour() -> None:
    """A date inside a request shows as a date; the title names both."""
    soup = _page(_found(0, 45, "request"), _found(29, 44, "deadline"))
    shown = [(mark.get_text(), mark["class"], mark["title"]) for mark in soup.select("mark")]
    assert shown[1] == ("avant le 6 mars", ["t-deadline", "many"], "1 demande, 2 échéance")
    assert shown[0][1:] == shown[2][1:] == (["t-request"], "1 demande")


def test_numbers_lead_both_ways() -> None:
    """From the text to the entry and back: every link arrives, and no id is there twice."""
    soup = _page(_found(0, 5), _found(3, 45, "request"), Extraction(type="fact", info="nowhere"))
    ids = [str(tag["id"]) for tag in soup.select("[id]")]
    links = [str(tag["href"]) for tag in soup.select("a")]
    assert len(ids) == len(set(ids)) and len(links) == 4
    assert all(link.removeprefix("#") in ids for link in links)
    named = [ref for tag in soup.select("[aria-labelledby]") for ref in str(tag["aria-labelledby"]).split()]
    assert set(named) <= set(ids)


def test_what_is_not_grounded_is_not_marked_and_says_so() -> None:
    """An invented quote never gets a place; an entry from the subject says where it stands."""
    lost = Extraction(
        type="amount", info="x", quote="mille euros", start=0, end=5, amount=1284.5, currency="EUR"
    )
    other = Extraction(type="event", info="y", quote="Contrat", where="subject", grounded=True, found="exact")
    soup = _page(lost, other)
    assert not soup.select("mark")
    first, second = soup.select(".found > li")
    assert "absent du message" in first.get_text() and "1\u202f284,50\xa0EUR" in first.get_text()
    assert "objet" in second.get_text() and not first.select("a") and not second.select("a")


def test_the_run_is_told() -> None:
    """Each pass with what it changed, its cost and failure; why it stopped; what was known; the question."""
    soup = _page(
        passes=[
            PassRecord(
                n=1, kind="blind", engine="gemma", model="g-1", confidence=0.61,
                codes={"changes": [Reason("first_draft")]}, tokens={"input": 30, "output": 4}, ms=12.4,
            ),
            PassRecord(
                n=2, kind="expert", engine="claude", model="c-1", confidence=0.9, changes=["+ event: x"],
                cost_usd=0.0123,
            ),
            PassRecord(n=3, kind="expert", engine="claude", model="c-2", confidence=0.0, error="no answer"),
        ],
        decision="wait", codes={"stopped_because": [Reason("no_engine_left")]},
        clarification_question="Que faire ?",
        context=ContextUse(used=["note A"], ignored=["note B"], left_out=31, conflicts=[
            Conflict(kind="overlap", text="deux rendez-vous", items=["note A"])
        ]),
        escalation=Escalation(wanted="opus", used="sonnet", why="too dear"), unread=[(3, 10)],
    )  # fmt: skip
    rows = [[cell.get_text(" ", strip=True) for cell in row.select("td")] for row in soup.select("tbody tr")]
    assert _only(soup, "body > header p").get_text() == "1 message · en attente\xa0: opus (1)"
    assert rows[0][2:] == ["gemma g-1", "0,61", "première ébauche", "34", "–", "12\xa0ms"]
    assert rows[1][4:7] == ["+ event: x", "–", "$0.0123"] and "no answer" in rows[2][4]
    text = soup.get_text(" ")
    for told in (
        "aucun autre moteur n’est disponible", "Que faire ?", "note A", "note B", "deux rendez-vous",
        "sonnet", "too dear", "7 caractères", "non montré à la dernière passe 31",
    ):  # fmt: skip
        assert told in text


def test_the_policy_allows_our_style_alone() -> None:
    """Nothing may be loaded or run, and the style's hash is that of the page's own bytes."""
    html = review.page([])
    policy = str(_only(_parsed(html), "meta[http-equiv]")["content"])
    style = html.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert "url(" not in style and "@import" not in style and "http" not in style
    assert html.index("Content-Security-Policy") < html.index("<style>") < html.index("<title>") + 10_000


def test_the_page_speaks_the_language_of_most_messages() -> None:
    """French messages, French page."""
    english = Message(id="e", subject="Contract", body="Please send the contract back to us by Friday.")
    french = Message(id="f", subject="Contrat", body=BODY)
    for messages, tongue in (([english], "en"), ([french], "fr"), ([english, french, french], "fr")):
        html = review.page([(message, _made(message)) for message in messages])
        assert f'<html lang="{tongue}">' in html


def test_a_message_without_text_is_no_error() -> None:
    """Empty bodies and results without anything still give a page."""
    message = Message(id="m")
    soup = _parsed(review.page([(message, _made(message, passes=[]))]))
    assert not soup.select(".text") and "(no subject)" in soup.get_text()


# --- contrast: WCAG 2.2, 1.4.3 ---------------------------------------------------------------------------

_STYLE = (
    paths.asset("review.html").read_text(encoding="utf-8").partition("<style>")[2].partition("</style>")[0]
)
_LIGHT = dict(re.findall(r"--([a-z]+): ([^;]+);", _STYLE.partition("@media")[0]))
_DARK = _LIGHT | dict(
    re.findall(r"--([a-z]+): ([^;]+);", _STYLE.partition("dark)")[2].partition(".t-fact")[0])
)
_HUES = dict(re.findall(r"\.(t-[a-z]+) \{ --h: (\d+); \}", _STYLE))


def _hex(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def _contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    def light(colour: tuple[float, ...]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [_LIGHT, _DARK], ids=["light", "dark"])
def test_text_can_be_read(scheme: dict[str, str]) -> None:
    """Every colour of text reaches 4.5:1 on every ground it stands on, marks of all types included."""
    for ink in ("ink", "quiet", "link", "good", "warn", "bad"):
        for ground in ("paper", "card", "ask"):
            assert _contrast(_hex(scheme[ink]), _hex(scheme[ground])) >= 4.5, (ink, ground)
    assert set(_HUES) == {*(f"t-{name}" for name in TYPES), "t-own"}
    share, lightness = (float(scheme[name].rstrip("%")) / 100 for name in ("s", "l"))
    for name, hue in _HUES.items():
        ground = colorsys.hls_to_rgb(int(hue) / 360, lightness, share)
        assert _contrast(_hex(scheme["ink"]), ground) >= 4.5, name
