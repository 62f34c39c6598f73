"""Rules of Stop and the X-card."""

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from engine.gamemaster import Brief, Telling
from engine.model.turn import Resolution
from tests.cogs.stage import LONG_S, Evening, Stage, buttons, private_text, said
from tests.fakes.game_master import ScriptedMaster


class Slow(ScriptedMaster):
    """Tells one sentence and then takes its time, if it is told to."""

    is_slow = False

    async def narrate(self, brief: Brief, resolution: Resolution) -> AsyncIterator[Telling]:
        async for telling in super().narrate(brief, resolution):
            yield telling
            if self.is_slow:
                await asyncio.sleep(LONG_S)


@pytest.fixture
def stage() -> Stage:
    return Stage(model=Slow())


async def test_stop_stands_under_a_story_that_is_told_and_ends_it(evening: Evening, stage: Stage) -> None:
    """Too much is too much in the middle of a sentence."""
    await evening.played()
    assert isinstance(stage.model, Slow)
    stage.model.is_slow = True
    stage.model.narratives.append(["The blade sinks in. ", "And deeper."])
    await evening.ada.send(evening.channel, "> I wait")
    await evening.env.settle()
    story = evening.last()
    assert (story.content, buttons(story)) == ("The blade sinks in.", [("Stop", False)])

    result = await evening.bo.click(story, label="Stop")
    await evening.env.settle()

    assert private_text(result) == said("acting.stopped.done")
    assert not any("blade" in text for text in evening.texts())
    assert said("acting.stopped.folded") in evening.texts()
    assert (await evening.game()).status == "paused"
    assert (await evening.head()).number == 0
    assert evening.last().content == said("acting.stopped.paused")
    assert buttons(evening.last()) == [("Continue", False)]


async def test_nobody_learns_who_stopped_it(
    evening: Evening, stage: Stage, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever fears to be asked about it will not press."""
    caplog.set_level(logging.DEBUG)
    await evening.played()
    capsys.readouterr()
    caplog.clear()

    await evening.bo.slash(evening.channel, "xcard", what="spiders")
    await evening.env.settle()

    game = await evening.game()
    events = await stage.store.events_after(game.id, game.head_turn_id)
    assert str(evening.bo.id) not in repr(events) + capsys.readouterr().out
    ours = [r.getMessage() for r in caplog.records if not r.name.startswith(("discord", "simcord"))]
    assert not any(str(evening.bo.id) in text or "bob" in text for text in ours)
    assert not any("bob" in text for text in evening.texts()[-2:])


async def test_words_with_it_are_left_out_from_now_on(evening: Evening) -> None:
    """A line is drawn once and holds."""
    await evening.played()

    result = await evening.ada.slash(evening.channel, "xcard", what="spiders")

    assert "spiders" in private_text(result)
    assert "spiders" in repr((await evening.game()).head_state.lines)


async def test_a_watcher_may_stop_and_a_stranger_may_not(evening: Evening) -> None:
    """Who watches can be hurt as well; who only passes by cannot break the evening."""
    await evening.played()
    cy = evening.guild.add_member(evening.env.create_user("cyd"))

    refused = await cy.slash(evening.channel, "xcard")
    gathering = next(m for m in evening.channel.history() if m.content.startswith("## "))
    await cy.click(gathering, label="Watch")
    allowed = await cy.slash(evening.channel, "xcard")

    assert private_text(refused) == said("errors.not-at-table")
    assert private_text(allowed) == said("acting.stopped.done")


async def test_at_rest_the_newest_story_is_put_away_and_comes_with_continue(evening: Evening) -> None:
    """What was just read can be too much, too."""
    await evening.played()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    await evening.ada.slash(evening.channel, "xcard")
    await evening.env.settle()

    assert "Turn 1 is told." not in evening.texts()
    assert said("acting.stopped.folded") in evening.texts()


async def test_before_the_story_there_is_nothing_to_stop(evening: Evening) -> None:
    """It says so, and changes nothing."""
    await evening.opened()

    result = await evening.host.slash(evening.channel, "xcard")

    assert "has not begun" in private_text(result)
