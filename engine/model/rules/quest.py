"""Quests: what is asked of the party, and how far it is."""

from typing import Annotated, Literal

from pydantic import Field

from engine.model.noun import Noun
from engine.model.pack_words import Condition, Line, Prose, Slug
from engine.model.rules.consequence import Consequence

QuestStatus = Literal["active", "completed", "failed"]


class Objective(Noun):
    """A step of a quest; done once `when` holds."""

    id: Slug
    text: Line
    when: Condition


class Quest(Noun):
    """A quest of the pack. starts, completes, fails: when a status may be set; the first that holds counts.

    choices: of a reward, one for each survivor; reward: what all have besides.
    """

    id: Slug
    name: Line
    text: Prose
    giver_scene: Slug
    objectives: Annotated[tuple[Objective, ...], Field(min_length=1)]
    starts: Condition
    completes: Condition
    fails: Condition | None = None
    reward: Consequence | None = None


class QuestState(Noun):
    """How far a quest is. done: ids of its objectives."""

    status: QuestStatus = "active"
    done: tuple[str, ...] = ()
