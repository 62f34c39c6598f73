"""A game pauses, ends its evening, ends for good, and goes on: what commands and buttons both do."""

import discord
import structlog

from cogs import life_ids, life_shown
from cogs.answers import proclaim, whisper
from cogs.deeds import check_plays
from cogs.desk import Desk, asker, desk_of, host, words_for
from cogs.dice_promise import promise, proof
from cogs.outcomes import DiscordFault, meaning_of
from cogs.payload import Payload, Row
from cogs.render import late
from cogs.tellings import unsent
from engine.errors import GameNotPlaying, NoGame, StoreError
from engine.model.post import Post
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Locale
from engine.told.recap import recap

log = structlog.get_logger()

_LATE_STORIES = 3
_LATE_MESSAGES = 4
"""How much of what could not be posted comes with one recap."""


async def pause(interaction: discord.Interaction, session: Session) -> None:
    """Hold the story. Call these after `ponder`."""
    session = await desk_of(interaction).games.pause(session.id, await asker(interaction))
    await whisper(interaction, words_for(interaction).say("discord.done"))
    await proclaim(interaction, life_shown.paused(session, _public(interaction, session)))


async def rest(interaction: discord.Interaction, session: Session) -> None:
    """End the evening, with what came of it for all."""
    desk = desk_of(interaction)
    session = await desk.games.rest(session.id, await asker(interaction))
    await whisper(interaction, words_for(interaction).say("discord.done"))
    turns = life_shown.of_last_evening(await _told(desk, session))
    found = recap(session, turns)
    await proclaim(interaction, life_shown.resting(session, found, _public(interaction, session)))


async def ask_to_finish(interaction: discord.Interaction, session: Session) -> None:
    """The end is asked about first."""
    desk_of(interaction).games.check_host(session, await asker(interaction))
    await whisper(interaction, life_shown.ask_to_finish(session, words_for(interaction)))


async def finish(interaction: discord.Interaction, session: Session) -> None:
    """End the story."""
    if session.status == "finished":
        raise GameNotPlaying(status=session.status)
    session = await desk_of(interaction).games.finish(session.id, await asker(interaction))
    await whisper(interaction, words_for(interaction).say("life.finish.done"))
    text = _public(interaction, session).say("discord.finished", title=session.adventure.title)
    public = _public(interaction, session)
    lines = [text, *(f"-# {line}" for line in [promise(session, public)] if line)]
    rows = proof(session, public, life_ids.life("dice", session.id))
    await proclaim(interaction, Payload("\n".join(lines), rows=rows))


async def go_on(interaction: discord.Interaction, session: Session) -> None:
    """Play on after a rest or a pause: a new message, which also opens a thread that was archived."""
    check_plays(session, await asker(interaction))
    session, payload = await woken(desk_of(interaction), session)
    await whisper(interaction, words_for(interaction).say("discord.awake"))
    if session.head_turn_id is None:
        return
    part = await _post_again(interaction, session, session.head_turn_id, payload)
    try:
        await host(interaction).moments.close_all(session, before=part)
    except DiscordFault as fault:
        log.info("old_buttons_left", session=session.id, why=meaning_of(fault))


async def woken(desk: Desk, session: Session) -> tuple[Session, Payload]:
    """The game plays on; and what the table reads then: after a rest, what happened before.

    Raises GameNotPlaying.
    """
    was_paused = session.status == "paused"
    session = await desk.games.wake(session.id)
    locale = desk.library.locale(session.settings.language)
    turns = await _told(desk, session)
    if not turns:
        return session, Payload(locale.say("discord.awake"))
    found = None if was_paused else recap(session, life_shown.of_last_evening(turns))
    guild = await desk.store.guild(session.guild_id) if session.guild_id else None
    wants_plain = session.settings.plain or session.head_state.needs_plain
    is_plain = wants_plain or (guild is not None and guild.plain)
    return session, life_shown.continued(session, turns[-1], found, locale, plain=is_plain)


async def tell_again(interaction: discord.Interaction, session: Session) -> None:
    """What happened since the asker's own last action, in private; and whatever could not be posted."""
    desk, person_id = desk_of(interaction), str(interaction.user.id)
    await whisper(interaction, await recapped_for(desk, session, person_id, words_for(interaction)))
    for turn in (await unsent(desk.store, session))[-_LATE_STORIES:]:
        for payload in late(turn, _public(interaction, session))[:_LATE_MESSAGES]:
            await whisper(interaction, payload)


async def recapped_for(desk: Desk, session: Session, player_id: str, locale: Locale) -> Payload:
    """What happened since this player's own last action; for whoever never acted, lately."""
    found = recap(session, await _told(desk, session), player_id)
    return life_shown.recapped(session, found, locale)


async def ways_on(interaction: discord.Interaction, cause: Exception) -> tuple[Row, ...]:
    """Whoever acts at a table that rests gets the buttons that wake it; for any other cause none."""
    if not isinstance(cause, GameNotPlaying) or cause.blanks.get("status") not in {"asleep", "paused"}:
        return ()
    try:
        session = await desk_of(interaction).table(interaction.channel_id)
    except (NoGame, StoreError):
        return ()
    return (life_shown.rest_buttons(session, words_for(interaction)),)


async def reopen(interaction: discord.Interaction, session_id: str) -> None:
    """Take a finished story up again, in its own channel."""
    desk, locale = desk_of(interaction), words_for(interaction)
    session = await desk.games.reopen(session_id, await asker(interaction))
    channel = f"<#{session.channel_id}>"
    title = session.adventure.title
    await whisper(interaction, locale.say("life.reopened.private", title=title, channel=channel))
    if session.status == "gathering":
        return  # its own message opens again
    public = _public(interaction, session)
    text = public.say("life.reopened.public", title=title)
    payload = Payload(text, rows=(life_shown.rest_buttons(session, public),))
    await host(interaction).posting.post(session.channel_id, payload)


async def _post_again(
    interaction: discord.Interaction, session: Session, turn_id: str, payload: Payload
) -> int:
    """Which part of its turn the new message is; its buttons end with the turn's moment."""
    message = await host(interaction).posting.post(session.channel_id, payload)
    store = desk_of(interaction).store
    parts = [post.part for post in await store.posts(turn_id) if post.kind == "notice"]
    part = max(parts, default=0) + 1
    await store.add_post(
        Post(
            session_id=session.id,
            turn_id=turn_id,
            part=part,
            kind="notice",
            channel_id=session.channel_id,
            message_id=str(message.id),
        )
    )
    return part


async def _told(desk: Desk, session: Session) -> tuple[Turn, ...]:
    if session.head_turn_id is None:
        return ()
    return await desk.store.branch(session.head_turn_id, life_shown.LOOKED_BACK)


def _public(interaction: discord.Interaction, session: Session) -> Locale:
    """The table reads the game's language."""
    return desk_of(interaction).library.locale(session.settings.language)
