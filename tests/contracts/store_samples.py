"""A small game to store: an adventure with one scene, its session, turns, actions and side events."""

from datetime import UTC, datetime, timedelta

from engine.changes import fold
from engine.model.action import Action, MergedAction
from engine.model.adventure import Adventure
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.seats import SeatTaken
from engine.model.changes.situation import TimelineAppended
from engine.model.character import Character
from engine.model.noun import Surface
from engine.model.post import Post
from engine.model.session import EventKind, GameStatus, Session, SideEvent
from engine.model.state import GameState, Situation
from engine.model.turn import Request, Turn

EVENING = datetime(2031, 3, 1, 18, 0, 0, 123456, tzinfo=UTC)
ADVENTURE = Adventure.model_validate(
    {
        "id": "cellar",
        "version": 1,
        "language": "en",
        "title": "The Cellar",
        "pitch": "Something knocks below.",
        "tone": "quiet",
        "length": "one evening",
        "players": {"least": 1, "most": 4},
        "content_warnings": ["darkness"],
        "setting": "A house with a cellar.",
        "premise": "It is the wind.",
        "opening": {"scene": "stairs", "text": "You stand on the stairs."},
        "ready_characters": [
            {
                "id": "mara",
                "name": "Mara",
                "role": "lamplighter",
                "line": "Carries light.",
                "goal": "See what is there.",
                "question": "Who sent you?",
                "first_move": "I raise the lamp.",
                "personality_traits": ["curious"],
                "speaking_style": "short",
            }
        ],
        "scenes": [
            {
                "id": "stairs",
                "name": "The stairs",
                "read_aloud": "Worn steps.",
                "again": ["The steps again.", "Still the steps."],
                "moods": ["A draught.", "A drip.", "A creak."],
            }
        ],
        "filler": {"look": ["Dust.", "Dark.", "Damp."]},
        "endings": [
            {"id": "out", "title": "Out", "is_good": True, "when": {"flags": {"out": True}}, "text": "Day."}
        ],
    }
)
BASE = GameState(situation=Situation(scene_id="stairs", current_scene="Worn steps."))


def session(
    session_id: str = "game",
    channel_id: str = "channel",
    surface: Surface = "discord",
    status: GameStatus = "playing",
    minutes: int = 0,
) -> Session:
    """A game at its beginning, opened so many minutes into the evening."""
    return Session(
        id=session_id,
        surface=surface,
        guild_id="guild" if surface == "discord" else None,
        channel_id=channel_id,
        host_id="anna",
        name="The Cellar",
        status=status,
        head_state=BASE,
        base_state=BASE,
        adventure=ADVENTURE,
        created_at=EVENING + timedelta(minutes=minutes),
        acted_at=EVENING,
    )


def action(source_id: str = "m1", session_id: str = "game", content: str = "I listen.") -> Action:
    """Words of Anna's."""
    return Action(
        source_id=source_id,
        session_id=session_id,
        surface="discord",
        player_id="anna",
        player_name="Anna",
        character_id="mara",
        content=content,
        received_at=EVENING,
    )


def turn(turn_id: str, parent_id: str | None = None, number: int = 0, *source_ids: str) -> Turn:
    """A turn as it begins; what it changes is known already."""
    merged = MergedAction(
        source_ids=source_ids,
        player_id="anna",
        player_name="Anna",
        character_id="mara",
        type="action",
        content="I listen.",
    )
    return Turn(
        id=turn_id,
        session_id="game",
        parent_id=parent_id,
        number=number,
        status="gathered",
        seed=(1 << 63) - 1,
        actions=(merged,) if source_ids else (),
        changes=(TimelineAppended(text=f"{turn_id} happened"),),
        began_at=EVENING,
    )


def seat_event(source_id: str, after_turn_id: str | None = None, kind: EventKind = "join") -> SideEvent:
    """Somebody, named like the source, sits down with a character of their own."""
    character = Character(id=f"pc-{source_id}", name=source_id, role="guest", is_user_character=True)
    return SideEvent(
        source_id=source_id,
        session_id="game",
        surface="discord",
        kind=kind,
        player_id=source_id,
        player_name=source_id,
        after_turn_id=after_turn_id,
        changes=(
            CharacterAdded(character=character),
            SeatTaken(player_id=source_id, player_name=source_id, character_id=character.id),
        ),
        received_at=EVENING,
    )


def post(part: int = 0, message_id: str = "100", turn_id: str = "t0") -> Post:
    """A part of a turn's narrative in the channel."""
    return Post(
        session_id="game",
        turn_id=turn_id,
        part=part,
        kind="narrative",
        channel_id="channel",
        message_id=message_id,
    )


def request(request_id: str = "r1", turn_id: str = "t0") -> Request:
    """A draft that waits for the DM."""
    return Request(
        id=request_id,
        session_id="game",
        turn_id=turn_id,
        kind="draft",
        whom=("anna",),
        until=EVENING + timedelta(minutes=10),
        text="The wind, perhaps.",
    )


def after(game: Session, done: Turn) -> Session:
    """The session with this turn as its head."""
    return game.model_copy(
        update={"head_turn_id": done.id, "head_state": fold(game.head_state, done.all_changes())}
    )


def beside(game: Session, event: SideEvent) -> Session:
    """The session with this event in its head state."""
    return game.model_copy(update={"head_state": fold(game.head_state, event.changes)})
