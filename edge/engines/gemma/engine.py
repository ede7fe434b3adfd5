"""Gemma as an engine: it chooses sentences by label, writes short answers from quotes, and fills schemas.

Code prints the sentences that it chooses (`label_reader.py`), so a quote is verbatim by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any, Self

import msgspec

from edge.engines import digests
from edge.engines.base import Written
from edge.engines.gemma import gguf, memory, projector_file, protocol, trial
from edge.engines.gemma import prompt as prompts
from edge.engines.gemma.label_reader import LabelReader
from edge.engines.gemma.labelled import left_out, line, ranked
from edge.engines.gemma.process import Worker
from edge.errors import ModelError, OutputCut, PromptTooLong
from edge.records import Choice, Completed, Draft, PagePicture, Passage
from edge.schema import gbnf
from edge.schema.read import read
from edge.settings import GemmaSettings
from edge.text.one_line import one_line
from edge.text.tokens import CHARS_PER_TOKEN

#: Tokens of instructions that come before a text (the longest of `assets/prompts/extract_*.md`, and turns).
INSTRUCTIONS = 450

#: Tokens of a short answer.
ANSWER_TOKENS = 40

#: Tokens of the summary of a table: 40 to 50 are asked for.
SUMMARY_TOKENS = 50

#: Characters of the line above a picture.
CAPTION = 40

#: Candidates that a draft carries.
KEPT = 8

#: Candidate sentences and rows of passages, best first.
Rank = Callable[[str, Sequence[Passage]], Sequence[Choice]]


class GemmaEngine:
    """A Gemma GGUF file behind a supervised worker. Loaded at the first call; close it, or use it as a
    context manager.

    `rank` orders the candidate sentences; the ones that fit the budget are read. `orders`: opposite orders of
    the sentences that are averaged, 1 or 2. `states`: keep what llama.cpp computed for fixed prompts on disk.
    `projector`: the file that lets it see pictures. `sees`: the side in pixels of the squares it is shown, 0
    without a projector; `eyes`: a digest of that file. Raises ModelError for a file that is not right, before
    any native code sees it.
    """

    name = "gemma"
    budget = 8_000  # tokens of passages; the sentences chosen from them are packed to fewer

    def __init__(
        self,
        path: Path,
        settings: GemmaSettings | None = None,
        *,
        rank: Rank,
        orders: int = 2,
        states: bool = True,
        stopping: Event | None = None,
        projector: Path | None = None,
    ) -> None:
        self._orders = orders
        self._settings = settings or GemmaSettings()
        self._rank = rank
        header = gguf.check(path)
        self.sha256 = digests.verify(path)
        tower = projector_file.of(projector, header) if projector else None
        self._squares = tower
        self.sees = tower.side if tower else 0
        self.eyes = digests.verify(tower.path)[:12] if tower else ""
        self.needs = memory.require(
            header, self._settings.window, self._settings.micro_batch, beside=tower.needs if tower else 0
        )
        self.model = f"{path.stem}-{self.sha256[:12]}"
        self._format = prompts.FORMATS[header.architecture]
        self._worker = Worker(
            trial.opening(path, self.sha256, self._settings, states=states, projector=tower),
            stopping=stopping,
        )
        self._labels = LabelReader(self._worker, self._format, self._settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the worker. The next call would start another."""
        self._worker.close()

    @property
    def version(self) -> str:
        """Of what it is asked with: a calibration is good for one."""
        names = ("choose", "answer", "blind")
        return "-".join(prompts.template(name).version[:6] for name in names)

    @property
    def pid(self) -> int | None:
        """Process id of the worker while there is one."""
        return self._worker.pid

    def open(self) -> protocol.Opened:
        """Load the model now, and say what was loaded."""
        return self._worker.open()

    # --- choosing --------------------------------------------------------------------------------

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """Sentences best first, with probabilities that sum to 1 together with `none`; writes too if set so.

        Raises ModelError when the worker fails: an error of this pass, never a low confidence.
        """
        candidates = list(self._rank(question, passages))
        if not candidates:
            return Draft(none=1.0, signals={"sentences": 0.0})
        lines = [line(candidate) for candidate in candidates]
        places = [(c.passage, c.start) for c in candidates]
        reading = self._labels.read(question, lines, places, self._orders)
        chosen = ranked(candidates, reading)
        dropped = [left_out(candidates[i], passages, why) for i, why in reading.dropped.items()]
        draft = Draft(
            choices=chosen[:KEPT],
            none=reading.none,
            signals={"right": chosen[0].probability if chosen else 0.0, **reading.signals},
            tokens=reading.tokens,
            dropped=dropped,
        )
        if self._settings.write and chosen and chosen[0].probability > draft.none:
            return self._answered(question, draft)
        return draft

    def reordered(self, question: str, passages: Sequence[Passage]) -> Draft:
        """The same sentences with the passages in the opposite order, read once, nothing written: is the
        choice stable?"""
        candidates = list(self._rank(question, passages))
        if not candidates:
            return Draft(none=1.0)
        lines = [line(candidate) for candidate in candidates]
        places = [(-c.passage, c.start) for c in candidates]
        reading = self._labels.read(question, lines, places, 1)
        return Draft(choices=ranked(candidates, reading), none=reading.none, tokens=reading.tokens)

    def grounds(self, draft: Draft) -> list[str]:
        """The quotes that an answer is written from: the best one and those near it, at most three."""
        likely = [c for c in draft.choices[:3] if c.probability >= 0.3 * draft.choices[0].probability]
        return [f"{c.context} {c.text}" if c.context else c.text for c in likely]

    def _answered(self, question: str, draft: Draft) -> Draft:
        """The draft with a short answer from its best quotes; without one when the model did not come to an
        end."""
        try:
            written = self.write(question, self.grounds(draft))
        except OutputCut:
            return msgspec.structs.replace(draft, signals=draft.signals | {"answer_cut": 1.0})
        signals = {
            "answer_logprob": _mean(written.logprobs),
            "answer_least": min(written.logprobs, default=0.0),
        }
        return msgspec.structs.replace(draft, answer=written.text or None, signals=draft.signals | signals)

    # --- writing ---------------------------------------------------------------------------------

    def write(self, question: str, quotes: Sequence[str]) -> Written:
        """A short answer from quotes, greedy, at most ANSWER_TOKENS. Raises OutputCut when it has
        no end."""
        return self._write(self._answer_prompt(question, quotes), ANSWER_TOKENS)

    def stream(self, question: str, quotes: Sequence[str]) -> Iterator[str]:
        """The same, piece by piece. Closing the iterator stops the model. Raises OutputCut after the last
        piece."""
        prompt = self._answer_prompt(question, quotes)
        request = protocol.Generate(0, prompt, ANSWER_TOKENS, stream=True, logprobs=False)
        for reply in self._worker.stream(request, self._settings.seconds):
            if isinstance(reply, protocol.Piece):
                yield reply.text
            elif isinstance(reply, protocol.Generated):
                _whole(reply)

    def blind(self, question: str) -> Written:
        """A closed-book draft: what the model would say without any document. Never shown as an answer."""
        return self._write(self._blind_prompt(question), ANSWER_TOKENS)

    def summarise(
        self, text: str, template: str = "summarise_table", *, tokens: int = SUMMARY_TOKENS,
        seconds: float | None = None,
    ) -> str:  # fmt: skip
        """What a table lists, or a talk was about, in at most so many tokens, cut at the end of the last
        whole sentence, or word. Of one that does not fit the window, the beginning is read.
        """
        words = str(tokens // 2)
        prompt = prompts.user(self._format, prompts.template(template), text=text, words=words)
        request = protocol.Generate(0, prompt, tokens, logprobs=False)
        try:
            reply = self._worker.ask(request, protocol.Generated, seconds or self._settings.seconds)
        except PromptTooLong:  # found out before anything is computed
            if len(text) < 2:
                raise
            return self.summarise(text[: len(text) // 2], template, tokens=tokens, seconds=seconds)
        said = one_line(reply.text, len(reply.text) + 1)
        if reply.finish == "stop":
            return said
        return said[: said.rfind(". ") + 1] or said.rpartition(" ")[0] or said

    def context_gain(self, question: str, quotes: Sequence[str], answer: str) -> float:
        """Mean log P(answer | quotes) - mean log P(answer | nothing), per token. About 0: it speaks from
        memory."""
        read = self.logprob(answer, self._answer_prompt(question, quotes))
        alone = self.logprob(answer, self._blind_prompt(question))
        return _mean(read) - _mean(alone)

    def logprob(self, text: str, prompt: protocol.Prompt) -> list[float]:
        """log P of each token of `text` after the prompt."""
        request = protocol.ScoreText(0, prompt, text)
        return self._worker.ask(request, protocol.TextScored, self._settings.seconds).logprobs

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, by the model's own tokenizer; markers in it are text."""
        return self._worker.ask(
            protocol.Count(0, list(texts)), protocol.Counted, self._settings.seconds
        ).counts

    # --- schemas ---------------------------------------------------------------------------------

    @property
    def chars(self) -> int:
        """Characters of text that fit a prompt of `complete` beside its instructions: half the window is kept
        for the answer."""
        return max(self._settings.window // 2 - INSTRUCTIONS, 0) * CHARS_PER_TOKEN

    @property
    def picture_chars(self) -> int:
        """Characters of text whose room a picture takes, with the line that says where it belongs."""
        return (self._squares.tokens + 2) * CHARS_PER_TOKEN + CAPTION if self._squares else 0

    def complete(
        self, prompt: str, schema: Mapping[str, Any], *, instructions: str = "",
        max_tokens: int | None = None, pictures: Sequence[PagePicture] = (),
    ) -> Completed:  # fmt: skip
        """A value of a bounded JSON schema. `instructions` come first and never change: their state is kept.
        `pictures` come next, in their order, each under a line with its page; what was computed for them is
        used again.

        `max_tokens` defaults to enough for the longest text of the schema, but never more than half the
        window, or what a longer prompt leaves of it, down to a quarter.

        Raises SchemaError for a schema without bounds, OutputCut when the limit came first: ask once more, or
        give up.
        """
        grammar = gbnf.from_schema(read(schema))
        self._show(pictures)
        message = prompts.user(self._format, prompts.template("complete"), fixed=instructions, prompt=prompt)
        message = prompts.showing(message, pictures)
        reply = self._fill(message, grammar, max_tokens)
        try:
            value = msgspec.json.decode(reply.text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise ModelError(
                f"Gemma's JSON cannot be read: {error}.", "This is a fault of the grammar: please report it."
            ) from error
        return Completed(
            value=value, logprobs=reply.logprobs, rejected=reply.rejected, tokens=_tokens(reply),
            text=reply.text, ends=reply.ends,
        )  # fmt: skip

    def _fill(self, message: protocol.Prompt, grammar: gbnf.Grammar, limit: int | None) -> protocol.Generated:
        # In the worst case a token is a byte; beyond half the window a real model has gone astray.
        window = self._settings.window
        request = protocol.Generate(0, message, limit or min(grammar.bytes + 1, window // 2), grammar.text)
        try:
            return _whole(self._worker.ask(request, protocol.Generated, self._settings.seconds))
        except PromptTooLong:  # found out before anything is computed
            if any(part.picture for part in message.parts):
                raise
            read = self.count_tokens(["".join(part.text for part in message.parts)])[0] + len(message.parts)
            left = window - read
            if limit or not window // 4 <= left < request.limit:
                raise
        request = protocol.Generate(0, message, left, grammar.text)
        return _whole(self._worker.ask(request, protocol.Generated, self._settings.seconds))

    def _show(self, pictures: Sequence[PagePicture]) -> None:
        """Have each picture looked at that is not known. Each has the time of one call."""
        for one in pictures:
            known = self._worker.ask(protocol.See(0, one.sha256), protocol.Seen, self._settings.seconds)
            if not known.tokens:
                look = protocol.See(0, one.sha256, one.side, one.data)
                self._worker.ask(look, protocol.Seen, self._settings.seconds)

    # --- parts -----------------------------------------------------------------------------------

    def _answer_prompt(self, question: str, quotes: Sequence[str]) -> protocol.Prompt:
        lines = "\n".join(f"Quote: {one_line(quote, 600)}" for quote in quotes)
        return prompts.user(self._format, prompts.template("answer"), question=question, quotes=lines)

    def _blind_prompt(self, question: str) -> protocol.Prompt:
        return prompts.user(self._format, prompts.template("blind"), question=question)

    def _write(self, prompt: protocol.Prompt, limit: int) -> Written:
        request = protocol.Generate(0, prompt, limit)
        reply = _whole(self._worker.ask(request, protocol.Generated, self._settings.seconds))
        return Written(text=reply.text.strip(), logprobs=reply.logprobs, tokens=_tokens(reply))


def _whole(reply: protocol.Generated) -> protocol.Generated:
    if reply.finish != "stop":
        raise OutputCut(
            f"Gemma reached {reply.written} tokens without coming to an end.",
            "Ask once more, or allow more tokens.",
        )
    return reply


def _tokens(reply: protocol.Generated) -> dict[str, int]:
    return {"prompt": reply.prompt, "reused": reply.reused, "written": reply.written}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
