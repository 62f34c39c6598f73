"""A small adventure, and games, turns and actions in it, for the engine's specifications."""

from datetime import timedelta
from typing import Any, get_args

from engine.changes import fold
from engine.model.action import Action
from engine.model.adventure import (
    Adventure,
    CastMember,
    Ending,
    Exit,
    Opening,
    Players,
    ReadyCharacter,
    Scene,
    Thread,
    Verb,
)
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.seats import SeatTaken
from engine.model.character import Character
from engine.model.pack_words import Condition
from engine.model.session import GameSettings, Session
from engine.model.turn import Turn
from engine.table.opening import opening_state
from tests.fakes.clock import LONG_AGO


def ready(name: str) -> ReadyCharacter:
    return ReadyCharacter(
        id=name.lower(), name=name, role=f"{name} the guest", line="Here.", goal="To stay dry.",
        question="Who lit the lamp?", first_move="Knock.", personality_traits=("calm",),
        speaking_style="short",
    )  # fmt: skip


def scene(scene_id: str, to: str) -> Scene:
    return Scene(
        id=scene_id, name=f"The {scene_id}", read_aloud=f"You stand in the {scene_id}.",
        again=(f"The {scene_id} again.", f"Once more the {scene_id}."),
        moods=("It drips.", "Wind.", "A moth."),
        exits=(Exit(to=to, label=f"To the {to}", words=(to,)),),
    )  # fmt: skip


INN = Adventure(
    id="inn", version=1, language="en", title="The Inn", pitch="It rains.", tone="quiet", length="short",
    players=Players(least=1, most=8), content_warnings=(), setting="An inn by the road.",
    premise="The lamp is alive.", opening=Opening(scene="hall", text="Rain. A door. A lamp."),
    ready_characters=tuple(ready(name) for name in ("Ada", "Bo", "Cy")),
    cast=(
        CastMember(
            id="mags", name="Mags", words=("mags",), role="innkeeper", personality_traits=("gruff",),
            speaking_style="clipped", goals=("peace",), secrets=("lit the lamp",), scene="hall",
            looks="A broad woman.", small_talk=("Hm.", "Rain.", "Eat."),
        ),
    ),
    scenes=(scene("hall", "yard"), scene("yard", "hall")),
    threads=(Thread(id="lamp", text="Who lit the lamp?", is_open=True),),
    filler=dict.fromkeys(get_args(Verb), ("Nothing.", "Still nothing.", "Nothing yet.")),
    endings=(
        Ending(id="dawn", title="Dawn", is_good=True, when=Condition(flags={"dawn": True}), text="Sun."),
    ),
)  # fmt: skip


def session(**changed: Any) -> Session:
    """A game that plays, with nobody at the table."""
    state = opening_state(INN)
    return Session(
        id="game", surface="terminal", guild_id=None, channel_id="inn", host_id="ann", name="inn",
        status="playing", head_turn_id="t0", head_state=state, base_state=state,
        settings=GameSettings(gather_s=0.0), adventure=INN, created_at=LONG_AGO, acted_at=LONG_AGO,
    ).model_copy(update=changed)  # fmt: skip


def playing_session(*players: str) -> Session:
    """A game that plays, with these people at the table, each with a character `pc-<name>`."""
    game = session()
    changes = [
        change
        for name in players
        for change in (
            CharacterAdded(
                character=Character(id=f"pc-{name}", name=name, role="guest", is_user_character=True)
            ),
            SeatTaken(player_id=name, player_name=name, character_id=f"pc-{name}"),
        )
    ]
    return game.model_copy(update={"head_state": fold(game.head_state, changes)})


def turn(**changed: Any) -> Turn:
    """A turn that is done."""
    return Turn(
        id="t1", session_id="game", parent_id="t0", number=1, status="done", seed=7, narrative="It rains.",
        told_by="model", began_at=LONG_AGO, ended_at=LONG_AGO + timedelta(seconds=9),
    ).model_copy(update=changed)  # fmt: skip


def action(player: str, content: str, **changed: Any) -> Action:
    """Something that this player wrote."""
    return Action(
        source_id="1", session_id="game", surface="terminal", player_id=player, player_name=player,
        character_id=f"pc-{player}", content=content, received_at=LONG_AGO,
    ).model_copy(update=changed)  # fmt: skip
