"""Lines of a message that are a program, a patch or its trailers: nobody says anything in them."""

from __future__ import annotations

from edge.text.regex import regex

# "Signed-off-by: Name <address>" says who passed a patch on, and decides nothing.
_TRAILER = regex(r"[A-Z][a-z]+(?:-[a-z]+){1,3}(?<=-by): \S|(?:Fixes|Closes|Cc|Link|Message-Id): [\w<#/]")
_DIFF = regex(
    r"\A(?:diff --git |index [0-9a-f]{7,}\.\.|@@ -\d|(?:---|\+\+\+) [ab/\w.]"
    r"|[-+][ \t]*+[\w(){}/*#@.].*[;{}()=:,]\s*$|.{1,80} \|\s{1,80}\d{1,20} [-+]+$)"
)
_INDENTED = regex(r"\A(?: {4,}+|\t)\S")
_SIGNS = regex(
    r"[{}]|\w\([^)\n]{0,80}\)|[;:]\s*$|(?<![=<>!])=(?!=)|==|->|=>|^\s*(?:def|class|if|for|while|return"
    r"|raise|import|from|else|try|fn|let|const|var|func|public|private)\b"
)
_FENCE = regex(r"\A\s*(?:```|~~~)")


def without_code(body: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans without lines of code. The same spans where there is none."""
    kept: list[tuple[int, int]] = []
    for first, last in spans:
        text = body[first:last]
        if not _may_hold(text):
            kept.append((first, last))
            continue
        begin, fenced, patch = first, False, False
        at = first
        while at < last:
            stop = body.find("\n", at, last)
            stop = last if stop < 0 else stop
            line = body[at:stop]
            fence = _FENCE.match(line) is not None
            patch = patch or line.startswith(("diff --git ", "@@ -"))
            code = (
                fence or fenced or _TRAILER.match(line) is not None
                or (_INDENTED.match(line) is not None and _SIGNS.search(line) is not None)
                or (_DIFF.match(line) is not None and (patch or _SIGNS.search(line) is not None))
                or (patch and line.startswith(("+", "-")))  # what a patch adds and takes out, comments too
            )  # fmt: skip
            if fence:
                fenced = not fenced
            if code:
                if body[begin:at].strip():
                    kept.append((begin, at))
                begin = min(stop + 1, last)
            at = stop + 1
        if body[begin:last].strip():
            kept.append((begin, last))
    return kept


def _may_hold(text: str) -> bool:
    return (
        "-by: " in text
        or "\n    " in text
        or "\n\t" in text
        or "```" in text
        or "~~~" in text
        or "@@ -" in text
        or "\n+" in text
    )
