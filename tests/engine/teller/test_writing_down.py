"""What the model writes down of a told turn: as it comes, in pieces, put right once, or not at all."""

import json

import pytest

from engine.asking.requests import Limits
from engine.errors import ModelUnreachable, NothingSaid, StreamBroke, Unreadable
from engine.gamemaster import Recording
from engine.model.update import CharacterUpdate, StateUpdate
from engine.model_request import Message, ModelFacts
from tests.engine.model_table import MOVES, PIECES, STORY, UPDATE, WRITTEN, Table
from tests.fakes.language_model import Reply

CUT = "the answer was cut; only closed members count"
GLAD = UPDATE.model_copy(
    update={
        "updated_characters": (CharacterUpdate(character_id="mags", current_mood="glad"),),
        "responses": (),
    }
)
WHOLE = json.dumps(GLAD.model_dump(mode="json"))
AT = WHOLE.index('"current_scene": "W') + 19
"""Inside the second member."""


async def test_members_are_handed_over_as_soon_as_they_are_closed() -> None:
    """The buttons stand before the rest is written."""
    table = Table(Reply(PIECES, purpose="record"))

    last = await table.record()

    assert table.recorded[0] == Recording(StateUpdate(suggestions=MOVES))
    assert (last.update, last.is_last, last.warnings) == (UPDATE, True, ())
    assert [u.purpose for r in table.recorded for u in r.usage] == ["record"]


async def test_a_record_leaves_nothing_to_chance() -> None:
    """The same story is written down in the same way."""
    table = Table(Reply(WRITTEN))

    await table.record()

    request = table.model.requests[0]
    assert (request.temperature, request.repeat_penalty, request.num_predict) == (0.0, 1.0, 400)
    assert request.schema is not None
    assert '"properties": {"suggestions"' in json.dumps(request.schema)
    assert [m.role for m in request.messages] == ["system", "user", "assistant", "user"]
    assert request.messages[2].content == STORY


@pytest.mark.parametrize(
    "cut",
    [
        Reply(WHOLE[:AT], done_reason="length"),
        Reply(WHOLE[:AT], done_reason="stop"),
        Reply(WHOLE[:AT], error=StreamBroke(WHOLE[:AT])),
        Reply(f"```json\n{WHOLE[:AT]}", done_reason="length"),
    ],
)
async def test_the_rest_of_a_cut_record_is_asked_for(cut: Reply) -> None:
    """Whatever its server says of the end: an open brace is an open brace."""
    table = Table(cut, Reply(WHOLE[AT - 60 :]))

    last = await table.record()

    assert (last.update, last.is_last, last.warnings) == (GLAD, True, ())
    assert [recording.update for recording in table.recorded] == [StateUpdate(suggestions=MOVES), GLAD]


async def test_the_rest_is_asked_for_in_the_turns_own_conversation() -> None:
    """The server has all of it evaluated already, the answer so far byte for byte."""
    table = Table(Reply(WHOLE[:AT]), Reply(WHOLE[AT - 60 :]))

    await table.record()

    first, second = table.model.requests
    assert second.messages[: len(first.messages)] == first.messages
    assert second.messages[-2] == Message("assistant", WHOLE[:AT])
    assert second.messages[-1].content.startswith("--- CONTINUATION REQUEST ---\n")
    assert WHOLE[:AT][-100:].strip() in second.messages[-1].content
    assert (second.schema, second.num_predict, second.num_ctx) == (first.schema, 400, first.num_ctx)


async def test_the_last_recording_has_the_cost_of_all_requests() -> None:
    """ "Why?" tells what a turn cost, every piece of it."""
    table = Table(Reply(WHOLE[:AT], output_tokens=11), Reply(WHOLE[AT - 60 :], output_tokens=7))

    last = await table.record()

    assert [usage.output_tokens for usage in last.usage] == [11, 7]
    assert [recording.usage for recording in table.recorded[:-1]] == [()]


async def test_a_record_that_is_never_finished_counts_as_far_as_it_was_closed() -> None:
    """Half a record is better than none, if the half is whole; five requests are enough for it."""
    table = Table(*[Reply(WHOLE[: AT + count], done_reason="length") for count in range(6)])

    last = await table.record()

    assert (last.update, last.is_last, last.warnings) == (StateUpdate(suggestions=MOVES), True, (CUT,))
    assert len(table.model.requests) == 5


@pytest.mark.parametrize(
    "rest",
    [
        Reply(" \n "),
        Reply(""),
        Reply("I am sorry, I cannot."),
        Reply(error=ModelUnreachable(), times=3),
        Reply("wet wet wet", error=StreamBroke("wet", can_go_on=False, reason="a loop")),
    ],
)
async def test_a_rest_that_does_not_come_costs_only_the_rest(rest: Reply) -> None:
    """What was closed is written down; blank or looping text is not gone on with."""
    table = Table(Reply(WHOLE[:AT]), rest)

    last = await table.record()

    assert (last.update, last.is_last, last.warnings) == (StateUpdate(suggestions=MOVES), True, (CUT,))


async def test_with_all_members_closed_the_last_brace_is_not_asked_for() -> None:
    """It would say nothing, and on a slow machine take half a minute."""
    table = Table(Reply(WHOLE[:-1], done_reason="length"))

    last = await table.record()

    assert (last.update, last.is_last, last.warnings) == (GLAD, True, ())


async def test_on_a_slow_machine_the_rest_is_asked_for_once() -> None:
    """People wait for each request."""
    slow = Reply(STORY, purpose="narrate", output_tokens=200, output_s=40)
    table = Table(
        slow, Reply(WRITTEN, output_tokens=100, output_s=20), *[Reply(WHOLE[: AT + n]) for n in range(3)]
    )
    await table.narrate()
    await table.record()

    last = await table.record()

    assert len(table.model.asked("record")) == 3
    assert last.update == StateUpdate(suggestions=MOVES)


async def test_a_rest_that_does_not_fit_the_window_is_not_asked_for() -> None:
    """The server would cut the beginning of the conversation without a word."""
    facts = ModelFacts("gemma2:9b", context_length=4096, sliding_window=None, can_think=False)
    moves = json.dumps(StateUpdate(suggestions=MOVES).model_dump(mode="json", include={"suggestions"}))
    endless = f'{moves[:-1]}, "updated_situation": {{"current_scene": "{"wet " * 20_000}'
    table = Table(Reply(endless), facts=facts, limits=Limits(num_ctx=4096))

    last = await table.record()

    assert (last.update, last.warnings) == (StateUpdate(suggestions=MOVES), (CUT,))
    assert len(table.model.requests) == 1


async def test_a_restart_with_other_words_counts_alone() -> None:
    """One of the two records, never a mixture of both."""
    other = json.dumps(UPDATE.model_dump(mode="json"))
    table = Table(Reply(WHOLE[:AT].replace("Knock.", "Kick it.")), Reply(other))

    assert (await table.record()).update == UPDATE


async def test_signs_of_a_chat_template_in_a_record_stay_words() -> None:
    """Only words come back to the server, and only words are written down."""
    update = StateUpdate(
        suggestions=MOVES, updated_characters=(CharacterUpdate(character_id="<|im_start|>system"),)
    )
    text = json.dumps(update.model_dump(mode="json", exclude_none=True))
    at = text.index("system") + 3
    table = Table(Reply(text[:at]), Reply(text[at - 40 :]))

    last = await table.record()

    assert "<|" not in "".join(message.content for message in table.model.requests[1].messages)
    assert last.update.updated_characters == update.updated_characters


async def test_an_unreadable_record_is_asked_for_once_more_with_its_fault() -> None:
    """A slip of the model is put right without anybody noticing."""
    table = Table(Reply("It rained, and"), Reply(f"```json\n{WRITTEN}\n```"))

    assert (await table.record()).update == UPDATE

    first, second = table.model.requests
    assert second.messages[: len(first.messages)] == first.messages
    assert second.messages[-1].content == "corrective The answer contains no JSON object."
    assert len([u for r in table.recorded for u in r.usage]) == 2


async def test_a_record_that_stays_unreadable_says_so() -> None:
    """The turn stands, is marked, and is read again later; what was spent is known."""
    table = Table(Reply("It rained."), Reply("It poured."))

    with pytest.raises(Unreadable):
        await table.record()

    assert len(table.model.requests) == 2
    assert [(r.update, r.is_last, len(r.usage)) for r in table.recorded] == [(StateUpdate(), False, 2)]


async def test_a_record_cut_before_anything_was_closed_is_asked_for_once_more() -> None:
    """Cut text is never used."""
    table = Table(*[Reply(WRITTEN[:20], done_reason="length", times=None)])

    with pytest.raises(Unreadable):
        await table.record()

    assert len(table.model.requests) == 3


async def test_a_record_that_went_round_in_circles_is_asked_for_once_more() -> None:
    """A small model that loops gets another chance before the turn is left unrecorded."""
    loop = WRITTEN[:20] + "open " * 9
    table = Table(Reply(loop, error=StreamBroke(loop, can_go_on=False, reason="a loop")), Reply(WRITTEN))

    assert (await table.record()).update == UPDATE

    assert table.model.requests[1].messages[-1].content.startswith("corrective ")


async def test_a_record_that_does_not_end_is_stopped() -> None:
    """A model that writes blanks for ever holds nobody up."""
    table = Table(Reply([WRITTEN, *["\n" * 50] * 99]))

    assert (await table.record()).update == UPDATE

    assert len(table.model.stopped) == 1


@pytest.mark.parametrize(
    ("failure", "tries"), [(Reply(error=ModelUnreachable(), times=None), 3), (Reply("  ", times=None), 2)]
)
async def test_a_record_that_never_comes_is_an_error_of_the_model(failure: Reply, tries: int) -> None:
    """The turn stands, and says what is wrong."""
    table = Table(failure)

    with pytest.raises((ModelUnreachable, NothingSaid)):
        await table.record()

    assert len(table.model.requests) == tries
