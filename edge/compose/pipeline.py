"""A query and a budget to one context. The straight list of steps is `compose`.

Steps and their names: research on context composition (MMR, parent and window expansion, summaries as keys).
Whatever an optional stage does, no item stands twice, nothing exceeds the budget, and the same store gives
the same context.
"""

from __future__ import annotations

import time
from dataclasses import replace

from edge.compose import candidates, expand, mmr
from edge.compose.candidates import Found
from edge.compose.duplicates import DuplicateFilter, similarity
from edge.compose.follow_up import leans
from edge.compose.item import ContextSource, Item
from edge.compose.pack import Packer
from edge.compose.request import CompositionRequest
from edge.compose.result import Composition, FoundSummary, result
from edge.compose.shorten import shorten
from edge.errors import UsageError
from edge.records.context import ComposedResult, ComposeParams
from edge.text import tokens

#: Share of the budget for the turns just said: of a question that leans on them, and of any other.
RECENT_LEANING, RECENT = 0.35, 0.10
#: Share of the budget for what merging and gaps add, and tokens below which no summary is looked for.
EXPANSION, LEAST = 0.4, 64
#: From this score on (the best has 1) what does not fit whole is shortened, not left out.
SHORTENED = 0.6


def compose(request: CompositionRequest) -> ComposedResult:
    """The best context for a query. Raises UsageError for parameters out of range."""
    began = time.perf_counter()
    params = _checked(request.params)
    composition = Composition(request, Packer(params.max_tokens, request.count))
    _add_recent_turns(composition)
    found = candidates.gather(request.query, request.sources, params.fetch_k)
    composition.candidates = len(found)
    found = _rerank(composition, found)
    found = _drop_duplicates(composition, [one for one in found if one.item.id not in composition.packer])
    found = _diversify(found, params.lambda_mult)
    chosen = _pack(composition, found[: params.top_k or None])
    _expand(composition, chosen)
    _add_summaries(composition)
    return result(composition, (time.perf_counter() - began) * 1e3)


def _checked(params: ComposeParams) -> ComposeParams:
    for name, least, most in (
        ("max_tokens", 1, 1_000_000), ("recent_turns", 0, 1_000), ("fetch_k", 1, 10_000),
        ("top_k", 0, 10_000),
        ("lambda_mult", 0, 1), ("similarity_threshold", 0, 1), ("window_size", 0, 10),
        ("merge_threshold", 0, 2), ("max_gap", 0, 10), ("summaries", 0, 20), ("rerank_seconds", 0, 600),
    ):  # fmt: skip
        value = getattr(params, name)
        if not least <= value <= most:
            raise UsageError(f"{name} is {value}.", f"It may be {least:,} to {most:,}.")
    if params.order not in ("rank", "edges"):
        raise UsageError(f"There is no order {params.order!r}.", "One of: rank, edges.")
    return params


def _add_recent_turns(composition: Composition) -> None:
    """The turns just said, whole, the newest first; what they leave of their share goes to the rest."""
    request = composition.request
    if not request.recent or request.recent_source is None or not composition.params.recent_turns:
        return
    share = RECENT_LEANING if leans(request.query) else RECENT
    room = share * composition.params.max_tokens
    items = request.recent_source.get(request.recent)
    for id in reversed(request.recent[-composition.params.recent_turns :]):
        if id not in items:
            continue
        before = composition.packer.used
        if not composition.packer.add(items[id], room):
            composition.dropped(items[id], 0.0, "budget for recent turns")
            break
        room -= composition.packer.used - before
        composition.kept(items[id], 1.0, "recent")


def _rerank(composition: Composition, found: list[Found]) -> list[Found]:
    if composition.request.scorer is None or len(found) < 2:
        return found
    params = composition.params
    after, why = candidates.reranked(
        composition.request.query,
        found,
        composition.request.scorer,
        seconds=params.rerank_seconds,
        top_k=params.top_k,
    )
    if why is not None:
        composition.notes.append(why)
        return found
    composition.reranked = True
    there = {one.item.id for one in after}
    for one in found:
        if one.item.id not in there:
            composition.dropped(one.item, one.candidate.score, "rank")
    return after


def _drop_duplicates(composition: Composition, found: list[Found]) -> list[Found]:
    """Without those that say what a better one says."""
    vectors = {}
    for source in {one.source.name: one.source for one in found}.values():
        vectors.update(source.vectors([one.item.id for one in found if one.source is source]))
    duplicates = DuplicateFilter(composition.params.similarity_threshold, vectors)
    for entry in composition.entries.values():
        duplicates.duplicate_of(entry.item.id, entry.item.shown)
    kept = []
    for one in found:
        earlier = duplicates.duplicate_of(one.item.id, one.item.shown)
        if earlier is None:
            kept.append(one)
        else:
            composition.duplicates += 1
            composition.dropped(
                one.item, one.candidate.score, f"duplicate of {earlier}", one.candidate.channels
            )
    return kept


def _diversify(found: list[Found], lambda_mult: float) -> list[Found]:
    """In the order of MMR, each with the score that its new place had."""
    if lambda_mult >= 1 or len(found) < 2:
        return found
    stems = {one.item.id: frozenset(tokens.stems(one.item.text)) for one in found}
    ordered = mmr.order(
        [(one.item.id, one.candidate.score) for one in found],
        lambda one, other: similarity(stems[one], stems[other]),
        lambda_mult,
    )
    by_id = {one.item.id: one for one in found}
    scores = sorted((one.candidate.score for one in found), reverse=True)
    return [
        replace(by_id[id], candidate=replace(by_id[id].candidate, score=score))
        for (id, _), score in zip(ordered, scores, strict=True)
    ]


def _pack(composition: Composition, found: list[Found]) -> list[tuple[Item, ContextSource]]:
    """What fits, best first, neighbours where their worth puts them; of the best that do not fit, their
    telling sentences; the others are skipped.
    """
    known = {one.item.id: one for one in found}
    ordered = expand.with_neighbours(found, composition.params.window_size)
    items: dict[str, Item] = {one.item.id: one.item for one in found}
    for source in {source.name: source for *_, source in ordered}.values():
        items.update(source.get([id for _, id, _, from_ in ordered if from_ is source and id not in items]))
    chosen = []
    for value, id, why, source in ordered:
        if id not in items or id in composition.packer or id in composition.entries:
            continue
        channels = known[id].candidate.channels if id in known else {}
        if value <= 0 and not composition.packer.used:
            _pack_part(composition, found)  # before what holds nothing of the query takes the room
            if id in composition.packer:
                continue
        if composition.packer.add(items[id]):
            composition.kept(items[id], value, why, channels)
            chosen.append((items[id], source))
        elif why == "hit" and value >= SHORTENED and (part := _shortened(composition, items[id])):
            composition.packer.add(part)
            composition.kept(part, value, "hit, shortened", channels)
        elif why == "hit":
            composition.dropped(items[id], value, "budget", channels)
    if not composition.packer.used:
        _pack_part(composition, found)
    return chosen


def _pack_part(composition: Composition, found: list[Found]) -> None:
    """Where nothing fits whole, what fits of the best that has anything: a part says more than nothing."""
    for one in found:
        if part := _shortened(composition, one.item, alone=True):
            composition.packer.add(part)
            composition.kept(part, one.candidate.score, "hit, shortened", one.candidate.channels)
            return


def _shortened(composition: Composition, item: Item, *, alone: bool = False) -> Item | None:
    """What fits of a passage that does not fit whole. A part of a turn takes the room of whole ones: with
    them .2 points less of the evidence of conversations were in 1,024 tokens (LoCoMo); `alone` it takes none.
    """
    if item.kind != "chunk" and not alone:
        return None
    packer = composition.packer
    return shorten(item, composition.request.query, lambda part: packer.cost(part) <= packer.left)


def _expand(composition: Composition, chosen: list[tuple[Item, ContextSource]]) -> None:
    """Half chosen wholes are made whole, small gaps are filled."""
    params = composition.params
    for source in {source.name: source for _, source in chosen}.values():
        room = min(EXPANSION * params.max_tokens, composition.packer.left)
        hits = [
            item for item, from_ in chosen if from_ is source and composition.entries[item.id].why == "hit"
        ]
        for item, parent in expand.merged(composition.packer, hits, source, params.merge_threshold, room):
            composition.kept(item, 0.0, f"child of {parent}")
        for item in expand.gaps(composition.packer, hits, source, params.max_gap, room):
            composition.kept(item, 0.0, "gap")


def _add_summaries(composition: Composition) -> None:
    """What is left may hold a summary or two: higher ones first, then those that cover more not in."""
    params = composition.params
    if not params.summaries:
        return
    for source in composition.request.sources:
        best = source.summaries(composition.request.query, 8)
        items = source.get([one.id for one in best])
        covers = source.children(list(items))
        composition.summaries += [
            FoundSummary(one, items[one.id], covers.get(one.id, [])) for one in best if one.id in items
        ]
    ordered = sorted(
        composition.summaries,
        key=lambda one: (
            -one.item.level,
            -sum(id not in composition.packer for id in one.covers),
            -one.candidate.score,
            one.item.id,
        ),
    )
    taken = 0
    for candidate, item, covered in ordered:
        if taken >= params.summaries or composition.packer.left < LEAST:
            return
        if any(id not in composition.packer for id in covered) and composition.packer.add(item):
            composition.kept(item, candidate.score, "summary", candidate.channels)
            taken += 1
