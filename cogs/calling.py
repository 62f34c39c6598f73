"""Messages that call us by name with a command, and the yes or no of whoever was asked."""

from dataclasses import dataclass

import discord
import structlog

from cogs.consent import yes_or_no
from cogs.desk import Desk
from cogs.payload import Payload
from cogs.replies import sentence
from cogs.typed import Asked, called
from engine.errors import GlyphmasterError, RequestOver
from engine.model.session import Session
from engine.names import new_reference
from engine.ports import Locale
from engine.requests import Answer, Person

log = structlog.get_logger()


@dataclass(frozen=True)
class Call:
    """A command was typed. answer: what is replied; null = it was an action, which its turn answers."""

    answer: Payload | None


class Calling:
    """Does what was typed; whatever goes wrong is the reply."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def called(self, message: discord.Message, session: Session | None, words: str) -> Call | None:
        """words: behind our name. Null if they are no command. Raises StoreError for who it is."""
        guild = await self._desk.guild(message.guild.id if message.guild else None)
        locale = self._desk.library.locale(session.settings.language if session else guild.game.language)
        person = await self._person(message)
        answering = called(Asked(self._desk, message, session, person, words, locale))
        if answering is None:
            return None
        try:
            return Call(await answering())
        except GlyphmasterError as error:
            return Call(Payload(self.sentence(message, error, locale)))

    async def is_consent(self, message: discord.Message, session: Session, words: str | None) -> bool:
        """Whether it is the answer of a player who is asked for a yes; then the turn goes on."""
        turn_id = session.current_turn_id
        request = await self._desk.store.request_of(turn_id) if turn_id else None
        if turn_id is None or request is None or str(message.author.id) not in request.whom:
            return False
        locale = self._desk.library.locale(session.settings.language)
        answer = yes_or_no(words if words is not None else message.content, locale)
        if answer is None:
            return False
        try:
            await self._desk.turns.answer(turn_id, await self._person(message), Answer(answer))
        except RequestOver:
            return False
        return True

    def sentence(self, message: discord.Message, error: GlyphmasterError, locale: Locale) -> str:
        """What is replied to a message that could not be taken; the log has the same reference."""
        reference = new_reference(self._desk.entropy)
        log.warning("message_not_taken", reference=reference, channel=message.channel.id, cause=repr(error))
        return sentence(error, locale, reference)

    async def _person(self, message: discord.Message) -> Person:
        return await self._desk.person(message.author, message.guild.id if message.guild else None)
