"""What a game master wrote down becomes checked changes: prose may change the story, never what tools own.

Nothing here fails: what is unknown, out of reach or too much is left out, with a warning for the log.
"""

from dataclasses import dataclass
from typing import TypeVar

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.change import Change
from engine.model.changes.cast import CharacterAdded, KnowledgeGained, MoodSet, RelationshipSet
from engine.model.changes.kind import Origin
from engine.model.changes.situation import (
    FlagSet,
    SceneDescribed,
    SceneSet,
    ThreadClosed,
    ThreadOpened,
    TimelineAppended,
)
from engine.model.character import Character
from engine.model.noun import Flag
from engine.model.state import GameState
from engine.model.suggestion import Suggestion
from engine.model.update import (
    CharacterResponse,
    CharacterUpdate,
    NewCharacter,
    SituationUpdate,
    StateUpdate,
    SuggestedMove,
    ThreadChanges,
)
from engine.moves.newcomers import newcomer
from engine.moves.possible import OFF_MAP, ways
from engine.reading.world_flags import FlagGate
from engine.words.neutral import neutral_line

T = TypeVar("T")

LABEL_LETTERS = 34
"""A label fits a Discord button on a phone without being cut."""
SUGGESTIONS = 4
_TEXT, _SCENE, _ENTRY, _THREAD, _MOOD, _BOND = 300, 300, 200, 160, 60, 120
_OWN_TEXT = 1500
_OPEN_THREADS = 12


@dataclass(frozen=True)
class Recorded:
    """The changes in order of folding, the moves on offer (empty = none written), and what was left out.

    named: ids of the game master's characters that the record speaks of.
    """

    changes: tuple[Change, ...]
    suggestions: tuple[Suggestion, ...] = ()
    warnings: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Caps:
    """How many of each one record may bring."""

    entries: int
    threads: int
    knowledge: int


_CAPS_MODEL = _Caps(entries=3, threads=3, knowledge=3)
_CAPS_OWN = _Caps(entries=8, threads=8, knowledge=8)


def changes_of(update: StateUpdate, brief: Brief, *, origin: Origin) -> Recorded:
    """The checked changes of an update. origin: `model`, or `system` for our own game master's updates.

    What our own writes comes from the adventure's data: its texts are kept as they are, it may set any flag
    and go to any scene.
    """
    recorder = _Recorder(brief, origin)
    if update.updated_situation:
        recorder.situation(update.updated_situation)
    recorder.characters(update.updated_characters or ())
    recorder.responses(update.responses or ())
    suggestions = recorder.suggestions(update.suggestions or ())
    return Recorded(
        tuple(recorder.changes),
        suggestions,
        tuple(recorder.warnings),
        tuple(dict.fromkeys(recorder.named)),
    )


class _Recorder:
    """Collects changes; `state` is the state with those so far."""

    def __init__(self, brief: Brief, origin: Origin) -> None:
        self.changes: list[Change] = []
        self.warnings: list[str] = []
        self.named: list[str] = []
        self.state: GameState = brief.state
        self._brief = brief
        self._origin: Origin = origin
        self._is_ours = origin != "model"
        self._caps = _CAPS_OWN if self._is_ours else _CAPS_MODEL

    def situation(self, update: SituationUpdate) -> None:
        """Flags first: a door that is opened in a turn may be gone through in the same turn."""
        self._flags(update.world_state_flags or {})
        self._scene(update.scene_id)
        if update.current_scene and (text := self._line(update.current_scene, _SCENE)):
            self._add(SceneDescribed(text=text, origin=self._origin))
        for entry in self._most(update.new_timeline_entries, self._caps.entries, "timeline entries"):
            if text := self._line(entry, _ENTRY):
                self._add(TimelineAppended(text=text, origin=self._origin))
        self._threads(update.open_threads_changes or ThreadChanges())
        for person in self._most(update.new_characters, 1, "new characters"):
            self._newcomer(person)

    def characters(self, updates: tuple[CharacterUpdate, ...]) -> None:
        """Moods, knowledge and bonds; who a character is, is never changed."""
        for update in updates:
            character = self._known(update.character_id)
            if character is None:
                continue
            self.named.append(character.id)
            mood = self._line(update.current_mood, _MOOD) if update.current_mood else ""
            if mood and mood != character.current_mood:
                self._add(MoodSet(character_id=character.id, mood=mood, origin=self._origin))
            for entry in self._most(update.knowledge_gained, self._caps.knowledge, "knowledge entries"):
                if text := self._line(entry, _ENTRY):
                    self._add(KnowledgeGained(character_id=character.id, text=text, origin=self._origin))
            for other_id, bond in (update.relationship_changes or {}).items():
                self._bond(character, other_id, bond)

    def responses(self, responses: tuple[CharacterResponse, ...]) -> None:
        """Who had a part in the turn. Nobody but its player acts for a player's character."""
        for response in responses:
            character = self._known(response.character_id)
            if character and character.is_user_character and not self._is_ours:
                self.warnings.append(f"a response speaks for the player's character {character.id}")
            elif character:
                self.named.append(character.id)

    def suggestions(self, moves: tuple[SuggestedMove, ...]) -> tuple[Suggestion, ...]:
        """The moves that can be put on buttons: each once, with an id of their own."""
        offered: list[Suggestion] = []
        seen: set[str] = set()
        for move in moves:
            text = neutral_line(move.text, _TEXT) or neutral_line(move.label, _TEXT)
            labels = (neutral_line(move.label, LABEL_LETTERS), neutral_line(text, LABEL_LETTERS))
            label = next((line for line in labels if line and line.casefold() not in seen), None)
            if label is None or text.casefold() in seen:
                continue
            seen |= {label.casefold(), text.casefold()}
            offered.append(
                Suggestion(
                    id=f"{'o' if self._is_ours else 'm'}{len(offered) + 1}",
                    type=move.type,
                    label=label,
                    text=text,
                    risk_level=move.risk_level,
                    for_character=self._player_of(move.for_character),
                )
            )
        return tuple(self._most(tuple(offered), SUGGESTIONS, "suggestions"))

    def _flags(self, flags: dict[str, Flag | None]) -> None:
        gate = FlagGate(self._brief.adventure, self.state)
        if self._is_ours:
            gate.kept.update(flags)
        else:
            gate.offer(flags)
        for key, value in gate.kept.items():
            self._add(FlagSet(key=key, value=value, origin=self._origin))
        self.warnings += [f"flag {key[:40]!r} cannot become that here" for key in gate.refused]

    def _scene(self, wanted: str | None) -> None:
        here = self.state.situation.scene_id
        if wanted and not self._is_ours and "position" in self._brief.ruleset.owns:
            self.warnings.append(f"scene {wanted[:40]!r}: only tools move the party under these rules")
            return
        target = self._scene_called(wanted or "")
        if not wanted or (target == here is not None) or (wanted == OFF_MAP and here is None):
            return
        if wanted == OFF_MAP:
            self._add(SceneSet(scene_id=None, origin=self._origin))
        elif target is None:
            self.warnings.append(f"scene {wanted[:40]!r} cannot be reached from {here}")
        else:
            self._add(SceneSet(scene_id=target, origin=self._origin))

    def _scene_called(self, wanted: str) -> str | None:
        """The scene of this id or name, if the party can be there at the end of the turn."""
        adventure = self._brief.adventure
        open_to = {s.id for s in adventure.scenes} if self._is_ours else set(ways(adventure, self.state))
        open_to |= {i for i in (self.state.situation.scene_id,) if i}
        word = _key(wanted)
        return next(
            (s.id for s in adventure.scenes if s.id in open_to and word in (s.id, _key(s.name))), None
        )

    def _threads(self, threads: ThreadChanges) -> None:
        for text in self._most(threads.removed, self._caps.threads, "closed threads"):
            found = next((t for t in self.state.situation.open_threads if _key(t) == _key(text)), None)
            if found is None:
                self.warnings.append(f"thread {text[:40]!r} is not open")
            else:
                self._add(ThreadClosed(text=found, origin=self._origin))
        for entry in self._most(threads.added, self._caps.threads, "new threads"):
            text, opened = self._line(entry, _THREAD), self.state.situation.open_threads
            if not text or _key(text) in {_key(t) for t in opened}:
                continue
            if len(opened) >= _OPEN_THREADS and not self._is_ours:
                self.warnings.append("too many threads are open")
            else:
                self._add(ThreadOpened(text=text, origin=self._origin))

    def _newcomer(self, person: NewCharacter) -> None:
        character = newcomer(person, self.state, self._brief.number)
        if character is None:
            self.warnings.append(f"{person.name[:40]!r} does not come in: known, nameless or one too many")
        else:
            self._add(CharacterAdded(character=character, origin=self._origin))

    def _bond(self, character: Character, other_id: str, bond: str) -> None:
        other = self._known(other_id)
        text = self._line(bond, _BOND)
        if other and other.id != character.id and text:
            self._add(
                RelationshipSet(character_id=character.id, other_id=other.id, text=text, origin=self._origin)
            )

    def _known(self, name: str) -> Character | None:
        """The character of this id in any letter case, or the only one of this name; a typo makes nobody."""
        characters = self.state.characters.values()
        by_id = [c for c in characters if c.id.casefold() == name.strip().casefold()]
        found = by_id or [c for c in characters if _key(c.name) == _key(name)]
        if len(found) != 1:
            self.warnings.append(f"nobody is called {name[:40]!r}")
            return None
        return found[0]

    def _player_of(self, name: str | None) -> str | None:
        character = self._known(name) if name else None
        return character.id if character and character.is_user_character else None

    def _line(self, text: str, limit: int) -> str:
        """A text as it is kept: a model's words neutral and short, the adventure's own as written."""
        return text.strip()[:_OWN_TEXT] if self._is_ours else neutral_line(text, limit)

    def _most(self, entries: tuple[T, ...], most: int, what: str) -> tuple[T, ...]:
        if len(entries) > most:
            self.warnings.append(f"{len(entries)} {what} instead of at most {most}")
        return entries[:most]

    def _add(self, change: Change) -> None:
        self.changes.append(change)
        self.state = fold(self.state, (change,))


def _key(text: str) -> str:
    """Two texts with the same key say the same."""
    return neutral_line(text, _OWN_TEXT).casefold()
