"""One turn's story in its channel: the same messages from the first sentence to the last button."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord
import structlog

from cogs.form import rows_of_message
from cogs.outcomes import ChannelClosed, DiscordAway, MessageGone, PayloadRefused, meaning_of
from cogs.payload import Card, Payload, Row
from cogs.posting import Posting
from cogs.webhooks import NoVoice
from engine.model.post import Post, PostKind
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Clock, Store

log = structlog.get_logger()

BETWEEN_EDITS_S = 1.2
"""Five edits in five seconds are allowed in a channel; discord.py waits silently beyond that."""
_MARKS = "*_~`| \n"


@dataclass(frozen=True)
class _Part:
    message_id: str
    payload: Payload | None
    """Null: found again after a restart, so what it shows is not known."""
    touched_at: float
    is_second: bool = False
    is_voice: bool = False
    """Somebody of the story says it: posted under their name, which only the same webhook may change."""


class Telling:
    """The posts of one turn. A story that does not get through is marked, in the store, until it does.

    is_resumed: the turn began before this process, so a post may be there that nobody remembered.
    """

    def __init__(
        self, posting: Posting, store: Store, clock: Clock, session: Session, turn: Turn, *, is_resumed: bool
    ) -> None:
        self._posting = posting
        self._store = store
        self._clock = clock
        self.session_id = session.id
        self._channel_id = session.channel_id
        self._turn = turn
        self._is_resumed = is_resumed
        self._parts: list[_Part] | None = None
        self._is_unsent = False
        self._is_unwanted = False

    @property
    def turn_id(self) -> str:
        """Whose story it is."""
        return self._turn.id

    @property
    def has_begun(self) -> bool:
        """Whether some of it stands in the channel."""
        return bool(self._parts)

    @property
    def is_unsent(self) -> bool:
        """Whether some of it, or all, is not in the channel because we could not post it."""
        return self._is_unsent

    async def show(self, payloads: Sequence[Payload]) -> None:
        """Make the channel show these messages, each changed at most every BETWEEN_EDITS_S.

        Raises DiscordAway.
        """
        if self._is_unwanted:
            return
        try:
            await self._show(payloads)
        except ChannelClosed as fault:
            await self._mark_unsent(meaning_of(fault))
        except DiscordAway as fault:
            await self._mark_unsent(meaning_of(fault))
            raise
        else:
            await self._mark_sent()

    async def put_away(self, payload: Payload) -> None:
        """This alone, at once, in place of all that is there. Raises DiscordAway."""
        due = self._clock.monotonic() - BETWEEN_EDITS_S
        self._parts = [replace(part, touched_at=due) for part in await self._loaded()]
        await self.show((payload,))

    async def pace(self) -> None:
        """Returns when the newest message may be changed again."""
        if self._parts:
            await self._wait_for(self._parts[-1])

    async def below(self) -> tuple[Card | None, tuple[Row, ...]] | None:
        """What stands under the last message now; null if that has to be looked up. Raises MessageGone."""
        payload = (await self._last()).payload
        return None if payload is None else (payload.card, payload.rows)

    async def forget_last(self) -> None:
        """Somebody deleted the last message; the one before it is the last now."""
        self._parts = (await self._loaded())[:-1]

    async def set_below(self, card: Card | None, rows: tuple[Row, ...]) -> None:
        """Change what stands under the last message. Raises MessageGone, ChannelClosed, DiscordAway."""
        last = await self._last()
        await self._wait_for(last)
        await self._posting.edit_below(self._channel_id, last.message_id, card, rows)
        payload = replace(last.payload, card=card, rows=rows) if last.payload else None
        self._keep(len(await self._loaded()) - 1, replace(last, payload=payload))

    async def last_message_id(self) -> str | None:
        """Of the message that has the buttons."""
        parts = await self._loaded()
        return parts[-1].message_id if parts else None

    async def _show(self, payloads: Sequence[Payload]) -> None:
        parts = await self._loaded()
        for number, payload in enumerate(payloads):
            if number >= len(parts):
                await self._post(number, payload)
            elif parts[number].payload != payload:
                await self._edit(number, payload)
        for part in parts[len(payloads) :]:
            await self._remove(part)
        del parts[len(payloads) :]

    async def _post(self, number: int, payload: Payload) -> None:
        if payload.speaker and await self._is_said(number, payload):
            return
        message = await self._remembered(payload) if self._is_resumed else None
        nonce = f"{self.turn_id}.{number}"
        if message is None:
            message = await self._send(payload, nonce)
        await self._noted(number, message, payload)
        if not _shows(message, payload):
            await self._edit(number, payload)

    async def _is_said(self, number: int, payload: Payload) -> bool:
        """Post it under its speaker's name; false if that cannot be done here, and it is told as any other.

        There is no nonce for such a post: where one may be there already, it is looked for first.
        """
        voices, moment = self._posting.voices, self._turn.began_at
        try:
            found = await voices.said(self._channel_id, moment, payload.text) if self._is_resumed else ()
            message = await self._unknown(found)
            message = message or await voices.say(self._channel_id, payload)
        except NoVoice:
            return False
        except DiscordAway:
            self._is_resumed = True  # it may have come through all the same
            raise
        await self._store.add_post(self._as_post("voice", number, str(message.id)))
        self._keep(number, _Part(str(message.id), payload, self._clock.monotonic(), is_voice=True))
        return True

    async def _unknown(self, found: Sequence[discord.Message]) -> discord.Message | None:
        """The first of them that was sent, but not noted."""
        for message in found:
            if await self._store.post_of(self._channel_id, str(message.id)) is None:
                return message
        return None

    async def _send(self, payload: Payload, nonce: str) -> discord.Message:
        try:
            return await self._posting.post(self._channel_id, payload, nonce)
        except PayloadRefused:
            log.exception("payload_refused", session=self.session_id, turn=self.turn_id)
            return await self._posting.post(self._channel_id, Payload(payload.text), nonce)

    async def _noted(self, number: int, message: discord.Message, payload: Payload) -> None:
        """Remember the post before anything else is awaited."""
        await self._store.add_post(self._as_post("narrative", number, str(message.id)))
        self._keep(number, _Part(str(message.id), payload, self._clock.monotonic()))

    async def _edit(self, number: int, payload: Payload) -> None:
        parts = await self._loaded()
        part = parts[number]
        await self._wait_for(part)
        try:
            if part.is_voice:
                await self._posting.voices.change(self._channel_id, part.message_id, payload)
            else:
                await self._posting.edit(self._channel_id, part.message_id, payload)
        except NoVoice:
            log.info("voice_unchanged", session=self.session_id, turn=self.turn_id)
        except MessageGone:
            await self._again(number, payload)
        except PayloadRefused:
            log.exception("payload_refused", session=self.session_id, turn=self.turn_id)
        else:
            self._keep(number, replace(part, payload=payload, touched_at=self._clock.monotonic()))

    async def _again(self, number: int, payload: Payload) -> None:
        """Somebody deleted the message: the text goes on in a new one, once."""
        part = (await self._loaded())[number]
        if part.is_second:
            self._is_unwanted = True
            log.info("story_deleted_twice", session=self.session_id, turn=self.turn_id)
            return
        message = await self._send(payload, f"{self.turn_id}.{number}b")
        await self._noted(number, message, payload)
        self._keep(number, replace((await self._loaded())[number], is_second=True))

    async def _remove(self, part: _Part) -> None:
        try:
            if part.is_voice:
                await self._posting.voices.take_back(self._channel_id, part.message_id)
            else:
                await self._posting.delete(self._channel_id, part.message_id)
        except (MessageGone, ChannelClosed, NoVoice):
            log.info("surplus_message_gone", session=self.session_id, turn=self.turn_id)

    async def _mark_unsent(self, why: str) -> None:
        if self._is_unsent:
            return
        self._is_unsent = True
        log.warning("narrative_kept_unsent", session=self.session_id, turn=self.turn_id, why=why)
        await self._store.add_post(self._as_post("unsent", 0, ""))

    async def _mark_sent(self) -> None:
        if self._is_unsent:
            self._is_unsent = False
            await self._store.add_post(self._as_post("unsent", 0, await self.last_message_id() or "-"))

    def _as_post(self, kind: PostKind, part: int, message_id: str) -> Post:
        return Post(
            session_id=self.session_id,
            turn_id=self.turn_id,
            part=part,
            kind=kind,
            channel_id=self._channel_id,
            message_id=message_id,
        )

    async def _remembered(self, payload: Payload) -> discord.Message | None:
        """A message of this turn that was sent, but not noted, when the process before this one died."""
        found = await self._posting.own_since(
            self._channel_id,
            self._turn.began_at,
            lambda m: _has_id(m, self.turn_id) or _begins(m.content, payload.text),
        )
        return await self._unknown(found)

    async def _last(self) -> _Part:
        parts = await self._loaded()
        if not parts:
            raise MessageGone
        return parts[-1]

    async def _loaded(self) -> list[_Part]:
        if self._parts is None:
            posts = await self._store.posts(self.turn_id)
            self._is_unsent = any(p.kind == "unsent" and not p.message_id for p in posts)
            self._parts = [
                _Part(
                    p.message_id, None, self._clock.monotonic() - BETWEEN_EDITS_S, is_voice=p.kind == "voice"
                )
                for p in sorted(posts, key=lambda p: p.part)
                if p.kind in {"narrative", "voice"}
            ]
        return self._parts

    def _keep(self, number: int, part: _Part) -> None:
        parts = self._parts if self._parts is not None else []
        parts[number : number + 1] = [part]
        self._parts = parts

    async def _wait_for(self, part: _Part) -> None:
        left = part.touched_at + BETWEEN_EDITS_S - self._clock.monotonic()
        if left > 0:
            await self._clock.sleep(left)


def _shows(message: discord.Message, payload: Payload) -> bool:
    """Whether a message that may be older than its payload has its words and its buttons."""
    shown = [button.custom_id for row in rows_of_message(message) for button in row]
    return message.content == payload.text.strip() and shown == [i.custom_id for r in payload.rows for i in r]


def _has_id(message: discord.Message, turn_id: str) -> bool:
    return any(
        turn_id in (button.custom_id or "")
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for button in row.children
        if isinstance(button, discord.Button)
    )


def _begins(posted: str, stored: str) -> bool:
    """Whether one text is a beginning of the other, closing marks aside."""
    shown, whole = posted.strip(_MARKS), stored.strip(_MARKS)
    return bool(shown) and bool(whole) and (whole.startswith(shown) or shown.startswith(whole))
