"""The buttons under a story: choose a next move, have it told again or written down."""

import discord

from cogs import ids
from cogs.answers import ponder, pondering, whisper
from cogs.deeds import check_plays
from cogs.desk import Desk, asker, desk_of, words_for
from cogs.pressing import Pressed
from engine.errors import NotAllowed, NotAtTable, OldMoment
from engine.model.action import Action
from engine.model.session import Session
from engine.model.turn import Turn

Button = discord.ui.Button[discord.ui.View]


class ChoicePressed(Pressed[Button], template=ids.CHOICE):
    """A suggestion."""

    async def press(self, interaction: discord.Interaction) -> None:
        """The player's action; a private word says that it counts."""
        desk = desk_of(interaction)
        async with pondering(interaction), desk.order.at(interaction.channel_id):
            turn = await desk.store.turn(self.match["turn"])
            if turn is None:
                raise OldMoment
            session = await desk.store.session(turn.session_id)
            await desk.turns.act(self._action(interaction, desk, session, turn))
        shown = self._text(turn)
        await whisper(interaction, words_for(interaction).say("discord.chosen", text=shown))

    def _action(self, interaction: discord.Interaction, desk: Desk, session: Session, turn: Turn) -> Action:
        character = session.head_state.character_of(str(interaction.user.id))
        if character is None:
            raise NotAtTable
        suggestion = next((s for s in turn.suggestions if self._is_mine(s.text)), None)
        return Action(
            source_id=str(interaction.id),
            session_id=session.id,
            surface="discord",
            player_id=str(interaction.user.id),
            player_name=interaction.user.display_name,
            character_id=character.id,
            type="choice" if suggestion else "action",
            content=suggestion.text if suggestion else self._text(turn),
            selected_suggestion_id=suggestion.id if suggestion else None,
            pressed_turn_id=turn.id,
            call=suggestion.call if suggestion else None,
            received_at=desk.clock.now(),
        )

    def _text(self, turn: Turn) -> str:
        """The suggestion in full; if another list has taken its place meanwhile, what the button says."""
        suggestion = next((s for s in turn.suggestions if self._is_mine(s.text)), None)
        label = self.item.label or ""
        return suggestion.text if suggestion else label.partition(". ")[2] or label

    def _is_mine(self, text: str) -> bool:
        return ids.mark(text) == self.match["mark"]


class RetellPressed(Pressed[Button], template=ids.RETELL):
    """Try again."""

    async def press(self, interaction: discord.Interaction) -> None:
        """The same turn in new words; only for people at the table."""
        await ponder(interaction, counts_late=False)
        desk = desk_of(interaction)
        turn = await desk.store.turn(self.match["turn"])
        if turn is None:
            raise OldMoment
        session = await desk.store.session(turn.session_id)
        await check_at_table(interaction, session)
        await desk.turns.retell(turn.id)
        await whisper(interaction, words_for(interaction).say("acting.retelling"))


class WritePressed(Pressed[Button], template=ids.WRITE):
    """Write it down now."""

    async def press(self, interaction: discord.Interaction) -> None:
        """What the newest turn changed is read once more; only for the host and DMs."""
        await ponder(interaction)
        desk, locale = desk_of(interaction), words_for(interaction)
        turn = await desk.store.turn(self.match["turn"])
        if turn is None:
            raise OldMoment
        session = await desk.store.session(turn.session_id)
        person = await asker(interaction)
        if not (person.may_direct or person.id == session.host_id):
            raise NotAllowed(who="dm")
        if session.head_turn_id != turn.id:
            raise OldMoment
        await desk.turns.write_down(session.id)
        await whisper(interaction, locale.say("discord.written-down"))


async def check_at_table(interaction: discord.Interaction, session: Session) -> None:
    """Raises NotAtTable for anybody but players, the host and DMs."""
    check_plays(session, await asker(interaction))
