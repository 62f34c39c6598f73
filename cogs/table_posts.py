"""Messages of a table that are not the story: who gathers, what waits for the DM, how it ended."""

import structlog

from cogs import ids, render
from cogs.desk_pages import desk_pages
from cogs.notes import offered
from cogs.outcomes import ChannelClosed, DiscordFault, MessageGone, PayloadRefused, meaning_of
from cogs.payload import Button, Payload
from cogs.posting import Posting
from engine.model.note import Note
from engine.model.post import Post, PostKind
from engine.model.session import Session
from engine.model.turn import Request, Turn
from engine.ports import Library, Store

log = structlog.get_logger()


class TablePosts:
    """Each is one message, found again by its post. None of them may harm a turn."""

    def __init__(self, posting: Posting, store: Store, library: Library) -> None:
        self._posting = posting
        self._store = store
        self._library = library
        self._answered: dict[str, str] = {}

    async def show_gathering(self, session: Session) -> None:
        """The gathering's message as the table is now; it is made when there is none yet."""
        payload = render.gathering(session, self._library.locale(session.settings.language))
        await self._show(session, session.id, "gathering", payload)

    async def ask(self, session: Session, turn: Turn, request: Request) -> None:
        """Tell the table that the DM is at work, with the DM's door to it."""
        locale = self._library.locale(session.settings.language)
        button = Button(
            ids.draft("open", turn.id), locale.say(f"discord.waiting.{request.kind}.button"), "main"
        )
        payload = Payload(locale.say(f"discord.waiting.{request.kind}.text"), rows=((button,),))
        await self._show(session, turn.id, "request", payload)
        if (desk_id := await self._dm_channel(session)) is not None:
            for number, shown in enumerate(desk_pages(session, request, turn, locale)):
                await self._put_down(session, turn.id, "desk", shown, (desk_id, number))

    async def offer_note(self, session: Session, note: Note) -> None:
        """Tell a player, in the channel, that something was said to them alone; a DM reads it at the desk.

        It can be read with /notes in any case, so a channel that is closed costs nothing but the hint.
        """
        locale = self._library.locale(session.settings.language)
        desk_id = await self._dm_channel(session)
        try:
            if note.to_player_id == session.host_id and desk_id is not None:
                text = locale.say("telling.note.desk", title=session.adventure.title, text=note.text)
                await self._posting.post(desk_id, Payload(text), f"note{note.id}.d")
            await self._posting.post(
                session.channel_id,
                offered(session, note, locale),
                f"note{note.id}",
                called=note.to_player_id,
            )
        except (ChannelClosed, PayloadRefused) as fault:
            log.warning("note_not_offered", session=session.id, note=note.id, why=meaning_of(fault))

    async def answered(self, session: Session, turn: Turn) -> None:
        """What the turn waited for is there: the message about it goes."""
        if session.settings.narrator not in {"draft", "human"} or self._answered.get(session.id) == turn.id:
            return
        self._answered[session.id] = turn.id
        for post in await self._store.posts(turn.id):
            if post.kind in {"request", "desk"}:
                try:
                    await self._posting.delete(post.channel_id, post.message_id)
                except MessageGone:
                    continue
                except DiscordFault as error:
                    log.info("request_left", session=session.id, turn=turn.id, cause=repr(error))

    async def show_ending(self, session: Session, turn: Turn) -> None:
        """The story has come to one of its ends."""
        payload = render.ending(session, self._library.locale(session.settings.language))
        if not any(p.kind == "notice" for p in await self._store.posts(turn.id)):
            await self._show(session, turn.id, "notice", payload)

    async def _dm_channel(self, session: Session) -> str | None:
        """Where the DM works, if an admin has set a channel for it and it is not the game's own."""
        guild = await self._store.guild(session.guild_id) if session.guild_id else None
        desk_id = guild.dm_channel_id if guild else None
        return None if desk_id == session.channel_id else desk_id

    async def _put_down(
        self, session: Session, turn_id: str, kind: PostKind, payload: Payload, place: tuple[str, int]
    ) -> None:
        """A page at the DM's desk; place: the channel, which page. A new draft takes the old one's place."""
        desk_id, part = place
        known = [p for p in await self._store.posts(turn_id) if p.kind == kind and p.part == part]
        try:
            if known and await self._is_edited(known[0], payload):
                return
            nonce = None if known else f"{turn_id}.d{part}"
            message = await self._posting.post(desk_id, payload, nonce)
        except (ChannelClosed, PayloadRefused) as fault:
            log.warning("desk_closed", session=session.id, channel=desk_id, why=meaning_of(fault))
            return
        await self._store.add_post(
            Post(
                session_id=session.id,
                turn_id=turn_id,
                part=part,
                kind=kind,
                channel_id=desk_id,
                message_id=str(message.id),
            )
        )

    async def _show(self, session: Session, owner_id: str, kind: PostKind, payload: Payload) -> None:
        """owner_id: the turn, or the game itself for its gathering."""
        try:
            post = next((p for p in await self._store.posts(owner_id) if p.kind == kind), None)
            if post is None or not await self._is_edited(post, payload):
                await self._post(session, owner_id, kind, payload, is_second=post is not None)
        except (ChannelClosed, PayloadRefused) as fault:
            log.warning("table_post_unsent", session=session.id, kind=kind, why=meaning_of(fault))

    async def _is_edited(self, post: Post, payload: Payload) -> bool:
        """False if the message is gone."""
        try:
            await self._posting.edit(post.channel_id, post.message_id, payload)
        except MessageGone:
            log.info("table_post_gone", session=post.session_id, kind=post.kind)
            return False
        return True

    async def _post(
        self, session: Session, owner_id: str, kind: PostKind, payload: Payload, *, is_second: bool
    ) -> None:
        """is_second: in place of one that is gone, which its nonce would only find again."""
        nonce = None if is_second else f"{owner_id}.{kind[0]}"
        message = await self._posting.post(session.channel_id, payload, nonce)
        await self._store.add_post(
            Post(
                session_id=session.id,
                turn_id=owner_id,
                part=0,
                kind=kind,
                channel_id=session.channel_id,
                message_id=str(message.id),
            )
        )
