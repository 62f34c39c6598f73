"""Which flags of the world a model may change."""

import pytest

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.changes.situation import FlagSet
from engine.model.noun import Flag
from engine.model.update import SituationUpdate, StateUpdate
from engine.reading.recording import Recorded, changes_of
from tests.engine.briefs import brief


def written(told: Brief, flags: dict[str, Flag | None]) -> Recorded:
    update = StateUpdate(updated_situation=SituationUpdate(world_state_flags=flags))
    return changes_of(update, told, origin="model")


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        ({"storm": True, "old": None}, {"storm": True}),
        ({"calm": None}, {}),
        ({"has_key": True, "lamp": 2}, {"has_key": True, "lamp": 2}),
        ({"has_key": True, "singed": True, "warm": True}, {"has_key": True, "singed": True}),
        ({"lamp": 3}, {}),
        ({"lamp": True}, {}),
        ({"dawn": True}, {}),
        ({"waited": 12}, {}),
        ({"has_key": False}, {}),
        ({"Not A Slug": True, "x" * 41: 1, "big": 10**9}, {}),
        ({"words": "the @everyone\nbell"}, {"words": "the @ everyone bell"}),
        ({f"n{i}": True for i in range(9)}, {f"n{i}": True for i in range(6)}),
    ],
)
def test_flags_come_about_only_where_the_story_stands(
    flags: dict[str, Flag | None], kept: dict[str, Flag]
) -> None:
    """Neither a model's yes to everything nor a wish from the wrong room reaches an ending."""
    told = brief()

    recorded = written(told, flags)

    assert fold(told.state, recorded.changes).situation.world_state_flags == kept


def test_null_deletes_a_note_but_never_the_adventures_progress() -> None:
    """And no slip of a model makes a story impossible to finish."""
    told = brief(FlagSet(key="old", value=1), FlagSet(key="has_key", value=True))

    recorded = written(told, {"old": None, "has_key": None})

    assert recorded.changes == (FlagSet(key="old", value=None, origin="model"),)
    assert len(recorded.warnings) == 1
