"""A game never grows too large to be read and written with every turn, however much a model writes down."""

import pytest

from engine.changes import fold
from engine.model.changes.cast import KnowledgeGained, RelationshipSet
from engine.model.changes.situation import TimelineAppended
from engine.model.state import GameState
from engine.steps.fading import HEAD_BYTES, faded
from tests.engine.briefs import brief

CROWD = tuple(f"p{number}" for number in range(12))


def crammed(letter: str, entries: int) -> GameState:
    """Twelve players' characters who know a lot, and think a lot of each other."""
    state = brief(players=CROWD).state
    ids = list(state.characters)
    return fold(
        state,
        [
            *(TimelineAppended(text=f"{number} {letter * 190}") for number in range(entries)),
            *(
                KnowledgeGained(character_id=who, text=f"{number} {letter * 190}")
                for number in range(entries)
                for who in ids
            ),
            *(
                RelationshipSet(character_id=who, other_id=other, text=letter * 120)
                for who in ids
                for other in ids
            ),
        ],
    )


@pytest.mark.parametrize("letter", ["a", "é", "門", "🗝"])
def test_a_head_that_is_full_is_small_again_afterwards(letter: str) -> None:
    """The hundredth turn is as quick as the first, in any script."""
    state = crammed(letter, 40)

    after = fold(state, faded(state))

    assert len(state.model_dump_json().encode()) > HEAD_BYTES
    assert len(after.model_dump_json().encode()) < HEAD_BYTES
    assert faded(after) == ()


def test_a_game_of_the_usual_size_forgets_nothing() -> None:
    """What a table has lived through stays in its story."""
    assert faded(crammed("a", 4)) == ()


def test_whom_the_story_has_left_out_longest_forgets_first() -> None:
    """The heroes of the hour know what they learned."""
    state = crammed("a", 40)
    busy = state.characters["pc-p3"].model_copy(update={"acted_on": 30})
    state = state.model_copy(update={"characters": state.characters | {busy.id: busy}})

    changes = faded(state)

    first = list(dict.fromkeys(getattr(change, "character_id", "") for change in changes))
    assert "pc-p3" not in first[:-1]
    known = fold(state, changes).characters
    assert len(known["pc-p3"].knowledge) >= len(known["pc-p4"].knowledge)
    assert known["pc-p4"].knowledge == state.characters["pc-p4"].knowledge[-len(known["pc-p4"].knowledge) :]
