"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from edge.text.regex import LazyRegex, regex


def test_a_pattern_is_compiled_when_it_is_first_used() -> None:
    """Not before, and once: then its methods are those of the compiled pattern itself."""
    found = LazyRegex(r"(?P<day>\d+) may", re.I)
    assert found.pattern == r"(?P<day>\d+) may" and len(vars(found)) == 2
    match = found.search("on 3 May")
    assert match is not None and match["day"] == "3"
    assert vars(found)["search"] == found.compiled().search and found.compiled() is found.compiled()


def test_it_does_all_that_a_compiled_pattern_does() -> None:
    """Whoever holds one need not know which it is."""
    lazy, compiled = regex(r"(a)(?P<b>b)?"), re.compile(r"(a)(?P<b>b)?")
    for name in ("findall", "split", "match", "fullmatch"):
        assert str(getattr(lazy, name)("ab a")) == str(getattr(compiled, name)("ab a"))
    assert lazy.sub("x", "ab a") == "x x" and lazy.subn("x", "ab a") == ("x x", 2)
    assert [match[0] for match in lazy.finditer("ab a")] == ["ab", "a"]
    assert (lazy.flags, lazy.groups, lazy.groupindex) == (
        compiled.flags,
        compiled.groups,
        compiled.groupindex,
    )


def test_a_wrong_pattern_is_told_when_it_is_used() -> None:
    """With the error of the library; what no pattern has, it has not either."""
    with pytest.raises(re.error):
        regex("(").search("")
    with pytest.raises(AttributeError):
        regex("a").serach  # type: ignore[attr-defined]  # noqa: B018
