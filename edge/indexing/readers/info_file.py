"""A manual as `makeinfo` writes it for Info: what only leads from node to node is no text.

All of it is told by ASCII characters, so bytes are looked at, before their encoding is known. Lines stay
where they are, so that a citation's line numbers are those of the file.
"""

from __future__ import annotations

import re

_LOOKED_AT = 64 * 1024
#: Nodes are parted by this character on a line of its own; the line below names one and its neighbours.
_PARTED = re.compile(rb"(?m)^\x1f\f?\r?$")
_NAMED = re.compile(rb"\r?\n(?:File: [^\n]{1,500}, *)?Node: [^\n]*")
#: Where the nodes of the file stand, and what editors are told of it.
_PLACES = re.compile(rb"\r?\n(?:Tag Table:|Indirect:|End Tag Table|Local Variables:)")
#: Before the entries of an index, and around what Info shows as a picture.
_INDEX = b"\0\b[index\0\b]"
_PICTURE = re.compile(rb"\0\x08\[[^\0]*+\0\x08\]")
_DIRECTORY = re.compile(
    rb"(?m)^(?:INFO-DIR-SECTION [^\n]*"
    rb"|START-INFO-DIR-ENTRY\r?\n(?:(?!END-INFO)[^\n]*+\n)*+END-INFO-DIR-ENTRY)"
)


def nodes_only(data: bytes) -> bytes:
    """The bytes without names of nodes and their neighbours, tables of places, indexes and pictures, where
    they are a file of Info, whole or one of its parts; else as they are.
    """
    first = _PARTED.search(data, 0, _LOOKED_AT)
    if first is None or not (_NAMED.match(data, first.end()) or _PLACES.match(data, first.end())):
        return data
    before, *nodes = _PARTED.split(data)
    return _DIRECTORY.sub(_emptied, before) + b"".join(map(_node, nodes))


def _node(node: bytes) -> bytes:
    if _PLACES.match(node):
        return _lines(node)
    named = _NAMED.match(node)
    text = _lines(named[0]) + node[named.end() :] if named else node
    body, index, entries = text.replace(b"\f", b"").partition(_INDEX)
    return _PICTURE.sub(_emptied, body) + (_lines(entries) if index else b"")


def _emptied(match: re.Match[bytes]) -> bytes:
    return _lines(match[0])


def _lines(held: bytes) -> bytes:
    return b"\n" * held.count(b"\n")
