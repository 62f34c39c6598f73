"""What stands under the stories: buttons that open, close and come back with the moment that they are for."""

import structlog

from cogs import below, render
from cogs.form import card_of_message, rows_of_message
from cogs.outcomes import ChannelClosed, MessageGone, PayloadRefused, meaning_of
from cogs.posting import Posting
from cogs.tellings import Tellings
from cogs.versions_shown import versions_button
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Library, Store

log = structlog.get_logger()

_MOST_KNOWN = 500
"""Messages that we remember to have closed."""


class Moments:
    """Every method raises DiscordAway: what could not be shown is shown at the next start."""

    def __init__(self, posting: Posting, store: Store, library: Library, tellings: Tellings) -> None:
        self._posting = posting
        self._store = store
        self._library = library
        self._tellings = tellings
        self._closed: dict[str, None] = {}

    async def close(self, session: Session, turn: Turn) -> None:
        """Disable the buttons of the turn before; whatever was chosen is shown on them."""
        before_id = turn.parent_id if session.head_turn_id == turn.id else session.head_turn_id
        if before_id is None or (head := await self._store.turn(before_id)) is None:
            return
        if head.parent_id == turn.parent_id:
            await self.mark(session, head, "retold")
            return
        chosen = below.chosen_ids(head, turn)
        locale = self._library.locale(session.settings.language)
        owed = render.footnote(session, head.model_copy(update={"is_recorded": False}), locale)
        note = render.footnote(session, head, locale)
        await self._change(session, head, lambda now: below.noted(below.closed(now, chosen), owed, note))
        await self._close_copies(head, chosen)

    async def _close_copies(self, head: Turn, chosen: frozenset[str], before: int | None = None) -> None:
        """The same buttons in other messages, which a table got when it came back after a rest."""
        for post in await self._store.posts(head.id):
            is_open = before is not None and post.part >= before
            if post.kind != "notice" or not post.part or is_open or post.message_id in self._closed:
                continue
            try:
                message = await self._posting.fetch(post.channel_id, post.message_id)
                now = below.Below(card_of_message(message), rows_of_message(message))
                after = below.closed(now, chosen)
                if after != now:
                    await self._posting.edit_below(post.channel_id, post.message_id, after.card, after.rows)
            except (MessageGone, ChannelClosed, PayloadRefused) as fault:
                log.info("buttons_left", message=post.message_id, why=meaning_of(fault))
            self._closed[post.message_id] = None
            if len(self._closed) > _MOST_KNOWN:
                del self._closed[next(iter(self._closed))]

    async def close_all(self, session: Session, before: int | None = None) -> None:
        """Nothing can be pressed any more. before: part of the first copy that stays open; null = none."""
        head = await self._store.turn(session.head_turn_id) if session.head_turn_id else None
        if head is not None:
            await self._change(session, head, lambda now: below.closed(now, frozenset()))
            await self._close_copies(head, frozenset(), before)

    async def open(self, session: Session) -> None:
        """The newest turn that counts gets its buttons back."""
        head = await self._store.turn(session.head_turn_id) if session.head_turn_id else None
        if head is None or session.status != "playing":
            return
        locale = self._library.locale(session.settings.language)
        card = render.moves(session, head, head.suggestions, locale)
        rows = render.buttons(session, head, head.suggestions, locale)
        if (button := await versions_button(self._store, head, locale)) is not None:
            rows = (*rows, (button,))
        fresh = below.Below(card, rows)
        plain = await self._tellings.is_plain(session)
        await self._change(session, head, lambda now: below.Below(now.card, fresh.rows) if plain else fresh)

    async def mark(self, session: Session, turn: Turn, key: str) -> None:
        """Say below a turn that it no longer counts."""
        text = self._library.locale(session.settings.language).say(f"discord.footnote.{key}")
        await self._change(session, turn, lambda now: below.marked(now, text))

    async def pressed_late(self, channel_id: str, message_id: str) -> None:
        """Somebody pressed a button whose moment is over, so it still looked alive: it does no longer."""
        post = await self._store.post_of(channel_id, message_id)
        turn = await self._store.turn(post.turn_id) if post else None
        if turn is None or (post is not None and post.kind == "notice"):
            await self._close_unknown(channel_id, message_id)
            return
        session = await self._store.session(turn.session_id)
        if session.head_turn_id != turn.id or session.current_turn_id is not None:
            await self._change(session, turn, lambda now: below.closed(now, frozenset()))

    async def _close_unknown(self, channel_id: str, message_id: str) -> None:
        """A message of ours that the store does not know, of a game that is gone say."""
        try:
            message = await self._posting.fetch(channel_id, message_id)
            now = below.Below(card_of_message(message), rows_of_message(message))
            after = below.closed(now, frozenset())
            if after != now and message.author.id == self._posting.me():
                await self._posting.edit_below(channel_id, message_id, after.card, after.rows)
        except (MessageGone, ChannelClosed, PayloadRefused) as fault:
            log.info("buttons_left", channel=channel_id, message=message_id, why=meaning_of(fault))

    async def _change(self, session: Session, turn: Turn, change: below.Changed) -> None:
        telling = self._tellings.of(session, turn)
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
        except (ChannelClosed, PayloadRefused) as fault:
            log.info("buttons_left", session=session.id, turn=turn.id, why=meaning_of(fault))
