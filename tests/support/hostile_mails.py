"""Mails that are made to cost: a name, and what gives one of about so many bytes."""

from __future__ import annotations

import base64
from collections.abc import Callable

_HEAD = b"From: Anne <anne@acme.example>\r\nTo: me@home.example\r\nDate: Mon, 2 Mar 2026 10:00:00 +0100\r\n"
_PLAIN = _HEAD + b"Subject: x\r\n\r\nBonjour,\r\nRendez-vous le 3 mars 2026 \xc3\xa0 14h30.\r\n"
_HTML = _HEAD + b"Subject: x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Bonjour</p>"
_MIXED = _HEAD + b'Subject: x\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'
_CALENDAR = _HEAD + b"Subject: x\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\n"

Make = Callable[[int], bytes]


def _again(unit: bytes, head: bytes = _PLAIN) -> Make:
    return lambda size: head + unit * (size // len(unit))


def _header(name: bytes, unit: bytes) -> Make:
    return lambda size: _HEAD + name + b": " + unit * (size // len(unit)) + b"\r\n\r\nBonjour\r\n"


def _nested(size: int) -> bytes:
    deep = min(size // 90, 5_000)
    opened = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(deep)
    )
    return _HEAD + opened + b"\r\nBonjour\r\n"


def _forwarded(size: int) -> bytes:
    return (_HEAD + b"Content-Type: message/rfc822\r\n\r\n") * (size // 150) + b"\r\nBonjour\r\n"


def _packed(size: int) -> bytes:
    head = _HEAD + b"Subject: x\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    return head + base64.encodebytes(b"Bonjour le monde. " * (size // 24))


#: What has brought down mail programs, and what brought down edge.
MAILS: dict[str, Make] = {
    "quotes": _again(b"> "),
    "quoted lines": _again(b"> > > > a line\r\n"),
    "deep quote": _again(b">"),
    "spaces": _again(b" "),
    "blank lines": _again(b"\r\n"),
    "one word": _again(b"a"),
    "figures": _again(b"1 234 "),
    "digits": _again(b"7"),
    "dates": _again(b"01/02/2026 "),
    "amounts": _again(b"12 345,67 EUR "),
    "times": _again(b"12:30 "),
    "phones": _again(b"+33 6 12 34 56 78 "),
    "addresses": _again(b"a@b.example "),
    "links": _again(b"http://a.example/"),
    "signs": _again(b"-- \r\n"),
    "stars": _again(b"*"),
    "from lines": _again(b"From me\r\n"),
    "De :": _again(b"De : "),
    "replies": _again(b"Le 3 mars 2026, A a \xc3\xa9crit :\r\n"),
    "questions": _again(b"Pouvez-vous confirmer ? "),
    "brackets": _again(b"("),
    "commas": _again(b","),
    "soft breaks": _again(b"a =\r\n", _HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"),
    "half escapes": _again(b"=E", _HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"),
    "flowed": _again(b"> a \r\n", _HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n"),
    "packed": _packed,
    "long subject": _header(b"Subject", b"a "),
    "encoded subject": _header(b"Subject", b"=?utf-8?b?YQ==?= "),
    "half encoded": _header(b"Subject", b"=?utf-8?q?"),
    "many recipients": _header(b"Cc", b"a <a@b.example>, "),
    "open comments": _header(b"To", b"("),
    "open quotes": _header(b"To", b'"'),
    "references": _header(b"References", b"<a@b> "),
    "parameters": _header(b"Content-Type", b'text/plain; a*0="b"; '),
    "folded": _header(b"X-Long", b"a\r\n "),
    "headers": lambda size: _HEAD + b"X: y\r\n" * (size // 6) + b"\r\nBonjour\r\n",
    "boundaries": _again(b"--b\r\n\r\n", _MIXED),
    "parts": _again(b"--b\r\n\r\nBonjour\r\n", _MIXED),
    "nested parts": _nested,
    "forwards": _forwarded,
    "divisions": _again(b"<div>", _HTML),
    "quotes in HTML": _again(b"<blockquote>a", _HTML),
    "cells": _again(b"<tr><td>a", _HTML + b"<table>"),
    "comments": _again(b"<!--", _HTML),
    "attributes": _again(b"a=1 ", _HTML + b"<p "),
    "styles": _again(b"<style>a{", _HTML),
    "entities": _again(b"&#1", _HTML),
    "fonts": _again(b"<font><p>", _HTML),
    "calendar lines": _again(b"a\r\n b\r\n", _CALENDAR),
    "events": _again(b"BEGIN:VEVENT\r\nSUMMARY:x\r\n", _CALENDAR),
    "mailbox": _again(b"From a@b Mon Mar  2 10:00:00 2026\r\nSubject: x\r\n\r\ny\r\n\r\n", b""),
}
