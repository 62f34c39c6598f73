"""Thirty evenings at once, each as bad as an evening can be: nothing is lost, doubled, stuck or left over."""

import asyncio
import gc
from collections import Counter
from typing import Any

import pytest
from structlog.testing import capture_logs

from engine.changes import fold
from engine.model.session import Session
from engine.requests import Person, SurpriseChoice
from tests.engine.evenings import Chance, House

GAMES = 30
MOVES = 60
HOST = Person("ann", "ann")
_LOST_S = 30.0
"""Real time after which a test that hangs is ended."""
_PATIENCE = 400


async def evening(house: House, number: int) -> str:
    """One table's evening; gives the game's id."""
    game = await house.sit_down(f"game {number}")
    for _ in range(MOVES):
        await house.move(game.id)
    return game.id


async def time_goes_by(house: House) -> None:
    while True:
        await house.clock.advance(house.chance.one_of((0.1, 1.0, 5.0)))


async def restarts(house: House, over: asyncio.Event) -> None:
    while not over.is_set():
        for _ in range(100 + house.chance.bits(9)):
            await asyncio.sleep(0)
        await house.restart()


async def one_more_turn(house: House, game_id: str) -> Session:
    """All is well again, and somebody wants to play on."""
    game = await at_rest(house, game_id)
    if game.status in ("asleep", "paused"):
        game = await house.games.wake(game_id)
    if not game.head_state.party():
        game = await house.games.join(game_id, HOST, SurpriseChoice(), f"last-join-{game_id}")
    if game.status == "gathering":
        await house.games.begin(game_id, HOST)
    game = await at_rest(house, game_id)
    player = next(p for p, seat in game.head_state.seats.items() if seat.active_character_id)
    await house.act(game_id, player)
    return await at_rest(house, game_id)


async def at_rest(house: House, game_id: str) -> Session:
    """The game once nothing is under way; a person who is waited for is away until the table goes on."""
    for _ in range(_PATIENCE):
        await house.turns.settled(game_id)
        game = await house.store.session(game_id)
        rests = game.status in ("asleep", "paused", "gathering") or not await house.store.inbox(game_id)
        if game.current_turn_id is None and rests:
            return game
        await asyncio.sleep(0)
    pytest.fail(f"{game_id} is stuck")


async def check(house: House, game: Session) -> None:
    """What holds for every game, whatever has happened."""
    assert (game.status, game.current_turn_id) == ("playing", None)
    assert fold(game.base_state, await house.store.log(game)) == game.head_state
    branch = await house.store.branch(game.head_turn_id, 999)
    assert [turn.number for turn in branch] == list(range(len(branch)))
    assert {turn.status for turn in branch} == {"done"}
    assert all(turn.narrative.strip() and turn.suggestions for turn in branch)
    held = Counter(i for seat in game.head_state.seats.values() for i in seat.character_ids)
    assert set(held.values()) <= {1}
    assert set(held) == {character.id for character in game.head_state.party()}
    turns = house.store.turns_of(game.id)
    assert {turn.status for turn in turns} <= {"done", "undone", "failed"}
    for source_id in (s for s, kept_in in house.kept.items() if kept_in == game.id):
        took = [turn for turn in turns if any(source_id in action.source_ids for action in turn.actions)]
        assert took, f"{source_id} is lost"
        assert len({turn.parent_id for turn in took}) == 1, f"{source_id} is doubled"
        assert sum(turn.status == "done" for turn in took) <= 1, f"{source_id} counts twice"


async def bad_night(seed: int, games: int = GAMES) -> None:
    """All of it once, from one seed."""
    unseen: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unseen.append(context))
    chance = Chance(seed)
    house = House(chance, share=0.02)
    over = asyncio.Event()
    time = asyncio.create_task(time_goes_by(house))
    restarting = asyncio.create_task(restarts(house, over))
    async with asyncio.timeout(_LOST_S):
        ids = await asyncio.gather(*(evening(house, number) for number in range(games)))
        over.set()
        await restarting
        house.store.is_well = house.master.is_well = True
        await house.restart()
        for game_id in ids:
            await check(house, await one_more_turn(house, game_id))
        time.cancel()
        await house.turns.close()
        await asyncio.sleep(0)
    gc.collect()  # an error that nobody looked at is told when its task is thrown away
    assert unseen == []
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.parametrize("seed", [1, 2])
async def test_whatever_goes_wrong_at_thirty_tables_nothing_is_lost_doubled_or_stuck(seed: int) -> None:
    """An evening with friends survives the machine that it runs on."""
    with capture_logs():  # what fails is logged with all its values, and much fails here
        await bad_night(seed)
