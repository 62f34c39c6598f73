"""The Discord client: what it may see, which commands it offers, and the last net under every answer."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any, ClassVar

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands

from cogs.announcer import DiscordAnnouncer
from cogs.answers import whisper
from cogs.desk import Desk, words_for
from cogs.drafts import DraftPressed
from cogs.moves import ChoicePressed, RetellPressed, WakePressed
from cogs.posting import UNREACHED, away
from cogs.replies import sentence
from cogs.seating import GatheringPressed, ScriptedPressed, SeatPressed, TakePressed
from cogs.words import CommandWords
from engine.errors import NotAllowed, OldMoment, PlayerError, ServiceError, SetupError
from engine.names import new_reference

log = structlog.get_logger()

COGS: Sequence[str] = ("game", "characters", "play", "listening", "config", "help")
LONGEST_WAIT_S = 30.0
"""discord.py waits without limit for a rate limit unless it is told how long."""
_ORDINARY = {10008, 10015, 10062, 40060, 50027}
"""Codes of an interaction that came too late, was answered already or whose message is gone."""


class CommandTree(app_commands.CommandTree["TableClient"]):
    """Commands whose failures fall into the client's net."""

    async def on_error(
        self, interaction: discord.Interaction["TableClient"], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person."""
        await interaction.client.sorry(interaction, error)


class TableClient(commands.Bot):
    """Plays Discord's tables. Everything it needs is handed to it; nothing happens in `on_ready`."""

    items: ClassVar[tuple[type[discord.ui.DynamicItem[Any]], ...]] = (
        ChoicePressed,
        RetellPressed,
        WakePressed,
        GatheringPressed,
        TakePressed,
        SeatPressed,
        ScriptedPressed,
        DraftPressed,
    )

    def __init__(self, desk: Desk, announcer: DiscordAnnouncer) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=CommandTree,
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT_S,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.desk = desk
        self.notices = announcer.notices
        self._announcer = announcer
        self._beside: list[asyncio.Task[None]] = []
        announcer.attach(self)

    async def setup_hook(self) -> None:
        """Once, after logging in: cogs, buttons, commands; then unfinished turns go on."""
        for name in COGS:
            await self.load_extension(f"cogs.{name}")
        self.add_dynamic_items(*self.items)
        await self.tree.set_translator(CommandWords(self.desk.library))
        await self.tree.sync()
        self._beside = [
            asyncio.create_task(self.desk.models.keep_looking(), name="models"),
            asyncio.create_task(self.desk.turns.resume(), name="resume"),
        ]

    async def close(self) -> None:
        """Stop what runs beside the gateway, then leave."""
        for task in self._beside:
            task.cancel()
        self._announcer.close()
        await super().close()

    async def on_message(self, message: discord.Message, /) -> None:
        """Text commands do not exist; `cogs.listening` hears messages."""

    async def on_interaction(self, interaction: discord.Interaction["TableClient"], /) -> None:
        """A press that no item knows, of an older version say, is answered like one that comes too late."""
        pressed = dict(interaction.data or {}).get("custom_id")
        if interaction.type is discord.InteractionType.component and not self._knows(str(pressed)):
            await self.sorry(interaction, OldMoment())

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """An event that failed: a bug of ours, or a store that is away."""
        del args, kwargs
        reference = new_reference(self.desk.entropy)
        log.exception("event_failed", reference=reference, at=event_method)

    async def answered(self, interaction: discord.Interaction, doing: Awaitable[None]) -> None:
        """Await what a press or a form does. The net of DESIGN, Errors: whatever goes wrong ends here."""
        try:
            await doing
        except Exception as error:
            await self.sorry(interaction, error)

    def _knows(self, custom_id: str) -> bool:
        return any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in self.items)

    async def sorry(self, interaction: discord.Interaction, error: Exception) -> None:
        """Tell the person what went wrong, in their language, and log it with the same reference."""
        cause = _cause(error)
        if self.is_closed():
            log.info("answer_lost_in_leaving", interaction=interaction.id, cause=repr(cause))
            return
        if isinstance(cause, discord.HTTPException) and cause.code in _ORDINARY:
            log.info("answer_too_late", code=cause.code, interaction=interaction.id)
            return
        reference = new_reference(self.desk.entropy)
        _log(cause, reference, interaction)
        try:
            await whisper(interaction, sentence(cause, words_for(interaction), reference))
        except UNREACHED as failure:
            log.warning("answer_not_sent", reference=reference, cause=repr(failure))


def intents() -> discord.Intents:
    """Guilds, their messages and what is written in them; no members, no presences."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True
    wanted.message_content = True
    return wanted


async def serve(client: TableClient, token: str) -> None:
    """Log in and play until the client is closed. Raises SetupError for what only the owner can put right."""
    try:
        await client.start(token)
    except discord.LoginFailure as error:
        raise SetupError(
            "Discord does not accept DISCORD_TOKEN. Copy the token again from the Bot page of your "
            "application (https://discord.com/developers/applications) and start again."
        ) from error
    except (aiohttp.ClientConnectionError, OSError) as error:
        raise SetupError(
            "Discord cannot be reached from here. Nothing of your games is lost. See whether this machine is "
            "online and may reach discord.com, and start again."
        ) from error
    except discord.PrivilegedIntentsRequired as error:
        raise SetupError(
            "Discord does not let this bot read messages. Open your application at "
            "https://discord.com/developers/applications, page Bot, switch on MESSAGE CONTENT INTENT, save, "
            "and start again."
        ) from error


def _cause(error: Exception) -> Exception:
    """What really went wrong behind discord.py's own error."""
    if isinstance(error, app_commands.CommandInvokeError):
        return away(error.original)
    if isinstance(error, app_commands.CheckFailure):
        return NotAllowed(who="admin")
    return away(error)


def _log(error: Exception, reference: str, interaction: discord.Interaction) -> None:
    facts = {"reference": reference, "channel": interaction.channel_id, "cause": repr(error)}
    if isinstance(error, PlayerError):
        log.info("refused", **facts)
    elif isinstance(error, ServiceError):
        log.warning("answer_failed", **facts)
    else:
        log.error("answer_crashed", exc_info=error, **facts)
