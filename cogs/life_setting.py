"""What a game can be set to: shown, chosen from menus, or typed; now, or from the next turn on."""

import re
from collections.abc import Mapping

import discord

from cogs import life_ids
from cogs.answers import ponder, whisper
from cogs.desk import Desk, asker, desk_of, words_for
from cogs.models_shown import own_in_turn
from cogs.payload import Menu, Option, Payload, clipped
from cogs.pressing import Form, Pressed
from cogs.words import own_name
from engine.life.wishes import SETTINGS, Setting, said_as, setting_called
from engine.model.noun import Language
from engine.model.session import GameSettings, Session
from engine.ports import Locale

Select = discord.ui.Select[discord.ui.View]
Field = discord.ui.TextInput[Form]

_TITLE = 45
_WORDS = 100
_MENU = 25


class SettingPicked(Pressed[Select], template=life_ids.SETTINGS):
    """One of the settings."""

    async def press(self, interaction: discord.Interaction) -> None:
        """A menu of its values; a form, which has to be the very first answer, for what has none."""
        setting, session_id = setting_called(self.item.values[0]), self.match["session"]
        if not values_of(setting, desk_of(interaction)):
            await interaction.response.send_modal(SettingForm(setting, session_id, words_for(interaction)))
            return
        await ponder(interaction)
        session = await desk_of(interaction).store.session(session_id)
        await whisper(interaction, values(session, setting, desk_of(interaction), words_for(interaction)))


class ValuePicked(Pressed[Select], template=life_ids.VALUES):
    """One of a setting's values."""

    async def press(self, interaction: discord.Interaction) -> None:
        """As `/game set`."""
        await ponder(interaction)
        await change(interaction, self.match["session"], self.match["name"], self.item.values[0])


class SettingForm(Form):
    """A number, or a name."""

    template = life_ids.SETTING_FORM

    def __init__(self, setting: Setting, session_id: str, locale: Locale) -> None:
        title = clipped(locale.say(f"life.setting.name.{setting.name}"), _TITLE)
        super().__init__(title, life_ids.setting_form(setting.name, session_id))
        field: Field = discord.ui.TextInput(custom_id="value", max_length=_WORDS, placeholder=setting.allowed)
        text = clipped(locale.say(f"life.setting.about.{setting.name}"), _TITLE)
        self.add_item(discord.ui.Label(text=text, component=field))

    @classmethod
    async def taken(
        cls, interaction: discord.Interaction, match: re.Match[str], written: Mapping[str, str]
    ) -> None:
        """As `/game set`."""
        await ponder(interaction)
        await change(interaction, match["session"], match["name"], written.get("value", ""))


async def change(interaction: discord.Interaction, session_id: str, name: str, words: str) -> None:
    """Set it, and say from when on it counts. Host or DM. Call it after `ponder`."""
    desk, locale = desk_of(interaction), words_for(interaction)
    setting = setting_called(name)
    changed = await desk.games.change(session_id, await asker(interaction), {setting.name: words})
    settings = changed.session.next_settings or changed.session.settings
    when = "later" if changed.is_later else "now"
    said = locale.say(
        f"life.setting.changed.{when}",
        name=locale.say(f"life.setting.name.{setting.name}"),
        value=said_value(setting, settings, desk, locale),
    )
    if setting.kind == "model" and (others := own_in_turn(settings, locale)):
        said = f"{said}\n{locale.say('models.game-keeps', own=others)}"
    await whisper(interaction, said)


def panel(session: Session, desk: Desk, locale: Locale) -> Payload:
    """All that can be set for this game, as it is, with a menu to change it."""
    settings = session.next_settings or session.settings
    shown = [(s, said_value(s, settings, desk, locale)) for s in SETTINGS]
    lines = [locale.say("life.setting.title", title=session.adventure.title)]
    lines += [f"**{locale.say(f'life.setting.name.{s.name}')}** {value}" for s, value in shown]
    if session.next_settings is not None:
        lines.append(locale.say("life.setting.waits"))
    options = tuple(
        Option(s.name, locale.say(f"life.setting.name.{s.name}"), locale.say(f"life.setting.about.{s.name}"))
        for s, _ in shown
    )
    menu = Menu(life_ids.settings(session.id), locale.say("life.setting.pick"), options)
    return Payload("\n".join(lines), rows=((menu,),))


def values(session: Session, setting: Setting, desk: Desk, locale: Locale) -> Payload:
    """What a setting may be, to choose from."""
    settings = session.next_settings or session.settings
    options = tuple(
        Option(value, said_value(setting, _with(settings, setting, value), desk, locale))
        for value in values_of(setting, desk)
    )
    name = locale.say(f"life.setting.name.{setting.name}")
    text = f"**{name}** {said_value(setting, settings, desk, locale)}"
    text = f"{text}\n{locale.say(f'life.setting.about.{setting.name}')}"
    return Payload(text, rows=((Menu(life_ids.values(setting.name, session.id), name, options),),))


def offered(
    session: Session | None, name: str, desk: Desk, locale: Locale, current: str
) -> list[tuple[str, str]]:
    """Label and value of what can be typed for this setting; the label says what a value means."""
    settings = (session.next_settings or session.settings) if session else desk.game
    return offered_for(settings, name, desk, locale, current)


def offered_for(
    settings: GameSettings, name: str, desk: Desk, locale: Locale, current: str
) -> list[tuple[str, str]]:
    """As `offered`, beside these settings."""
    setting = next((s for s in SETTINGS if s.name == name), None)
    if setting is None:
        return []
    pairs = [
        (said_value(setting, _with(settings, setting, v), desk, locale), v) for v in values_of(setting, desk)
    ]
    if not pairs:
        now = said_as(settings, setting)
        pairs = [(locale.say("life.setting.allowed", now=now, allowed=setting.allowed), now)]
        return pairs if not current else [(current, current)]
    wanted = current.strip().casefold()
    return [pair for pair in pairs if wanted in pair[0].casefold() or wanted in pair[1].casefold()][:_MENU]


def said_value(setting: Setting, settings: GameSettings, desk: Desk, locale: Locale) -> str:
    """A value as a person reads it; a style with the seconds that a turn takes with it."""
    value = said_as(settings, setting)
    match setting.kind:
        case "model":
            return value
        case "number":
            return locale.say(f"life.setting.number.{setting.name}", value=value)
        case "yes-no":
            return locale.say(f"commands.game.answer.{value}")
        case "choice" if setting.name == "language":
            return own_name(_language(value))
        case _:
            said = locale.say(f"life.setting.value.{setting.name}.{value}")
    seconds = desk.expected_s(settings) if setting.name == "style" else None
    return (
        said
        if seconds is None
        else locale.say("life.setting.takes", value=said, seconds=max(1, round(seconds)))
    )


def _language(code: str) -> Language:
    return GameSettings.model_validate({"language": code}).language


def _with(settings: GameSettings, setting: Setting, value: str) -> GameSettings:
    return settings.model_copy(update={setting.field: setting.read(value)})


def values_of(setting: Setting, desk: Desk) -> tuple[str, ...]:
    """What can be chosen from; empty for what has to be written."""
    match setting.kind:
        case "choice":
            return setting.values
        case "yes-no":
            return ("yes", "no")
        case "model":
            return tuple(name for name in desk.models.names if len(name) <= _WORDS)[:_MENU]
        case _:
            return ()
