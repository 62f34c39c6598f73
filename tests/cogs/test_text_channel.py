"""Rules of the plain message path, seen by another simulator: text in, text out."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import discord
import discord.ext.test as dpytest
import pytest
from discord.ext import commands

from cogs.listening import ListeningCog
from engine.model.session import GameSettings
from engine.requests import NewGame, Person, ReadyChoice
from tests.cogs.stage import Stage


@dataclass(frozen=True)
class Channel:
    """The only channel of the server, with Ada's game in it."""

    stage: Stage
    session_id: str

    async def say(self, text: str, member: int = 0) -> int:
        """Somebody writes; gives the depth of the newest turn when the table is at rest again."""
        await dpytest.message(text, member=member)
        await self.stage.desk.turns.settled(self.session_id)
        session = await self.stage.store.session(self.session_id)
        turn = await self.stage.store.turn(session.head_turn_id or "")
        assert turn is not None
        return turn.number


@pytest.fixture
async def channel(stage: Stage) -> AsyncIterator[Channel]:
    # A bot of its own: this simulator needs the member cache that ours does without.
    bot = commands.Bot("!", intents=discord.Intents.all())
    await bot._async_setup_hook()  # this simulator's own way to start a bot that never logs in
    await bot.add_cog(ListeningCog(bot, stage.desk, stage.announcer.notices, stage.announcer.posting))
    stage.announcer.attach(bot)
    dpytest.configure(bot, guilds=1, text_channels=1, members=["ada", "bystander"])
    guild = bot.guilds[0]
    ada = Person(str(guild.members[0].id), "ada", may_direct=True)
    settings = GameSettings(gather_s=0.0)
    place = str(guild.text_channels[0].id)
    game = await stage.desk.games.open(NewGame("discord", str(guild.id), place, ada, "inn", "inn", settings))
    await stage.desk.games.join(game.id, ada, ReadyChoice("ada"), "join")
    await stage.desk.games.begin(game.id, ada)
    await stage.desk.turns.settled(game.id)
    yield Channel(stage, game.id)
    await stage.desk.turns.close()
    stage.announcer.close()
    await dpytest.empty_queue()


async def test_a_marked_line_makes_a_turn(channel: Channel) -> None:
    """The message path works without any command or button."""
    assert await channel.say("> I open the door") == 1


@pytest.mark.parametrize("talk", ["I open the door", "> ((brb))", "ooc tea?"])
async def test_talk_makes_no_turn(channel: Channel, talk: str) -> None:
    """A channel is also for talking."""
    assert await channel.say(talk) == 0


async def test_a_bystander_makes_no_turn(channel: Channel) -> None:
    """Only who sits at the table plays."""
    assert await channel.say("> I open the door", member=1) == 0
