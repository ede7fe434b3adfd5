"""Addresses and the date in headers, decoded for people: "Anne Roux <anne@acme.example>"."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from edge.messages.headers import Headers, words
from edge.records import Reason
from edge.text.one_line import one_line

MAX_RECIPIENTS = 200
_ITEM = re.compile(
    r"(?:\"(?:[^\"\\]|\\.){0,500}\"|<[^<>]{0,320}>|\([^()]{0,320}\)|[^,;\"<(]+|[\"<(])+", re.DOTALL
)
_NAMED = re.compile(r"^(.*)<([^<>]*)>[^<>]*", re.DOTALL)
_COMMENTED = re.compile(r"^([^\s@]+@\S+)\s+\((.*)\)", re.DOTALL)
_GROUP = re.compile(r"[^@<\":]{1,100}:\s*")
_VALID = re.compile(r"[^\s@<>\"(),:;]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*|\"[^\"]{1,64}\"@[\w.-]{1,255}")
_ADDRESS = re.compile(r"(?<![^\s@<>\"(),:;])[^\s@<>\"(),:;]+@[^\s@<>\"(),:;]+")


def people(values: list[str]) -> tuple[list[str], list[str]]:
    """Everyone in the values of an address header, and those whose address is not valid: they are kept as
    the text they are.
    """
    persons: list[str] = []
    invalid: list[str] = []
    for value in values:
        for item in _ITEM.findall(value):
            if len(persons) == MAX_RECIPIENTS:
                return persons, invalid
            person, valid = one(item)
            if person:
                persons.append(person)
                if not valid:
                    invalid.append(person)
    return persons, invalid


def one(item: str) -> tuple[str, bool]:
    """One person: "Name <address>" or the address alone, and whether the address is valid."""
    item = item.strip()
    group = _GROUP.match(item)
    if group:
        item = item[group.end() :].strip()
    named = _NAMED.fullmatch(item)
    if named:
        name, at = _name(named[1]), one_line(words(named[2]), 320)
        if not at:
            return name, False
        return (f"{name} <{at}>" if name and name != at else at), _VALID.fullmatch(at) is not None
    commented = _COMMENTED.fullmatch(item)
    if commented:
        at = one_line(commented[1], 320)
        return f"{_name(commented[2])} <{at}>", _VALID.fullmatch(at) is not None
    text = _name(item)
    return text, _VALID.fullmatch(text) is not None


def _name(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = re.sub(r"\\(.)", r"\1", text[1:-1])
    return words(text, 400).strip(" \"'").replace("<", "").replace(">", "")


def address(person: str) -> str:
    """The address in "Name <address>", in lower case; "" when there is none."""
    addresses = _ADDRESS.findall(person)
    return addresses[-1].lower() if addresses else ""


def received_at(head: Headers) -> tuple[str, Reason | None]:
    """When the message was sent, ISO 8601 with offset, and a note where the Date header does not say it."""
    stated = head.raw("date")
    moment = moment_of(stated)
    if moment:
        return moment, None
    date = one_line(stated, 60)
    for value in head.every("received")[:1] + head.every("delivery-date")[:1]:  # the newest comes first
        moment = moment_of(value.rpartition(";")[2])
        if moment:
            if not stated:
                return moment, Reason("missing_date_received")
            return moment, Reason("broken_date_received", {"date": date})
    return "", Reason("broken_date", {"date": date}) if stated else None


def moment_of(text: str) -> str:
    """ISO 8601 with offset, of a date as mail (RFC 5322) or as ISO 8601; "" when it is neither. A time
    without offset is taken as UTC, as RFC 5322 takes "-0000".
    """
    text = one_line(text, 120)
    if not text:
        return ""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        try:
            moment = parsedate_to_datetime(text)
        except (ValueError, TypeError, IndexError, OverflowError):
            return ""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.isoformat() if 1980 <= moment.year < 2200 else ""  # 1970 is a clock that was never set
