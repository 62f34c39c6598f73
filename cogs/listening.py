"""Acting at the table by simply writing: messages, their edits, their deletion, and those that we missed."""

import asyncio
from collections import OrderedDict
from datetime import timedelta
from typing import Any

import discord
import structlog
from discord.ext import commands

from cogs.calling import Calling
from cogs.desk import Desk
from cogs.hearing import Heard, heard, said_to_me
from cogs.inline_rolls import rolled, written
from cogs.life_shown import asleep
from cogs.messages import is_withheld, nodded
from cogs.narrating import told_by
from cogs.notices import Notices
from cogs.outcomes import UNREACHED, DiscordFault, meaning_of
from cogs.payload import Payload
from cogs.posting import CLOCKS_DIFFER, Posting
from cogs.rooms import hearing_in
from cogs.strangers import Strangers
from engine.errors import EmptyAction, GameNotPlaying, GlyphmasterError
from engine.model.action import Action
from engine.model.session import Session
from engine.model.suggestion import Suggestion

log = structlog.get_logger()

_LIVELY = timedelta(hours=4)
"""Tables without an action for longer are about to fall asleep."""
_MISSED = timedelta(minutes=15)
"""How old a message may be that is heard after the fact; an older one has lost its moment."""
_MOST_MISSED = 100
_MOST_KEPT = 5000
"""Messages that we know to have heard, whatever came of them: their moment does not come again."""
_ORDINARY = {discord.MessageType.default, discord.MessageType.reply}


class ListeningCog(commands.Cog):
    """Hears players' messages in channels with a game. Never answers twice, never answers a bot."""

    def __init__(self, client: discord.Client, desk: Desk, notices: Notices, posting: Posting) -> None:
        self._client = client
        self._desk = desk
        self._notices = notices
        self._posting = posting
        self._offered: dict[str, int] = {}
        self._heard: OrderedDict[int, None] = OrderedDict()
        self._is_deaf_in: set[int] = set()
        self._strangers = Strangers()
        self._calling = Calling(desk)
        self._nodding: set[asyncio.Task[None]] = set()

    @commands.Cog.listener("on_message")
    async def hear(self, message: discord.Message) -> None:
        """A message may be an action of whoever plays here."""
        if message.guild is None or message.author.bot or message.webhook_id or message.type not in _ORDINARY:
            return
        async with self._desk.order.at(message.channel.id):
            await self._hear(message)

    @commands.Cog.listener("on_raw_message_edit")
    async def hear_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """New words count while no turn has taken the old ones; words that leave the story are taken back."""
        message = payload.message
        if payload.guild_id is None or not message.content or message.author.bot:
            return
        async with self._desk.order.at(payload.channel_id):
            session = await self._desk.store.session_in("discord", str(payload.channel_id))
            if session is None:
                return
            me, wish = self._me(message), session.settings.hearing
            hearing = hearing_in(message.channel, me, wish)
            said = heard(message.content, hearing, me, is_reply_to_person=self._answers_a_person(message))
            if said is None:
                changed = await self._desk.turns.withdraw("discord", str(payload.message_id))
            else:
                changed = await self._desk.turns.edit("discord", str(payload.message_id), said.words)
            if changed:
                self._notices.heard(session)

    @commands.Cog.listener("on_raw_message_delete")
    async def hear_deletion(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A deleted message that no turn has taken never was."""
        if payload.guild_id is not None:
            async with self._desk.order.at(payload.channel_id):
                is_withdrawn = await self._desk.turns.withdraw("discord", str(payload.message_id))
                session = await self._desk.store.session_in("discord", str(payload.channel_id))
                if is_withdrawn and session is not None:
                    self._notices.heard(session)

    @commands.Cog.listener("on_ready")
    async def hear_missed(self) -> None:
        """What was written while we were away, at tables where people are; nothing is heard twice.

        Comes again after each new login of the gateway, which is when messages get lost.
        """
        now = self._desk.clock.now()
        since = max(now - _MISSED, self._desk.away_since or now - _MISSED)
        for session_id in await self._desk.store.sessions("discord", ["playing"], acted_since=now - _LIVELY):
            session = await self._desk.store.session(session_id)
            channel = self._client.get_channel(int(session.channel_id))
            if not isinstance(channel, discord.TextChannel | discord.Thread):
                continue
            try:
                newest_first = channel.history(
                    after=max(session.created_at, since) - CLOCKS_DIFFER,
                    oldest_first=False,
                    limit=_MOST_MISSED,
                )
                for message in reversed([m async for m in newest_first if m.id not in self._heard]):
                    await self.hear(message)
            except UNREACHED as error:
                log.info("not_caught_up", session=session.id, cause=repr(error))

    async def _hear(self, message: discord.Message) -> None:
        session = await self._desk.store.session_in("discord", str(message.channel.id))
        me = self._me(message)
        words = said_to_me(message.content, me)
        has_dice = bool(written(message.content))
        if (session is None and words is None and not has_dice) or not self._is_first_time(message.id):
            return
        if has_dice and (rolls := await rolled(self._desk, message, session)) is not None:
            await self._reply(message, rolls)
        if words is not None and (call := await self._calling.called(message, session, words)) is not None:
            if call.answer is not None:
                await self._reply(message, call.answer)
            elif session is not None:
                self._took(message, session)
            return
        if session is None:
            return
        is_player = session.head_state.character_of(str(message.author.id)) is not None
        if is_withheld(message):
            if is_player:
                await self._say_deaf(message, session)
            return
        if await told_by(self._desk, message, session, me):
            return
        if is_player and await self._calling.is_consent(message, session, words):
            return
        hearing = hearing_in(message.channel, me, session.settings.hearing)
        said = heard(message.content, hearing, me, is_reply_to_person=self._answers_a_person(message))
        if said is None or session.status in {"gathering", "starting", "finished"}:
            return
        if not is_player:
            if said.number is None:
                await self._invite(message, session)
            return
        await self._act(message, session, said)

    async def _invite(self, message: discord.Message, session: Session) -> None:
        """Somebody without a character writes as if they played."""
        locale = self._desk.library.locale(session.settings.language)
        person = await self._desk.person(message.author, message.guild.id if message.guild else None)
        if (payload := self._strangers.invited(session, person, locale)) is not None:
            await self._reply(message, payload)

    def _took(self, message: discord.Message, session: Session) -> None:
        """It counts: the line says so in a moment. An eye on the message only decorates."""
        self._notices.heard(session)
        task = asyncio.create_task(nodded(message), name=f"nod {message.id}")
        self._nodding.add(task)
        task.add_done_callback(self._nodding.discard)

    def _is_first_time(self, message_id: int) -> bool:
        """A gateway that resumes its session sends again what it is not sure about."""
        if message_id in self._heard:
            return False
        self._heard[message_id] = None
        if len(self._heard) > _MOST_KEPT:
            self._heard.popitem(last=False)
        return True

    async def _say_deaf(self, message: discord.Message, session: Session) -> None:
        """Once in each channel; buttons and commands work all the same."""
        if message.channel.id in self._is_deaf_in:
            return
        self._is_deaf_in.add(message.channel.id)
        log.warning("content_withheld", channel=message.channel.id, session=session.id)
        locale = self._desk.library.locale(session.settings.language)
        await self._reply(message, Payload(locale.say("discord.deaf")))

    async def _act(self, message: discord.Message, session: Session, said: Heard) -> None:
        chosen = await self._chosen(session, said.number) if said.number is not None else None
        if chosen is None and not said.is_marked:
            return  # people count things, too
        action = self._action(message, session, said, chosen)
        try:
            receipt = await self._desk.turns.act(action)
        except EmptyAction:
            return
        except GameNotPlaying:
            await self._offer_to_wake(message, session)
        except GlyphmasterError as error:
            await self._sorry(message, session, error)
        else:
            if receipt.is_new:
                self._took(message, session)

    def _action(
        self, message: discord.Message, session: Session, said: Heard, chosen: Suggestion | None
    ) -> Action:
        character = session.head_state.character_of(str(message.author.id))
        return Action(
            source_id=str(message.id),
            session_id=session.id,
            surface="discord",
            player_id=str(message.author.id),
            player_name=message.author.display_name,
            character_id=character.id if character else "",
            type="choice" if chosen else "action" if said.number is not None else said.type,
            content=chosen.text if chosen else said.words,
            selected_suggestion_id=chosen.id if chosen else None,
            call=chosen.call if chosen else None,
            received_at=self._desk.clock.now(),
        )

    async def _chosen(self, session: Session, number: int) -> Suggestion | None:
        """The suggestion with this number under the newest story."""
        current = await self._desk.store.turn(session.current_turn_id) if session.current_turn_id else None
        offered = session.head_state.suggestions
        if current is not None and current.status == "narrated":
            offered = current.suggestions
        return offered[number - 1] if 0 < number <= len(offered) else None

    async def _offer_to_wake(self, message: discord.Message, session: Session) -> None:
        """A game that rests does not start by itself; Continue is offered once for each rest."""
        if session.status not in {"asleep", "paused"} or self._offered.get(session.id) == session.version:
            return
        self._offered[session.id] = session.version
        locale = self._desk.library.locale(session.settings.language)
        await self._reply(message, asleep(session, locale))

    async def _sorry(self, message: discord.Message, session: Session, error: GlyphmasterError) -> None:
        locale = self._desk.library.locale(session.settings.language)
        await self._reply(message, Payload(self._calling.sentence(message, error, locale)))

    async def _reply(self, message: discord.Message, payload: Payload) -> None:
        if self._client.is_closed():
            return  # the next start hears it again
        try:
            await self._posting.post(str(message.channel.id), payload, quoted=message.id)
        except DiscordFault as fault:
            log.info("reply_not_sent", channel=message.channel.id, why=meaning_of(fault))

    @staticmethod
    def _me(message: discord.Message) -> int:
        return message.guild.me.id if message.guild else 0

    @staticmethod
    def _answers_a_person(message: discord.Message) -> bool:
        """A reply to one of us is an action; to anybody else it is talk."""
        if message.type is not discord.MessageType.reply or message.reference is None:
            return False
        replied = message.reference.resolved
        return not (isinstance(replied, discord.Message) and replied.author.bot)


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(ListeningCog(bot, bot.desk, bot.notices, bot.posting))
