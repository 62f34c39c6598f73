"""The turn engine: from what players do to a story told and a state kept."""

from engine.model.action import Action
from engine.model.noun import Surface
from engine.requests import Answer, Person, Receipt


class TurnEngine:
    """Runs the turns of one surface's games. Only `engine.games` and surfaces call it."""

    async def act(self, action: Action) -> Receipt:
        """Keep an action (committed before this returns) and wake its table.

        Raises EmptyAction, GameNotPlaying, NotAtTable, OldMoment (a button of a turn that is over),
        AlreadyActed (a second press), TableFull, StoreError. After any of these nothing was saved.
        """
        raise NotImplementedError

    async def edit(self, surface: Surface, source_id: str, content: str) -> bool:
        """New words for an action that no turn has taken; false if it was taken."""
        raise NotImplementedError

    async def withdraw(self, surface: Surface, source_id: str) -> bool:
        """Take back an action that no turn has taken; false if it was taken."""
        raise NotImplementedError

    async def answer(self, turn_id: str, person: Person, answer: Answer) -> None:
        """Answer a waiting turn; it goes on in the background. Raises RequestOver, NotAllowed, EmptyAction."""
        raise NotImplementedError

    async def retell(self, turn_id: str) -> None:
        """Tell the newest turn again, same facts, new words. Raises OldMoment, TurnRunning."""
        raise NotImplementedError

    async def resume(self) -> None:
        """At start: go on with every unfinished turn and untaken action of this surface."""
        raise NotImplementedError

    async def settled(self, session_id: str) -> None:
        """Returns when the table is at rest (or waits for a person) and every announcement is made."""
        raise NotImplementedError

    async def close(self) -> None:
        """Stop all tables within five seconds; what is unfinished goes on at the next start."""
        raise NotImplementedError
