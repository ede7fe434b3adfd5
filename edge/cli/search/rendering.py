"""Search results as people read them."""

from __future__ import annotations

from edge.cli.terminal.style import Style, highlight, safe, wrap
from edge.i18n import language, render
from edge.i18n.place import place
from edge.records import Hit, Reason, SearchResponse

_LONGEST = 400  # characters of a passage shown; --json has it whole
_ABOVE = 120  # and of the line above the best one, at most


def lines(
    response: SearchResponse, style: Style, width: int | None, *, explain: bool, quiet: bool
) -> list[str]:
    """The results as lines, best first; `explain` adds what each channel gave."""
    tongue = language(response.query)
    shown: list[str] = []
    for hit in response.results:
        shown += [""] * bool(shown) + _hit(hit, response.query, style, width, tongue, explain=explain)
    if not response.results:
        shown.append(style.warn(render(Reason("search.nothing"), tongue)))
    if quiet:
        return shown
    if explain and response.sources:
        shown += ["", style.dim(render(Reason("search.documents"), tongue))]
        aside = render(Reason("search.set_aside"), tongue)
        shown += [
            style.dim(f"  {source.score:.3f}  {safe(source.source)}{'' if source.kept else f'  ({aside})'}")
            for source in response.sources
        ]
    shown += ["", *(style.warn(safe(note)) for note in response.notes)]
    count = render(Reason("search.results", {"count": len(response.results)}), tongue)
    return [*shown, style.dim(f"{count} · {response.ms:.0f} ms")]


def _hit(hit: Hit, query: str, style: Style, width: int | None, tongue: str, *, explain: bool) -> list[str]:
    from edge.text.tokens import fold, stem, stems

    found = style.place(place(hit, tongue, safe))
    if hit.language:
        tongue_of_text = Reason("search.in_fr" if hit.language == "fr" else "search.in_en")
        found += f" · {render(tongue_of_text, tongue)}"
    shown = [f"{hit.rank:>2}. {found}  {style.dim(f'{hit.score:.3f}')}"]
    text = _excerpt(hit, query)
    wanted = frozenset(stems(query)) if style.coloured else frozenset()
    for line in wrap(text, width, "    "):
        shown.append(highlight(line, wanted, lambda word: stem(fold(word)), style.bold))
    if explain:
        channels = "  ".join(f"{name} {value:.3f}" for name, value in hit.channels.items())
        shown.append(style.dim(f"    {channels}"))
    return shown


def _excerpt(hit: Hit, query: str) -> str:
    """So much of a passage that it has the line that answers, or the sentence with most words of the query:
    from the beginning where that is near, else from the line before.
    """
    whole = safe(hit.text)
    if len(whole) <= _LONGEST:
        return whole
    begin, end = _best(hit, query)
    if len(safe(hit.text[:end])) <= _LONGEST:
        return whole[:_LONGEST].rsplit(" ", 1)[0] + " …"
    above = hit.text.rfind("\n", 0, max(0, len(hit.text[:begin].rstrip()))) + 1
    if begin - above > _ABOVE:
        above = begin
    while above and len(safe(hit.text[(more := hit.text.rfind("\n", 0, above - 1) + 1) :])) <= _LONGEST:
        above = more
    said = safe(hit.text[above:])
    cut = said[:_LONGEST].rsplit(" ", 1)[0] + " …" if len(said) > _LONGEST else said
    return f"… {cut}" if above else cut


def _best(hit: Hit, query: str) -> tuple[int, int]:
    """Where in the text the best line stands."""
    from edge.text import sentences, tokens

    if hit.best is not None:
        return hit.best[0] - hit.start, hit.best[1] - hit.start
    wanted = frozenset(tokens.stems(query))
    units = sentences.split(hit.text)
    best = max(
        units,
        default=None,
        key=lambda one: len(wanted.intersection(tokens.stems(hit.text[one.start : one.end]))),
    )
    return (best.start, best.end) if best else (0, 0)
