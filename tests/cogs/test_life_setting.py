"""What a game can be set to: by a panel, by menus, by typing; and from when on it counts."""

from engine.life.wishes import SETTINGS
from tests.cogs.stage import LOCALES, Evening, Stage, private, private_text, said


async def test_a_setting_counts_at_once_where_no_turn_is_under_way(evening: Evening) -> None:
    """A host who wants shorter turns sees it in the next one."""
    await evening.played()

    result = await evening.host.slash(evening.channel, "game set", name="style", value="short")

    assert private_text(result) == said("life.setting.changed.now", name="Style", value="short")
    assert (await evening.game()).settings.style == "short"


async def test_a_setting_waits_for_the_turn_that_is_under_way(evening: Evening) -> None:
    """A story does not change its language in the middle of a sentence."""
    await evening.played(narrator="draft")

    result = await evening.host.slash(evening.channel, "game set", name="language", value="de")

    assert private_text(result) == said("life.setting.changed.later", name="Language", value="Deutsch")
    game = await evening.game()
    assert (game.settings.language, game.next_settings and game.next_settings.language) == ("en", "de")


async def test_only_the_host_or_a_dm_sets_anything_and_only_to_what_is_allowed(evening: Evening) -> None:
    """A typo costs a sentence."""
    await evening.played()

    refused = await evening.ada.slash(evening.channel, "game set", name="style", value="short")
    wrong = await evening.host.slash(evening.channel, "game set", name="gather", value="soon")

    assert private_text(refused) == said("errors.not-allowed", who=said("discord.who.host"))
    assert private_text(wrong) == said("errors.bad-setting", name="gather", value="soon", allowed="0 … 600")


async def test_values_are_offered_with_what_they_mean_and_what_they_cost(
    evening: Evening, stage: Stage
) -> None:
    """Nobody chooses long turns on a slow machine without knowing."""
    await evening.played()
    object.__setattr__(stage.desk, "expected_s", lambda s: {"short": 12.0, "medium": 24.4}.get(s.style))

    offered = await evening.host.autocomplete(evening.channel, "game set", "value", "", name="style")

    assert [(c["name"], c["value"]) for c in offered] == [
        ("short (about 12 s a turn)", "short"),
        ("medium (about 24 s a turn)", "medium"),
        ("long", "long"),
    ]


async def test_the_panel_shows_all_and_menus_change_it(evening: Evening) -> None:
    """On a phone nobody types names of settings."""
    await evening.played()
    shown = await evening.host.slash(evening.channel, "game set")
    assert all(said(f"life.setting.name.{s.name}") in private_text(shown) for s in SETTINGS)

    menu = await evening.host.select(private(shown), values=["delivery"])
    await evening.host.select(private(menu), values=["whole"])

    assert (await evening.game()).settings.delivery == "whole"


async def test_a_number_is_asked_for_in_a_form(evening: Evening) -> None:
    """There is no list of all seconds."""
    await evening.played()
    shown = await evening.host.slash(evening.channel, "game set")

    form = await evening.host.select(private(shown), values=["gather"])
    result = await evening.host.submit_modal(form, {"value": "12"})

    assert private_text(result) == said("life.setting.changed.now", name="Gather", value="12 s")
    assert (await evening.game()).settings.gather_s == 12


async def test_a_name_without_a_value_offers_its_values(evening: Evening) -> None:
    """Half a command is a question."""
    await evening.played()

    result = await evening.host.slash(evening.channel, "game set", name="narrator")

    [menu] = [item for row in private(result).components for item in row["components"]]
    assert [option["value"] for option in menu["options"]] == ["ai", "draft", "human", "scripted"]


def test_every_setting_and_every_value_has_its_words_and_they_fit_their_places() -> None:
    """A menu with a cut name is a riddle."""
    for locale in LOCALES.values():
        for setting in SETTINGS:
            name = locale.say(f"life.setting.name.{setting.name}")
            explained = locale.say(f"life.setting.about.{setting.name}")
            assert len(name) <= 45
            assert len(explained) <= 45
            assert len(locale.say(f"commands.game.setting.{setting.name}")) <= 100
            if setting.kind == "choice" and setting.name != "language":
                shown = [locale.say(f"life.setting.value.{setting.name}.{v}") for v in setting.values]
                assert max(map(len, shown)) <= 100
