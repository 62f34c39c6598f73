"""Bad model output cannot break the state: broken records, folded one upon the other, turn after turn."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.change import CHANGES
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.memory import SuggestionsSet
from engine.model.state import KNOWLEDGE_KEPT, TIMELINE_KEPT, GameState
from engine.model.update import StateUpdate
from engine.moves.newcomers import NEWCOMERS_A_GAME
from engine.moves.possible import flags_in_reach, flags_of, ways
from engine.reading.recording import LABEL_LETTERS, SUGGESTIONS, Recorded, changes_of
from engine.steps.fading import HEAD_BYTES, faded
from engine.structured import read
from engine.words.neutral import neutral_line
from tests.bench.reliability.good_updates import UPDATES, good_updates
from tests.bench.reliability.outcome import Outcome, Scale
from tests.engine.answers.mutations import mutated
from tests.engine.briefs import brief
from tests.fakes.entropy import SeededEntropy

MUTATIONS = 100_000
_IN_SHORT = 500
_A_GAME = 500
"""Turns after which another game begins."""
_GOOD_EACH = 3
_STORED_EACH = 7
_TEXT = 300
_PLAYERS = ("ann", "bob", "cy", "dee", "eve", "fay")
_THREADS = 12
_MOST = {
    "scene_set": 1,
    "scene_described": 1,
    "timeline_appended": 3,
    "thread_opened": 3,
    "thread_closed": 3,
    "character_added": 1,
}
_NEVER_A_MODELS = (
    *("seats", "steering", "lines", "veils", "summary", "ending_id"),
    *("areas", "quests", "clocks", "glyphs"),
)
_CHANGING = {"current_mood", "knowledge", "relationships"}


async def measure(scale: Scale, folder: Path) -> Outcome:
    """Each mutation of a good update is the record of one turn; now and then comes one as it should be."""
    entropy, started = SeededEntropy(5), brief(players=_PLAYERS)
    good = [g.text for g in good_updates(started, entropy, UPDATES)]
    tries = MUTATIONS if scale == "full" else _IN_SHORT
    evening = _Evening(started)
    for number in range(tries):
        if number % _A_GAME == 0:
            evening.game = started
        if number % _GOOD_EACH == 0:
            evening.record(good[number % len(good)])
        evening.record(mutated(good[number % len(good)], entropy))
    return Outcome(
        "P5",
        "Bad model output cannot break the state",
        f"the reader, the recorder and the fold; mutations of {len(good)} good updates",
        tries,
        len(evening.faults),
        figures=f"{evening.used:,} records changed something; largest head {evening.largest / 1000:.0f} kB",
        faults=tuple(evening.faults[:5]),
    )


@dataclass
class _Evening:
    """A game as it stands, and what went wrong in it. used: records that changed something."""

    game: Brief
    faults: list[str] = field(default_factory=list)
    used: int = 0
    largest: int = 0

    def record(self, text: str) -> None:
        """One turn more, with this for its record."""
        game = self.game
        try:
            found = read(text, StateUpdate, is_final=True)
            recorded = changes_of(found.value or StateUpdate(), game, origin="model")
            offered = SuggestionsSet(suggestions=recorded.suggestions)
            state = fold(game.state, (*recorded.changes, offered))
            after = fold(state, faded(state))
        except Exception as error:  # whatever it is, it is what is looked for
            self.faults.append(f"{error!r} for {text[:200]!r}")
            return
        self.faults += [f"{wrong} for {text[:200]!r}" for wrong in _wrong(game, recorded, state)]
        self.used += bool(recorded.changes)
        self.game = replace(game, state=after, number=game.number + 1)
        if self.game.number % _STORED_EACH == 0:
            size = len(after.model_dump_json().encode())
            self.largest = max(self.largest, size)
            self.faults += _wrong_stored(after, size)


def _wrong(before: Brief, recorded: Recorded, after: GameState) -> Iterator[str]:
    """What one record did that none may do."""
    old, changes = before.state, recorded.changes
    if fold(old, CHANGES.validate_json(CHANGES.dump_json(changes))) != fold(old, changes):
        yield "another state from the stored changes"
    for kind, most in _MOST.items():
        if (count := sum(change.kind == kind for change in changes)) > most:
            yield f"{count} {kind}"
    came = {change.character.id for change in changes if isinstance(change, CharacterAdded)}
    named = {getattr(change, who, None) for change in changes for who in ("character_id", "other_id")} - {
        None
    }
    if strangers := named - old.characters.keys() - came:
        yield f"{strangers} are nobody"
    if after.characters.keys() != old.characters.keys() | came:
        yield "somebody came or went otherwise"
    for character_id, character in old.characters.items():
        then = after.characters[character_id]
        if then.model_dump(exclude=_CHANGING) != character.model_dump(exclude=_CHANGING):
            yield f"who {character_id} is changed"
    yield from _wrong_situation(before, after)
    if wrong := [name for name in _NEVER_A_MODELS if getattr(old, name) != getattr(after, name)]:
        yield f"{wrong} changed"
    if len(recorded.suggestions) > SUGGESTIONS or any(
        not 0 < len(s.label) <= LABEL_LETTERS or s.for_character not in (None, *after.characters)
        for s in recorded.suggestions
    ):
        yield "suggestions that fit no button"
    for text in _texts(after):
        if text != neutral_line(text, _TEXT):
            yield f"a text that is not harmless or too long: {text[:60]!r}"


def _wrong_situation(before: Brief, after: GameState) -> Iterator[str]:
    old, new, book = before.state.situation, after.situation, before.adventure
    if len(new.timeline) > TIMELINE_KEPT or len(new.open_threads) > max(_THREADS, len(old.open_threads)):
        yield "too much to remember"
    reach = flags_in_reach(book, before.state)
    for key in flags_of(book) | new.world_state_flags.keys():
        value, was = new.world_state_flags.get(key), old.world_state_flags.get(key)
        if isinstance(value, int) and abs(value) > 1_000_000:
            yield f"flag {key} became {value}"
        if key in flags_of(book) and value != was and value not in reach.get(key, ()):
            yield f"flag {key} became {value!r}"
    now = after.model_copy(update={"situation": new.model_copy(update={"scene_id": old.scene_id})})
    if new.scene_id not in (None, old.scene_id, *ways(book, now)):
        yield f"the party is in {new.scene_id}"


def _texts(state: GameState) -> Iterator[str]:
    """All that a record may have written."""
    yield from (*state.situation.timeline, *state.situation.open_threads, state.situation.current_scene)
    yield from (value for value in state.situation.world_state_flags.values() if isinstance(value, str))
    for suggestion in state.suggestions:
        yield from (suggestion.label, suggestion.text)
    for character in state.characters.values():
        yield from (character.name, character.role, character.current_mood)
        yield from (*character.knowledge, *character.relationships.values())


def _wrong_stored(state: GameState, size: int) -> Iterator[str]:
    """What does not fit into the store, or comes back from it as something else."""
    if GameState.model_validate_json(state.model_dump_json()) != state:
        yield "the state comes back from the store as another"
    if size >= HEAD_BYTES:
        yield f"the head has {size} bytes"
    if any(len(c.knowledge) > KNOWLEDGE_KEPT for c in state.characters.values()):
        yield "somebody knows too much"
    if sum(i.startswith("npc-") for i in state.characters) > NEWCOMERS_A_GAME:
        yield "too many newcomers"
