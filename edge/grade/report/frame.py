"""What both pages share: `assets/grades.html` around them, and numbers as their language writes them."""

from __future__ import annotations

from functools import cache
from string import Template

from edge import i18n, paths
from edge.text.markup import Words, escape, policy


def framed(title: str, subtitle: str, body: str, language: str, *, pictures: bool = False) -> str:
    """A whole page. `body` is HTML already, with `pictures` in it or none; title and subtitle are text."""
    template = _template()
    return template.substitute(
        lang=language, title=escape(title), subtitle=escape(subtitle), body=body,
        policy=policy(template.template, pictures=pictures),
    )  # fmt: skip


def words(language: str) -> Words:
    """The pages' words in a language."""
    return {"language": language, **i18n.table("graded", language), **i18n.table("grades", language)}


@cache
def _template() -> Template:
    return Template(paths.asset("grades.html").read_text(encoding="utf-8"))
