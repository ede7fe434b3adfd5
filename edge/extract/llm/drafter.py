"""A language model as a drafter: it reads a message part by part and fills in a form for each."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from edge.engines.base import Completer
from edge.errors import CloudBroken, EdgeError, OutputBroken, OutputCut, PromptTooLong
from edge.extract.llm import chunks, merge, message_values, parse
from edge.extract.llm import form as schema
from edge.extract.llm.chunks import ChunkLimits, MessageChunk
from edge.extract.llm.custom_type import CustomType
from edge.extract.llm.find_quote import QuoteFinder
from edge.extract.llm.prompt import PromptFrame, instructions, version
from edge.records import Completed, Context, Message, PassKind, Proposal
from edge.schema.check import problems
from edge.settings import ExtractSettings
from edge.text.spans import Span

#: What can be mended by asking once more.
BROKEN = (OutputCut, CloudBroken)

#: A part of fewer characters is not cut any smaller: then the window is too small for the prompt itself.
LEAST = 200

#: Signals of parts that are added up; of the others the mean is taken, weighed by what each part holds.
_SUMS = ("invalid_values", "json_retry")


class ModelDrafter:
    """Gemma or Claude as `edge.extract.llm.base.Drafter`.

    `own`: records of the user's own type are extracted besides. `leaves`: prompts leave this device, so
    nothing of the reader's own goes into them; an expert's always do. `passages`: passages of the knowledge
    base may leave with them. `read_values` gives what rules read in a message.
    """

    def __init__(
        self,
        completer: Completer,
        settings: ExtractSettings,
        own: CustomType | None = None,
        *,
        leaves: bool = False,
        passages: bool = False,
        limits: ChunkLimits | None = None,
        read_values: Callable[[Message], message_values.MessageValues] = message_values.of,
    ) -> None:
        self._completer = completer
        self._settings = settings
        self._own = own
        self._leaves = leaves
        self._passages = passages
        self._limits = limits or ChunkLimits()
        self._read_values = read_values

    @property
    def name(self) -> str:
        return self._completer.name

    @property
    def model(self) -> str:
        return self._completer.model

    @property
    def version(self) -> str:
        """Of all that it is asked: scores of another version are other scores."""
        return version()

    def draft(self, message: Message, kind: PassKind, context: Context, before: Proposal | None) -> Proposal:
        """What the model proposes. `unread` are spans of the body that no part held.

        An answer that is cut off or broken is asked for once more, with the error shown. Raises OutputCut,
        OutputBroken or CloudBroken when the second is no better, PromptTooLong for a window that not even a
        short part fits, and whatever else the completer raises: the pass has failed.
        """
        limits, longest = self._limits, self._settings.max_body_chars
        leaves = self._leaves or kind == "expert"
        frame = PromptFrame(
            kind, message, context, before, self._completer.chars, leaves=leaves, passages=self._passages
        )
        if frame.room < LEAST:
            raise PromptTooLong(
                f"{self.model} reads {self._completer.chars} characters at once, too few for a {kind} pass.",
                "Give it a larger window: EDGE_GEMMA_WINDOW=4096",
            )
        # What leaves is paid for by the request, and lost with the first that fails: as few as there can be.
        size = frame.room if leaves else max(min(limits.chars, frame.room), 1)
        read = message
        if len(message.body) > longest:
            read = msgspec.structs.replace(message, body=message.body[:longest])
        overlap = min(limits.overlap, size // 4)
        parts, unread = chunks.parts(read.body, read.fresh, size=size, overlap=overlap, most=limits.most)
        if len(read.body) < len(message.body):
            unread.append((len(read.body), len(message.body)))
        run = _MessageDraft(
            kind,
            frame,
            read.body,
            QuoteFinder(read),
            self._read_values(read),
            schema.room(size),
            several=len(parts) > 1,
        )
        try:
            self._read(run, parts, unread, overlap)
        except EdgeError as error:
            error.cost_usd += run.cost_usd
            raise
        return run.proposal(_joined(unread))

    def _read(
        self, run: _MessageDraft, parts: Sequence[MessageChunk], unread: list[Span], overlap: int
    ) -> None:
        """Every part, in order. `unread` gets what none of them held."""
        body = run.body
        todo = deque(parts)
        # Parts that turn out too long for the window are cut smaller; that too has an end.
        while todo and len(run.proposals) < 2 * self._limits.most:
            part = todo.popleft()
            try:
                run.add(part, self._ask(run, part))
            except PromptTooLong:
                if sum(end - start for start, end in part.new) <= LEAST:
                    raise
                smaller, lost = chunks.halves(body, part, overlap)
                todo.extendleft(reversed(smaller))
                unread += lost
                run.several = True
        unread += [span for part in todo for span in part.read]

    def _ask(self, run: _MessageDraft, part: MessageChunk) -> Proposal:
        """One part, asked for a second time when the answer is cut or broken."""
        prompt = run.frame.prompt(part, len(run.proposals) + 1, more=run.several)
        try:
            completed = self._complete(prompt, run, run.extractions)
        except BROKEN as error:
            run.cost_usd += error.cost_usd
            again = f"{prompt}\n{_again(error)}"
            completed = self._complete(again, run, max(run.extractions // 2, schema.FEWEST))
            retried = 1.0
        else:
            retried = 0.0
        reading = parse.ParseContext(run.finder, run.known, part.read, run.frame.labels, self._own)
        proposal = parse.proposal(completed, reading)
        return msgspec.structs.replace(proposal, signals=proposal.signals | {"json_retry": retried})

    def _complete(self, prompt: str, run: _MessageDraft, extractions: int) -> Completed:
        form = schema.answer(
            extractions, self._own, context=bool(run.frame.labels), before=run.frame.before is not None
        )
        completed = self._completer.complete(prompt, form, instructions=instructions(run.kind, self._own))
        run.paid(completed)
        # Whoever wrote it and whatever held it to the form: nothing is read before it is checked.
        if wrong := problems(completed.value, schema.shape(form)):
            raise OutputBroken(
                f"{self.model} answered with something else than the form: {'; '.join(wrong)}.",
                "Use another model, or the rules: EDGE_EXTRACT_ENGINE=rules",
            )
        return completed


@dataclass
class _MessageDraft:
    """One message on its way: what all its parts share, and what came of them."""

    kind: PassKind
    frame: PromptFrame
    body: str
    finder: QuoteFinder
    known: message_values.MessageValues
    extractions: int
    several: bool
    proposals: list[Proposal] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    tokens: Counter[str] = field(default_factory=Counter)
    cost_usd: float = 0.0
    answered_by: str = ""

    def paid(self, completed: Completed) -> None:
        """Every answer counts, also one that is not used."""
        self.tokens.update(completed.tokens)
        self.cost_usd += completed.cost_usd
        self.answered_by = completed.answered_by or self.answered_by

    def add(self, part: MessageChunk, proposal: Proposal) -> None:
        self.proposals.append(proposal)
        self.weights.append(max(sum(end - start for start, end in part.new), 1))

    def proposal(self, unread: list[Span]) -> Proposal:
        """All parts as one."""
        merged = merge.merge(self.proposals)
        used = set(merged.used)
        body = max(sum(self.weights), 1)
        missed = sum(end - start for start, end in unread)
        signals = _signals(self.proposals, self.weights) | merged.signals
        signals |= {"parts": float(len(self.proposals)), "unread_share": missed / (missed + body)}
        return msgspec.structs.replace(
            merged,
            ignored=[name for name in self.frame.labels if name not in used],
            unread=unread,
            signals=signals,
            tokens=dict(self.tokens),
            cost_usd=self.cost_usd,
            answered_by=self.answered_by,
        )


def _signals(proposals: Sequence[Proposal], weights: Sequence[int]) -> dict[str, float]:
    """Of several parts: sums of counts, and means of the rest, of the parts that have it."""
    signals: dict[str, float] = {}
    for name in dict.fromkeys(name for it in proposals for name in it.signals):
        pairs = [
            (it.signals[name], w) for it, w in zip(proposals, weights, strict=True) if name in it.signals
        ]
        total = sum(value for value, _ in pairs)
        mean = sum(value * w for value, w in pairs) / sum(w for _, w in pairs)
        signals[name] = total if name in _SUMS else mean
    return signals


def _again(error: EdgeError) -> str:
    reason = " ".join(error.message.split())[:300]
    return f"Your last answer could not be used: {reason} Answer again, complete and shorter.\n"


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Spans in order, those that touch as one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
