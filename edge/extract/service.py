"""Everything that reading messages needs, opened once and when first used: engines, what is around a message,
and the user's own database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge.cascade.factory import EngineFactory
from edge.cascade.run import Tier
from edge.errors import NotKept, NotPermitted, StorageError, UsageError
from edge.extract import pipeline
from edge.extract.rollout import several_passes
from edge.i18n import noted, render
from edge.records import Checkpoint, Extracted, Hit, Message, Reason

if TYPE_CHECKING:
    import apsw

    from edge.cloud.gate import Gate
    from edge.context.sources import ContextSources
    from edge.engines.base import Completer
    from edge.extract.llm.base import Drafter
    from edge.extract.llm.custom_type import CustomType
    from edge.state.messages import MessageStore

ENGINES = ("auto", "rules", "gemma")

#: Finds pages of the knowledge base: (query, how many) -> hits.
Find = Callable[[str, int], Sequence[Hit]]


class MessageService:
    """Reads messages. `find` searches the knowledge base, `state` is the user's database or None (nothing is
    kept then), `own` a type of the user's own. `keep` False: the database is looked into, and left as it is.
    """

    def __init__(
        self,
        engines: EngineFactory,
        *,
        find: Find,
        state: Path | None = None,
        own: CustomType | None = None,
        keep: bool = True,
    ) -> None:
        self.settings = engines.settings
        self.state = state
        self._keeps = keep and state is not None
        self._engines = engines
        self._find = find
        self._own = own

    def extract(self, message: Message) -> Extracted:
        """The result for a message; kept where there is a database. What a person settled is not asked again:
        their word is the result; nor is what the cloud read to the end paid for twice. Raises NotKept, with
        the result, when it could not be kept.
        """
        message = self._called(message)
        if self._own is None and (items := self._earlier) is not None:
            settled = items.settled(message)
            if settled is not None:
                return settled
        return self._read(message, self._ladder, None)

    def resume(self) -> Iterator[tuple[Message, Extracted]]:
        """Take up every case that waits for an engine that may be asked now, oldest first; nothing is read
        twice, and what was settled meanwhile is left alone.

        Raises NotPermitted, before anything is read, when no case could go on; UsageError where nothing is
        kept, since what is paid for would be paid for again.
        """
        gate = self._engines.gate()
        if self.state is None and not (gate and gate.dry):
            raise UsageError(
                "What is taken up again must be kept.",
                "Leave out --no-keep (in Python: edge.open(state=...)).",
            )
        waiting = self._items.waiting()
        refusals = {wanted: self._refused(wanted) for wanted in dict.fromkeys(it.wanted for it in waiting)}
        if waiting and all(refusals.values()):
            several = f"{len(waiting)} messages wait" if len(waiting) > 1 else "1 message waits"
            why = render(next(filter(None, refusals.values())), "en")
            raise NotPermitted(f"{several} for another engine: {why}.", "See: edge queue")
        for one in waiting:
            in_force = None if refusals[one.wanted] else self._items.in_force(one.run)
            if in_force is not None:
                before, checkpoint = in_force
                message, ladder = checkpoint.message, self._from(checkpoint)
                yield message, self._read(message, ladder, checkpoint, before=before, run=one.run)

    def close(self) -> None:
        """Close what is open."""
        if (around := self.__dict__.pop("_around", None)) is not None:
            around.close()
        self.__dict__.pop("_items", None)
        db: apsw.Connection | None = self.__dict__.pop("_db", None)
        if db is not None:
            db.close()

    def _read(
        self,
        message: Message,
        ladder: Sequence[Tier[Drafter]],
        checkpoint: Checkpoint | None,
        *,
        before: Extracted | None = None,
        run: int | None = None,
    ) -> Extracted:
        """The result, kept where there is a database. `before`: what run `run` had, which is taken up."""
        runs: list[int | None] = []  # None: another one is in force by now

        def keep(result: Extracted, so_far: Checkpoint) -> None:
            if None not in runs:
                unfinished = runs[-1] if runs else None
                runs.append(self._items.save(result, so_far, after=run, instead_of=unfinished))

        def between(result: Extracted, so_far: Checkpoint) -> None:
            with suppress(StorageError):  # reported at the end, when it cannot be kept then either
                keep(result, so_far)

        settings = self.settings.extract
        # What was begun is ended as it was begun, whatever the share is by now.
        if checkpoint is None and not several_passes(message, settings.multi_pass_percent):
            settings = msgspec.structs.replace(settings, max_passes=1)
        extracted, last = pipeline.extract(
            message, ladder, self._around.look, settings, rules=self._rules,
            beyond=next(iter(self.settings.cloud.tiers), None), may_wait=self.settings.cloud.mode != "never",
            resume=checkpoint, notes=tuple(self._warnings), keep=between if self._keeps else None,
        )  # fmt: skip
        self._warnings.clear()
        extracted = noted(extracted, self._engines.cloud_notes(), extracted.language)
        if not self._keeps or (before is not None and _same(before, extracted)):
            return extracted
        try:
            keep(extracted, last)
        except StorageError as error:
            why = Reason("not_kept", {"error": error.message.rstrip(".")})
            unkept = noted(extracted, [why], extracted.language)
            raise NotKept(error.message, error.hint, message_read=message, result=unkept) from error
        if (kept := runs[-1]) is None:
            return noted(extracted, [Reason("superseded")], extracted.language)
        return msgspec.structs.replace(extracted, id=self._items.id_of(kept) or extracted.id)

    def _called(self, message: Message) -> Message:
        """The message under the id that it is kept by."""
        if message.named or self.state is None:
            return message
        # Whole, because a relative path is another file when it is read from another folder.
        place = str(Path(message.source).resolve()) if message.source else ""
        message = msgspec.structs.replace(message, source=place)
        with suppress(StorageError):  # reported when it is to be kept
            message = msgspec.structs.replace(message, id=self._items.called(message))
        return message

    # --- engines ---------------------------------------------------------------------------------

    @cached_property
    def _ladder(self) -> list[Tier[Drafter]]:
        """Engines of this device, then those of the cloud, where it is switched on at all."""
        wanted = self.settings.extract.engine
        if wanted not in ENGINES:
            raise UsageError(
                f"There is no engine called {wanted!r} for messages.", f"Engines: {', '.join(ENGINES)}."
            )
        if wanted == "gemma" or (wanted == "auto" and self.settings.gemma.model):
            model = self._drafter(self._engines.gemma)
            return [Tier(model, looks=3), Tier(self._rules, looks=2, fallback=True), *self._cloud]
        if self._own is not None:
            raise UsageError(
                "Types of your own need a language model: rules know the built-in ones only.",
                "Name one: --engine gemma --model FILE.gguf",
            )
        return [Tier(self._rules, looks=2), *self._cloud]

    @cached_property
    def _rules(self) -> Drafter:
        from edge.extract.rules.engine import RulesEngine
        from edge.values import libraries

        libraries.require()
        return RulesEngine(self.settings.extract)

    @cached_property
    def _cloud(self) -> list[Tier[Drafter]]:
        return self._engines.cloud("extract", self._claude)

    def _claude(self, gate: Gate, tier: str) -> Drafter:
        from edge.cloud.claude import Claude

        return self._drafter(Claude(gate, tier), leaves=True)

    def _drafter(self, completer: Completer, *, leaves: bool = False) -> Drafter:
        from edge.extract.llm.drafter import ModelDrafter

        return ModelDrafter(
            completer, self.settings.extract, self._own, leaves=leaves, passages=self.settings.cloud.passages
        )

    def _from(self, checkpoint: Checkpoint) -> list[Tier[Drafter]]:
        """The ladder from the tier of a checkpoint; from the cloud's first where it is no longer there."""
        names = [tier.name for tier in self._ladder]
        beside = len(names) - len(self._cloud) - 1
        at = names.index(checkpoint.tier) if checkpoint.tier in names else beside
        return self._ladder[at:]

    def _refused(self, wanted: str) -> Reason | None:
        """Why a tier that a case waits for cannot be asked now; None when it can."""
        if not self._cloud:
            return Reason("cloud_never")
        tier = next((tier for tier in self._cloud if tier.name == wanted), self._cloud[0])
        return tier.refusal() if tier.refusal else None

    # --- around a message ------------------------------------------------------------------------

    @cached_property
    def _around(self) -> ContextSources:
        from edge.context.sources import ContextSources

        settings = self.settings.extract
        return ContextSources(
            notes=settings.notes, calendar=settings.calendar, tasks=settings.tasks, archive=settings.archive,
            earlier=self._earlier,
            knowledge=self._find if settings.knowledge else None, settings=settings,
        )  # fmt: skip

    @property
    def _earlier(self) -> MessageStore | None:
        """Earlier messages; none where the database cannot be opened: reported when a result is kept."""
        if self.state is None:
            return None
        with suppress(StorageError):
            return self._items
        return None

    @cached_property
    def _warnings(self) -> list[Reason]:
        """What of the sources around messages could not be read: reported with the first message alone."""
        return self._around.open()

    @cached_property
    def _db(self) -> apsw.Connection:
        from edge.state.database import open_state

        return open_state(self.state or self.settings.state_path)

    @cached_property
    def _items(self) -> MessageStore:
        from edge.state.messages import MessageStore

        return MessageStore(self._db)


def _same(one: Extracted, other: Extracted) -> bool:
    """Whether nothing came of taking a case up again."""
    return (one.passes, one.decision, one.action, one.escalation.wanted) == (
        other.passes, other.decision, other.action, other.escalation.wanted,
    )  # fmt: skip
