"""reStructuredText (.rst): parsed by docutils, with nothing included, run or fetched. Directives and roles
that it does not know (those of Sphinx) keep their words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.office.list_figures import figure
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, of_text
from edge.text.html.pieces import NO_NUMBERS, HtmlPiece

if TYPE_CHECKING:
    from docutils import nodes

#: Refused: no file is read, nothing is run, no markup passes through, and no warning is written anywhere.
_SETTINGS = {
    "file_insertion_enabled": False, "raw_enabled": False, "halt_level": 5, "report_level": 5,
    "input_encoding": "unicode", "_disable_config": True, "smart_quotes": False, "syntax_highlight": "none",
    "doctitle_xform": False, "docinfo_xform": False, "sectsubtitle_xform": False, "embed_stylesheet": False,
    "line_length_limit": 1_000_000, "warning_stream": "", "traceback": True,
}  # fmt: skip
_TAGS = {
    "paragraph": "p", "literal_block": "pre", "doctest_block": "pre", "line": "p", "bullet_list": "ul",
    "enumerated_list": "ol",
    "list_item": "li", "term": "dt", "table": "table", "row": "tr", "entry": "td", "caption": "p",
    "block_quote": "blockquote", "attribution": "p", "rubric": "p", "field_list": "dl", "docinfo": "dl",
    "field_name": "dt", "field_body": "dd", "option_list": "dl", "option_group": "dt", "description": "dd",
    "superscript": "sup",
}  # fmt: skip
_UNSEEN = {"comment", "substitution_definition", "target", "pending", "system_message", "raw", "meta",
           "problematic", "colspec", "image"}  # fmt: skip
_NOTES = {"footnote", "citation", "footnote_reference", "citation_reference", "option_argument"}
#: Lists that do not count in figures, by docutils' name of how they do.
_FORMS = {"loweralpha": "lowerLetter", "upperalpha": "upperLetter", "lowerroman": "lowerRoman",
          "upperroman": "upperRoman"}  # fmt: skip


def read(data: bytes, name: str) -> Document:
    """A reStructuredText file. Raises ReadError when it is binary or holds no text."""
    from docutils.core import publish_doctree

    _know_everything()
    text = decode(data)
    tree = publish_doctree(text, settings_overrides=_SETTINGS)
    return of_text("rst", name, [laid_out(_pieces(tree))])


def _pieces(root: nodes.document) -> Iterator[HtmlPiece]:
    """The tree as pieces of HTML, walked without recursion."""
    todo: list[tuple[Any, int, str]] = [(root, 0, "")]
    while todo:
        node, depth, end = todo.pop()
        if end:
            yield HtmlPiece("end", end)
            continue
        kind = type(node).__name__
        if kind == "Text":
            yield HtmlPiece("text", "", node.astext())
            continue
        if kind in _UNSEEN or (kind == "topic" and "contents" in node["classes"]):
            continue
        if kind in _NOTES:
            yield from _note(node)
            continue
        tag = _TAGS.get(kind, "")
        if kind == "title":
            above = type(node.parent).__name__
            tag = f"h{min(max(depth, 1), 6)}" if above == "section" else "p"
            tag = "caption" if above == "table" else tag
        if tag:
            yield HtmlPiece(
                "start", tag, _numbers(node) if tag == "ol" else _label(node) if tag == "li" else ""
            )
            todo.append((None, 0, tag))
        depth += kind == "section"
        todo += [(child, depth, "") for child in reversed(node.children)]


def _note(node: Any) -> Iterator[HtmlPiece]:
    """The mark of a note, the note itself behind its mark, or the argument of an option behind its sign."""
    kind = type(node).__name__
    if kind == "option_argument":
        yield HtmlPiece("text", "", node.astext())
    elif kind.endswith("_reference"):
        yield HtmlPiece("text", "", f"[{node.astext()}]")
    else:
        label, *said = (one.astext() for one in node.children)
        for at, text in enumerate(said):
            yield HtmlPiece("start", "p")
            yield HtmlPiece("text", "", text if at else f"[{label}] {text}")
            yield HtmlPiece("end", "p")


def _label(item: Any) -> str:
    """What an item begins with, where its list does not count in figures."""
    counted = item.parent
    form = _FORMS.get(counted.get("enumtype", ""))
    if form is None:
        return ""
    count = figure(counted.get("start", 1) + counted.index(item), form)
    return f"{counted.get('prefix', '')}{count}{counted.get('suffix', '.')}"


def _numbers(node: Any) -> str:
    """Where the numbers of a list begin, as HTML says it."""
    return str(node.get("start", "")) if node.get("enumtype", "arabic") == "arabic" else NO_NUMBERS


@cache
def _know_everything() -> None:
    """Let docutils read what Sphinx and others add: an unknown directive as its words, an unknown role as
    the text in it.
    """
    from docutils import nodes
    from docutils.parsers.rst import Directive, directives, roles

    class _AnyOption(dict[str, Any]):
        def __missing__(self, name: str) -> Any:
            return directives.unchanged

    class Unknown(Directive):  # type: ignore[misc]
        """A directive nobody registered: its arguments and its content."""

        has_content = True
        optional_arguments = 1
        final_argument_whitespace = True
        option_spec = _AnyOption(known=directives.unchanged)

        def run(self) -> list[nodes.Node]:
            named = [nodes.paragraph("", " ".join(self.arguments))] if self.arguments else []
            block = nodes.container()
            if self.name not in ("toctree", "index", "highlight", "currentmodule", "only"):
                self.state.nested_parse(self.content, self.content_offset, block)
            else:
                named = []
            return [*named, *block.children]

    def unknown_role(*said: Any, **__: Any) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        shown, _, address = str(said[2]).rpartition(" <")
        return [nodes.Text((shown if shown and address.endswith(">") else str(said[2])).lstrip("~!"))], []

    known_directive, known_role = directives.directive, roles.role

    def directive(name: str, *rest: Any) -> Any:
        found, messages = known_directive(name, *rest)
        return (found or Unknown), ([] if found is None else messages)

    def role(name: str, *rest: Any) -> Any:
        found, messages = known_role(name, *rest)
        return (found or unknown_role), ([] if found is None else messages)

    directives.directive = directive
    roles.role = role
