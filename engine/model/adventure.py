"""An adventure: the pack of data that a game is played from. People write these as JSON.

Every text that a player reads is in the adventure's own language. What the offline game master needs
to play (words, effects, conditions) stands beside the prose, so that an adventure can be finished
without any model.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints

from engine.model.noun import Language, Noun
from engine.model.pack_words import Condition, Effects, Line, Prose, Slug, Words
from engine.model.rules.area import AreaRules
from engine.model.rules.dungeon import Dungeon
from engine.model.rules.terms import Alignment, ClassId
from engine.model.suggestion import RiskLevel, SuggestionType

Verb = Literal["look", "go", "talk", "take", "use", "open", "push", "give", "wait", "help", "attack", "other"]
"""The kinds of action that the verb grammar tells apart; each needs filler lines."""


class Doing(Noun):
    """One answer to one kind of action on a thing, a person or a place. The first that holds is told.

    texts: told in turn when it is done again; several, so that nothing is told twice in a row.
    """

    verbs: Annotated[tuple[Verb, ...], Field(min_length=1)]
    when: Condition = Condition()
    texts: Annotated[tuple[Prose, ...], Field(min_length=1)]
    effects: Effects = Effects()
    label: Annotated[str, StringConstraints(min_length=1, max_length=34)] | None = None
    """If set, it is offered as a suggestion while `when` holds and it changes something."""
    text: Line | None = None
    """The suggested action in full; needed beside `label`."""
    type: SuggestionType = "action"
    risk_level: RiskLevel = "low"


class Thing(Noun):
    """Something in a scene that can be looked at, taken, used. name: with its article, as in a list."""

    id: Slug
    name: Line
    words: Words
    when: Condition = Condition()
    """It is only there while this holds."""
    doings: Annotated[tuple[Doing, ...], Field(min_length=1)]


class Exit(Noun):
    """A way to a neighbouring scene. words: what a player may call it, beside the neighbour's own name."""

    to: Slug
    label: Annotated[str, StringConstraints(min_length=1, max_length=34)]
    words: Words
    when: Condition = Condition()
    blocked: Prose | None = None
    """Told when the condition does not hold; needed beside `when`."""
    one_way: bool = False
    """True if the neighbour has no exit back; all others lead both ways."""
    text: Prose | None = None
    """Told on the way."""


class Scene(Noun):
    """A place of the adventure. read_aloud: on the first visit. again: on later ones, told in turn."""

    id: Slug
    name: Line
    read_aloud: Prose
    again: Annotated[tuple[Prose, ...], Field(min_length=2)]
    exits: tuple[Exit, ...] = ()
    things: tuple[Thing, ...] = ()
    moods: Annotated[tuple[Line, ...], Field(min_length=3)]
    """What is felt, heard or seen here while nothing else happens."""
    rules: AreaRules | None = None
    """What the rules say of it; null in a pure story."""


class Topic(Noun):
    """Something that an NPC can be asked about."""

    id: Slug
    words: Words
    doing: Doing


class CastMember(Noun):
    """An NPC with a voice. secrets: for the narrator and the DM only."""

    id: Slug
    name: Line
    words: Words
    role: Line
    personality_traits: Annotated[tuple[Line, ...], Field(min_length=1)]
    speaking_style: Line
    goals: Annotated[tuple[Line, ...], Field(min_length=1)]
    secrets: Annotated[tuple[Line, ...], Field(min_length=1)]
    scene: Slug | None = None
    """Where the NPC is at the beginning; null = goes with the party."""
    looks: Prose
    small_talk: Annotated[tuple[Prose, ...], Field(min_length=3)]
    topics: tuple[Topic, ...] = ()


class ReadyCharacter(Noun):
    """A character that a player can take in one press."""

    id: Slug
    name: Line
    role: Line
    line: Line
    goal: Line
    question: Line
    first_move: Line
    personality_traits: Annotated[tuple[Line, ...], Field(min_length=1)]
    speaking_style: Line
    class_id: ClassId | None = None
    """Under rules; null = as the dice fall."""
    alignment: Alignment | None = None


class Thread(Noun):
    """A question of the story. is_open: from the beginning."""

    id: Slug
    text: Line
    is_open: bool = False


class PressureStep(Noun):
    """What presses in from outside once the clock stands at `at` (1 = the first turn that only waits)."""

    at: Annotated[int, Field(ge=1, le=60)]
    text: Prose
    pressure: Line
    effects: Effects = Effects()


class Ending(Noun):
    """How the story can end. A good one is never reached by waiting."""

    id: Slug
    title: Line
    is_good: bool
    scene: Slug | None = None
    when: Condition
    text: Prose


class Opening(Noun):
    """Where and how it begins. text: told by the offline game master; models write their own."""

    scene: Slug
    text: Prose


class Players(Noun):
    """For how many people it is meant."""

    least: Annotated[int, Field(ge=1, le=12)]
    most: Annotated[int, Field(ge=1, le=12)]


class Adventure(Noun):
    """A whole adventure in one language. filler: lines by kind of action, for what the data does not know."""

    id: Slug
    version: Annotated[int, Field(ge=1)]
    language: Language
    title: Line
    pitch: Prose
    tone: Line
    length: Line
    players: Players
    content_warnings: tuple[Line, ...]
    ruleset: Literal["story", "dungeon"] = "story"
    setting: Prose
    premise: Prose
    """For the narrator: what is really going on, and what must not be told too early."""
    opening: Opening
    ready_characters: Annotated[tuple[ReadyCharacter, ...], Field(min_length=1, max_length=12)]
    cast: tuple[CastMember, ...] = ()
    scenes: Annotated[tuple[Scene, ...], Field(min_length=1)]
    things: tuple[Thing, ...] = ()
    """What the party may carry: at hand in every scene while its `when` holds."""
    threads: tuple[Thread, ...] = ()
    pressures: tuple[PressureStep, ...] = ()
    filler: dict[Verb, Annotated[tuple[Prose, ...], Field(min_length=3)]]
    dungeon: Dungeon | None = None
    """What the rules need beside the scenes; null in a pure story."""
    endings: Annotated[tuple[Ending, ...], Field(min_length=1)]

    def scene(self, scene_id: str | None) -> Scene | None:
        """The scene with this id; null off the map."""
        return next((s for s in self.scenes if s.id == scene_id), None)

    def cast_member(self, character_id: str) -> CastMember | None:
        """The NPC of the pack with this id; null for people who came in during play."""
        return next((c for c in self.cast if c.id == character_id), None)

    def thread(self, thread_id: str) -> Thread | None:
        """The thread with this id."""
        return next((t for t in self.threads if t.id == thread_id), None)

    def ready_character(self, character_id: str) -> ReadyCharacter | None:
        """The ready character with this id."""
        return next((c for c in self.ready_characters if c.id == character_id), None)


class AdventureCard(Noun):
    """What a list of adventures shows of one."""

    id: Slug
    version: int
    title: str
    pitch: str
    tone: str
    length: str
    players: Players
    content_warnings: tuple[str, ...]
    languages: tuple[Language, ...]

    @classmethod
    def of(cls, adventure: Adventure, languages: tuple[Language, ...]) -> Self:
        """The card of an adventure that exists in these languages."""
        return cls(
            id=adventure.id,
            version=adventure.version,
            title=adventure.title,
            pitch=adventure.pitch,
            tone=adventure.tone,
            length=adventure.length,
            players=adventure.players,
            content_warnings=adventure.content_warnings,
            languages=languages,
        )
