"""The model reads ahead while people join, and rests when nobody plays on it."""

import pytest

from engine.errors import NotAllowed, TooFewPlayers
from engine.model.adventure import Players
from engine.model.session import GameSettings
from engine.parts import Masters
from engine.requests import NewGame, Person, ReadyChoice
from tests.engine.games_for_tests import INN
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.game_master import ScriptedMaster


class Memory(Table):
    """A table whose model server shows what it was asked to forget."""

    def _masters(self) -> Masters:
        self.released: list[str] = []

        async def release(model: str) -> None:
            self.released.append(model)

        return Masters(self.model, self.offline, self.language_model, release=release)

    async def idle(self) -> None:
        """Returns when nothing is read ahead any more."""
        await self.turns.close()


def parties(master: object) -> list[list[str]]:
    """Who was at the table, each time the beginning of the story was read."""
    assert isinstance(master, ScriptedMaster)
    return [[c.name for c in brief.state.party()] for brief in master.prepared]


async def test_the_model_reads_the_opening_as_it_is_with_the_newest_party() -> None:
    """By the time that the host presses Begin, most of the waiting is over."""
    table = Memory()

    await table.gather("ann", "bob")
    await table.clock.sleep(0)
    await table.turns.settled(table.game_id)

    assert parties(table.model)[-1] == ["Ada", "Bo"]
    assert {brief.number for brief in table.model.prepared} == {0}  # type: ignore[attr-defined]  # scripted
    await table.idle()


async def test_a_story_without_a_model_warms_none() -> None:
    """Nobody's fan spins for nothing."""
    table = Memory()

    await table.gather("ann", narrator="scripted")
    await table.turns.settled(table.game_id)

    assert parties(table.model) == []


async def test_the_last_table_that_rests_lets_its_model_go() -> None:
    """A small machine has better uses for its memory at night."""
    table = Memory()
    await table.play("ann")

    await table.games.rest(table.game_id, HOST)
    await table.clock.sleep(0)

    assert table.released == [GameSettings().model]
    await table.idle()


async def test_a_model_that_another_table_plays_on_stays() -> None:
    """One evening's end is nobody else's wait."""
    table = Memory()
    await table.play("ann")
    settings = GameSettings(gather_s=0.0)
    other = await table.games.open(NewGame("terminal", None, "barn", HOST, "barn", INN.id, settings))
    await table.games.join(other.id, Person("eve", "Eve"), ReadyChoice("ada"), "join-eve")

    await table.games.rest(table.game_id, HOST)
    await table.clock.sleep(0)

    assert table.released == []
    await table.idle()


async def test_begin_says_how_many_players_are_missing() -> None:
    """Whoever presses it knows what to wait for."""
    table = Table(book=INN.model_copy(update={"players": Players(least=2, most=4)}))
    await table.gather("ann")

    with pytest.raises(TooFewPlayers) as refused:
        await table.games.begin(table.game_id, HOST)

    assert refused.value.blanks == {"least": 2, "seated": 1}
    assert (await table.game()).status == "gathering"


async def test_whose_days_away_are_over_is_back() -> None:
    """Nobody stays away because they forgot to say so."""
    table = Table()
    await table.play("ann", "bob")
    today = table.clock.now().date()
    await table.games.away(table.game_id, Person("bob", "bob"), "away", until=today)
    await table.clock.advance(3600)
    await table.games.doze()
    assert (await table.game()).head_state.seats["bob"].away_until == today.isoformat()
    await table.clock.advance(2 * 86400)

    await table.games.doze()

    assert (await table.game()).head_state.seats["bob"].away_until is None


async def test_a_servers_games_are_listed_with_what_may_be_reopened() -> None:
    """A story that ended too early is found again."""
    table = Table()
    await table.play("ann")
    await table.act("ann", "I knock.")
    first = table.game_id
    await table.games.finish(first, HOST)
    await table.clock.advance(60)
    await table.gather("bob")

    lines = await table.games.list_of(None, HOST)

    found = [(line.session.id, line.session.status, line.turns, line.may_reopen) for line in lines]
    assert found == [(table.game_id, "gathering", 0, False), (first, "finished", 2, True)]
    assert not any(line.may_reopen for line in await table.games.list_of(None, Person("eve", "Eve")))
    with pytest.raises(NotAllowed):
        await table.games.reopen(first, Person("eve", "Eve"))
