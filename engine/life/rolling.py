"""Dice beside the story: whoever sits in the channel rolls, no turn begins, and a receipt is kept."""

from engine.dice.rolled import Rolled
from engine.dice.rolling import roll
from engine.dice.seeds import beside
from engine.life.standing import UNFINISHED, Standing
from engine.model.changes.rolls import DiceRolled, Visible
from engine.requests import Person


class Rolling(Standing):
    """Rolls what people ask for."""

    async def roll(
        self, session_id: str, person: Person, expression: str, visible: Visible, source_id: str
    ) -> Rolled:
        """Rolled from the game's own secret, and kept. Raises DiceError, GameNotPlaying.

        source_id: the message or command; the same one gives the same dice again and is kept once.
        """
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            occasion = f"roll:{source_id}"
            dice = beside(session.dice_seeds, self.parts.entropy.bits, occasion)
            rolled = roll(expression, dice)
            if dice.fallen:
                kept = DiceRolled(
                    occasion=occasion,
                    dice=dice.fallen,
                    expression=expression,
                    total=rolled.total,
                    visible=visible,
                )
                await self.write(session, person, "roll", source_id, (kept,))
        return rolled

    def roll_loose(self, expression: str) -> Rolled:
        """Where no game stands: chance alone, nothing kept. Raises DiceError."""
        return roll(expression, beside((), self.parts.entropy.bits, "roll"))
