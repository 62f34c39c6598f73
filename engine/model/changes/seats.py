"""Changes of who sits at the table."""

from typing import Literal

from engine.model.changes.kind import ChangeKind
from engine.model.state import GameState, Seat


def _with_seat(state: GameState, seat: Seat) -> GameState:
    return state.model_copy(update={"seats": state.seats | {seat.player_id: seat}})


class SeatTaken(ChangeKind):
    """A person sits down with a character, or to watch (null); a character already held stays theirs."""

    kind: Literal["seat_taken"] = "seat_taken"
    player_id: str
    player_name: str
    character_id: str | None

    def applied_to(self, state: GameState) -> GameState:
        held = state.seats.get(self.player_id)
        ids = held.character_ids if held else ()
        if self.character_id is not None and self.character_id not in ids:
            ids = (*ids, self.character_id)
        return _with_seat(
            state,
            Seat(
                player_id=self.player_id,
                player_name=self.player_name,
                character_ids=ids,
                active_character_id=self.character_id,
                needs_plain=held.needs_plain if held else False,
            ),
        )


class SeatLeft(ChangeKind):
    """A person leaves the table; what becomes of the characters is a change of its own."""

    kind: Literal["seat_left"] = "seat_left"
    player_id: str

    def applied_to(self, state: GameState) -> GameState:
        left = {k: v for k, v in state.seats.items() if k != self.player_id}
        return state.model_copy(update={"seats": left})


class SeatAway(ChangeKind):
    """A person is away until a date ("" = no date), or back (null)."""

    kind: Literal["seat_away"] = "seat_away"
    player_id: str
    away_until: str | None

    def applied_to(self, state: GameState) -> GameState:
        seat = state.seats.get(self.player_id)
        if seat is None:
            return state
        return _with_seat(state, seat.model_copy(update={"away_until": self.away_until}))


class SeatPlain(ChangeKind):
    """A person reads no frames, or does again."""

    kind: Literal["seat_plain"] = "seat_plain"
    player_id: str
    needs: bool

    def applied_to(self, state: GameState) -> GameState:
        seat = state.seats.get(self.player_id)
        if seat is None:
            return state
        return _with_seat(state, seat.model_copy(update={"needs_plain": self.needs}))


class ActiveCharacterSet(ChangeKind):
    """A player moves another of their characters."""

    kind: Literal["active_character_set"] = "active_character_set"
    player_id: str
    character_id: str

    def applied_to(self, state: GameState) -> GameState:
        seat = state.seats.get(self.player_id)
        if seat is None or self.character_id not in seat.character_ids:
            return state
        moved = seat.model_copy(update={"active_character_id": self.character_id})
        return state.model_copy(update={"seats": state.seats | {self.player_id: moved}})
