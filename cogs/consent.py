"""Asking a player for their yes: somebody wants to do something to their character."""

from typing import Literal
from zlib import crc32

import discord
import structlog

from cogs import ids
from cogs.answers import ponder, whisper
from cogs.desk import asker, desk_of, words_for
from cogs.outcomes import DiscordFault, meaning_of
from cogs.payload import Button as ButtonShown
from cogs.payload import Payload, clipped
from cogs.posting import Posting
from cogs.pressing import Pressed
from cogs.render import escaped
from engine.model.post import Post
from engine.model.session import Session
from engine.model.turn import Request, Turn
from engine.ports import Library, Locale, Store
from engine.requests import Answer

log = structlog.get_logger()

Button = discord.ui.Button[discord.ui.View]

_TEXT = 600
_PART = 0x7FFFFFFF


class ConsentPressed(Pressed[Button], template=ids.CONSENT):
    """Yes or No."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Only the player who was asked may answer; the engine checks that."""
        await ponder(interaction)
        kind: Literal["yes", "no"] = "yes" if self.match["deed"] == "yes" else "no"
        desk = desk_of(interaction)
        await desk.turns.answer(self.match["turn"], await asker(interaction), Answer(kind))
        await whisper(interaction, words_for(interaction).say(f"acting.consent.said.{kind}"))


class ConsentPosts:
    """Each question is a message of its own, because only a new message calls anybody."""

    def __init__(self, posting: Posting, store: Store, library: Library) -> None:
        self._posting = posting
        self._store = store
        self._library = library
        self._asked: dict[str, tuple[Request, str]] = {}
        """By game: what is being asked, and the message with it."""

    async def ask(self, session: Session, turn: Turn, request: Request) -> None:
        """Post the question, once for each. A closed channel costs a log line: unanswered means no."""
        part = crc32(request.id.encode()) & _PART
        posts = [p for p in await self._store.posts(turn.id) if p.kind == "request" and p.part == part]
        if posts:
            self._asked[session.id] = request, posts[0].message_id
            return
        await self.answered(session)
        locale = self._library.locale(session.settings.language)
        payload = asked(session, turn, request, locale)
        try:
            message = await self._posting.post(
                session.channel_id, payload, f"{request.id}.r", called=request.whom[0]
            )
        except DiscordFault as fault:
            log.warning("consent_not_asked", session=session.id, turn=turn.id, why=meaning_of(fault))
            return
        self._asked[session.id] = request, str(message.id)
        await self._store.add_post(
            Post(
                session_id=session.id,
                turn_id=turn.id,
                part=part,
                kind="request",
                channel_id=session.channel_id,
                message_id=str(message.id),
            )
        )

    async def answered(self, session: Session, turn: Turn | None = None) -> None:
        """The question is over: its message says so, without buttons. turn: with the yes in it, if given."""
        request, message_id = self._asked.pop(session.id, (None, ""))
        if request is None:
            return
        given = turn is not None and any(
            action.consent == "given" and action.content == request.text for action in turn.actions
        )
        locale = self._library.locale(session.settings.language)
        key = "acting.consent.given" if given else "acting.consent.over"
        text = locale.say(key, whom=_named(session, request.whom[0]))
        try:
            await self._posting.edit(session.channel_id, message_id, Payload(text))
        except DiscordFault as fault:
            log.info("consent_left", session=session.id, why=meaning_of(fault))

    def is_open(self, session: Session) -> bool:
        """Whether the game's question has not been closed."""
        return session.id in self._asked


def asked(session: Session, turn: Turn, request: Request, locale: Locale) -> Payload:
    """The question, with the ping of whom it is put to."""
    people = session.head_state.characters
    action = next((a for a in turn.actions if a.content == request.text and not a.consent), None)
    actor = people.get(action.character_id) if action else None
    who = actor.name if actor else action.player_name if action else "…"
    moment = int(request.until.timestamp()) if request.until else 0
    text = locale.say(
        "acting.consent.asked",
        ping=f"<@{request.whom[0]}>",
        who=escaped(who),
        whom=_named(session, request.whom[0]),
        text=clipped(" ".join(request.text.split()), _TEXT),
        until=f"<t:{moment}:R>",
    )
    buttons = (
        ButtonShown(ids.consent("yes", turn.id), locale.say("acting.consent.yes"), "good"),
        ButtonShown(ids.consent("no", turn.id), locale.say("acting.consent.no"), "danger"),
    )
    return Payload(text, rows=(buttons,))


def declined(who: str, whom: str, locale: Locale) -> Payload:
    """What everybody reads when the answer was no, or none."""
    return Payload(locale.say("acting.consent.declined", who=escaped(who), whom=escaped(whom)))


def yes_or_no(words: str, locale: Locale) -> Literal["yes", "no"] | None:
    """What a typed answer says; null if it is none."""
    said = " ".join(words.casefold().strip(" .!>").split())
    if said in locale.lines("acting.consent.yes-words"):
        return "yes"
    return "no" if said in locale.lines("acting.consent.no-words") else None


def _named(session: Session, player_id: str) -> str:
    character = session.head_state.character_of(player_id)
    return escaped(character.name) if character else f"<@{player_id}>"
