"""Rules of the server's settings: seen on one page, changed, and taken back."""

import pytest

from cogs import config_ids
from engine.life.guild_wishes import ALL, is_own, with_wish, without
from engine.life.wishes import Setting
from engine.model.session import GameSettings, GuildSettings
from tests.cogs.stage import LOCALES, Evening, Stage, private, private_text, said

PLAIN = GuildSettings(guild_id="1", game=GameSettings(model="small:1b"))


async def test_one_page_shows_every_setting_and_what_it_would_be_else(evening: Evening) -> None:
    """An admin is done in minutes, without knowing any name by heart."""
    await evening.host.slash(evening.channel, "config style", value="long")

    page = private_text(await evening.host.slash(evening.channel, "config show"))

    assert f"**{said('life.setting.name.style')}** long (otherwise medium)" in page
    assert f"**{said('config.name.start-by')}** everybody" in page
    assert page.count("\n") >= len(ALL)
    assert len(page) <= 2000


@pytest.mark.parametrize(
    ("command", "given", "name"),
    [
        ("config language", {"value": "de"}, "language"),
        ("config content", {"value": "strict"}, "content"),
        ("config style", {"value": "short"}, "style"),
        ("config narrator", {"value": "human"}, "narrator"),
        ("config delivery", {"value": "whole"}, "delivery"),
        ("config input", {"value": "none"}, "hearing"),
        ("config gather", {"seconds": 9}, "gather_s"),
        ("config plain", {"value": "yes"}, "plain"),
        ("config set", {"name": "draft", "value": "90"}, "draft_s"),
    ],
)
async def test_a_setting_counts_for_the_next_games(
    evening: Evening, command: str, given: dict[str, object], name: str
) -> None:
    """What was set is what a game begins with."""
    await evening.host.slash(evening.channel, command, **given)
    await evening.opened()

    wanted = next(iter({k: v for k, v in given.items() if k != "name"}.values()))
    found = getattr((await evening.game()).settings, name)
    assert found == {"yes": True, "90": 90}.get(str(wanted), wanted)


async def test_a_value_that_cannot_be_changes_nothing(evening: Evening, stage: Stage) -> None:
    """And says what can."""
    result = await evening.host.slash(evening.channel, "config set", name="gather", value="soon")

    assert private_text(result).startswith(
        said("errors.bad-setting", name="gather", value="soon", allowed="0 … 600")
    )
    assert await stage.store.guild(str(evening.guild.id)) is None


async def test_one_setting_or_all_go_back_to_the_default(evening: Evening, stage: Stage) -> None:
    """All of them only after a second press."""
    for command, value in (("config style", "long"), ("config delivery", "whole")):
        await evening.host.slash(evening.channel, command, value=value)

    await evening.host.slash(evening.channel, "config reset", name="style")
    page = await evening.host.slash(evening.channel, "config show")
    asked = await evening.host.click(private(page), custom_id=config_ids.reset(config_ids.ALL))
    done = await evening.host.click(private(asked), custom_id=config_ids.reset(config_ids.SURE))

    guild = await stage.store.guild(str(evening.guild.id))
    assert guild is not None
    assert guild.game == stage.settings
    assert private_text(done) == said("config.reset-done", count=1)


async def test_settings_are_chosen_from_menus_after_a_restart_too(evening: Evening, stage: Stage) -> None:
    """Nothing has to be typed."""
    page = await evening.host.slash(evening.channel, "config show")
    await evening.restart()

    menu = await evening.host.select(private(page), ["style"], custom_id=config_ids.panel())
    await evening.host.select(private(menu), ["short"], custom_id=config_ids.values("style"))

    guild = await evening.stage.store.guild(str(evening.guild.id))
    assert guild is not None
    assert guild.game.style == "short"


async def test_a_dm_channel_is_one_that_we_can_write_in(evening: Evening, stage: Stage) -> None:
    """And one that everybody sees is warned of."""
    result = await evening.host.slash(evening.channel, "config dm-channel", channel=evening.channel)

    assert said("config.channel-open") in private_text(result)
    guild = await stage.store.guild(str(evening.guild.id))
    assert guild is not None
    assert guild.dm_channel_id == str(evening.channel.id)


async def test_a_host_role_is_asked_for_where_it_is_needed(evening: Evening, stage: Stage) -> None:
    """Else nobody could open anything."""
    result = await evening.host.slash(evening.channel, "config start-by", who="host")

    assert private_text(result) == said("config.host-role-needed")
    assert await stage.store.guild(str(evening.guild.id)) is None


async def test_what_is_missing_is_said_with_its_reason(evening: Evening) -> None:
    """Or that nothing is."""
    text = private_text(await evening.host.slash(evening.channel, "config permissions"))

    assert text.startswith((said("permissions.good"), said("permissions.title")))
    assert "https://discord.com" in text


async def test_only_admins_change_settings(evening: Evening, stage: Stage) -> None:
    """A page that somebody else gets hold of changes nothing."""
    config = next(c for c in await stage.client.tree.fetch_commands() if c.name == "config")
    evening.guild.set_command_permissions(config, {evening.ada: True})

    result = await evening.ada.slash(evening.channel, "config style", value="long")

    assert private_text(result) == said("errors.not-allowed", who=said("discord.who.admin"))
    assert await stage.store.guild(str(evening.guild.id)) is None


@pytest.mark.parametrize("setting", ALL, ids=lambda s: s.name)
def test_whatever_is_set_can_be_taken_back(setting: Setting) -> None:
    """Every setting, with every value that it has."""
    written = {"yes-no": ("yes", "no"), "model": ("other:2b",), "number": (f"{setting.most:g}",)}
    for value in setting.values or written[setting.kind]:
        changed = with_wish(PLAIN, setting.name, value)
        assert without(changed, [setting.name], PLAIN.game) == PLAIN


def test_every_setting_has_its_words_and_they_fit() -> None:
    """A menu takes a hundred letters, a form's title forty-five."""
    for locale in LOCALES.values():
        for setting in ALL:
            room = "config" if is_own(setting) else "life.setting"
            assert 1 <= len(locale.say(f"{room}.name.{setting.name}")) <= 45
            assert 1 <= len(locale.say(f"{room}.about.{setting.name}")) <= 45
