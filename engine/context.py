"""What a game master may know when it tells a turn: the state as data, in the shape that models read.

`party_characters`, `further_actions` and `table` serve groups; one player alone has none. The type keeps
everything; `engine.sight.context_text` decides what of it is written out.
"""

from collections.abc import Iterable

from pydantic import Field

from engine.gamemaster import Brief
from engine.model.action import ActionType, MergedAction
from engine.model.adventure import Scene
from engine.model.character import Character
from engine.model.fact import Fact
from engine.model.noun import Flag, Noun, Scalar
from engine.recall import recalled

_ALWAYS_TOLD = 4
"""Newest entries of the timeline that stand in every prompt of a usual size."""


class SituationSnapshot(Noun):
    """Where the story stands."""

    setting: str = ""
    current_scene: str = ""
    timeline: tuple[str, ...] = ()
    open_threads: tuple[str, ...] = ()
    external_pressures: tuple[str, ...] = ()
    world_state_flags: dict[str, Flag] = Field(default_factory=dict)


class CharacterSnapshot(Noun):
    """Somebody in the story. place: scene id of an NPC who is elsewhere; null = with the party."""

    id: str
    name: str
    role: str
    personality_traits: tuple[str, ...] = ()
    speaking_style: str = ""
    goals: tuple[str, ...] = ()
    current_mood: str = ""
    status: str = ""
    knowledge: tuple[str, ...] = ()
    relationships: dict[str, str] = Field(default_factory=dict)
    recent_actions_summary: str = ""
    is_user_character: bool = False
    place: str | None = None


class CharacterSet(Noun):
    """Who is there. user_character: of the first action; null while nobody has acted."""

    user_character: CharacterSnapshot | None = None
    ai_characters: tuple[CharacterSnapshot, ...] = ()


class UserAction(Noun):
    """What a player does. call: the tool that a button or command has used for it already; null if none."""

    type: ActionType
    content: str
    selected_suggestion_id: str | None = None
    call: str | None = None


class FurtherAction(UserAction):
    """What another player does in the same turn."""

    character_id: str
    name: str


class Recommendation(Noun):
    """Where the table wants the story to lean, with the author's note.

    focus_characters: ids; the table's wishes, then who was left out.
    """

    desired_tone: str | None = None
    preferred_direction: str | None = None
    focus_characters: tuple[str, ...] = ()
    note: str | None = None


class Way(Noun):
    """A way out of the area. blocked: why it cannot be gone now; null = open."""

    scene_id: str
    label: str
    blocked: str | None = None


class Area(Noun):
    """Where the party is; things: what else there is by name."""

    scene_id: str
    name: str
    text: str
    exits: tuple[Way, ...] = ()
    things: tuple[str, ...] = ()


class Table(Noun):
    """What lies on the table: the place, numbers, and what was settled or ruled for this turn."""

    area: Area | None = None
    sheets: dict[str, dict[str, Scalar]] = Field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    rulings: tuple[str, ...] = ()
    lore: tuple[str, ...] = ()


class TurnContext(Noun):
    """All of it. party_characters: the players' characters beside `user_character`."""

    current_situation: SituationSnapshot
    characters: CharacterSet
    party_characters: tuple[CharacterSnapshot, ...] = ()
    user_action: UserAction | None = None
    further_actions: tuple[FurtherAction, ...] = ()
    recommendation: Recommendation | None = None
    recent_history_summary: str | None = None
    table: Table | None = None


def context_of(brief: Brief, facts: tuple[Fact, ...] = ()) -> TurnContext:
    """The context of a turn. Without actions it is what can be known before anybody acts."""
    state, first = brief.state, next(iter(brief.actions), None)
    acting = first.character_id if first else None
    user = state.characters.get(acting) if acting else None
    return TurnContext(
        current_situation=SituationSnapshot.model_validate(
            {name: getattr(state.situation, name) for name in SituationSnapshot.model_fields}
        ),
        characters=CharacterSet(
            user_character=_snapshot(user) if user else None,
            ai_characters=_snapshots(_npcs(brief)),
        ),
        party_characters=_snapshots(c for c in state.party() if c.id != acting),
        user_action=_user_action(first) if first else None,
        further_actions=tuple(_further(action, brief) for action in brief.actions[1:]),
        recommendation=_recommendation(brief),
        recent_history_summary=state.summary or None,
        table=Table(
            area=_area(brief),
            sheets={c.id: c.sheet.in_short() for c in state.characters.values() if c.sheet is not None},
            facts=facts,
            lore=_recalled(brief),
        ),
    )


def _recalled(brief: Brief) -> tuple[str, ...]:
    """What happened long ago, or is known, that the players' own words are about."""
    state, said = brief.state, [action.content for action in brief.actions]
    if not said:
        return ()
    timeline = state.situation.timeline
    actors = [c for a in brief.actions if (c := state.characters.get(a.character_id))]
    known = [entry for character in actors for entry in character.knowledge]
    old = (*state.summary.splitlines(), *timeline[: max(0, len(timeline) - _ALWAYS_TOLD)], *known)
    return recalled(tuple(dict.fromkeys(old)), said)


def _npcs(brief: Brief) -> list[Character]:
    """Those who are where the party is, before all others; each group in order of entering the game."""
    present = brief.state.present()
    here = {c.id for c in present}
    rest = (c for c in brief.state.characters.values() if not c.is_user_character and c.id not in here)
    return [*present, *rest]


def _snapshots(characters: Iterable[Character]) -> tuple[CharacterSnapshot, ...]:
    return tuple(_snapshot(character) for character in characters)


def _snapshot(character: Character) -> CharacterSnapshot:
    return CharacterSnapshot.model_validate(
        {name: getattr(character, name) for name in CharacterSnapshot.model_fields}
    )


def _user_action(action: MergedAction) -> UserAction:
    return UserAction(
        type=action.type,
        content=action.content,
        selected_suggestion_id=action.selected_suggestion_id,
        call=action.call.tool if action.call else None,
    )


def _further(action: MergedAction, brief: Brief) -> FurtherAction:
    character = brief.state.characters.get(action.character_id)
    return FurtherAction(
        type=action.type,
        content=action.content,
        selected_suggestion_id=action.selected_suggestion_id,
        call=action.call.tool if action.call else None,
        character_id=action.character_id,
        name=character.name if character else action.player_name,
    )


def _recommendation(brief: Brief) -> Recommendation | None:
    steering = brief.state.steering
    focus = tuple(dict.fromkeys((*steering.focus_characters, *_longest_out(brief))))
    recommendation = Recommendation(
        desired_tone=steering.desired_tone,
        preferred_direction=steering.preferred_direction,
        focus_characters=focus,
        note=steering.note,
    )
    return recommendation if recommendation != Recommendation() else None


def _longest_out(brief: Brief) -> tuple[str, ...]:
    """The player's character whom the story has left out longest; nobody if all had a part equally lately."""
    away = {seat.active_character_id for seat in brief.state.seats.values() if seat.away_until is not None}
    party = [c for c in brief.state.party() if c.id not in away]
    if len({c.acted_on for c in party}) < 2:
        return ()
    return (min(party, key=lambda c: c.acted_on).id,)


def _area(brief: Brief) -> Area | None:
    scene = brief.adventure.scene(brief.state.situation.scene_id)
    if scene is None:
        return None
    flags = brief.state.situation.world_state_flags
    return Area(
        scene_id=scene.id,
        name=scene.name,
        text=scene.read_aloud,
        exits=_ways(scene, flags),
        things=tuple(thing.name for thing in scene.things if thing.when.holds(flags)),
    )


def _ways(scene: Scene, flags: dict[str, Flag]) -> tuple[Way, ...]:
    return tuple(
        Way(
            scene_id=way.to,
            label=way.label,
            blocked=None if way.when.holds(flags) else way.blocked or "",
        )
        for way in scene.exits
    )
