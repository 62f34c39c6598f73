"""What a turn changed, as a few lines that everybody at the table may read: the state card."""

from collections.abc import Iterator

from engine.model.adventure import Adventure
from engine.model.change import Change
from engine.model.changes.cast import (
    CharacterAdded,
    KnowledgeGained,
    MoodSet,
    RelationshipSet,
    StatusSet,
)
from engine.model.changes.situation import EndingReached, PressuresSet, SceneSet, ThreadClosed, ThreadOpened
from engine.model.fact import Fact
from engine.model.session import Session
from engine.model.turn import Turn

_ORDER = (
    *("ending", "scene", "off-map", "pressure", "settled", "thread", "enters"),
    *("status", "bond", "mood", "knows"),
)
"""Which lines come first: what the whole table has to know, then what concerns one of them."""


def changed(session: Session, turn: Turn) -> tuple[Fact, ...]:
    """What this turn changed, most important first; each code is a locale key below `changed.`.

    session: as it is after the turn. Only what players may know: world flags and timeline stay out (the
    first are the storyteller's, the second repeats the story), a secret fact is none of theirs.
    """
    found = [line for change in turn.all_changes() for line in _lines(change, session)]
    newest = {(line.code, line.args.get("who"), line.args.get("text")): line for line in found}
    return tuple(sorted(newest.values(), key=lambda line: _ORDER.index(line.code)))


def _lines(change: Change, session: Session) -> Iterator[Fact]:
    match change:
        case SceneSet(scene_id=None):
            yield Fact(code="off-map")
        case SceneSet(scene_id=str() as scene_id) if name := _scene(session.adventure, scene_id):
            yield Fact(code="scene", args={"text": name})
        case ThreadOpened(text=text):
            yield Fact(code="thread", args={"text": text})
        case ThreadClosed(text=text):
            yield Fact(code="settled", args={"text": text})
        case PressuresSet(texts=texts) if texts:
            yield Fact(code="pressure", args={"text": texts[-1]})
        case EndingReached(ending_id=ending_id):
            titles = [ending.title for ending in session.adventure.endings if ending.id == ending_id]
            yield from (Fact(code="ending", args={"text": title}) for title in titles)
        case _:
            yield from _about_people(change, session)


def _about_people(change: Change, session: Session) -> Iterator[Fact]:
    match change:
        case CharacterAdded(character=character) if not character.is_user_character:
            yield Fact(code="enters", args={"who": character.name, "text": character.role})
        case MoodSet(character_id=i, mood=text) if who := _name(session, i):
            yield Fact(code="mood", args={"who": who, "text": text})
        case StatusSet(character_id=i, status=text) if who := _name(session, i):
            yield Fact(code="status", args={"who": who, "text": text})
        case KnowledgeGained(character_id=i, text=text) if (who := _name(session, i)) and _is_pc(session, i):
            yield Fact(code="knows", args={"who": who, "text": text})
        case RelationshipSet(character_id=i, other_id=other, text=text):
            if (who := _name(session, i)) and (whom := _name(session, other)):
                yield Fact(code="bond", args={"who": who, "whom": whom, "text": text})
        case _:
            return


def _scene(adventure: Adventure, scene_id: str) -> str:
    scene = adventure.scene(scene_id)
    return scene.name if scene else ""


def _name(session: Session, character_id: str) -> str:
    character = session.head_state.characters.get(character_id)
    return character.name if character else ""


def _is_pc(session: Session, character_id: str) -> bool:
    """What an NPC comes to know is not for the players."""
    return session.head_state.characters[character_id].is_user_character
