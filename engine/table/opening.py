"""Where a game stands before anything has happened: the adventure's beginning as a state."""

from engine.changes import fold
from engine.model.adventure import Adventure, CastMember
from engine.model.change import Change
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.memory import LogTrimmed
from engine.model.changes.situation import SceneDescribed, SceneSet, SettingWritten, ThreadOpened
from engine.model.character import Character
from engine.model.state import GameState


def opening_state(adventure: Adventure) -> GameState:
    """Setting and scene from the adventure, the cast in its places, all else empty."""
    scene = adventure.scene(adventure.opening.scene)
    changes: list[Change] = [
        SettingWritten(text=adventure.setting),
        SceneSet(scene_id=adventure.opening.scene),
        SceneDescribed(text=scene.name if scene else adventure.title),
        *(ThreadOpened(text=thread.text) for thread in adventure.threads if thread.is_open),
        *(CharacterAdded(character=_npc(member)) for member in adventure.cast),
        LogTrimmed(log_from_turn=0, summary="", cast_in_system=tuple(m.id for m in adventure.cast)),
    ]
    return fold(GameState(), changes)


def _npc(member: CastMember) -> Character:
    return Character(
        id=member.id,
        name=member.name,
        role=member.role,
        is_user_character=False,
        personality_traits=member.personality_traits,
        speaking_style=member.speaking_style,
        goals=member.goals,
        place=member.scene,
    )
