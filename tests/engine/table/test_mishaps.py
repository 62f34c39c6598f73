"""A fault at the wrong moment: the table goes on, and nobody is told what is not so."""

from collections.abc import AsyncIterator, Iterator

import pytest
from structlog.testing import capture_logs

from engine.errors import ModelUnreachable, RequestOver, StoreError
from engine.events import Failed
from engine.gamemaster import Brief, Planned, Telling
from engine.model.turn import Resolution
from engine.requests import Answer
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.game_master import ScriptedMaster


@pytest.fixture(autouse=True)
def _quiet_log() -> Iterator[None]:
    """A bug is logged with its traceback, which takes longer to draw than all of this."""
    with capture_logs():
        yield


class BrokenAt(ScriptedMaster):
    """Shows a bug of ours in the telling of the turns of these numbers."""

    def __init__(self, *numbers: int) -> None:
        super().__init__()
        self._numbers = numbers

    async def narrate(self, brief: Brief, resolution: Resolution) -> AsyncIterator[Telling]:
        await self._wait("narrate")
        if brief.number in self._numbers:
            self._numbers = ()
            raise ZeroDivisionError
        async for telling in super().narrate(brief, resolution):
            yield telling


class Planless(ScriptedMaster):
    """Cannot say what it wants to use."""

    async def resolve(self, brief: Brief) -> Planned:
        raise ModelUnreachable


async def test_a_bug_in_the_opening_leaves_the_game_gathering() -> None:
    """Begin can be pressed again; a game that neither gathers nor plays would be lost."""
    table = Table(model=BrokenAt(0))

    game = await table.play("ann")
    again = await table.games.begin(game.id, HOST)

    assert (game.status, game.current_turn_id, again.status) == ("gathering", None, "starting")
    assert (await table.rested()).status == "playing"


async def test_an_opening_that_cannot_be_told_again_stays_as_it_was() -> None:
    """Trying for other words must not send everybody back to the door."""
    table = Table(model=ScriptedMaster([["Rain."], [ModelUnreachable()]]))
    game = await table.play("ann")

    await table.turns.retell(game.head_turn_id or "")
    game = await table.rested()

    assert (game.status, await table.told()) == ("playing", ["Rain."])
    await table.act("ann", "I knock.")
    assert (await table.head()).number == 1


async def test_without_a_plan_the_turn_is_told_all_the_same() -> None:
    """Tools are a help, not a condition."""
    table = Table(model=Planless())
    await table.play("ann")

    await table.act("ann", "I knock.")

    assert await table.told() == ["Turn 0 is told.", "Turn 1 is told."]


async def test_after_a_bug_the_table_goes_on_with_what_waits() -> None:
    """Whoever acted meanwhile is not kept waiting for somebody else to act."""
    model = BrokenAt(1)
    table = Table(model=model)
    await table.play("ann", "ben")
    telling = model.hold("narrate")
    await table.send("ann", "I break it.")
    await table.surface.until("Gathered")
    await table.send("ben", "I wait.")
    telling.set()

    game = await table.rested()

    turns = await table.store.branch(game.head_turn_id, 9)
    assert [[a.content for a in turn.actions] for turn in turns] == [[], ["I wait."]]
    (failed,) = table.surface.of(Failed)
    assert isinstance(failed, Failed)
    assert failed.turn is not None
    assert (failed.turn.status, [a.content for a in failed.turn.actions]) == ("failed", ["I break it."])


async def test_a_copy_that_cannot_be_made_does_not_stop_a_beginning() -> None:
    """A full disk for backups is no reason not to play."""
    table = Table()
    await table.gather("ann")
    table.store.fail("backup")  # type: ignore[attr-defined]  # a port cannot be told to fail

    await table.games.begin(table.game_id, HOST)

    assert (await table.rested()).status == "playing"


async def test_a_store_that_stays_away_is_told_and_the_turn_goes_on_later() -> None:
    """The action is kept, and comes again with the next one."""
    table = Table()
    await table.play("ann")
    table.store.fail("save_turn", times=3)  # type: ignore[attr-defined]  # as above

    await table.act("ann", "I knock.")
    told = await table.told()
    await table.act("ann", "I knock again.")

    (failed,) = table.surface.of(Failed)
    assert isinstance(failed, Failed)
    assert failed.turn is not None
    assert (failed.turn.status, told) == ("gathered", ["Turn 0 is told."])
    assert await table.told() == ["Turn 0 is told.", "Turn 1 is told.", "Turn 2 is told."]


async def test_a_turn_that_cannot_even_begin_is_told_of() -> None:
    """Silence would look as if nobody had heard."""
    table = Table()
    await table.play("ann")
    table.store.fail("begin_turn", times=3)  # type: ignore[attr-defined]  # as above

    await table.act("ann", "I knock.")

    (failed,) = table.surface.of(Failed)
    assert isinstance(failed, Failed)
    assert failed.turn is None


async def test_a_bug_while_the_store_is_away_ends_nothing() -> None:
    """Two faults at once are still only two faults."""
    table = Table(model=BrokenAt(1))
    await table.play("ann")
    table.store.fail("end_turn")  # type: ignore[attr-defined]  # as above

    await table.act("ann", "I break it.")
    await table.act("ann", "I go on.")

    assert await table.told() == ["Turn 0 is told.", "Turn 1 is told.", "Turn 2 is told."]


@pytest.mark.parametrize("method", ["save_turn", "turn", "request_of", "close_request"])
async def test_a_draft_that_nobody_answers_is_posted_though_the_store_was_away(method: str) -> None:
    """A table must not wait for ever because a disk was busy at the wrong moment."""
    table = Table(model=ScriptedMaster([["Rain."]]))
    table.clock.instant = False
    await table.play("ann", narrator="draft")
    table.store.fail(method)  # type: ignore[attr-defined]  # as above

    await table.clock.advance(610)
    await table.rested()

    assert await table.told() == ["Rain."]


async def test_an_answer_that_was_kept_after_all_brings_the_table_on() -> None:
    """A disk that fails after writing leaves an answer that its giver believes lost."""
    table = Table(model=ScriptedMaster([["Rain."]]))
    table.clock.instant = False
    waiting = await table.play("ann", narrator="draft")
    turn_id = waiting.current_turn_id or ""
    table.store.fail("save_turn", when="after")  # type: ignore[attr-defined]  # as above
    with pytest.raises(StoreError):
        await table.turns.answer(turn_id, HOST, Answer("write", "Snow."))

    with pytest.raises(RequestOver):
        await table.turns.answer(turn_id, HOST, Answer("write", "Snow."))
    await table.rested()

    assert await table.told() == ["Snow."]
