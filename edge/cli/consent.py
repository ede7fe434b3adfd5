"""`edge consent`: a standing yes to the cloud, for some cases, some tiers, some time and some money."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.state.consents import Consent


def group() -> typer.Typer:
    """The family of commands."""
    app = typer.Typer(
        help="Allow hard cases to be sent to Claude without asking each time, within limits; look at it, "
        "end it.",
        no_args_is_help=True,
    )
    for name, command in (("grant", grant), ("show", show), ("revoke", revoke), ("clock", clock)):
        app.command(name)(command)
    return app


def grant(
    *,
    scope: Annotated[str, typer.Option("--for", metavar="WHAT", help="The purpose: ask, extract or all.")],
    tiers: Annotated[
        str,
        typer.Option(
            "--tiers",
            "--rungs",
            metavar="NAMES",
            help="The models, separated by commas: haiku, sonnet, opus.",
        ),
    ] = "sonnet",
    days: Annotated[float, typer.Option("--days", metavar="N", help="How many days it counts.")] = 30.0,
    usd: Annotated[
        float | None,
        typer.Option(
            "--usd",
            metavar="X",
            help="How many US dollars may be spent on it; without it, only the budget limits it.",
        ),
    ] = None,
    note: Annotated[
        str, typer.Option("--note", metavar="TEXT", help="The reason, for yourself. It is never sent.")
    ] = "",
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Allow hard cases to be sent to Claude until a date, without asking each time.

    The consent counts if cloud.mode is auto, within the budget, and only for the present host, models and
    settings file; if these change, you are asked again. What is sent: the question or the message, chosen
    passages and context, never names of documents or paths. The option --dry-run of ask and extract shows
    the exact bytes. See also: edge audit show.
    """
    from contextlib import closing
    from datetime import datetime, timedelta

    from edge.cli.terminal import output
    from edge.cloud import prices, terms
    from edge.errors import UsageError
    from edge.state import consents
    from edge.state.database import open_state

    settings = options.settings(options.flags(None, False, assign))
    state = settings.state_path
    terms.check_own(state)
    names = [name.strip() for name in tiers.split(",") if name.strip()]
    models = prices.load(settings.cloud.models)
    for name in names:
        models.tier(name)
    beside = [name for name in names if name not in models.ladder(settings.cloud)]
    if not 0 < days < 10_000:
        raise UsageError(
            f"--days {days} is not a number of days that can be given.", "For example: --days 30"
        )
    now = datetime.now().astimezone()
    with closing(open_state(state)) as db:
        given = consents.grant(
            db, scope, names, terms=terms.terms(settings.cloud, models, state), now=now,
            until=now + timedelta(days=days), max_usd=usd, note=note,
        )  # fmt: skip
    if json:
        output.pretty({"schema": 1, "consent": given})
        return 0
    output.text(_line(given))
    if beside:
        output.note(f"Nobody asks {', '.join(beside)}: cloud.ladder is {settings.cloud.ladder}.")
    if settings.cloud.mode != "auto":
        output.note(
            f"It counts only where cloud.mode is auto; it is {settings.cloud.mode} now (edge config)."
        )
    return 0


def show(json: options.Json = False, assign: options.Set = None) -> int:
    """List every consent, the newest first, with what was spent on it, and what is left of the budget."""
    from contextlib import closing
    from datetime import datetime

    from edge.cli.terminal import output
    from edge.state import consents
    from edge.state.budget import Budget
    from edge.state.database import open_state

    settings = options.settings(options.flags(None, False, assign))
    now = datetime.now().astimezone()
    with closing(open_state(settings.state_path)) as db:
        found = consents.listing(db, now)
        used = Budget(db, settings.cloud).used(now)
    if json:
        output.pretty({"schema": 1, "mode": settings.cloud.mode, "consents": found, "used": used})
        return 0
    for one in found:
        output.text(_line(one))
    if not found:
        output.text("No consent was given: nothing goes to the cloud without asking.")
    cloud = settings.cloud
    output.text(
        f"Budget of {used.day}: {used.calls} of {cloud.day_calls} calls, {used.tokens} of {cloud.day_tokens}"
        f" tokens, ${used.day_usd:.4f} of ${cloud.day_usd:.2f}; month ${used.month_usd:.4f} of"
        f" ${cloud.month_usd:.2f}. cloud.mode is {cloud.mode}."
    )
    return 0


def revoke(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[ID]", help="The number of a consent (edge consent show); without it, all."),
    ] = None,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """End a consent, or all of them, at once."""
    from contextlib import closing
    from datetime import datetime

    from edge.cli.terminal import output
    from edge.errors import UsageError
    from edge.state import consents
    from edge.state.database import open_state

    settings = options.settings(options.flags(None, False, assign))
    with closing(open_state(settings.state_path)) as db:
        ended = consents.revoke(db, datetime.now().astimezone(), number)
    if number is not None and not ended:
        raise UsageError(f"Consent {number} is not in force, or does not exist.", "See: edge consent show")
    if json:
        output.pretty({"schema": 1, "revoked": ended})
    else:
        output.text(f"{ended} revoked.")
    return 0


def clock(json: options.Json = False, assign: options.Set = None) -> int:
    """Say that the clock of this device is right again after it was ahead, so that budgets count from
    today.

    What was spent on later dates is counted as of today; no budget is given back.
    """
    from contextlib import closing
    from datetime import datetime

    from edge.cli.terminal import output
    from edge.state.budget import Budget
    from edge.state.database import open_state

    settings = options.settings(options.flags(None, False, assign))
    now = datetime.now().astimezone()
    with closing(open_state(settings.state_path)) as db:
        moved = Budget(db, settings.cloud).accept_clock(now)
    if json:
        output.pretty({"schema": 1, "now": now.isoformat(timespec="seconds"), "moved": moved})
    else:
        output.text(f"It is {now:%Y-%m-%d %H:%M}. {moved} requests of later days count to today.")
    return 0


def _line(one: Consent) -> str:
    money = f", ${one.used_usd:.4f} used" + (f" of ${one.max_usd:.2f}" if one.max_usd is not None else "")
    state = f" (counts no more: {one.ended})" if one.ended else ""
    note = f"  {one.note}" if one.note else ""
    to = f" at {one.terms.host}" if one.terms else ""
    return f"{one.id}  {one.scope}: {', '.join(one.tiers)}{to}, until {one.until[:10]}{money}{state}{note}"
