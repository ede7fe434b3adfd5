"""`edge ask`: one question, or a batch of them."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import options

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="QUESTION...", help='The question; no quotes needed. "-" reads stdin.', show_default=False
    ),
]
Quotes = Annotated[
    int | None, typer.Option("--quotes", "-n", metavar="N", min=1, help="At most this many quotes.")
]


@options.takes_shared
def ask(
    *,
    question: Words = None,
    source: options.Sources = None,
    engine: options.Engine = None,
    model: options.Model = None,
    passes: options.Passes = None,
    cloud: options.Cloud = None,
    dry_run: options.DryRun = False,
    quotes: Quotes = None,
    strict: options.Strict = None,
    require: options.Require = None,
    batch: options.Batch = None,
    shared: options.Shared,
) -> int:
    """Answer a question with the sentences that hold the answer, or say that it is not in your documents.

    Between the two it says where the answer may be. Exit code 3 for both that are no answer (0 for a batch,
    whose lines say so themselves). --knowledge may be repeated.
    """
    from functools import partial

    import msgspec

    from edge import i18n
    from edge.ask.courtesy import is_reply
    from edge.cli import batch as batches
    from edge.cli import shipped
    from edge.cli.ask import rendering
    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style
    from edge.errors import EXIT_ABSTAINED, UsageError

    given = shared.several(
        ask__engine=engine,
        ask__quotes=quotes,
        ask__passes=passes,
        ask__strict=strict,
        ask__require=require,
        gemma__model=model,
    )
    sources = tuple(source or ())
    session = partial(
        options.opened, given, cloud=cloud, dry_run=dry_run, others=shared.others, quiet=shared.quiet
    )
    if batch is not None:
        if question:
            raise UsageError("A question and --batch were both given.", "Give one of the two.")
        with session() as edge:
            return batches.each(
                batch, lambda asked: msgspec.to_builtins(edge.ask(asked, sources=sources, engine=engine))
            )
    asked = batches.question(question)
    with session() as edge:
        answer = edge.ask(asked, sources=sources, engine=engine)
    if dry_run:
        if not any(record.kind == "expert" for record in answer.passes):
            output.note("Nothing would leave: the answer was found here.")
    elif shared.json:
        output.pretty(answer)
    else:
        import sys

        style = Style(output.coloured(sys.stdout))
        for line in rendering.lines(answer, style, output.width(), quiet=shared.quiet):
            output.text(line)
        if answer.outcome != "answer" and not is_reply(answer):
            tongue = i18n.of_answer(answer)
            shipped.remark(given, shared.others, language=tongue, quiet=shared.quiet)
    return EXIT_ABSTAINED if answer.abstained else 0
