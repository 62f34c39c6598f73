"""Shows in Discord what the engine says has happened."""

from datetime import datetime
from typing import assert_never

import discord
import structlog

from cogs import below, render
from cogs.notices import Notices
from cogs.payload import Payload
from cogs.posting import ChannelClosed, DiscordFault, MessageGone, PayloadRefused, Posting
from cogs.table_posts import TablePosts
from cogs.telling import Telling
from engine.events import (
    Declined,
    Done,
    Event,
    Failed,
    Gathered,
    Gathering,
    Narrated,
    NoteWritten,
    Resolved,
    StatusChanged,
    Stopped,
    SuggestionsReady,
    Told,
    Undone,
    Waiting,
)
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Clock, Library, Store
from engine.words.sentences import whole_sentences

log = structlog.get_logger()

_LONG_SENTENCE = 500
"""Letters after which a first message does not wait for its sentence's end any longer."""


class DiscordAnnouncer:
    """Implements `engine.ports.Announcer`. A channel that is closed to us costs a log line, never a turn."""

    def __init__(self, store: Store, library: Library, clock: Clock) -> None:
        self._store = store
        self._library = library
        self._clock = clock
        self._started_at: datetime = clock.now()
        self._posting = Posting(clock)
        self._tellings: dict[str, Telling] = {}
        self._table_posts = TablePosts(self._posting, store, library)
        self.notices = Notices(self._posting, library, clock)

    def attach(self, client: discord.Client) -> None:
        """Post through this client."""
        self._posting.attach(client)

    def close(self) -> None:
        """Stop what is under way beside the announcements."""
        self.notices.close()

    async def announce(self, event: Event) -> None:
        """Raises DiscordAway: what could not be shown is shown at the next start."""
        match event:
            case Gathering(session=session):
                self.notices.heard(session)
            case Gathered(session=session, turn=turn):
                self.notices.heard(session)
                await self._close_moment(session, turn)
            case Resolved(session=session, turn=turn):
                await self._resolved(session, turn)
            case Told(session=session, turn=turn, text=text):
                await self._tell_on(session, turn, text)
            case Waiting(session=session, turn=turn, request=request):
                await self.notices.answered(session.channel_id)
                await self._table_posts.ask(session, turn, request)
            case Narrated(session=session, turn=turn):
                await self._tell_whole(session, turn)
            case SuggestionsReady(session=session, turn=turn, suggestions=suggestions):
                await self._tell_whole(session, turn.model_copy(update={"suggestions": suggestions}))
            case Done(session=session, turn=turn):
                await self._done(session, turn)
            case Failed(session=session, reference=reference):
                await self._failed(session, reference)
            case Undone(session=session, turns=turns):
                await self._undone(session, turns)
            case StatusChanged(session=session):
                await self._status_changed(session)
            case Declined() | Stopped() | NoteWritten():
                return
            case _:
                assert_never(event)

    async def _status_changed(self, session: Session) -> None:
        await self._table_posts.show_gathering(session)
        head = await self._store.turn(session.head_turn_id) if session.head_turn_id else None
        if session.status == "finished" and head is not None:
            await self._change_below(session, head, lambda now: below.closed(now, frozenset()))

    async def _resolved(self, session: Session, turn: Turn) -> None:
        await self._close_moment(session, turn)
        if session.settings.narrator != "human" or turn.told_by is not None:
            self.notices.writing(session)

    async def _tell_on(self, session: Session, turn: Turn, text: str) -> None:
        if session.settings.narrator == "draft":
            return  # a draft is for the DM's eyes only
        telling = self._telling(session, turn)
        await telling.pace()
        if not telling.has_begun and len(text) < _LONG_SENTENCE:
            text = whole_sentences(text)
        if payloads := render.story(text):
            await self.notices.answered(session.channel_id)
            await telling.show(payloads)
            await telling.pace()

    async def _tell_whole(self, session: Session, turn: Turn) -> None:
        locale = self._library.locale(session.settings.language)
        plain = await self._is_plain(session)
        await self.notices.answered(session.channel_id)
        await self._telling(session, turn).show(
            render.told(session, turn, turn.suggestions, locale, plain=plain)
        )
        await self._table_posts.answered(session, turn)

    async def _done(self, session: Session, turn: Turn) -> None:
        await self._tell_whole(session, turn)
        await self._close_moment(session, turn)  # once more: Discord may have been away when it was over
        if turn.is_opening:
            await self._table_posts.show_gathering(session)
        if any(change.kind == "ending_reached" for change in turn.changes):
            await self._table_posts.show_ending(session, turn)

    async def _failed(self, session: Session, reference: str) -> None:
        await self.notices.answered(session.channel_id)
        locale = self._library.locale(session.settings.language)
        if session.status in {"gathering", "starting"}:
            failed = render.opening_failed(session, reference, locale)
        else:
            failed = Payload(locale.say("discord.failed", reference=reference))
        await self._say(session, failed)
        await self._open_moment(session)

    async def _undone(self, session: Session, turns: tuple[Turn, ...]) -> None:
        for turn in turns:
            await self._mark(session, turn, "undone")
        await self._open_moment(session)

    async def _mark(self, session: Session, turn: Turn, key: str) -> None:
        """Say below a turn that it no longer counts."""
        text = self._library.locale(session.settings.language).say(f"discord.footnote.{key}")
        await self._change_below(session, turn, lambda now: below.marked(now, text))

    async def _close_moment(self, session: Session, turn: Turn) -> None:
        """Disable the buttons of the turn before; whatever was chosen is shown on them."""
        await self.notices.sweep(session, self._started_at)
        before_id = turn.parent_id if session.head_turn_id == turn.id else session.head_turn_id
        if before_id is None or (head := await self._store.turn(before_id)) is None:
            return
        if head.parent_id == turn.parent_id:
            await self._mark(session, head, "retold")
            return
        chosen = below.chosen_ids(head, turn)
        await self._change_below(session, head, lambda now: below.closed(now, chosen))

    async def _open_moment(self, session: Session) -> None:
        """The newest turn that counts gets its buttons back."""
        head = await self._store.turn(session.head_turn_id) if session.head_turn_id else None
        if head is None or session.status != "playing":
            return
        locale = self._library.locale(session.settings.language)
        card = render.moves(session, head, head.suggestions, locale)
        fresh = below.Below(card, render.buttons(session, head, head.suggestions, locale))
        plain = await self._is_plain(session)
        await self._change_below(
            session, head, lambda now: below.Below(now.card, fresh.rows) if plain else fresh
        )

    async def _change_below(self, session: Session, turn: Turn, change: below.Changed) -> None:
        telling = self._telling(session, turn)
        try:
            while (message_id := await telling.last_message_id()) is not None:
                try:
                    now = await telling.below()
                    if now is None:
                        now = below.of_message(await self._posting.fetch(session.channel_id, message_id))
                    after = change(below.Below(*now))
                    if after != below.Below(*now):
                        await telling.set_below(after.card, after.rows)
                    return
                except MessageGone:
                    await telling.forget_last()  # what is left of the story may still have buttons
        except (ChannelClosed, PayloadRefused) as error:
            log.info("buttons_left", session=session.id, turn=turn.id, cause=repr(error))

    async def _say(self, session: Session, payload: Payload) -> None:
        try:
            await self._posting.post(session.channel_id, payload)
        except DiscordFault as error:
            log.warning("notice_not_posted", session=session.id, cause=repr(error))

    async def _is_plain(self, session: Session) -> bool:
        guild = await self._store.guild(session.guild_id) if session.guild_id else None
        return guild.plain if guild else False

    def _telling(self, session: Session, turn: Turn) -> Telling:
        """The turn's posts; at most two turns of a game are kept in mind."""
        telling = self._tellings.get(turn.id)
        if telling is None:
            telling = Telling(
                self._posting,
                self._store,
                self._clock,
                session,
                turn,
                is_resumed=turn.began_at < self._started_at,
            )
            older = [key for key, t in self._tellings.items() if t.session_id == session.id]
            for key in older[:-1]:
                del self._tellings[key]
            self._tellings[turn.id] = telling
        return telling
