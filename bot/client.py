"""The Discord client: what it may see, which commands it offers, and the last net under every answer."""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from typing import Any, ClassVar

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.inviting import invite_while_alone
from bot.pressed import FORMS, ITEMS
from cogs.announcer import DiscordAnnouncer
from cogs.answers import LOST, whisper
from cogs.desk import Desk, words_for
from cogs.life_resting import ways_on
from cogs.moments import Moments
from cogs.outcomes import DiscordFault, PayloadRefused, meaning_of, named
from cogs.payload import Payload
from cogs.posting import Posting
from cogs.pressing import Form, written_in
from cogs.replies import sentence
from cogs.words import CommandWords
from engine.errors import NotAllowed, OldMoment, PlayerError, ServiceError, SetupError, StoreError
from engine.names import new_reference

log = structlog.get_logger()

COGS: Sequence[str] = (
    "game",
    "characters",
    "party",
    "play",
    "listening",
    "safety",
    "steering",
    "menu",
    "narrating",
    "notes",
    "why",
    "journal",
    "rolling",
    "config",
    "help",
    "welcome",
)
LONGEST_WAIT_S = 30.0
"""discord.py waits without limit for a rate limit unless it is told how long."""


class CommandTree(app_commands.CommandTree["TableClient"]):
    """Commands whose failures fall into the client's net."""

    async def on_error(
        self, interaction: discord.Interaction["TableClient"], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person."""
        await interaction.client.sorry(interaction, error)


class TableClient(commands.Bot):
    """Plays Discord's tables. Everything it needs is handed to it; nothing happens in `on_ready`."""

    items: ClassVar[tuple[type[discord.ui.DynamicItem[Any]], ...]] = ITEMS
    forms: ClassVar[tuple[type[Form], ...]] = FORMS

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
        self.notices.ask(desk.telling)
        self._announcer = announcer
        self._beside: list[asyncio.Task[None]] = []
        announcer.attach(self)

    @property
    def posting(self) -> Posting:
        """What is written into channels."""
        return self._announcer.posting

    @property
    def moments(self) -> Moments:
        """What stands under the stories."""
        return self._announcer.moments

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
            asyncio.create_task(invite_while_alone(self, self.desk.library, self.desk.game), name="invite"),
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
        """Forms; and what none of ours knows, of an older version say, is answered like one too late."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id"))
        if interaction.type is discord.InteractionType.modal_submit:
            await self.answered(interaction, self._take(interaction, custom_id))
        elif interaction.type is discord.InteractionType.component and not self._knows(custom_id):
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
        else:
            await self._tell_alone(interaction)

    async def on_app_command_completion(self, interaction: discord.Interaction, _: object) -> None:
        """A command has been answered: an occasion for what the person has to know besides."""
        await self._tell_alone(interaction)

    async def _take(self, interaction: discord.Interaction, custom_id: str) -> None:
        for form in self.forms:
            if (match := form.template.fullmatch(custom_id)) is not None:
                return await form.taken(interaction, match, written_in(interaction))
        raise OldMoment

    def _knows(self, custom_id: str) -> bool:
        return any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in self.items)

    async def sorry(self, interaction: discord.Interaction, error: Exception) -> None:
        """Tell the person what went wrong, in their language, and log it with the same reference."""
        cause = _cause(error)
        if self.is_closed():
            log.info("answer_lost_in_leaving", interaction=interaction.id, cause=repr(cause))
            return
        if isinstance(cause, LOST):
            log.info("answer_lost", interaction=interaction.id, why=meaning_of(cause))
            return
        reference = new_reference(self.desk.entropy)
        _log(cause, reference, interaction)
        try:
            said = sentence(cause, words_for(interaction), reference)
            await whisper(interaction, Payload(said, rows=await ways_on(interaction, cause)))
        except DiscordFault as fault:
            log.warning("answer_not_sent", reference=reference, why=meaning_of(fault))
        if isinstance(cause, OldMoment):
            await self._close_old(interaction)

    async def _close_old(self, interaction: discord.Interaction) -> None:
        """A button that was pressed too late still looked alive: now its message shows that it is not."""
        message = interaction.message
        if interaction.type is not discord.InteractionType.component or message is None:
            return
        if message.flags.ephemeral:
            return
        try:
            await self._announcer.moments.pressed_late(str(message.channel.id), str(message.id))
        except (DiscordFault, StoreError) as error:
            log.info("buttons_left", message=message.id, cause=repr(error))

    async def _tell_alone(self, interaction: discord.Interaction) -> None:
        """Whatever could not be written to them in a letter."""
        notes = self._announcer.letters.taken(str(interaction.user.id), words_for(interaction))
        if not notes or interaction.type is discord.InteractionType.autocomplete:
            return
        try:
            await whisper(interaction, notes)
        except DiscordFault as fault:
            log.info("note_not_sent", interaction=interaction.id, why=meaning_of(fault))


def intents() -> discord.Intents:
    """Guilds, their messages and what is written in them; no members, no presences."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True
    wanted.message_content = True
    return wanted


async def serve(client: TableClient, token: str) -> None:
    """Log in and play until the client is closed. Raises SetupError for what only the owner can put right."""
    logging.getLogger("discord.client").addFilter(_as_ordinary)
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


def _as_ordinary(record: logging.LogRecord) -> bool:
    """A gateway that is lost for a moment is nobody's error; discord.py logs it as one, with a traceback."""
    if str(record.msg).startswith("Attempting a reconnect") and record.exc_info:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args = f"{record.msg}: %r", (*(record.args or ()), record.exc_info[1])
        record.exc_info = None
    return True


def _cause(error: Exception) -> Exception:
    """What really went wrong behind discord.py's own error."""
    if isinstance(error, app_commands.CommandInvokeError):
        return named(error.original)
    if isinstance(error, app_commands.CheckFailure):
        return NotAllowed(who="admin")
    return named(error)


def _log(error: Exception, reference: str, interaction: discord.Interaction) -> None:
    facts = {"reference": reference, "channel": interaction.channel_id, "cause": repr(error)}
    if isinstance(error, PlayerError):
        log.info("refused", **facts)
    elif isinstance(error, ServiceError) and not isinstance(error, PayloadRefused):
        log.warning("answer_failed", **facts)
    else:
        log.error("answer_crashed", exc_info=error, **facts)
