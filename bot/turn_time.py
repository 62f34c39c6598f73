"""How long a turn takes with a model, for one player and for a whole table."""

from dataclasses import dataclass

from bot.doctor_model import TURN_TOLD, ModelExam
from bot.doctor_turn import trial_turn
from engine.errors import WindowTooSmall
from engine.model.noun import Language
from engine.model_request import ModelFacts, Think
from engine.ports import Clock, Library

TABLES = (1, 5)
"""Players for whom a turn is measured: alone, and a usual group."""


@dataclass(frozen=True)
class TurnTime:
    """Seconds from an action to the first word and to the whole story; null where nothing was measured."""

    players: int
    first_word_s: float
    told_s: float | None


@dataclass(frozen=True)
class Trial:
    """What a turn is tried with. num_ctx: the window to play this model with."""

    exam: ModelExam
    facts: ModelFacts
    num_ctx: int
    library: Library
    language: Language

    async def time(self, players: int, clock: Clock) -> TurnTime | None:
        """A turn in the middle of an evening: what stands before it has been read.

        Null: it does not fit into the model's window. Raises ModelError.
        """
        turn = trial_turn(self.library, self.language, self.num_ctx, clock.now(), players)
        think: Think = "off" if self.facts.can_think else "unset"
        try:
            before, now = (turn.telling(action) for action in turn.actions)
        except WindowTooSmall:
            return None
        await self.exam.ask("measure", before, turn, think)
        began = clock.monotonic()
        used = (await self.exam.ask("measure", now, turn, think)).usage
        took_s = clock.monotonic() - began
        first_word_s = used.first_token_s or used.prompt_s or took_s
        if used.output_s <= 0 or not used.output_tokens:
            return TurnTime(players, first_word_s, None)
        return TurnTime(players, first_word_s, first_word_s + TURN_TOLD * used.output_s / used.output_tokens)
