"""Where a game stands: the one value that every turn changes and that undo takes back."""

from pydantic import JsonValue

from engine.model.character import Character
from engine.model.noun import Flag, Noun
from engine.model.rules.area import AreaState
from engine.model.rules.creature import Creature
from engine.model.rules.fight import Fight
from engine.model.rules.quest import QuestState
from engine.model.rules.ruling import Ruling
from engine.model.suggestion import Suggestion

TIMELINE_KEPT = 40
"""Newest entries kept in the head; the rest is in the log, so that a head stays below 64 kB."""
KNOWLEDGE_KEPT = 20
"""Newest entries kept for each character."""


class Situation(Noun):
    """Where the story stands. scene_id: of the adventure; null = off the map."""

    scene_id: str | None = None
    setting: str = ""
    current_scene: str = ""
    timeline: tuple[str, ...] = ()
    open_threads: tuple[str, ...] = ()
    external_pressures: tuple[str, ...] = ()
    world_state_flags: dict[str, Flag] = {}
    visited_scenes: tuple[str, ...] = ()


class Seat(Noun):
    """A person at the table. No characters = watching. away_until: ISO date, "" = away without end."""

    player_id: str
    player_name: str
    character_ids: tuple[str, ...] = ()
    active_character_id: str | None = None
    away_until: str | None = None
    needs_plain: bool = False
    """This player reads no frames: the table does without them."""

    @property
    def is_watching(self) -> bool:
        """True for somebody who reads along without a character."""
        return self.active_character_id is None


class Steering(Noun):
    """Where the table wants the story to lean; null members mean no wish."""

    desired_tone: str | None = None
    preferred_direction: str | None = None
    focus_characters: tuple[str, ...] = ()
    note: str | None = None
    """The author's note: shown to the narrator each turn until it is changed."""


class GameState(Noun):
    """The whole of a game at one moment; only `engine.changes.fold` makes a new one.

    summary: what happened before the log's first turn, made from the timeline at the last trim.
    cast_in_system: ids of the NPCs whose fixed facts stand in the system text (begin or last trim).
    log_from_turn: depth of the oldest turn that the model still reads word for word.
    areas: by scene id. awarded: ids of awards that were given. rulings: of a DM, not used up yet.
    minute: of the world's clock since the opening. clocks: rounds that a countdown has run, by its id.
    glyphs: owned by glyph voices.
    """

    situation: Situation = Situation()
    characters: dict[str, Character] = {}
    seats: dict[str, Seat] = {}
    suggestions: tuple[Suggestion, ...] = ()
    steering: Steering = Steering()
    lines: tuple[str, ...] = ()
    veils: tuple[str, ...] = ()
    summary: str = ""
    cast_in_system: tuple[str, ...] = ()
    log_from_turn: int = 0
    ending_id: str | None = None
    creatures: dict[str, Creature] = {}
    fight: Fight | None = None
    areas: dict[str, AreaState] = {}
    quests: dict[str, QuestState] = {}
    awarded: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    minute: int = 0
    clocks: dict[str, int] = {}
    glyphs: dict[str, JsonValue] = {}

    def character_of(self, player_id: str) -> Character | None:
        """The character whom this player moves now; null for watchers and strangers."""
        seat = self.seats.get(player_id)
        if seat is None or seat.active_character_id is None:
            return None
        return self.characters.get(seat.active_character_id)

    @property
    def needs_plain(self) -> bool:
        """Whether anybody who sits here reads no frames."""
        return any(seat.needs_plain for seat in self.seats.values())

    def party(self) -> tuple[Character, ...]:
        """The players' characters, in the order in which they joined."""
        return tuple(c for c in self.characters.values() if c.is_user_character)

    def creatures_here(self) -> tuple[Creature, ...]:
        """The creatures where the party is, in the order in which they came into the game."""
        return tuple(c for c in self.creatures.values() if c.scene_id == self.situation.scene_id)

    def present(self) -> tuple[Character, ...]:
        """The NPCs where the party is, in the order in which they entered the game."""
        here = self.situation.scene_id
        return tuple(
            c
            for c in self.characters.values()
            if not c.is_user_character and (c.place is None or c.place == here)
        )
