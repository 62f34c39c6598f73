"""What is said to one player alone: it is kept until it is opened, and after."""

from datetime import datetime

from engine.model.noun import Noun


class Note(Noun):
    """A private note. id: the store gives it. turn_id: of the turn in which it came up; null = beside all.

    opened_at: when its reader first opened it; null = still closed.
    """

    id: int = 0
    session_id: str
    turn_id: str | None
    to_player_id: str
    text: str
    written_at: datetime
    opened_at: datetime | None = None
