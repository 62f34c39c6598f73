"""A table while the model's host is away, and when it is back."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from engine.errors import ModelAway, ModelUnreachable, NothingNewToTell, StreamBroke
from engine.gamemaster import Brief, Telling
from engine.model.changes.situation import TimelineAppended
from engine.model.fact import Fact
from engine.model.session import GameSettings
from engine.model.turn import Resolution
from engine.model.usage import Usage
from engine.parts import WhoTells
from engine.requests import NewGame, ReadyChoice
from tests.engine.games_for_tests import action
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.clock import LONG_AGO
from tests.fakes.game_master import Said, ScriptedMaster

THERE = WhoTells()
AWAY = WhoTells("offline", LONG_AGO, "model-unreachable")
USAGE = Usage(purpose="narrate", model="m", done_reason="broken")
HESITATION = "offline.hesitation\n\n"


@dataclass
class FakeHost:
    """Implements `engine.parts.Host`: there or away as a test wants it."""

    status: WhoTells = THERE
    is_closed: bool = False

    def telling(self) -> WhoTells:
        return self.status

    async def look(self) -> None:
        if self.status != THERE:
            raise ModelUnreachable(reason="refused")

    async def close(self) -> None:
        self.is_closed = True


def gone(times: int) -> ScriptedMaster:
    """A model that tells the opening and is away for so many turns."""
    away: list[list[Said]] = [[ModelAway()] for _ in range(times)]
    return ScriptedMaster([["Rain."], *away])


async def test_who_tells_can_be_read() -> None:
    """`/game status` says who tells, since when, and what is wrong."""
    host = FakeHost()
    table = Table(host=host)

    there, host.status = table.parts.masters.telling(), AWAY

    assert (there, table.parts.masters.telling()) == (THERE, AWAY)
    assert Table().parts.masters.telling() == THERE


async def test_a_game_does_not_begin_while_its_host_is_away() -> None:
    """The host of the game is told so and can let the scripted narrator tell."""
    table = Table(host=FakeHost(AWAY))
    await table.gather("ann")

    with pytest.raises(ModelUnreachable):
        await table.games.begin(table.game_id, HOST)

    assert (await table.game()).status == "gathering"


async def test_the_teller_falters_once_and_not_in_every_turn_of_an_evening() -> None:
    """A line that is repeated stops being part of the story."""
    table = Table(model=gone(2), offline=ScriptedMaster([["It is dark."], ["It stays dark."]]))
    await table.play("ann")

    await table.act("ann", "I look.")
    await table.act("ann", "I look again.")
    await table.act("ann", "I look once more.")

    told = ["Rain.", f"{HESITATION}It is dark.", "It stays dark.", "Turn 3 is told."]
    assert await table.told() == told


@pytest.mark.parametrize("nothing", ["", " \n"])
async def test_no_turn_is_told_without_words(nothing: str) -> None:
    """An adventure may leave something out; a table never reads an empty message."""
    table = Table(model=gone(2), offline=ScriptedMaster([[nothing]] * 3))
    await table.play("ann")
    await table.act("ann", "I look.")
    await table.act("ann", "I look again.")
    await table.games.set_narrator(table.game_id, HOST, "scripted")

    await table.act("ann", "I look once more.")

    assert [text.strip() for text in await table.told()] == ["Rain.", *["offline.hesitation"] * 3]


async def test_a_story_that_breaks_off_ends_with_what_was_settled() -> None:
    """Who rolled reads the outcome, however far the story came; what is secret stays so."""
    broken: list[Said] = ["The door groans. It", StreamBroke("The door groans. It")]
    table = Table(model=ScriptedMaster([["Rain."], ["It waits."], broken]))
    await table.play("ann")
    await table.act("ann", "I push the door.")
    facts = (Fact(code="rolled", args={"total": 12}), Fact(code="trap", secret=True))
    resolution = Resolution(facts=facts)
    await table.store.save_turn((await table.head()).model_copy(update={"resolution": resolution}))

    await table.turns.retell((await table.head()).id)
    await table.rested()

    assert (await table.head()).narrative == "The door groans.\n\nfacts.rolled total=12"


async def test_what_a_broken_telling_took_is_kept() -> None:
    """ "Why?" shows every request of the turn."""

    class Breaking(ScriptedMaster):
        async def narrate(self, brief: Brief, resolution: Resolution) -> AsyncIterator[Telling]:
            if brief.number:
                yield Telling(usage=USAGE, seen="what it saw")
                raise ModelUnreachable
            async for telling in super().narrate(brief, resolution):
                yield telling

    table = Table(model=Breaking())
    await table.play("ann")

    await table.act("ann", "I look.")

    head = await table.head()
    assert head.told_by == "offline"
    assert head.usage[0] == USAGE


async def test_trying_again_while_the_host_is_away_changes_nothing_and_says_why() -> None:
    """The same words would come again, or the model's would be lost for worse ones."""
    host = FakeHost()
    table = Table(model=gone(1), host=host)
    await table.play("ann")
    host.status = AWAY
    before = await table.act("ann", "I look.")

    with pytest.raises(ModelUnreachable):
        await table.turns.retell(before.head_turn_id or "")

    assert await table.game() == before


async def test_trying_again_when_the_host_is_back_tells_the_same_turn_by_the_model() -> None:
    """What was rolled stays rolled; only the words are new."""
    table = Table(model=gone(1))
    await table.play("ann")
    await table.act("ann", "I look.")
    stood_in = await table.head()
    facts = Resolution(
        facts=(Fact(code="rolled", args={"total": 12}),), changes=(TimelineAppended(text="A bell rang."),)
    )
    await table.store.save_turn(stood_in.model_copy(update={"resolution": facts}))

    await table.turns.retell(stood_in.id)
    await table.rested()

    told = await table.head()
    assert (stood_in.told_by, told.told_by, told.narrative) == ("offline", "model", "Turn 1 is told.")
    assert (told.seed, told.actions, told.resolution) == (stood_in.seed, stood_in.actions, facts)
    assert (told.parent_id, told.number) == (stood_in.parent_id, stood_in.number)
    undone = await table.store.turn(stood_in.id)
    assert undone is not None
    assert undone.status == "undone"


async def test_a_scripted_turn_is_not_told_again_whoever_is_away() -> None:
    """Without a model there is nothing new to say, and no host to blame."""
    table = Table(host=FakeHost(AWAY))
    game = await table.play("ann", narrator="scripted")

    with pytest.raises(NothingNewToTell):
        await table.turns.retell(game.head_turn_id or "")


async def test_nobody_queues_for_a_host_that_is_away() -> None:
    """One table hangs on it; the others play."""
    host, model = FakeHost(), ScriptedMaster()
    table = Table(model=model, host=host)
    await table.play("ann")
    other = await table.games.open(
        NewGame("terminal", None, "yard", HOST, "yard", "inn", GameSettings(gather_s=0.0))
    )
    await table.games.join(other.id, HOST, ReadyChoice("ada"), "j2")
    await table.games.begin(other.id, HOST)
    await table.turns.settled(other.id)
    hanging = model.hold("narrate")
    await table.send("ann", "I wait.")
    await table.surface.until("Resolved", 3)
    host.status = AWAY

    await table.turns.act(action("ann", "I look.", source_id="o1", session_id=other.id))
    await table.surface.until("Resolved", 4)
    hanging.set()

    await table.rested()
    await table.turns.settled(other.id)


async def test_the_host_is_not_watched_any_more_once_the_engine_is_closed() -> None:
    """A process that stops leaves nothing running."""
    host = FakeHost()
    table = Table(host=host)

    await table.turns.close()

    assert host.is_closed
