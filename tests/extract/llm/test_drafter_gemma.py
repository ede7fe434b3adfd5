"""The real thing: a Gemma of random weights in llama.cpp fills in the form for a message."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import msgspec
import pytest
from scripted_model import MESSAGE

from edge import paths
from edge.engines.gemma import gguf_tiny
from edge.engines.gemma.engine import GemmaEngine
from edge.extract.llm import custom_type
from edge.extract.llm.chunks import ChunkLimits
from edge.extract.llm.drafter import ModelDrafter
from edge.extract.llm.types import TYPES
from edge.records import Conflict, Context, ContextItem, PassKind, Proposal
from edge.settings import ExtractSettings, GemmaSettings

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("llama_cpp") is None,
    reason='llama.cpp is not installed: pip install "$(python build/llama_wheel.py)"',
)

#: One token of this model is a byte: forms and texts are kept small, or each test would take seconds.
SETTINGS, LIMITS = ExtractSettings(), ChunkLimits(chars=600, overlap=60)
CONTEXT = Context(
    items=[ContextItem(kind="note", name="Acme", text="Client depuis 2020."),
           ContextItem(kind="event", name="Dentiste", text="de 14h à 15h", date="2026-01-23")],
    conflicts=[Conflict(kind="overlap", text="Vendredi 14h : Dentiste", items=["Dentiste"])],
)  # fmt: skip


@pytest.fixture(scope="module")
def gemma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GemmaEngine]:
    patch = pytest.MonkeyPatch()
    patch.setenv("EDGE_HOME", str(tmp_path_factory.mktemp("home")))
    paths.home.cache_clear()
    path = tmp_path_factory.mktemp("models") / "tiny.gguf"
    gguf_tiny.write(path)
    settings = GemmaSettings(threads=1, window=8_192, seconds=60.0)
    try:
        with GemmaEngine(path, settings, rank=lambda asked, found: []) as engine:
            yield engine
    finally:
        patch.undo()
        paths.home.cache_clear()


def checked(proposal: Proposal, body: str) -> None:
    """Every field is of its kind, every span exact, and nothing that a random model says is grounded."""
    assert msgspec.convert(msgspec.to_builtins(proposal), Proposal, strict=True) == proposal
    for it in proposal.extractions:
        assert it.type in TYPES and it.info and 0.0 <= it.confidence <= 1.0
        assert it.start is None or body[it.start : it.end] == it.quote
        assert not it.grounded
    assert proposal.signals["quotes_found"] == 0.0 or not proposal.extractions
    assert proposal.signals["action_logprob"] < 0.0 and 0.0 <= proposal.action_confidence <= 1.0
    assert proposal.unread == [] and proposal.tokens["written"] > 0


@pytest.mark.parametrize("kind", ["blind", "contextual", "deep"])
def test_a_french_message(gemma: GemmaEngine, kind: PassKind) -> None:
    """Each local pass gives a proposal of valid fields; only labels that were shown are used."""
    drafter = ModelDrafter(gemma, SETTINGS, limits=LIMITS)
    proposal = drafter.draft(MESSAGE, kind, CONTEXT, Proposal(action="archive", why="une facture"))
    checked(proposal, MESSAGE.body)
    assert (drafter.name, drafter.model) == ("gemma", gemma.model)
    shown = set() if kind == "blind" else {"Acme", "Dentiste"}
    assert set(proposal.used) | set(proposal.ignored) == shown


def test_the_same_again(gemma: GemmaEngine) -> None:
    """Greedy decoding: the same message gives the same proposal, and its instructions are not read twice."""
    drafter = ModelDrafter(gemma, SETTINGS, limits=LIMITS)
    first = drafter.draft(MESSAGE, "blind", Context(), None)
    second = drafter.draft(MESSAGE, "blind", Context(), None)
    assert second.tokens["reused"] >= 1_000
    assert msgspec.structs.replace(second, tokens={}) == msgspec.structs.replace(first, tokens={})


def test_a_message_in_parts(gemma: GemmaEngine) -> None:
    """A message that is longer than a part: each part is a form of its own, and all of it is read."""
    body = MESSAGE.body * 4
    proposal = ModelDrafter(gemma, SETTINGS, limits=LIMITS).draft(
        msgspec.structs.replace(MESSAGE, body=body), "blind", Context(), None
    )
    checked(proposal, body)
    assert proposal.signals["parts"] >= 2.0


def test_a_type_of_the_users_own(gemma: GemmaEngine) -> None:
    """A user's schema is held to by the grammar: what comes back fits it or is left out."""
    kind = custom_type.load(
        {
            "title": "colis", "type": "object", "required": ["carrier"],
            "properties": {
                "carrier": {"enum": ["Poste", "DHL"]},
                "parcels": {"type": "integer", "minimum": 1},
                "tracking": {"type": "string", "maxLength": 12},
            },
        }
    )  # fmt: skip
    proposal = ModelDrafter(gemma, SETTINGS, kind, limits=LIMITS).draft(MESSAGE, "blind", Context(), None)
    parcels = [it for it in proposal.extractions if it.type == "colis"]
    assert parcels and all(it.data["carrier"] in ("Poste", "DHL") for it in parcels)
    assert all(it.data.get("parcels", 1) >= 1 and not it.grounded for it in parcels)
