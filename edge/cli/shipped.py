"""The remark for whoever asks without naming a knowledge base: what was asked is the handbook that ships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def remark(
    given: Mapping[str, Any], others: Sequence[str] = (), *, language: str = "en", quiet: bool
) -> None:
    """Say on stderr that only the handbook that ships was asked, and how to ask one's own documents.

    `given`: the dotted settings that were typed; nothing is said where these, the settings file or the
    environment name a knowledge base, where `others` are asked as well, or with `quiet`.
    """
    from edge import i18n
    from edge.cli import options
    from edge.cli.terminal import output

    if not (quiet or others or given.get("knowledge") or options.settings(given).knowledge):
        output.note(i18n.table("answer", language)["shipped"])
