"""The first greeting of a server, and what its buttons do."""

from typing import Any

import pytest
from discord import Guild
from simcord.env import Env

from cogs import help_ids
from cogs.welcome import greeting
from tests.cogs.stage import LOCALES, Evening, Stage, buttons, private, private_text, said


async def greet(evening: Evening) -> None:
    guild = evening.stage.client.get_guild(int(evening.guild.id))
    assert isinstance(guild, Guild)
    cog: Any = evening.stage.client.get_cog("WelcomeCog")
    await cog.on_guild_join(guild)


async def test_a_new_server_is_greeted_once_with_three_buttons(evening: Evening, stage: Stage) -> None:
    """However often Discord tells us that we are there."""
    await greet(evening)
    await greet(evening)
    await evening.restart()
    await greet(evening)

    greeted = [m for m in evening.channel.history() if said("welcome.button.start") in str(buttons(m))]
    assert [buttons(m) for m in greeted] == [
        [(said(f"welcome.button.{b}"), False) for b in ("start", "settings", "help")]
    ]
    guild = await evening.stage.store.guild(str(evening.guild.id))
    assert guild is not None
    assert guild.is_welcomed


async def test_a_server_that_has_played_needs_no_greeting(evening: Evening) -> None:
    """They know us."""
    await evening.opened()
    before = len(evening.texts())

    await greet(evening)

    assert len(evening.texts()) == before


async def test_start_a_game_opens_one_in_this_channel(evening: Evening) -> None:
    """One press and one choice, after a restart too."""
    await greet(evening)
    await evening.restart()

    shown = await evening.host.click(evening.last(), custom_id=help_ids.welcome("start"))
    await evening.host.select(private(shown), ["inn"], custom_id=help_ids.adventure())

    assert (await evening.game()).status == "gathering"


async def test_settings_are_for_admins(evening: Evening) -> None:
    """Everybody sees the button; it is checked when it is pressed."""
    await greet(evening)

    mine = await evening.host.click(evening.last(), custom_id=help_ids.welcome("settings"))
    theirs = await evening.ada.click(evening.last(), custom_id=help_ids.welcome("settings"))

    assert private_text(mine).startswith(said("config.title"))
    assert private_text(theirs) == said("errors.not-allowed", who=said("discord.who.admin"))


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_greeting_fits_one_message(language: str) -> None:
    """On a phone."""
    assert len(greeting(LOCALES[language]).text) < 700  # type: ignore[index]  # a language of ours


async def test_help_begins_with_what_the_asker_is(simcord_env: Env, evening: Evening) -> None:
    """An admin reads of settings first, a player of acting; the others' pages are a press away."""
    admin = await evening.host.slash(evening.channel, "help")
    player = await evening.ada.slash(evening.channel, "help")
    other = await evening.ada.click(private(player), custom_id=help_ids.help_for("dm"))

    assert said("help.now.none") in private_text(admin)
    assert LOCALES["en"].lines("help.admin")[0] in private_text(admin)
    assert LOCALES["en"].lines("help.player")[0] in private_text(player)
    assert LOCALES["en"].lines("help.dm")[0] in private_text(other)


async def test_help_says_what_the_channel_makes_useful_now(evening: Evening) -> None:
    """A table that gathers is joined, a story that runs is played."""
    await evening.opened()
    gathering = private_text(await evening.ada.slash(evening.channel, "help"))

    assert said("help.now.gathering") in gathering


async def test_help_names_only_commands_that_exist(evening: Evening, stage: Stage) -> None:
    """In every language."""
    offered = {f"/{c.qualified_name}" for c in stage.client.tree.walk_commands()}
    for locale in LOCALES.values():
        for section in ("player", "dm", "admin"):
            for line in locale.lines(f"help.{section}"):
                named = [p for p in line.split("`")[1::2] if p.startswith("/") and p[1:2].isalpha()]
                for part in named:
                    words = part.split(":")[0].split()
                    assert any(f"{' '.join(words[:n])}" in offered for n in range(len(words), 0, -1)), part


async def test_the_practice_scene_is_played_alone_and_leaves_nothing(evening: Evening, stage: Stage) -> None:
    """Choose, take back, act, stop: without a game, and with nothing written down."""
    page = await evening.ada.slash(evening.channel, "help")
    step = await evening.ada.click(private(page), custom_id=help_ids.practice("begin"))
    step = await evening.ada.click(private(step), custom_id=help_ids.practice("goose"))
    step = await evening.ada.click(private(step), custom_id=help_ids.practice("undo"))
    assert private_text(step) == said("practice.undo")
    await evening.restart()
    step = await evening.ada.click(private(step), custom_id=help_ids.practice("gate"))
    step = await evening.ada.click(private(step), custom_id=help_ids.practice("stop"))
    step = await evening.ada.click(private(step), custom_id=help_ids.practice("end"))

    assert private_text(step) == said("practice.end")
    assert evening.texts() == [greeting(LOCALES["en"]).text]  # of the new process, not of the scene
    assert await evening.stage.store.games_of("discord", str(evening.guild.id)) == ()
