"""A turn that could not be written down: it stands, it says so, and it is read again, once."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from engine.changes import fold
from engine.errors import (
    ModelError,
    ModelUnreachable,
    NothingToWriteDown,
    StoreError,
    TurnRunning,
    Unreadable,
)
from engine.events import Done
from engine.model.changes.situation import TimelineAppended
from engine.model.update import SituationUpdate, StateUpdate, SuggestedMove
from engine.parts import WhoTells
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.store import MemoryStore

MOVES = tuple(SuggestedMove(label=label, text=f"I {label.lower()}.") for label in ("Knock", "Climb", "Dig"))
LATE = StateUpdate(
    suggestions=MOVES,
    updated_situation=SituationUpdate(scene_id="yard", new_timeline_entries=("A stone moved.",)),
)
FAILED = (Unreadable("no JSON"),)


@pytest.fixture(autouse=True)
def _quiet_log() -> Iterator[None]:
    with capture_logs():
        yield


async def owing(*again: StateUpdate | ModelError, store: MemoryStore | None = None) -> Table:
    """A table whose newest turn could not be written down; `again` is what reading it once more gives."""
    master = ScriptedMaster(updates=((StateUpdate(),), FAILED, *((update,) for update in again)))
    table = Table(model=master, store=store or MemoryStore())
    await table.play("ann")
    await table.act("ann", "I push the stone.")
    table.surface.events.clear()
    return table


async def is_consistent(table: Table) -> bool:
    game = await table.game()
    return fold(game.base_state, await table.store.log(game)) == game.head_state


async def entries(table: Table) -> list[str]:
    return [c.text for c in await table.store.log(await table.game()) if isinstance(c, TimelineAppended)]


async def test_the_turn_stands_and_says_that_it_is_owed() -> None:
    """The story goes on with the engine's own moves; nobody is asked to say it in other words."""
    table = await owing()

    head = await table.head()
    assert (head.status, head.is_recorded, head.narrative) == ("done", False, "Turn 1 is told.")
    assert head.suggestions == (await table.game()).head_state.suggestions != ()


async def test_it_is_written_down_when_somebody_asks() -> None:
    """State and moves are those that would have come at once, and every surface hears of them."""
    table = await owing(LATE)

    await table.turns.write_down(table.game_id)
    game = await table.rested()

    (done,) = table.surface.of(Done)
    assert isinstance(done, Done)
    assert (done.session, done.turn) == (game, await table.head())
    assert done.turn.is_recorded
    assert [move.label for move in done.turn.suggestions] == ["Knock", "Climb", "Dig"]
    assert game.head_state.suggestions == done.turn.suggestions
    assert game.head_state.situation.scene_id == "yard"
    assert await entries(table) == ["A stone moved."]
    assert await is_consistent(table)


async def test_it_is_written_down_once() -> None:
    """A second press finds nothing left to do."""
    table = await owing(LATE, LATE)
    await table.turns.write_down(table.game_id)

    with pytest.raises(NothingToWriteDown):
        await table.turns.write_down(table.game_id)

    assert await entries(table) == ["A stone moved."]


async def test_what_is_written_down_needs_no_second_look() -> None:
    """Only what is owed can be asked for."""
    table = Table()
    await table.gather("ann")
    with pytest.raises(NothingToWriteDown):
        await table.turns.write_down(table.game_id)
    await table.games.begin(table.game_id, HOST)
    await table.rested()

    with pytest.raises(NothingToWriteDown):
        await table.turns.write_down(table.game_id)


async def test_it_is_written_down_before_the_next_turn_if_nobody_asks() -> None:
    """The next turn is told from where the last one really ended."""
    table = await owing(LATE)

    await table.act("ann", "I look.")

    assert isinstance(table.model, ScriptedMaster)
    assert table.model.narrated[-1].state.situation.scene_id == "yard"
    assert await is_consistent(table)


@pytest.mark.parametrize("fault", [Unreadable("still none"), ModelUnreachable()])
async def test_a_reading_that_fails_again_leaves_all_as_it_was(fault: ModelError) -> None:
    """Whoever asked hears why, and may ask again."""
    table = await owing(fault, LATE)
    before = await table.game()

    with pytest.raises(type(fault)):
        await table.turns.write_down(table.game_id)

    assert (await table.game(), (await table.head()).is_recorded) == (before, False)
    await table.turns.write_down(table.game_id)
    assert await entries(table) == ["A stone moved."]


async def test_a_model_that_is_away_is_not_waited_for() -> None:
    """Whoever asks hears at once that it is still out of reach."""

    class Away:
        def telling(self) -> WhoTells:
            return WhoTells("offline")

        async def look(self) -> None:
            raise ModelUnreachable

        async def close(self) -> None:
            return None

    table = await owing(LATE)
    away = table.restarted(host=Away())

    with pytest.raises(ModelUnreachable):
        await away.turns.write_down(table.game_id)

    assert not (await away.head()).is_recorded


async def test_nobody_asks_while_a_turn_is_told() -> None:
    """That turn writes it down by itself."""
    table = await owing(LATE)
    assert isinstance(table.model, ScriptedMaster)
    held = table.model.hold("narrate")
    await table.send("ann", "I look.")
    await table.surface.until("Resolved")

    with pytest.raises(TurnRunning):
        await table.turns.write_down(table.game_id)

    held.set()
    await table.rested()
    assert await entries(table) == ["A stone moved."]


async def test_whoever_acts_while_it_is_written_down_plays_on_from_there() -> None:
    """Two at once write it down once, and the next turn knows of it."""
    table = await owing(LATE, StateUpdate(), LATE)
    assert isinstance(table.model, ScriptedMaster)
    held = table.model.hold("record")
    asked = table.turns.write_down(table.game_id)

    async def act() -> None:
        await table.send("ann", "I look.")
        await table.surface.until("Gathered")
        held.set()

    await _together(asked, act())
    await table.rested()

    assert table.model.narrated[-1].state.situation.scene_id == "yard"
    assert await entries(table) == ["A stone moved."]
    assert await is_consistent(table)


async def test_a_turn_that_was_taken_back_meanwhile_is_not_written_down() -> None:
    """What no longer counts changes nothing."""
    table = await owing(LATE)
    assert isinstance(table.model, ScriptedMaster)
    held = table.model.hold("record")

    async def undo() -> None:
        await table.games.undo(table.game_id, HOST)
        held.set()

    with pytest.raises(NothingToWriteDown):
        await _together(table.turns.write_down(table.game_id), undo())

    assert await entries(table) == []
    assert await is_consistent(table)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("method", ["put_event", "save_turn"])
async def test_a_fault_while_it_is_kept_writes_nothing_twice(method: str, when: str) -> None:
    """Asked once more, it is all there, once."""
    store = MemoryStore()
    table = await owing(LATE, LATE, store=store)
    store.fail(method, when=when)  # type: ignore[arg-type]  # one of the two words
    with pytest.raises(StoreError):
        await table.turns.write_down(table.game_id)

    try:
        await table.turns.write_down(table.game_id)
    except NothingToWriteDown:
        assert (method, when) == ("save_turn", "after")

    head = await table.head()
    assert head.is_recorded
    assert [move.label for move in head.suggestions] == ["Knock", "Climb", "Dig"]
    assert (await table.game()).head_state.suggestions == head.suggestions
    assert await entries(table) == ["A stone moved."]
    assert await is_consistent(table)


async def test_moves_that_somebody_has_chosen_from_stay() -> None:
    """A button means what it said when it was pressed."""
    table = await owing(LATE)
    assert isinstance(table.model, ScriptedMaster)
    held = table.model.hold("record")
    before = (await table.head()).suggestions

    async def press() -> None:
        head = await table.head()
        await table.send("ann", before[0].text, pressed_turn_id=head.id, selected_suggestion_id=before[0].id)
        held.set()

    await _together(table.turns.write_down(table.game_id), press())
    await table.rested()

    first = await table.store.turn((await table.head()).parent_id or "")
    assert first is not None
    assert (first.is_recorded, first.suggestions) == (True, before)


async def _together(*deeds: Coroutine[Any, Any, None]) -> None:
    await asyncio.gather(*deeds)
