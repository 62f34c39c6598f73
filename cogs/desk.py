"""What every cog works with: the engine, the store, the words; and who is asking."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, cast

import discord

from cogs.model_care import ModelCare, NoCare
from cogs.model_jobs import ModelJobs
from cogs.model_list import ModelList
from cogs.moments import Moments
from cogs.order import Order
from cogs.posting import Posting
from cogs.words import language_of
from engine.errors import NoGame
from engine.games import Games
from engine.model.session import GameSettings, GuildSettings, Session
from engine.parts import WhoTells
from engine.ports import Clock, Entropy, Library, Locale, Store
from engine.requests import Person
from engine.turn import TurnEngine


def _unknown(_: GameSettings) -> float | None:
    return None


@dataclass(frozen=True)
class Desk:
    """Handed to every cog.

    game: what a guild begins with that has set nothing. away_since: until when the process before this one
    heard what was said; null = there was none. telling: who would tell a turn now. expected_s: seconds that a
    narrative takes with these settings; null = nothing was measured yet. care, jobs: for /config, what can be
    done about models, and what of it is under way.
    """

    turns: TurnEngine
    games: Games
    store: Store
    library: Library
    models: ModelList
    clock: Clock
    entropy: Entropy
    game: GameSettings
    away_since: datetime | None = None
    telling: Callable[[], WhoTells] = WhoTells
    expected_s: Callable[[GameSettings], float | None] = _unknown
    order: Order = field(default_factory=Order)
    care: ModelCare = field(default_factory=NoCare)
    jobs: ModelJobs = field(default_factory=ModelJobs)

    async def guild(self, guild_id: int | None) -> GuildSettings:
        """What an admin set, or what this process begins with."""
        key = str(guild_id)
        return await self.store.guild(key) or GuildSettings(guild_id=key, game=self.game)

    async def table(self, channel_id: int | None) -> Session:
        """The game of a channel. Raises NoGame."""
        session = await self.store.session_in("discord", str(channel_id))
        if session is None:
            raise NoGame
        return session

    async def person(self, user: discord.abc.User, guild_id: int | None) -> Person:
        """Somebody, with the right to direct that their roles give them."""
        guild = await self.guild(guild_id)
        return Person(
            id=str(user.id),
            name=user.display_name,
            may_direct=isinstance(user, discord.Member) and _directs(user, guild.dm_role_id),
        )


class Host(Protocol):
    """The client as a cog sees it."""

    desk: Desk

    @property
    def posting(self) -> Posting:
        """What is written into channels."""
        ...

    @property
    def moments(self) -> Moments:
        """What stands under the stories."""
        ...

    async def answered(self, interaction: discord.Interaction, doing: Awaitable[None]) -> None:
        """Await it; whatever goes wrong is told to the person and logged."""
        ...


def host(interaction: discord.Interaction) -> Host:
    """Our client behind an interaction."""
    return cast("Host", interaction.client)


def desk_of(interaction: discord.Interaction) -> Desk:
    """The desk behind an interaction."""
    return host(interaction).desk


def words_for(interaction: discord.Interaction) -> Locale:
    """The sentences for the person who asks: in the language of their Discord, else of the process."""
    desk = desk_of(interaction)
    return desk.library.locale(language_of(interaction.locale, desk.game.language))


async def asker(interaction: discord.Interaction) -> Person:
    """Who asks."""
    return await desk_of(interaction).person(interaction.user, interaction.guild_id)


def _directs(member: discord.Member, dm_role_id: str | None) -> bool:
    if member.guild_permissions.manage_guild:
        return True
    return dm_role_id is not None and any(str(role.id) == dm_role_id for role in member.roles)
