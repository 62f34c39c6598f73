"""The versions of a turn that was told more than once: read them in private, and let another one count."""

import discord

from cogs import ids
from cogs.answers import ponder, proclaim, whisper
from cogs.deeds import check_acted, check_plays
from cogs.desk import asker, desk_of, words_for
from cogs.payload import Payload
from cogs.pressing import Pressed
from cogs.render import escaped
from cogs.versions_shown import shown
from engine.errors import OldMoment
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Store

Button = discord.ui.Button[discord.ui.View]
Select = discord.ui.Select[discord.ui.View]


class VersionsPressed(Pressed[Button], template=ids.VERSIONS):
    """Versions, under a retold turn."""

    async def press(self, interaction: discord.Interaction) -> None:
        """For everybody at the table to read."""
        await ponder(interaction)
        desk = desk_of(interaction)
        versions = await desk.turns.versions(self.match["turn"])
        session = await desk.store.session(versions[0].session_id)
        check_plays(session, await asker(interaction))
        await whisper(interaction, shown(session, versions, words_for(interaction)))


class VersionChosen(Pressed[Select], template=ids.VERSION):
    """One of them, from the menu."""

    async def press(self, interaction: discord.Interaction) -> None:
        """It counts from now on, story and state; for the host, DMs, and whoever acted in the turn."""
        await ponder(interaction, counts_late=False)
        desk, locale = desk_of(interaction), words_for(interaction)
        turn = await desk.store.turn(self.item.values[0])
        if turn is None:
            raise OldMoment
        session = await desk.store.session(turn.session_id)
        check_acted(session, turn, await asker(interaction))
        versions = await desk.turns.versions(turn.id)
        await desk.turns.choose(turn.id)
        await whisper(interaction, locale.say("acting.versions.chosen"))
        if session.head_turn_id == turn.id:
            return
        number = next(i for i, version in enumerate(versions, 1) if version.id == turn.id)
        said = desk.library.locale(session.settings.language).say(
            "acting.versions.chosen-for-all",
            player=escaped(interaction.user.display_name),
            number=number,
            link=await _link(desk.store, session, turn),
        )
        await proclaim(interaction, Payload(said))


async def _link(store: Store, session: Session, turn: Turn) -> str:
    """Where the version stands in the channel, to jump to; the channel, should it be nowhere."""
    posts = [post for post in await store.posts(turn.id) if post.kind == "narrative" and post.message_id]
    if not posts:
        return f"<#{session.channel_id}>"
    last = max(posts, key=lambda post: post.part)
    return f"https://discord.com/channels/{session.guild_id}/{last.channel_id}/{last.message_id}"
