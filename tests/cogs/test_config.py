"""Rules of what an admin sets, and of what happens when something goes wrong."""

import pytest
from discord import Locale

from cogs.words import command_words, language_of
from engine.errors import StoreError
from tests.cogs.stage import LOCALES, Evening, Stage, private_text, said


async def test_only_admins_configure(evening: Evening, stage: Stage) -> None:
    """Checked by us too: a server may show the command to anybody."""
    config = next(c for c in await stage.client.tree.fetch_commands() if c.name == "config")
    evening.guild.set_command_permissions(config, {evening.ada: True})

    result = await evening.ada.slash(evening.channel, "config show")

    assert private_text(result) == said("errors.not-allowed", who=said("discord.who.admin"))


async def test_the_dm_role_may_begin_anybodys_game(evening: Evening) -> None:
    """A club has more than one DM."""
    role = evening.guild.create_role("DM")
    await evening.host.slash(evening.channel, "config dm-role", role=role)
    await evening.opened()
    dm = evening.guild.add_member(evening.env.create_user("dora"), roles=[role])
    await evening.ada.slash(evening.channel, "join", character="ada")

    await dm.slash(evening.channel, "game begin")
    await evening.rested()

    assert (await evening.game()).status == "playing"


async def test_a_store_that_is_away_costs_a_sentence_with_a_reference(evening: Evening, stage: Stage) -> None:
    """The thinking line never stays, and no player reads an exception."""
    await evening.opened()
    stage.store.fail("session_in")

    result = await evening.ada.slash(evening.channel, "game status")

    text = private_text(result)
    assert said("errors.store-failed") in text
    assert "Reference: " in text
    assert StoreError.__name__ not in text


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [(Locale.german, "de"), (Locale.italian, "it"), (Locale.british_english, "en"), (Locale.french, "it")],
)
def test_a_person_is_answered_in_the_language_of_their_discord(theirs: Locale, ours: str) -> None:
    """Else in the language that this process was set up with, here Italian."""
    assert language_of(theirs, "it") == ours


async def test_help_needs_no_game(evening: Evening) -> None:
    """The first command that anybody tries."""
    result = await evening.ada.slash(evening.channel, "help")

    assert "/game new" in private_text(result)


def test_every_command_is_described_in_every_language_within_discords_limit() -> None:
    """A description over 100 letters makes Discord refuse all commands at once."""
    for locale in LOCALES.values():
        said_in_it = [locale.say(f"commands.{key}") for key in command_words()]
        assert [text for text in said_in_it if not 1 <= len(text) <= 100] == []
