"""The game's log by evening: when people played, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.model.turn import Turn
from engine.told.recap import events_of

EVENING_GAP = timedelta(hours=4)
"""A pause this long ends an evening; a table that nobody acts at falls asleep after as long."""


@dataclass(frozen=True)
class Evening:
    """began, ended: of its first and last turn. events: oldest first. turns: their depths, first and last."""

    began: datetime
    ended: datetime
    turns: tuple[int, int]
    events: tuple[str, ...]


def evenings(turns: Sequence[Turn]) -> tuple[Evening, ...]:
    """The told turns (oldest first) as evenings, oldest first."""
    groups: list[list[Turn]] = []
    for turn in turns:
        if groups and turn.began_at - _end(groups[-1][-1]) < EVENING_GAP:
            groups[-1].append(turn)
        else:
            groups.append([turn])
    return tuple(
        Evening(
            began=group[0].began_at,
            ended=_end(group[-1]),
            turns=(group[0].number, group[-1].number),
            events=events_of(group),
        )
        for group in groups
    )


def _end(turn: Turn) -> datetime:
    return turn.ended_at or turn.began_at
