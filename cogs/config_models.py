"""The part of /config that is about models: which one does what, how each plays, and fetching another."""

from typing import get_args

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, whisper
from cogs.desk import Desk, words_for
from cogs.model_check import check
from cogs.model_fetch import fetch
from cogs.models_shown import IN_A_TURN, USES, cost_of_two, models_of, own_shown
from cogs.payload import clipped
from cogs.words import about
from engine.errors import BadSetting, ModelError, ModelMissing
from engine.life.wishes import setting_called
from engine.model.noun import Language
from engine.model.session import GameSettings, model_for
from engine.model.uses import ModelUse, ModelUses
from engine.ports import Locale

_CHOICES = 25
_NAME = 100
_EVERYTHING = "everything"
_SAME = "-"
"""Typed, or chosen, for the model of everything else; no model is called so."""


class ModelCommands(commands.Cog):
    """The commands of `cogs.config` that are about models."""

    _desk: Desk

    async def cog_unload(self) -> None:
        """What is under way ends with us."""
        await self._desk.jobs.close()

    @app_commands.command(name="model", description=about("config.model.about"))
    @app_commands.describe(use=about("config.model.use"), model=about("config.model.model"))
    @app_commands.choices(
        use=[
            app_commands.Choice(name=about(f"config.model.for.{use}"), value=use)
            for use in (_EVERYTHING, *USES)
        ]
    )
    @app_commands.checks.has_permissions(manage_guild=True)
    async def model(
        self, interaction: discord.Interaction, use: str, model: app_commands.Range[str, 1, _NAME]
    ) -> None:
        """Which installed model does what in new games; a name that the server does not have is refused."""
        await ponder(interaction)
        locale, guild = words_for(interaction), await self._desk.guild(interaction.guild_id)
        game = await self._wished(guild.game, use, model.strip())
        await self._desk.store.save_guild(guild.model_copy(update={"game": game}))
        await whisper(interaction, "\n".join([*_changed(game, use, locale), *await self._cost(game, locale)]))

    @model.autocomplete("model")
    async def _models(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        use = getattr(interaction.namespace, "use", _EVERYTHING)
        found = [(name, name) for name in self._desk.models.names if len(name) <= _NAME]
        if use in USES:
            found.insert(0, (words_for(interaction).say("models.same"), _SAME))
        wanted = current.strip().casefold()
        return [
            app_commands.Choice(name=clipped(label, _NAME), value=value)
            for label, value in found
            if wanted in label.casefold()
        ][:_CHOICES]

    @app_commands.command(name="model-check", description=about("config.model-check.about"))
    @app_commands.checks.has_permissions(manage_guild=True)
    async def model_check(self, interaction: discord.Interaction) -> None:
        """How it would be to play with this server's models; takes minutes, and disturbs no table."""
        await ponder(interaction)
        await check(interaction)

    @app_commands.command(name="model-pull", description=about("config.model-pull.about"))
    @app_commands.describe(model=about("config.model-pull.model"))
    async def model_pull(
        self, interaction: discord.Interaction, model: app_commands.Range[str, 1, _NAME]
    ) -> None:
        """Have the model server fetch a model; for whoever owns the bot, on whose machine it takes room."""
        await ponder(interaction)
        await fetch(interaction, str(setting_called("model").read(model)))

    async def _wished(self, game: GameSettings, use: str, name: str) -> GameSettings:
        """The settings with this model for this use. Raises ModelMissing, BadSetting, ModelError."""
        if use not in (_EVERYTHING, *USES):
            raise BadSetting(name="use", value=use[:40], allowed=", ".join((_EVERYTHING, *USES)))
        is_same = name.casefold() in (_SAME, *self._sames())
        if use == _EVERYTHING:
            if is_same:
                raise BadSetting(name=_EVERYTHING, value=name, allowed=", ".join(self._desk.models.names))
            return game.model_copy(update={"model": await self._installed(name), "uses": ModelUses()})
        model = None if is_same else await self._installed(name)
        return game.model_copy(update={"uses": game.uses.but(_use(use), model)})

    async def _installed(self, name: str) -> str:
        """The name as the model server has it, asked now. Raises ModelMissing, ModelError."""
        names = await self._desk.models.look()
        found = next((each for each in (name, f"{name}:latest") if each in names), None)
        if found is None:
            raise ModelMissing(model=name)
        return found

    async def _cost(self, game: GameSettings, locale: Locale) -> list[str]:
        """How long a turn takes, if that is known, and what more than one model in it costs."""
        models, desk = models_of(game), self._desk
        known = desk.jobs.judged.get(models[0])
        seconds = desk.expected_s(game) or (known.told_s if known else None)
        lines = (
            [locale.say("models.takes", model=models[0], seconds=max(1, round(seconds)))]
            if seconds is not None
            else []
        )
        if len(models) < 2:
            return lines
        try:
            room = await desk.care.room(models)
        except ModelError:
            room = None
        return [*lines, *cost_of_two(game, room, locale)]

    def _sames(self) -> list[str]:
        library = self._desk.library
        return [library.locale(code).say("models.same").casefold() for code in get_args(Language)]


def _use(name: str) -> ModelUse:
    return next(use for use in USES if use == name)


def _changed(game: GameSettings, use: str, locale: Locale) -> list[str]:
    """What was set, for which games, and what it is for."""
    if use == _EVERYTHING:
        return [locale.say("models.changed.everything", model=game.model), locale.say("models.changed.games")]
    chosen = _use(use)
    key = "same" if game.uses.of(chosen) is None else "one"
    name = locale.say(f"models.use.{chosen}")
    lines = [locale.say(f"models.changed.{key}", use=name, model=model_for(game, chosen))]
    if chosen not in IN_A_TURN:
        lines.append(locale.say(f"models.for-later.{chosen}"))
    lines.append(locale.say("models.changed.games"))
    others = own_shown(game, locale, but=chosen)
    if others:
        lines.append(locale.say("models.changed.others", model=game.model, own=others))
    else:
        lines.append(locale.say("models.changed.rest", model=game.model))
    return lines
