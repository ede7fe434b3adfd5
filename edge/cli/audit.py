"""`edge audit`: what left this device, and whether anybody changed the record of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from edge.cli import options

if TYPE_CHECKING:
    from pathlib import Path

    from edge.cloud.chain import Verification


def group() -> typer.Typer:
    """The family of commands."""
    app = typer.Typer(
        help="Show what was sent to Claude, and check that the record is complete.", no_args_is_help=True
    )
    app.command("show")(show)
    app.command("verify")(verify)
    return app


def show(
    last: Annotated[
        int,
        typer.Option("--last", metavar="N", help="Show only this many of the latest requests; 0 shows all."),
    ] = 10,
    body: Annotated[bool, typer.Option("--body", help="Also print the bytes that were sent.")] = False,
    json: options.Json = False,
) -> int:
    """List the requests to the cloud, the latest last: when, where to, what, on whose permission, and
    what came of it.
    """
    from collections import deque

    from edge import paths
    from edge.cli.terminal import output
    from edge.cloud import audit
    from edge.errors import UsageError

    if not 0 <= last < 2**31:
        raise UsageError(f"--last {last} is not a number of requests.", "For example: --last 10")
    sent: deque[dict[str, Any]] = deque(maxlen=last or None)
    for entry in audit.entries(paths.audit_file()):
        if entry.get("event") == "sending":
            sent.append({"sending": entry, "outcome": None})
            continue
        for one in reversed(sent):
            if one["outcome"] is None and one["sending"].get("call") == entry.get("call"):
                one["outcome"] = entry
                break
    if json:
        output.pretty({"schema": 1, "file": str(paths.audit_file()), "requests": list(sent)})
        return 0
    for one in sent:
        _show(one["sending"], one["outcome"], body)
    if not sent:
        output.text("Nothing has left this device.")
    return 0


def verify(
    anchor: Annotated[
        str | None,
        typer.Option(
            "--anchor",
            metavar="KEY",
            help="Sign the present end of the audit with your SSH key (ssh-keygen).",
        ),
    ] = None,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Check that no line of the audit was changed, added, removed, reordered or cut off; exit code 1 if
    one was.

    The audit, the state database and the daily heads (heads/ beside the audit) have to agree. Somebody
    with your rights could rewrite all three. To detect that too, --anchor signs the end of the audit with
    a key; keep the signature in another place.
    """
    import sys
    from contextlib import closing, nullcontext

    from edge import paths
    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style
    from edge.cloud import audit
    from edge.state.database import open_state

    settings = options.settings(options.flags(None, False, assign))
    state = settings.state_path
    # Looking makes no database: where there is none, there is no count to compare with.
    with closing(open_state(state)) if paths.exists(state) else nullcontext() as db:
        found = audit.verify(paths.audit_file(), db)
    signature = _sign(found, anchor) if anchor and found.ok else None
    if json:
        output.pretty(found)
        return 0 if found.ok else 1
    style = Style(output.coloured(sys.stdout))
    state_word = style.good("ok") if found.ok else style.bad("changed")
    output.text(f"{state_word} {found.file}: {found.lines} lines, {found.sent} requests")
    for problem in found.problems:
        output.text(f"   {problem}")
    for note in found.notes:
        output.text(f"   {note}")
    if signature is not None:
        output.text(f"   Signed: {signature}. Keep a copy elsewhere.")
    elif anchor:
        output.note("Not signed: an audit that was changed cannot be signed.")
    return 0 if found.ok else 1


def _sign(found: Verification, key: str) -> Path:
    """The signature of the end as it was verified."""
    from edge import paths
    from edge.cloud import anchor
    from edge.cloud.chain import ChainHead

    head = ChainHead(lines=found.lines, bytes=found.bytes, sha256=found.head)
    return anchor.sign(paths.audit_file(), head, paths.expanded(key))


def _show(sending: dict[str, Any], outcome: dict[str, Any] | None, body: bool) -> None:
    from edge.cli.terminal import output

    came = "outcome unknown"
    if outcome is not None:
        came = f"{outcome.get('outcome')}, ${outcome.get('cost_usd') or 0:.4f}"
        came += f" ({outcome['error']})" if outcome.get("error") else ""
        came += f", by {outcome['answered_by']}" if outcome.get("answered_by") else ""
    output.text(
        f"{str(sending.get('at'))[:19]}  {sending.get('purpose')} → {sending.get('rung')}"
        f" ({sending.get('model')} at {sending.get('host')}), {sending.get('bytes')} bytes,"
        f" {sending.get('masked', 0)} masked, {sending.get('consent')}: {came}"
    )
    if body:
        output.text(f"   sha256 {sending.get('sha256')}")
        output.text(f"   {sending.get('body', '(only the hash was kept)')}")
