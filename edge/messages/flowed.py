"""format=flowed (RFC 3676): lines that were broken for the way are joined again."""

from __future__ import annotations


def unflow(text: str, delete_space: bool = False) -> str:
    """The text with its soft line breaks taken out. A line that ends in a space goes on in the next one of
    the same quote depth; with `delete_space` that space goes too. The signature's "-- " stays a line.
    """
    lines: list[list[str]] = []
    open_at: int | None = None  # quote depth of the line that goes on
    for line in text.split("\n"):
        bare = line.lstrip(">")
        depth = len(line) - len(bare)
        content = bare.removeprefix(" ")  # stuffed
        signature = content == "-- "
        flows = content.endswith(" ") and not signature
        shown = content[:-1] if flows and delete_space else content
        if open_at == depth and not signature:
            lines[-1].append(shown)
        else:
            lines.append([">" * depth + (" " if depth else ""), shown])
        open_at = depth if flows else None
    return "\n".join("".join(pieces) for pieces in lines)
