"""`edge ask`: one question, or a batch of them."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import options

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="QUESTION...",
        help='The question; it needs no quotation marks. "-" reads stdin.',
        show_default=False,
    ),
]
Quotes = Annotated[
    int | None, typer.Option("--quotes", "-n", metavar="N", min=1, help="Show at most this many quotes.")
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
    """Answer a question with sentences from your documents, or say that the answer is not there.

    If edge is not sure, it shows the likeliest sentences under "Perhaps here:". The exit code is 3 if
    there is no sure answer (0 with --batch, where each line says so). --knowledge may be repeated.
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
