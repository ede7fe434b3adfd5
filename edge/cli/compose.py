"""`edge compose`: one context for a query, within a budget."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.cli.terminal.style import Style
    from edge.records.context import ComposedResult

Tokens = Annotated[
    int | None,
    typer.Option(
        "--max-tokens",
        "--budget-tokens",
        metavar="NUMBER",
        help="The largest number of tokens of the context.",
    ),
]
Conversation = Annotated[
    str | None,
    typer.Option(
        "--conversation",
        metavar="NAME",
        help='The conversation whose latest turns come first. "" for none. [the current one]',
    ),
]
Sources = Annotated[
    list[str] | None,
    typer.Option(
        "--from",
        metavar="NAME",
        help="Where to look: documents, conversations or memories. May be repeated. [all three]",
    ),
]
Mmr = Annotated[
    float | None,
    typer.Option(
        "--mmr-lambda", metavar="NUMBER", help="The penalty for similar items, as in the specification: 0.3."
    ),
]
LambdaMult = Annotated[
    float | None,
    typer.Option(
        "--lambda-mult", metavar="NUMBER", help="Relevance against variety; 1 means relevance alone."
    ),
]
Window = Annotated[
    int | None,
    typer.Option(
        "--expand-neighborhood", "--window-size", metavar="NUMBER",
        help="The number of neighbours on each side of what was found.",
    ),
]  # fmt: skip
Recent = Annotated[
    int | None, typer.Option("--recent-turns", metavar="NUMBER", help="The largest number of latest turns.")
]
FetchK = Annotated[
    int | None, typer.Option("--fetch-k", metavar="NUMBER", help="The number of candidates to consider.")
]
TopK = Annotated[
    int | None,
    typer.Option(
        "--top-k", metavar="NUMBER", help="The number of candidates to use; 0 means as many as fit."
    ),
]
Similar = Annotated[
    float | None,
    typer.Option(
        "--similarity-threshold", metavar="NUMBER", help="The cosine from which two items count as the same."
    ),
]
Merge = Annotated[
    float | None,
    typer.Option(
        "--merge-threshold",
        metavar="NUMBER",
        help="The share of a section's chunks from which the rest is added too.",
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option("--timeout", metavar="SECONDS", help="The time limit for search.rerank, if it is set."),
]
Log = Annotated[
    str | None, typer.Option("--log", metavar="FILE", help="Also write the trace into this file, as JSON.")
]


#: Kinds of items of which there are several, where an s alone does not say it.
_SEVERAL = {"memory": "memories", "summary": "summaries"}


def compose(
    query: Annotated[list[str], typer.Argument(metavar="QUERY", help="What the context is for.")],
    *,
    max_tokens: Tokens = None, conversation: Conversation = None, source: Sources = None,
    mmr_lambda: Mmr = None, lambda_mult: LambdaMult = None, window_size: Window = None,
    recent_turns: Recent = None, fetch_k: FetchK = None, top_k: TopK = None,
    similarity_threshold: Similar = None, merge_threshold: Merge = None, timeout: Timeout = None,
    log: Log = None, knowledge: options.Knowledge = None, json: options.Json = False,
    quiet: options.Quiet = False, assign: options.Set = None,
) -> int:  # fmt: skip
    """Collect what a language model should read to answer a query, within a budget of tokens.

    The text has the latest turns of the conversation, then what documents, conversations and memories say
    about the query, with neighbouring passages and summaries as far as the budget allows. It is printed
    on stdout; --json shows where each part comes from, and what was left out. A trace is kept: see edge
    trace list.
    """
    from edge import durable, paths
    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style
    from edge.compose.mmr import lambda_mult as of_penalty
    from edge.errors import StorageError, UsageError
    from edge.text.encode import encoded

    text = options.query(query, 'edge compose "When does the lift stop?"')
    if mmr_lambda is not None:
        if lambda_mult is not None or mmr_lambda < 0:
            raise UsageError(f"--mmr-lambda is {mmr_lambda}.", "0 or more, and not beside --lambda-mult.")
        lambda_mult = of_penalty(mmr_lambda)
    params: dict[str, Any] = {
        "max_tokens": max_tokens, "lambda_mult": lambda_mult, "window_size": window_size,
        "recent_turns": recent_turns, "fetch_k": fetch_k, "top_k": top_k,
        "similarity_threshold": similarity_threshold, "merge_threshold": merge_threshold,
        "rerank_seconds": timeout, "sources": source or None,
    }  # fmt: skip
    chosen = {name: value for name, value in params.items() if value is not None}
    with options.opened(options.flags(knowledge, False, assign)) as edge:
        made = edge.compose(text, conversation=conversation, **chosen)
    if log:
        try:
            durable.write_whole(paths.expanded(log), encoded(made) + b"\n")
        except OSError as error:
            raise StorageError(f"{log} cannot be written: {error.strerror}.", "Name another file.") from error
    if json:
        output.pretty(made)
        return 0
    for line in made.text.split("\n"):
        output.text(line)
    if not quiet:
        for line in _trace_lines(made, Style(output.coloured(sys.stderr))):
            output.note(line)
    return 0


def _trace_lines(made: ComposedResult, style: Style) -> list[str]:
    """What is said of a context beside it."""
    kinds: dict[str, int] = {}
    for entry in made.items:
        if entry.kept:
            kinds[entry.kind] = kinds.get(entry.kind, 0) + 1
    inside = ", ".join(
        f"{count} {kind if count == 1 else _SEVERAL.get(kind, f'{kind}s')}" for kind, count in kinds.items()
    )
    left = sum(not entry.kept for entry in made.items)
    trace = f" · trace {made.trace}" if made.trace else ""
    budget = f"{made.budget.used} of {made.budget.input_tokens} tokens"
    line = f"{inside or 'nothing'} · {budget} · {left} left out{trace} · {made.metrics.latency_ms:.0f} ms"
    return [*made.notes, style.dim(line)]
