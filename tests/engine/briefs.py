"""Briefs of a small story with a locked cellar, for what the model game master may and may not do."""

from dataclasses import replace

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.adventure import Doing, Exit, Thing
from engine.model.change import Change
from engine.model.pack_words import Condition, Effects
from engine.model.session import GameSettings
from tests.engine.games_for_tests import INN, playing_session, scene

_KEY = Thing(
    id="key", name="the key", words=("key",), when=Condition(without=("has_key",)),
    doings=(Doing(verbs=("take",), texts=("It is cold.",), effects=Effects(flags={"has_key": True})),),
)  # fmt: skip
_LAMP = Thing(
    id="lamp", name="the lamp", words=("lamp",),
    doings=(
        Doing(
            verbs=("use",), texts=("It flares.",),
            effects=Effects(flags={"lamp": 2, "singed": True, "warm": True}),
        ),
        Doing(
            verbs=("push",), texts=("Down!",), when=Condition(flags={"has_key": True}),
            effects=Effects(goes_to="well"),
        ),
    ),
)  # fmt: skip
_HALL = INN.scenes[0].model_copy(
    update={
        "things": (_KEY, _LAMP),
        "exits": (
            *INN.scenes[0].exits,
            Exit(
                to="cellar", label="Down", words=("cellar",), blocked="Locked.",
                when=Condition(flags={"has_key": True}),
            ),
        ),
    }
)  # fmt: skip
CELLAR_INN = INN.model_copy(
    update={"scenes": (_HALL, INN.scenes[1], scene("cellar", "hall"), scene("well", "hall"))}
)
"""hall (key, lamp) - yard; hall - cellar with the key; hall - well by pushing the lamp."""


def brief(*changes: Change, players: tuple[str, ...] = ("ann", "bob"), **settings: object) -> Brief:
    """The brief of turn 3 in the hall, after these changes."""
    game = playing_session(*players)
    return Brief(
        session_id="game", turn_id="t3", number=3, seed=7,
        settings=GameSettings().model_copy(update=settings), adventure=CELLAR_INN,
        state=fold(game.head_state, changes), recent=(), actions=(),
    )  # fmt: skip


def elsewhere(told: Brief, *changes: Change) -> Brief:
    """The same brief after more changes."""
    return replace(told, state=fold(told.state, changes))
