"""The buttons of a game's life: pause, break, finish, what happened, who is there, a first move."""

import discord

from cogs import ids, life_ids
from cogs.answers import ponder, pondering, proclaim, whisper
from cogs.desk import asker, desk_of, words_for
from cogs.dice_file import hand_over
from cogs.life_resting import ask_to_finish, finish, go_on, pause, reopen, rest, tell_again
from cogs.life_seats import be_away, be_back, leave, show_party
from cogs.payload import Payload
from cogs.pressing import Pressed
from cogs.render import escaped
from engine.errors import NotAtTable, OldMoment
from engine.model.action import Action
from engine.model.session import Session
from engine.told.catching_up import catch_up

Button = discord.ui.Button[discord.ui.View]
Select = discord.ui.Select[discord.ui.View]

_RECENT = 12
"""Turns in which a newcomer's own first action is looked for."""


class LifePressed(Pressed[Button], template=life_ids.LIFE):
    """One of the deeds of `cogs.life_ids`."""

    async def press(self, interaction: discord.Interaction) -> None:
        """What each does is the same as its command."""
        if self.match["deed"] == "first":
            return await first_move(interaction, self.match["session"])
        await ponder(interaction)
        session = await desk_of(interaction).store.session(self.match["session"])
        match self.match["deed"]:
            case "pause":
                await pause(interaction, session)
            case "break":
                await rest(interaction, session)
            case "finish":
                await ask_to_finish(interaction, session)
            case "end":
                await finish(interaction, session)
            case "recap":
                await tell_again(interaction, session)
            case "away":
                await be_away(interaction, session, None)
            case "back":
                await be_back(interaction, session)
            case "dice":
                await hand_over(interaction, session)
            case "leave":
                await leave(interaction, session)
            case _:
                await show_party(interaction, session)
        return None


class WakePressed(Pressed[Button], template=ids.WAKE):
    """Continue."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Play on after a rest or a pause."""
        await ponder(interaction)
        await go_on(interaction, await desk_of(interaction).store.session(self.match["session"]))


class ReopenPicked(Pressed[Select], template=life_ids.REOPEN):
    """One of the finished games."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Take it up again."""
        await ponder(interaction)
        await reopen(interaction, self.item.values[0])


class UnblockPressed(Pressed[Button], template=life_ids.UNBLOCK):
    """Let somebody come back."""

    async def press(self, interaction: discord.Interaction) -> None:
        """As `/game remove block:lift`."""
        await ponder(interaction)
        games, person = desk_of(interaction).games, await asker(interaction)
        await games.unblock(self.match["session"], person, self.match["player"])
        text = words_for(interaction).say("life.removed.lifted", player=f"<@{self.match['player']}>")
        await whisper(interaction, text)


async def first_move(interaction: discord.Interaction, session_id: str) -> None:
    """A newcomer's offered move becomes their first action; it is offered once.

    Raises OldMoment for whoever has acted since.
    """
    desk = desk_of(interaction)
    player_id = str(interaction.user.id)
    async with pondering(interaction), desk.order.at(interaction.channel_id):
        session = await desk.store.session(session_id)
        character = session.head_state.character_of(player_id)
        if character is None:
            raise NotAtTable
        turns = await desk.store.branch(session.head_turn_id, _RECENT)
        move = catch_up(session, turns, player_id).first_move
        waiting = await desk.store.inbox(session.id)
        acted = {a.player_id for turn in turns for a in turn.actions} | {a.player_id for a in waiting}
        if not move or player_id in acted:
            raise OldMoment
        await desk.turns.act(_moved(interaction, session, character.id, move))
    await whisper(interaction, words_for(interaction).say("discord.chosen", text=move))
    await proclaim(interaction, Payload(f"**{escaped(character.name)}**: {move}"))


def _moved(interaction: discord.Interaction, session: Session, character_id: str, move: str) -> Action:
    return Action(
        source_id=str(interaction.id),
        session_id=session.id,
        surface="discord",
        player_id=str(interaction.user.id),
        player_name=interaction.user.display_name,
        character_id=character_id,
        content=move,
        received_at=desk_of(interaction).clock.now(),
    )
