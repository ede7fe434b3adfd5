"""A language model as a drafter: parts, second tries, what is counted and what is reported."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_model import MESSAGE, Fake, form, item

from edge.errors import (
    CloudBroken,
    CloudRefused,
    ModelDied,
    OutputBroken,
    OutputCut,
    PromptTooLong,
)
from edge.extract.llm import custom_type
from edge.extract.llm.chunks import ChunkLimits
from edge.extract.llm.drafter import ModelDrafter
from edge.extract.llm.message_values import MessageValues
from edge.records import Completed, Context, Message, Proposal
from edge.settings import ExtractSettings

NOTHING = Context()


def drafter(
    completer: Fake,
    *,
    own_type: custom_type.CustomType | None = None,
    limits: ChunkLimits | None = None,
    **given: Any,
) -> ModelDrafter:
    return ModelDrafter(
        completer,
        ExtractSettings(**given),
        own_type,
        limits=limits,
        read_values=lambda message: MessageValues(text=message.body),
    )


def text_of(prompt: str) -> str:
    """The message as the prompt shows it: between the last two lines of the mark."""
    mark = re.findall(r"^\[([0-9a-f]{8})\]$", prompt, flags=re.MULTILINE)[-1]
    return prompt.split(f"[{mark}]\n")[-2]


def test_one_part() -> None:
    """A short message is one form; the proposal carries what it cost and who spoke."""
    fake = Fake(form(item(quote="Voici la facture du mois"), action="flag"), tokens=7, cost=0.002)
    made = drafter(fake)
    proposal = made.draft(MESSAGE, "blind", NOTHING, None)
    assert (made.name, made.model) == ("gemma", "fake-1")
    assert proposal.action == "flag" and proposal.extractions[0].grounded and proposal.unread == []
    assert (proposal.tokens, proposal.cost_usd) == ({"prompt": 7}, 0.002)
    assert proposal.signals["json_retry"] == 0.0 and proposal.signals["parts"] == 1.0
    assert len(fake.prompts) == 1 and "C1" not in str(fake.schemas[0])


@pytest.mark.parametrize(
    "broken",
    [OutputCut("It reached 512 tokens."), CloudBroken("It stopped in the middle."), {"action": "archive"},
     form(action="burn"), form(entities="Anne"), None, [], "archive", form(item(task="yes"))],
)  # fmt: skip
def test_a_broken_answer_is_asked_for_once_more(broken: object) -> None:
    """The second prompt shows what was wrong and leaves less room; a signal says that it took two."""
    fake = Fake(broken, form(action="flag"), tokens=5)
    proposal = drafter(fake).draft(MESSAGE, "blind", NOTHING, None)
    assert proposal.action == "flag" and proposal.signals["json_retry"] == 1.0
    first, second = fake.prompts
    assert second.startswith(first) and "could not be used" in second
    rooms = [one["properties"]["extractions"]["maxItems"] for one in fake.schemas]
    assert rooms[1] < rooms[0]
    assert fake.instructions[0] == fake.instructions[1] != ""
    raised = isinstance(broken, Exception)
    assert proposal.tokens == {"prompt": 5 if raised else 10}


@pytest.mark.parametrize(
    ("broken", "error"),
    [
        (OutputCut("cut"), OutputCut),
        (CloudBroken("cut"), CloudBroken),
        ({}, OutputBroken),
        (None, OutputBroken),
    ],
)
def test_two_broken_answers_are_a_failed_pass(broken: object, error: type[Exception]) -> None:
    """Then the pass fails with an error: nothing half is used, and it is no low confidence."""
    fake = Fake(broken)
    with pytest.raises(error):
        drafter(fake).draft(MESSAGE, "blind", NOTHING, None)
    assert len(fake.prompts) == 2


@pytest.mark.parametrize("error", [ModelDied("gone"), CloudRefused("no")])
def test_what_no_second_try_can_mend(error: Exception) -> None:
    """A dead worker or a refusal is not asked again."""
    fake = Fake(error)
    with pytest.raises(type(error)):
        drafter(fake).draft(MESSAGE, "blind", NOTHING, None)
    assert len(fake.prompts) == 1


def test_a_long_message_is_read_in_parts_that_overlap() -> None:
    """Each sentence is in a prompt; what two parts saw of one thing is one extraction, with exact offsets."""
    body = " ".join(f"Phrase numéro {n} sans importance." for n in range(60))
    body += " Il faut payer le loyer. " + " ".join(f"Suite numéro {n} du texte." for n in range(60))
    fake = Fake(
        lambda prompt: form(*[item(type="request", quote="Il faut payer le loyer", info="payer le loyer")]
                            * ("payer le loyer" in prompt), action="flag" if "loyer" in prompt else "delete")
    )  # fmt: skip
    message = Message(id="m", body=body)
    proposal = drafter(fake, limits=ChunkLimits(chars=700, overlap=100)).draft(
        message, "blind", NOTHING, None
    )
    (it,) = proposal.extractions
    assert body[it.start : it.end] == "Il faut payer le loyer" and proposal.unread == []
    assert proposal.action == "flag" and proposal.signals["parts"] == len(fake.prompts) > 4
    shown = " ".join(text_of(prompt) for prompt in fake.prompts)
    assert all(f"numéro {n} " in shown for n in range(60))
    assert "(part 2 of the text)" in fake.prompts[1]


@given(
    st.text(st.sampled_from("abc. \né🎉"), max_size=3_000),
    st.integers(220, 900),
    st.integers(0, 300),
    st.integers(1, 4),
    st.integers(200, 3_000),
)
@settings(max_examples=40)
def test_every_character_is_shown_or_reported(
    body: str, chunk: int, overlap: int, most: int, longest: int
) -> None:
    """Whatever the bounds: what no prompt held is in `unread`, and only so many are asked."""
    body = "".join(chr(0x4E00 + at) if c in "ab" else c for at, c in enumerate(body))  # each is unique
    fake = Fake(form())
    made = drafter(fake, limits=ChunkLimits(chunk, overlap, most), max_body_chars=longest)
    proposal = made.draft(Message(id="m", body=body), "blind", NOTHING, None)
    shown = "".join(text_of(prompt) for prompt in fake.prompts)
    unread = {at for start, end in proposal.unread for at in range(start, end)}
    assert all(at in unread or c in shown for at, c in enumerate(body) if ord(c) > 0x4DFF)
    assert len(fake.prompts) <= most
    assert proposal.unread == sorted(proposal.unread)


def test_a_window_that_is_too_small_for_a_part() -> None:
    """Text with more tokens than guessed is cut smaller until it fits; nothing is skipped."""
    body = " ".join(f"mot{n}" for n in range(300))

    def answer(prompt: str) -> object:
        return PromptTooLong("too long") if len(text_of(prompt)) > 700 else form()

    fake = Fake(answer)
    proposal = drafter(fake).draft(Message(id="m", body=body), "blind", NOTHING, None)
    shown = " ".join(text_of(p) for p in fake.prompts if len(text_of(p)) <= 700).split()
    assert proposal.unread == [] and all(f"mot{n}" in shown for n in range(300))


def test_a_window_that_is_too_small_for_anything() -> None:
    """When even a short part does not fit, or the window leaves no room, the error says what to enlarge."""
    fake = Fake(PromptTooLong("too long"))
    with pytest.raises(PromptTooLong):
        drafter(fake).draft(Message(id="m", body="mot " * 1_000), "blind", NOTHING, None)
    assert len(fake.prompts) < 10
    with pytest.raises(PromptTooLong, match="EDGE_GEMMA_WINDOW"):
        drafter(Fake(form(), chars=250)).draft(MESSAGE, "blind", NOTHING, None)


def test_quoted_history_is_shown_apart_or_reported() -> None:
    """A reply is read first, what it quotes as far as there is room: the rest is unread, and said so."""
    reply = "D'accord pour lundi.\n"
    body = reply + "> " + "Peux-tu venir lundi à dix heures ? " * 40
    fake = Fake(form())
    message = Message(id="m", body=body, fresh=[(0, len(reply))])
    proposal = drafter(fake, limits=ChunkLimits(chars=400)).draft(message, "blind", NOTHING, None)
    assert len(fake.prompts) == 1 and "(earlier messages, quoted)" in fake.prompts[0]
    assert proposal.unread[0][1] == len(body) and 0 < proposal.signals["unread_share"] < 1


def test_the_actions_probability_is_that_of_the_action_taken() -> None:
    """Of several parts the one whose action stands says how likely it was."""
    answers = [
        Completed(
            value=form(action=name),
            text=f'{{"action":"{name}"',
            ends=[11, 11 + len(name)],
            logprobs=[-3.0, likely],
        )
        for name, likely in (("delete", -0.5), ("archive", -0.25))
    ]
    body = "Une phrase. " * 100
    made = drafter(Fake(*answers), limits=ChunkLimits(chars=700, overlap=0))
    proposal = made.draft(Message(id="m", body=body), "blind", NOTHING, None)
    assert proposal.action == "delete" and proposal.signals["action_logprob"] == -0.5


def test_an_own_type() -> None:
    """Records of the user's type are asked for besides, described in the instructions."""
    tracking = {"type": "string", "description": "numéro de suivi"}
    kind = custom_type.load({"title": "colis", "type": "object", "properties": {"tracking": tracking}})
    record = {"quote": "Voici la facture", "info": "colis", "importance": "low", "data": {"tracking": "X1"}}
    fake = Fake(form(records=[record]))
    proposal = drafter(fake, own_type=kind).draft(MESSAGE, "blind", NOTHING, None)
    assert [(it.type, it.data) for it in proposal.extractions] == [("colis", {"tracking": "X1"})]
    assert "numéro de suivi" in fake.instructions[0]
    assert "records" in fake.schemas[0]["required"]


def test_an_expert_is_shown_nothing_of_the_readers_own() -> None:
    """An expert's prompt leaves the device, whatever the drafter was told."""
    fake = Fake(form())
    before = Proposal(why="note Secret", question="Secret ?")
    drafter(fake).draft(
        msgspec.structs.replace(MESSAGE, source="/home/x/secret.eml"), "expert", NOTHING, before
    )
    assert "ecret" not in fake.prompts[0]


def test_what_leaves_is_one_request() -> None:
    """A long message that leaves is sent at once, up to what the model reads: parts would each be paid for,
    and all of them lost with the first that fails.
    """
    body = " ".join(f"Phrase numéro {n} sans importance." for n in range(900))
    fake = Fake(form(), chars=60_000)
    proposal = drafter(fake, limits=ChunkLimits(chars=700)).draft(
        Message(id="m", body=body), "expert", NOTHING, None
    )
    assert len(fake.prompts) == 1 and body in fake.prompts[0] and proposal.unread == []


def test_a_pass_that_failed_says_what_it_cost() -> None:
    """Answers that were paid for count, also when nothing comes of them: with the pass, or with its error."""
    broken = CloudBroken("It stopped in the middle.")
    broken.cost_usd = 0.25
    made = drafter(Fake(broken, form(), cost=0.5)).draft(MESSAGE, "expert", NOTHING, None)
    assert made.cost_usd == 0.75
    with pytest.raises(OutputBroken) as caught:
        drafter(Fake(form(action="burn"), cost=0.5)).draft(MESSAGE, "expert", NOTHING, None)
    assert caught.value.cost_usd == 1.0
