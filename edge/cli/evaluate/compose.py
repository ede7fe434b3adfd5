"""`edge eval compose`: contexts against what you said of their items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.evaluate.contexts import ComposeScore

Tokens = Annotated[
    int,
    typer.Option("--max-tokens", min=0, metavar="NUMBER", help="The budget of each context. [0: its own]"),
]


def compose(
    *,
    max_tokens: Tokens = 0,
    knowledge: options.Knowledge = None,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Measure contexts: compose the labelled ones again with the present settings, and count what helped.

    The labels are those of edge trace label. The latest turns of a conversation do not count.
    """
    from edge.cli.terminal import output
    from edge.cli.terminal.style import table
    from edge.errors import UsageError
    from edge.evaluate import contexts

    with options.opened(options.flags(knowledge, False, assign), keep=True) as edge:
        composer = edge.composer
        ids = dict.fromkeys(label.trace for label in composer.traces.labels())
        traces = [composer.traces.get(id) for id in ids]
        if not traces:
            raise UsageError(
                "No context has labels yet.", "Say what helped: edge trace label x7 m3 t12, or with --useless"
            )
        scores = {
            "then": contexts.as_kept(traces),
            "now": contexts.composed_anew(
                traces,
                lambda query, tokens: composer.compose(query, conversation="", keep=False, max_tokens=tokens),
                max_tokens,
            ),
        }
    if json:
        output.pretty({"schema": 1, **{name: _told(score) for name, score in scores.items()}})
        return 0
    rows = [["", "contexts", "useful in", "useless in", "precision", "tokens"]]
    for name, score in scores.items():
        rows.append(
            [
                name, str(score.contexts), f"{score.useful_kept}/{score.useful}",
                f"{score.useless_kept}/{score.useless}", _share(score.precision), f"{score.tokens:.0f}",
            ]
        )  # fmt: skip
    for line in table(rows):
        output.text(line)
    return 0


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _told(score: ComposeScore) -> dict[str, object]:
    import msgspec

    return {**msgspec.to_builtins(score), "recall": score.recall, "precision": score.precision}
