"""The turns of the tables that are being played at, held so that nobody reads them again."""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from engine.model.turn import Turn

HELD = 512
"""Turns held in all; a table's next turn needs its newest twelve."""


class HeldTurns:
    """Rows as this process last wrote or read them: its surface's turns are written by nobody else.

    What is being written is held by nobody until it is kept; and what was read meanwhile may be older than
    what has been written, so it is not held either.
    """

    def __init__(self) -> None:
        self._turns: OrderedDict[str, Turn] = OrderedDict()
        self._under_way: Counter[str] = Counter()
        self._disputed: set[str] = set()
        """Turns that two writes at once touch: which of them came last is known to the database alone."""
        self.writes = 0

    def turn(self, turn_id: str) -> Turn | None:
        """The turn, if it is held."""
        turn = self._turns.get(turn_id)
        if turn is not None:
            self._turns.move_to_end(turn_id)
        return turn

    def branch(self, head_turn_id: str | None, limit: int) -> tuple[Turn, ...] | None:
        """As the store's own; null if not all of it is held."""
        found: list[Turn] = []
        while head_turn_id is not None and len(found) < limit:
            turn = self.turn(head_turn_id)
            if turn is None:
                return None
            found.append(turn)
            head_turn_id = turn.parent_id
        return tuple(reversed(found))

    def hold(self, turns: Iterable[Turn], since: int) -> None:
        """Hold what was read, unless something has been written since (`writes` as it was then)."""
        if since == self.writes:
            for turn in turns:
                self._put(turn)

    @contextmanager
    def writing(self, *turns: Turn, gone: Iterable[str] = ()) -> Iterator[None]:
        """Around a write of these turns, and of others by id; they are held once it is kept."""
        ids = {*(turn.id for turn in turns), *gone}
        self.writes += 1
        for turn_id in ids:
            self._turns.pop(turn_id, None)
        self._under_way.update(ids)
        self._disputed |= {turn_id for turn_id in ids if self._under_way[turn_id] > 1}
        is_kept = False
        try:
            yield
            is_kept = True
        finally:
            self.writes += 1
            self._under_way.subtract(ids)
            if is_kept:
                for turn in turns:
                    if turn.id not in self._disputed:
                        self._put(turn)
            done = {turn_id for turn_id in ids if self._under_way[turn_id] <= 0}
            self._disputed -= done
            for turn_id in done:
                del self._under_way[turn_id]

    def forget_all(self) -> None:
        """Nothing is held any more."""
        self._turns.clear()

    def _put(self, turn: Turn) -> None:
        self._turns[turn.id] = turn
        self._turns.move_to_end(turn.id)
        if len(self._turns) > HELD:
            self._turns.popitem(last=False)
