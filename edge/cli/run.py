"""The last line of the command line: every way a command can end becomes one message and one exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from edge.cli.failure import INTERRUPTED, detail
from edge.cli.terminal import streams
from edge.errors import EdgeError, UsageError

#: What asks which commands there are.
_FOR_THE_LIST: tuple[list[str], ...] = ([], ["--help"], ["-h"])

CLOSED_PIPE = 141  # 128 + SIGPIPE: what a shell reports for `edge … | head`


def run(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` name; never raises, except what stops the interpreter itself."""
    streams.open_closed()
    machine = wants_json(arguments)
    try:
        try:
            code = dispatch(list(arguments))
            sys.stdout.flush()
        except EdgeError as error:
            code = report(error, machine)
        except Exception as error:  # noqa: BLE001  the one place that may
            code = unexpected(error, machine, arguments)
        # A last flush inside the guard: the reader may be gone by now.
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        streams.silence_stdout()
        return CLOSED_PIPE
    except OSError as error:  # only stdout can fail here: it is closed, or its disk is full
        streams.silence_stdout()
        failure = EdgeError(f"The output cannot be written: {error.strerror}.")
        return report(failure, machine=False)
    return code


def dispatch(arguments: list[str]) -> int:
    """Parse and call. Typer's own `main` is not used: it would swallow a closed pipe and Ctrl-C as exit 1."""
    import typer

    from edge.cli.app import build

    for argument in arguments:
        try:
            if "\0" not in argument:
                os.fsencode(argument)  # bytes of a file's name that are no UTF-8 pass
                continue
        except UnicodeEncodeError:
            pass
        raise UsageError(f"{argument[:80]!r} is not text.", "Leave out what is not a character.")
    if arguments[:1] == ["help"]:  # as with git: `edge help`, `edge help ask`
        arguments = [*arguments[1:], "--help"]
    if "_EDGE_COMPLETE" in os.environ:
        typer.main.get_command(build()).main(prog_name="edge")
    only = arguments[0] if arguments else ""
    command = typer.main.get_command(build(only, listed=arguments in _FOR_THE_LIST))
    try:
        with command.make_context("edge", arguments) as context:
            if not {"-q", "--quiet"} & set(arguments):
                tell_unknown_variables()
            return int(command.invoke(context) or 0)
    except typer.Exit as stop:
        return int(stop.exit_code)


def tell_unknown_variables() -> None:
    """Say once on stderr which variables were meant as settings, and are none that edge heeds."""
    if not any(name.startswith("EDGE_") for name in os.environ):
        return
    from edge import config
    from edge.cli.terminal import output

    for name, near in config.unknown_variables().items():
        meant = f"; is it {' or '.join(near)}?" if near else ": see edge config"
        output.note(f"{name} is not a setting and has no effect{meant}")


def report(error: EdgeError, machine: bool) -> int:
    """Say an error where its reader looks for it: a document on stdout with --json, else lines on stderr."""
    from edge.cli.terminal import output

    if machine:
        output.document({"schema": 1, "error": detail(error)})
    else:
        output.note("error: " + output.visible(error.message).replace("\n", "\\n"))
        if error.hint:
            output.note(error.hint)
    return error.exit_code


def unexpected(error: Exception, machine: bool, arguments: Sequence[str] = ()) -> int:
    """Typer's complaints about what was typed are usage errors; anything else is a bug and says so."""
    if isinstance(error, OSError) and (isinstance(error, BrokenPipeError) or _of_output(error)):
        raise error
    from edge.cli.terminal import output

    if callable(complaint := getattr(error, "format_message", None)):
        context = getattr(error, "ctx", None)
        path = context.command_path if context else _command(arguments)
        if context and type(error).__name__ == "NoArgsIsHelpError" and not machine:
            output.note(str(complaint()))
            return UsageError.exit_code
        option = str(getattr(error, "option_name", ""))
        hint = _of_a_dash(path, option, arguments) or f"See: {path} --help"
        return report(UsageError(str(complaint()), hint), machine)
    if isinstance(error, FileNotFoundError) and not _has_a_folder():
        gone = UsageError(
            "The folder that edge was started in is gone.", "Change to one that is there, or give full paths."
        )
        return report(gone, machine)
    if os.environ.get("EDGE_DEBUG"):
        import traceback

        traceback.print_exc()
    bug = EdgeError(
        f"This is a bug in edge: {type(error).__name__}: {error}",
        "Set EDGE_DEBUG=1 to see where, and please report it.",
    )
    return report(bug, machine)


def _command(arguments: Sequence[str]) -> str:
    """The command whose options could not be read: the parser names none."""
    from edge.cli.sections import COMMANDS

    return f"edge {arguments[0]}" if arguments and arguments[0] in COMMANDS else "edge"


def _of_a_dash(path: str, option: str, arguments: Sequence[str]) -> str:
    """The hint where what was taken for options is a question or a name that begins with a dash, else ""."""
    for typed in arguments:
        words = " " in typed or (len(typed) > 2 and not typed.startswith("--"))
        if option and words and typed.startswith(option):
            return f"What begins with a dash and is no option goes after --: {path} … -- {_quoted(typed)}"
    return ""


def _quoted(text: str) -> str:
    """As a shell takes it: in double quotes where it holds apostrophes and nothing that these let through."""
    from shlex import quote  # for a slip only

    return f'"{text}"' if "'" in text and not set(text) & set('"$`\\!') else quote(text)


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether --json was asked for, known before parsing so that a parse error is JSON too."""
    options = list(arguments)
    if "--" in options:
        options = options[: options.index("--")]
    return "--json" in options


def _has_a_folder() -> bool:
    """Whether the working folder is still there: relative paths lead somewhere."""
    try:
        os.getcwd()  # noqa: PTH109
    except FileNotFoundError:
        return False
    return True


def _of_output(error: OSError) -> bool:
    """Whether it was printing that failed, not a file of the command's."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    module = str(trace.tb_frame.f_globals.get("__name__")) if trace is not None else ""
    return module == "edge.cli.terminal.output" or module.partition(".")[0] in ("click", "typer")
