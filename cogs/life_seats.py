"""Seats: who is there, away, gone or sent away; what commands and buttons both do."""

from datetime import date

import discord

from cogs import life_ids, life_shown
from cogs.answers import proclaim, whisper
from cogs.desk import asker, desk_of, words_for
from cogs.payload import Button, Payload
from cogs.render import escaped
from engine.errors import NotAtTable
from engine.model.session import Session
from engine.ports import Locale

_PLAYED = frozenset({"starting", "playing", "paused", "asleep"})


async def show_party(interaction: discord.Interaction, session: Session) -> None:
    """Everybody's seat, in private. Call these after `ponder`."""
    await whisper(interaction, life_shown.party(session, str(interaction.user.id), words_for(interaction)))


async def be_away(interaction: discord.Interaction, session: Session, until: date | None) -> None:
    """The table knows, and does not wait. until: the last day away; null = without an end."""
    person = await asker(interaction)
    games = desk_of(interaction).games
    session = await games.away(session.id, person, str(interaction.id), until=until)
    words = life_shown.away_words(until.isoformat() if until else "", words_for(interaction))
    await whisper(interaction, words_for(interaction).say("life.away.private", until=words))
    public = _public(interaction, session)
    said = life_shown.away_words(until.isoformat() if until else "", public)
    await _tell(interaction, session, public.say("life.away.public", player=escaped(person.name), until=said))


async def be_back(interaction: discord.Interaction, session: Session) -> None:
    """There again."""
    person = await asker(interaction)
    session = await desk_of(interaction).games.back(session.id, person, str(interaction.id))
    await whisper(interaction, words_for(interaction).say("life.back.private"))
    said = _public(interaction, session).say("life.back.public", player=escaped(person.name))
    await _tell(interaction, session, said)


async def leave(interaction: discord.Interaction, session: Session) -> None:
    """Stand up; whoever plays on is told how the character leaves."""
    character = session.head_state.character_of(str(interaction.user.id))
    after = await desk_of(interaction).games.leave(session.id, str(interaction.user.id), str(interaction.id))
    key = "life.left.played" if character and session.status in _PLAYED else "life.left.plain"
    await whisper(
        interaction, words_for(interaction).say(key, name=escaped(character.name) if character else "")
    )
    if character is not None and session.status in _PLAYED:
        await proclaim(interaction, life_shown.gone(after, character.name, _public(interaction, after)))


async def remove(
    interaction: discord.Interaction, session: Session, user: discord.abc.User, block: str
) -> None:
    """Send somebody away. block: "yes" = for good, "lift" = they may come back. Host or DM."""
    games, locale, person = desk_of(interaction).games, words_for(interaction), await asker(interaction)
    player_id, player = str(user.id), f"<@{user.id}>"
    if block == "lift":
        await games.unblock(session.id, person, player_id)
        return await whisper(interaction, locale.say("life.removed.lifted", player=player))
    character = session.head_state.character_of(player_id)
    is_blocked = block == "yes"
    after = await games.remove(session.id, person, player_id, str(interaction.id), block=is_blocked)
    key = "life.removed.blocked" if is_blocked else "life.removed.gone"
    unblock = Button(life_ids.unblock(player_id, session.id), locale.say("life.button.unblock"))
    rows = ((unblock,),) if is_blocked else ()
    await whisper(interaction, Payload(locale.say(key, player=player), rows=rows))
    if character is not None and session.status in _PLAYED:
        await proclaim(interaction, life_shown.gone(after, character.name, _public(interaction, after)))
    return None


async def need_plain(interaction: discord.Interaction, session: Session, *, needs: bool) -> None:
    """One person's need is the table's: from the next message on it does without frames."""
    if str(interaction.user.id) not in session.head_state.seats:
        raise NotAtTable
    person = await asker(interaction)
    await desk_of(interaction).games.need_plain(session.id, person, str(interaction.id), needs=needs)
    await whisper(interaction, words_for(interaction).say(f"life.plain.{'on' if needs else 'off'}"))


async def _tell(interaction: discord.Interaction, session: Session, text: str) -> None:
    """A small line for the others, where a story is under way."""
    if session.status in _PLAYED:
        await proclaim(interaction, Payload(f"-# {text}"))


def _public(interaction: discord.Interaction, session: Session) -> Locale:
    """The table reads the game's language."""
    return desk_of(interaction).library.locale(session.settings.language)
