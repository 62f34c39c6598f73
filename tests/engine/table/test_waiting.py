"""A turn that waits for a person."""

import pytest

from engine.errors import EmptyAction, NotAllowed, RequestOver
from engine.events import Waiting
from engine.model.session import NarratorKind
from engine.model.turn import Request
from engine.requests import Answer, Person
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.game_master import ScriptedMaster

GUEST = Person("ben", "ben")


async def drafted(*drafts: str) -> Table:
    """A table whose DM has a draft of turn 0 before them."""
    table = Table(model=ScriptedMaster([[text] for text in drafts]))
    table.clock.instant = False
    await table.play("ann", narrator="draft")
    return table


async def waiting_for(table: Table) -> Request:
    event = table.surface.of(Waiting)[-1]
    assert isinstance(event, Waiting)
    return event.request


async def test_a_draft_is_told_only_when_the_dm_posts_it() -> None:
    """The DM has the last word; nothing is recorded before it."""
    table = await drafted("Rain.")
    request = await waiting_for(table)
    assert (request.kind, request.text, await table.told()) == ("draft", "Rain.", [])

    await table.turns.answer(request.turn_id, HOST, Answer("post"))
    await table.rested()

    assert await table.told() == ["Rain."]
    assert (await table.head()).told_by == "model"


async def test_a_dm_may_write_it_otherwise() -> None:
    """Edit, and Write it myself."""
    table = await drafted("Rain.")

    await table.turns.answer((await waiting_for(table)).turn_id, HOST, Answer("write", "  Snow. "))
    await table.rested()

    assert await table.told() == ["Snow."]
    assert (await table.head()).told_by == "human"


async def test_a_dm_may_ask_for_another_draft() -> None:
    """Again: new words from the same facts."""
    table = await drafted("Rain.", "Sleet.")

    await table.turns.answer((await waiting_for(table)).turn_id, HOST, Answer("again"))
    await table.rested()

    assert (await waiting_for(table)).text == "Sleet."


async def test_exactly_one_answer_counts() -> None:
    """Two presses, one post."""
    table = await drafted("Rain.")
    turn_id = (await waiting_for(table)).turn_id
    await table.turns.answer(turn_id, HOST, Answer("post"))

    with pytest.raises(RequestOver):
        await table.turns.answer(turn_id, HOST, Answer("write", "Snow."))
    await table.rested()
    assert await table.told() == ["Rain."]


async def test_only_the_host_and_dms_answer() -> None:
    """A player cannot post the draft."""
    table = await drafted("Rain.")
    turn_id = (await waiting_for(table)).turn_id

    with pytest.raises(NotAllowed):
        await table.turns.answer(turn_id, GUEST, Answer("post"))
    with pytest.raises(EmptyAction):
        await table.turns.answer(turn_id, HOST, Answer("write", " \u200b\u3164 "))
    await table.turns.answer(turn_id, Person("ben", "ben", may_direct=True), Answer("post"))


async def test_a_draft_that_nobody_answers_is_posted_as_it_is() -> None:
    """A DM who fell asleep does not stop the table."""
    table = await drafted("Rain.")

    await table.clock.advance(599)
    assert await table.told() == []
    await table.clock.advance(2)
    await table.rested()

    assert await table.told() == ["Rain."]


async def test_a_waiting_turn_survives_a_restart_and_takes_actions_meanwhile() -> None:
    """It lies in the store and holds nothing."""
    table = await drafted("Rain.")
    await table.turns.close()
    again = table.restarted(clock=table.clock)
    await again.turns.resume()
    await again.rested()
    request = await waiting_for(again)

    await again.send("ann", "I wait for it.")
    await again.turns.answer(request.turn_id, HOST, Answer("post"))
    await again.rested()

    turns = await again.store.branch((await again.game()).head_turn_id, 9)
    assert [t.narrative for t in turns] == ["Rain."]
    waiting = await again.store.turn((await again.game()).current_turn_id or "")
    assert waiting is not None
    assert [a.content for a in waiting.actions] == ["I wait for it."]
    assert waiting.status == "waiting"


async def test_a_human_narrator_tells_and_the_model_only_records() -> None:
    """The DM speaks; the bookkeeping is done."""
    model = ScriptedMaster()
    table = Table(model=model)
    table.clock.instant = False
    await table.play("ann", narrator="human")
    request = await waiting_for(table)
    assert request.kind == "narration"

    await table.turns.answer(request.turn_id, HOST, Answer("write", "Once upon a time."))
    await table.rested()

    assert await table.told() == ["Once upon a time."]
    assert (len(model.narrated), len(model.recorded)) == (0, 1)


async def test_a_human_who_does_not_tell_is_stood_in_for() -> None:
    """The table never stops."""
    model = ScriptedMaster()
    table = Table(model=model)
    table.clock.instant = False
    await table.play("ann", narrator="human")

    await table.clock.advance(601)
    await table.rested()

    assert await table.told() == ["Turn 0 is told."]


async def changed(table: Table, narrator: NarratorKind) -> None:
    await table.games.set_narrator((await waiting_for(table)).session_id, HOST, narrator)
    await table.rested()


async def test_a_draft_that_waits_is_told_when_the_model_may_tell_by_itself() -> None:
    """A DM who has to leave says so once, and nobody waits for the draft any more."""
    table = await drafted("Rain.")

    await changed(table, "ai")

    assert await table.told() == ["Rain."]
    assert (await table.head()).told_by == "model"


async def test_a_draft_that_waits_makes_room_for_the_dms_own_words() -> None:
    """The new narrator counts for the turn that is waiting, too."""
    table = await drafted("Rain.")
    before = await waiting_for(table)

    await changed(table, "human")

    assert (await waiting_for(table)).kind == "narration"
    with pytest.raises(RequestOver):
        await table.turns.answer(before.turn_id, HOST, Answer("post"))
    await table.turns.answer(before.turn_id, HOST, Answer("write", "Fog."))
    await table.rested()
    assert await table.told() == ["Fog."]


async def test_a_telling_that_waits_goes_to_the_adventure_itself() -> None:
    """Without model and without DM the table plays on."""
    table = Table()
    table.clock.instant = False
    await table.play("ann", narrator="human")

    await changed(table, "scripted")

    assert (await table.head()).told_by == "offline"


async def test_what_each_step_took_is_kept_with_the_turn() -> None:
    """Whoever wonders what is slow can look."""
    table = await drafted("Rain.")

    await changed(table, "ai")

    assert set((await table.head()).times) == {"resolve", "first_word", "narrate", "record"}
