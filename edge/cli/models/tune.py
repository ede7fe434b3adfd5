"""`edge models tune`: measure this device with the chosen Gemma."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import options


def tune(
    model: options.Model = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only measure and print; keep nothing.")] = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    assign: options.Set = None,
) -> int:
    """Measure which settings make the chosen Gemma fastest on this device, and keep them.

    It tries numbers of threads, sizes of micro-batches and kinds of attention. Whatever you set yourself
    in the settings file still wins. Do not use the device for anything else in the meantime.
    """
    from edge.cli.terminal import output
    from edge.cli.terminal.style import table
    from edge.models import resolve
    from edge.models import tune as tuning

    settings = options.settings(options.flags(None, False, assign, gemma__model=model)).gemma
    path = resolve.gemma_file(settings.model)

    def row(trial: tuning.Trial) -> list[str]:
        return [
            str(trial.threads), str(trial.micro_batch), "on" if trial.flash else "off",
            f"{trial.read_per_second:.1f}", f"{trial.written_per_second:.1f}", f"{trial.seconds:.2f} s",
        ]  # fmt: skip

    def tell(trial: tuning.Trial) -> None:
        if not quiet and not json:
            shown = row(trial)
            output.note(f"{shown[0]} threads, micro-batch {shown[1]}, flash {shown[2]}: {shown[5]}")

    result = tuning.tune(path, settings, store=not dry_run, progress=tell)
    if json:
        output.pretty(result)
        return 0
    head = [
        "threads",
        "micro-batch",
        "flash",
        "read/s",
        "written/s",
        f"{tuning.READ}+{tuning.WRITTEN} tokens",
        "",
    ]
    for line in table([head, *([*row(t), "← best" if t == result.best else ""] for t in result.trials)]):
        output.text(line.rstrip())
    output.text(f"Stored in {result.stored}." if result.stored else "Nothing was stored.")
    return 0
