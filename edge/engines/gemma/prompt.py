"""Gemma's prompts: our templates (`assets/prompts/*.md`) between turn markers that we place ourselves.

The chat template inside a model file is never rendered: it is a program by whoever made the file. Markers are
control tokens by name, everything else is text, and text never becomes a marker, whatever a document or a
question says.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from edge import paths
from edge.engines.gemma.protocol import Prompt, PromptPart
from edge.errors import ModelError
from edge.records.picture import PagePicture

#: Ends the part of a template that never changes. Its state is computed once and kept (`states.py`).
FIXED = "{{fixed until here}}\n"
_FIELD = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Format:
    """Turn markers of a family: before the user's text, after it, and before the model's."""

    before: tuple[PromptPart, ...]
    after: tuple[PromptPart, ...]


def _turns(start: str, end: str) -> Format:
    return Format(
        (PromptPart(control="<bos>"), PromptPart(control=start), PromptPart("user\n")),
        (PromptPart(control=end), PromptPart("\n"), PromptPart(control=start), PromptPart("model\n")),
    )


#: By `general.architecture` of the file.
FORMATS = {
    **dict.fromkeys(("gemma", "gemma2", "gemma3", "gemma3n"), _turns("<start_of_turn>", "<end_of_turn>")),
    "gemma4": _turns("<|turn>", "<turn|>"),
}


@dataclass(frozen=True, slots=True)
class Template:
    """`fixed` comes first and never changes; `rest` has {fields}. `version` is a digest of both."""

    name: str
    fixed: str
    rest: str
    version: str


@lru_cache(maxsize=16)
def template(name: str) -> Template:
    """A template of `assets/prompts/`. Raises ModelError when it is missing or has no fixed part."""
    path = paths.asset("prompts", f"{name}.md")
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ModelError(f"The prompt {path} cannot be read: {error}.", "Install edge again.") from error
    fixed, mark, rest = text.partition(FIXED)
    if not mark:
        raise ModelError(f"The prompt {path} has no line {FIXED.strip()!r}.", "Install edge again.")
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return Template(name, fixed, rest.rstrip("\n"), digest)


def fill(template: Template, **values: str) -> str:
    """The part after the fixed one, with its fields. One pass: a value that looks like a field stays as it
    is."""
    return _FIELD.sub(lambda match: values[match[1]], template.rest)


def user(form: Format, template: Template, *, fixed: str = "", **values: str) -> Prompt:
    """One user turn, and the beginning of the model's. `fixed`: more text that never changes."""
    before = (*form.before, PromptPart(template.fixed + fixed))
    return Prompt((*before, PromptPart(fill(template, **values)), *form.after), len(before))


def showing(prompt: Prompt, pictures: Sequence[PagePicture]) -> Prompt:
    """The prompt with pictures right after what never changes: each under a line with its place, between the
    marks that Gemma 3 knows.
    """
    shown = [
        part
        for one in pictures
        for part in (
            PromptPart(f"Page {one.page}, part {one.part} of {one.parts}:\n"),
            PromptPart(control="<start_of_image>"),
            PromptPart(picture=one.sha256),
            PromptPart(control="<end_of_image>"),
            PromptPart("\n"),
        )
    ]
    return Prompt((*prompt.parts[: prompt.fixed], *shown, *prompt.parts[prompt.fixed :]), prompt.fixed)
