"""A process that dies anywhere: the turn finishes after the restart, once."""

import pytest

from engine.errors import StoreError
from engine.events import Done, Event, Undone
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.store import MemoryStore

STEPS = ["begin_turn", "save_turn", "end_turn"]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", STEPS)
async def test_a_store_that_fails_at_a_step_does_not_lose_or_double_the_turn(step: str, when: str) -> None:
    """The disk was full for a moment."""
    store = MemoryStore()
    table = Table(store=store)
    await table.play("ann")
    store.fail(step, when=when)  # type: ignore[arg-type]  # one of the two words

    await table.act("ann", "I knock.")

    assert await table.told() == ["Turn 0 is told.", "Turn 1 is told."]
    assert [t.status for t in await store.branch((await table.game()).head_turn_id, 9)] == ["done", "done"]
    assert shown(table) == ["Turn 0 is told.", "Turn 1 is told."]


async def test_an_opening_that_was_kept_with_an_error_is_told() -> None:
    """Begin seemed to fail and cannot be pressed again: the game must not stay between the two."""
    store = MemoryStore()
    table = Table(store=store)
    await table.gather("ann")
    store.fail("begin_turn", when="after")
    with pytest.raises(StoreError):
        await table.games.begin(table.game_id, HOST)

    game = await table.rested()

    assert (game.status, await table.told()) == ("playing", ["Turn 0 is told."])


async def test_a_retelling_that_was_kept_with_an_error_is_told() -> None:
    """The button seemed to fail; the table must not stand still for it."""
    store = MemoryStore()
    table = Table(store=store)
    await table.play("ann")
    head = (await table.act("ann", "I knock.")).head_turn_id or ""
    store.fail("begin_turn", when="after")
    with pytest.raises(StoreError):
        await table.turns.retell(head)

    game = await table.rested()

    assert (game.current_turn_id, game.head_turn_id == head) == (None, False)


async def test_an_undo_that_was_kept_with_an_error_is_shown() -> None:
    """What was taken back must not stand there as if it counted."""
    store = MemoryStore()
    table = Table(store=store)
    await table.play("ann")
    await table.act("ann", "I knock.")
    store.fail("move_head", when="after")
    with pytest.raises(StoreError):
        await table.games.undo(table.game_id, HOST)

    await table.rested()

    assert [[t.narrative for t in e.turns] for e in table.surface.events if isinstance(e, Undone)] == [
        ["Turn 1 is told."]
    ]
    assert shown(table)[-1] == "Turn 0 is told."


def shown(table: Table) -> list[str]:
    """The stories that stand whole on the surface, in the order in which they came there."""
    return [narrative_of(event) for event in table.surface.of(Done)]


def narrative_of(event: Event) -> str:
    assert isinstance(event, Done)
    return event.turn.narrative


async def test_an_action_that_was_kept_with_an_error_is_played_when_it_comes_again() -> None:
    """Whoever is told that it failed does it once more, and does not wait for ever."""
    store = MemoryStore()
    table = Table(store=store)
    await table.play("ann")
    store.fail("put_action", when="after")
    with pytest.raises(StoreError):
        await table.send("ann", "I knock.", source_id="once")

    await table.act("ann", "I knock.", source_id="once")

    assert [a.content for a in (await table.head()).actions] == ["I knock."]


@pytest.mark.parametrize("stop_at", ["Gathered", "Resolved", "Told", "Narrated"])
async def test_a_turn_that_was_under_way_is_finished_by_the_next_process(stop_at: str) -> None:
    """Whoever acted gets an answer, and only one."""
    table = Table()
    await table.play("ann")
    table.surface.events.clear()
    await table.send("ann", "I knock.")
    await table.surface.until(stop_at)
    await table.turns.close()

    again = table.restarted()
    await again.turns.resume()
    await again.rested()

    assert await again.told() == ["Turn 0 is told.", "Turn 1 is told."]
    assert (await again.game()).current_turn_id is None
    assert shown(table) + shown(again) == ["Turn 1 is told."]


async def test_a_turn_whose_end_nobody_saw_is_shown_before_the_next_goes_on() -> None:
    """The buttons of the one, then the story of the other."""
    table = Table()
    table.surface.failing.add("Done")
    await table.play("ann")
    await table.send("ann", "I knock.")
    await table.surface.until("Told", 2)
    await table.turns.close()

    again = table.restarted()
    await again.turns.resume()
    await again.rested()

    assert shown(again) == ["Turn 0 is told.", "Turn 1 is told."]


async def test_an_action_that_nobody_has_taken_yet_is_taken_after_the_restart() -> None:
    """A killed process loses no action."""
    table = Table()
    table.clock.instant = False
    await table.play("ann")
    await table.turns.close()
    await table.send("ann", "I knock.")

    again = table.restarted()
    await again.turns.resume()
    await again.rested()

    assert [a.content for a in (await again.head()).actions] == ["I knock."]


async def test_a_turn_whose_end_nobody_saw_is_shown_again() -> None:
    """Killed between the last commit and the last post."""
    table = Table()
    table.surface.failing.add("Done")
    game = await table.play("ann")

    again = table.restarted()
    await again.turns.resume()
    await again.rested()

    assert [e.turn.id for e in again.surface.of(Done)] == [game.head_turn_id]  # type: ignore[union-attr]
    third = table.restarted()
    await third.turns.resume()
    await third.rested()
    assert third.surface.events == []


@pytest.mark.parametrize("stop_at", ["Resolved", "Told", "Narrated"])
async def test_an_opening_that_was_cut_off_is_finished_by_the_next_process(stop_at: str) -> None:
    """Nobody has to press Begin twice."""
    table = Table()
    await table.gather("ann")
    await table.games.begin(table.game_id, HOST)
    await table.surface.until(stop_at)
    await table.turns.close()

    again = table.restarted()
    await again.turns.resume()
    game = await again.rested()

    assert await again.told() == ["Turn 0 is told."]
    assert (game.status, game.current_turn_id) == ("playing", None)


async def test_an_undo_that_nobody_saw_is_shown_again() -> None:
    """Else the story that was taken back would stand there as if it counted."""
    table = Table()
    await table.play("ann")
    await table.act("ann", "I knock.")
    await table.act("ann", "I wait.")
    newest = await table.head()
    table.surface.failing.add("Undone")
    await table.games.undo(table.game_id, HOST)
    await table.rested()

    again = table.restarted()
    await again.turns.resume()
    await again.rested()

    assert [[t.id for t in e.turns] for e in again.surface.events if isinstance(e, Undone)] == [[newest.id]]
    assert [e.turn.id for e in again.surface.of(Done)] == [newest.parent_id]  # type: ignore[union-attr]


async def test_an_undo_that_was_seen_is_not_shown_again() -> None:
    """A start says nothing that everybody knows."""
    table = Table()
    await table.play("ann")
    await table.act("ann", "I knock.")
    await table.games.undo(table.game_id, HOST)
    await table.rested()

    again = table.restarted()
    await again.turns.resume()
    await again.rested()

    assert again.surface.events == []
