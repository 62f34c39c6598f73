"""Which games a server has: those that are played, those that rest, and those that are over."""

from dataclasses import dataclass

from engine.life.resting import REOPENED_WITHIN
from engine.life.standing import Standing
from engine.model.session import Session
from engine.requests import Person


@dataclass(frozen=True)
class GameLine:
    """A game in one line. turns: how many were told, the opening included.

    may_reopen: whether it is over and whoever asked may take it up again.
    """

    session: Session
    turns: int
    may_reopen: bool


class Listing(Standing):
    """Looks games up."""

    async def list_of(self, guild_id: str | None, person: Person, limit: int = 25) -> tuple[GameLine, ...]:
        """The newest games of a server, newest first, as this person may see them."""
        newest = (await self.store.games_of(self.parts.surface, guild_id))[-limit:]
        return tuple([await self._line(session_id, person) for session_id in reversed(newest)])

    async def _line(self, session_id: str, person: Person) -> GameLine:
        session = await self.store.session(session_id)
        head = await self.store.turn(session.head_turn_id) if session.head_turn_id else None
        ended = session.finished_at or session.acted_at
        may_direct = person.may_direct or person.id == session.host_id
        is_recent = self.parts.clock.now() - ended <= REOPENED_WITHIN
        return GameLine(
            session=session,
            turns=head.number + 1 if head else 0,
            may_reopen=session.status == "finished" and may_direct and is_recent,
        )
