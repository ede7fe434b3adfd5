"""`edge chat`: questions one after another; each may lean on the ones before."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options
from edge.cli.terminal import streams

if TYPE_CHECKING:
    from edge.api import Edge
    from edge.compose.upkeep import TalkUpkeep
    from edge.records import Answer, EarlierTurn
    from edge.records.context import ComposedResult

_LONGEST_LINE = 1 << 20

_HELP = """\
/source NAME   ask only this document (part of its name will do; no name: all of them again)
/forget        start over: what was asked so far no longer counts
/help          this
/quit          leave (so does Ctrl-D)"""


def chat(
    *,
    source: options.Sources = None,
    engine: options.Engine = None,
    model: options.Model = None,
    passes: options.Passes = None,
    cloud: options.Cloud = None,
    knowledge: options.Knowledge = None,
    conversation: Annotated[
        str | None,
        typer.Option("--conversation", metavar="NAME", help="Continue this conversation. [the one of today]"),
    ] = None,
    no_keep: Annotated[bool, typer.Option("--no-keep", help="Do not keep the conversation.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the conversations that were kept.")] = False,
    export: Annotated[
        bool,
        typer.Option(
            "--export",
            help="Print all conversations (or the one of --conversation), one turn on each line, as JSON.",
        ),
    ] = False,
    import_: Annotated[
        str | None,
        typer.Option(
            "--import",
            metavar="FILE",
            help='Add conversations from a file: JSON lines {"conversation", "role", "content", "at"}, '
            "or an export of ChatGPT or Claude.",
        ),
    ] = None,
    delete: Annotated[
        str | None, typer.Option("--delete", metavar="NAME", help="Delete a conversation for good.")
    ] = None,
    owner: Annotated[
        str | None, typer.Option("--owner", metavar="NAME", help="The person who asks. [EDGE_ACCESS_OWNER]")
    ] = None,
    org: Annotated[
        str | None,
        typer.Option("--org", metavar="NAME", help="The organisation of that person. [EDGE_ACCESS_ORG]"),
    ] = None,
    visibility: Annotated[
        str | None,
        typer.Option(
            "--visibility",
            metavar="WHO",
            help="Who may read the conversation: private, org or public. [EDGE_ACCESS_VISIBILITY]",
        ),
    ] = None,
    json: options.Json = False,
    offline: options.Offline = False,
    quiet: options.Quiet = False,
    assign: options.Set = None,
) -> int:
    """Ask one question after another, each of which may refer to earlier ones; type /help for commands.

    Questions may also come from a pipe, one on each line. The conversation is kept on this device, and
    what was said earlier is taken into account: before each answer, a context is composed of the latest
    turns, earlier conversations and memories (see: edge trace list). Summaries are written while you
    talk.
    """
    from edge.cli.chat import turns as chat_turns

    whose = {"access__owner": owner, "access__org": org, "access__visibility": visibility}
    if chat_turns.chosen(listed=listed, export=export, file=import_, delete=delete):
        return chat_turns.run(
            export=export, file=import_, delete=delete, conversation=conversation, json=json,
            given=options.flags(None, False, assign, **whose),
        )  # fmt: skip
    name = "" if no_keep else _name(conversation)
    given = options.flags(knowledge, offline, assign, ask__passes=passes, gemma__model=model, **whose)
    with options.opened(given, cloud=cloud, quiet=quiet) as edge:
        edge.ready()
        if sys.stdin.isatty() and not quiet:
            from edge.cli import shipped
            from edge.cli.terminal import output

            output.note("Ask your questions. /help lists the commands, Ctrl-D or /quit leaves.")
            shipped.remark(given, quiet=quiet)
        talk = _Chat(edge, tuple(source or ()), engine, json=json, quiet=quiet, name=name)
        if not name:
            talk.run(_typed())
            return 0
        lines = _typed()
        first = next(lines, None)  # input that cannot be read is refused before anything is kept
        if first is None:
            return 0
        talk.upkeep = upkeep = edge.memory.upkeep(edge.stopping)
        upkeep.start()
        try:
            talk.run(chain([first], lines))
            upkeep.close()
        finally:
            upkeep.close(0)
        if upkeep.error is not None and not quiet:
            from edge.cli.terminal import output

            output.note(f"Not everything was summarised: {upkeep.error}")
    return 0


def _name(given: str | None) -> str:
    """The conversation that is kept: the one named, or that of the day. Raises UsageError before anything
    is asked.
    """
    if not given:
        return f"chat {datetime.now().astimezone():%Y-%m-%d}"
    from edge.compose.conversations import conversation_name

    return conversation_name(given)


class _Chat:
    """The state of one conversation: what was said, and which documents are asked."""

    def __init__(
        self, edge: Edge, sources: tuple[str, ...], engine: str | None, *, json: bool, quiet: bool, name: str
    ) -> None:
        """`name`: the conversation that is kept; "" keeps nothing."""
        self.edge = edge
        self.name = name
        self.sources = sources
        self.engine = engine
        self.json = json
        self.quiet = quiet
        self.history: list[Answer] = []
        self.said: set[str] = set()  # the turns of this session
        self.goes_on = True  # from what was said before this session
        self.upkeep: TalkUpkeep | None = None

    def run(self, lines: Iterable[str]) -> None:
        from edge.cli.run import report
        from edge.errors import UsageError

        for line in lines:
            if line.startswith("/"):
                if not self.command(line):
                    return
                continue
            try:
                self.turn(line)
            except UsageError as error:
                # One bad question does not end a conversation; a broken knowledge base does.
                report(error, self.json)

    def turn(self, question: str) -> None:
        from edge.cli.ask import rendering
        from edge.cli.chat import earlier
        from edge.cli.terminal import output
        from edge.cli.terminal.style import Style

        with self.upkeep.answering() if self.upkeep else nullcontext():
            self.edge.refresh()  # a talk may last for days, and the documents be indexed meanwhile
            answer, context = self.answered(question)
        if self.json:
            output.document(answer)
            return
        style = Style(output.coloured(sys.stdout))
        for shown in rendering.lines(answer, style, output.width(), quiet=self.quiet):
            output.text(shown)
        if answer.abstained and context is not None:
            for line in earlier.lines(context, self.edge.memory.store, self.said):
                output.text(style.dim(line))
        output.text()

    def answered(self, question: str) -> tuple[Answer, ComposedResult | None]:
        """The answer, kept, and the context that came before it."""
        from edge.cli.chat import earlier

        context = self.before(question)
        history: Sequence[Answer | EarlierTurn] = self.history
        if not history and context is not None:  # an earlier conversation goes on
            history = earlier.turns(context)
        answer = self.edge.ask(question, sources=self.sources, engine=self.engine, history=history)
        self.history.append(answer)
        if self.name:
            self.said.update(self.edge.say(self.name, question, answer))
        if self.upkeep:
            self.upkeep.said(2)
        return answer, context

    def before(self, question: str) -> ComposedResult | None:
        """The context of an answer, out of what was said and learnt; None where nothing is kept."""
        if not self.name:
            return None
        recent = self.name if self.goes_on or self.history else ""
        return self.edge.compose(question, conversation=recent, sources=("conversations", "memories"))

    def command(self, line: str) -> bool:
        """Carry out a slash command; False means leave."""
        from edge.cli.terminal import output

        name, _, rest = line.partition(" ")
        if name in ("/quit", "/exit", "/q"):
            return False
        if name == "/source":
            self.sources = (rest.strip(),) if rest.strip() else ()
            output.note(f"asking {rest.strip() or 'all documents'}")
        elif name == "/forget":
            self.history.clear()
            self.goes_on = False
            output.note("forgotten")
        else:
            output.note(_HELP if name == "/help" else f"There is no command {name}.\n{_HELP}")
        return True


def _typed() -> Iterator[str]:
    """Lines that a person types or a pipe gives, blank ones skipped, until the end of input."""
    if not sys.stdin.isatty():
        from edge.text import charset

        # Bytes, not the terminal's encoding: what a pipe gives says itself how it is encoded.
        for raw in streams.lines(_LONGEST_LINE):
            if line := charset.decode(raw)[0].strip():
                yield line
        return
    from contextlib import suppress

    with suppress(ImportError):
        import readline  # noqa: F401  line editing and recall, where the system has it

    while True:
        try:
            line = input("› ").strip()
        except EOFError:
            return
        if line:
            yield line
