"""Shows in Discord what the engine says has happened."""

from datetime import datetime
from typing import assert_never

import discord
import structlog

from cogs import render
from cogs.aside import aside
from cogs.consent import ConsentPosts, declined
from cogs.moments import Moments
from cogs.notices import Notices
from cogs.outcomes import DiscordFault, meaning_of
from cogs.payload import Payload
from cogs.posting import Posting
from cogs.safety import fold, paused, stoppable
from cogs.table_posts import TablePosts
from cogs.tellings import Tellings
from cogs.versions_shown import with_versions
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
        self._started_at: datetime = clock.now()
        self.posting = Posting(clock)
        self._tellings = Tellings(self.posting, store, library, clock)
        self._table_posts = TablePosts(self.posting, store, library)
        self.moments = Moments(self.posting, store, library, self._tellings)
        self.notices = Notices(self.posting, store, library, clock)
        self._consent = ConsentPosts(self.posting, store, library)
        self.letters = self._tellings.letters

    def attach(self, client: discord.Client) -> None:
        """Post through this client."""
        self.posting.attach(client)

    def close(self) -> None:
        """Stop what is under way beside the announcements."""
        self.notices.close()

    async def announce(self, event: Event) -> None:
        """Raises DiscordAway: what could not be shown is shown at the next start."""
        match event:
            case Gathering(session=session, seconds=seconds):
                self.notices.gathering(session, seconds)
            case Gathered(session=session, turn=turn):
                self.posting.doors.knock(session.channel_id)
                self.notices.taken(session, turn)
                await self._close_moment(session, turn)
            case Resolved(session=session, turn=turn, expected_s=expected_s):
                await self._resolved(session, turn, expected_s)
            case Told(session=session, turn=turn, text=text):
                await self._tell_on(session, turn, text)
            case Waiting(session=session, turn=turn, request=request):
                self.notices.waiting(session, request)
                if request.kind == "consent":
                    await self._consent.ask(session, turn, request)
                else:
                    await self._table_posts.ask(session, turn, request)
            case Narrated(session=session, turn=turn):
                await self.tell_whole(session, turn)
            case SuggestionsReady(session=session, turn=turn, suggestions=suggestions):
                await self.tell_whole(session, turn.model_copy(update={"suggestions": suggestions}))
            case Done(session=session, turn=turn):
                await self._done(session, turn)
            case Failed(session=session, reference=reference):
                await self._failed(session, reference)
            case Undone(session=session, turns=turns):
                await self._undone(session, turns)
            case StatusChanged(session=session):
                await self._status_changed(session)
            case Declined(session=session, turn=turn, who=who, whom=whom):
                await self.notices.answered(session.channel_id)
                await self._consent.answered(session, turn)
                await self._say(session, declined(who, whom, self._library.locale(session.settings.language)))
            case Stopped(session=session, turn=turn):
                await self._stopped(session, turn)
            case NoteWritten(session=session, note=note):
                await self._table_posts.offer_note(session, note)
            case _:
                assert_never(event)

    async def tell_whole(self, session: Session, turn: Turn) -> None:
        """The whole story with what stands below it. Raises DiscordAway."""
        locale = self._library.locale(session.settings.language)
        shown = await self._tellings.shown(session, turn)
        await self.notices.answered(session.channel_id)
        payloads = await aside(
            len(turn.narrative), lambda: render.told(session, turn, turn.suggestions, locale, shown)
        )
        payloads = (*payloads[:-1], await with_versions(self._store, turn, payloads[-1], locale))
        await self._tellings.show(session, turn, payloads)
        await self._table_posts.answered(session, turn)

    async def _status_changed(self, session: Session) -> None:
        self.posting.doors.knock(session.channel_id)
        await self._table_posts.show_gathering(session)
        if session.status == "finished":
            await self.moments.close_all(session)

    async def _resolved(self, session: Session, turn: Turn, expected_s: float | None) -> None:
        await self._consent.answered(session, turn)
        await self._close_moment(session, turn)
        if session.settings.narrator != "human" or turn.told_by is not None:
            self.notices.writing(session, turn, expected_s)

    async def _stopped(self, session: Session, turn: Turn | None) -> None:
        locale = self._library.locale(session.settings.language)
        await self._consent.answered(session)
        await self.notices.answered(session.channel_id)
        if turn is not None:
            await self._table_posts.answered(session, turn)
            await fold(self._tellings, session, turn, locale)
        await self._say(session, paused(session, locale))

    async def _tell_on(self, session: Session, turn: Turn, text: str) -> None:
        if session.settings.narrator == "draft":
            return  # a draft is for the DM's eyes only
        telling = self._tellings.of(session, turn)
        await telling.pace()
        if not telling.has_begun and len(text) < _LONG_SENTENCE:
            text = whole_sentences(text)
        way = (await self._tellings.shown(session, turn)).way
        if payloads := await aside(len(text), lambda: render.story(text, way, is_whole=False)):
            locale = self._library.locale(session.settings.language)
            await self.notices.answered(session.channel_id)
            await self._tellings.show(session, turn, stoppable(payloads, session, locale))
            await telling.pace()

    async def _done(self, session: Session, turn: Turn) -> None:
        await self.tell_whole(session, turn)
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
        await self.moments.open(session)

    async def _undone(self, session: Session, turns: tuple[Turn, ...]) -> None:
        self.posting.doors.knock(session.channel_id)
        head = await self._store.turn(session.head_turn_id) if session.head_turn_id else None
        for turn in turns:
            is_version = head is not None and head.parent_id == turn.parent_id and not head.is_opening
            await self.moments.mark(session, turn, "version" if is_version else "undone")
        await self.moments.open(session)

    async def _close_moment(self, session: Session, turn: Turn) -> None:
        await self.notices.sweep(session, self._started_at)
        await self.moments.close(session, turn)

    async def _say(self, session: Session, payload: Payload) -> None:
        try:
            await self.posting.post(session.channel_id, payload)
        except DiscordFault as fault:
            log.warning("notice_not_posted", session=session.id, why=meaning_of(fault))
