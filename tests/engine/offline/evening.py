"""An evening at a table without a model: turn after turn through the offline game master, in memory."""

from collections.abc import Sequence
from datetime import UTC, datetime

from engine.changes import fold
from engine.gamemaster import RECENT_TURNS, Brief
from engine.model.action import MergedAction
from engine.model.adventure import Adventure, ReadyCharacter
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.memory import SuggestionsSet
from engine.model.changes.situation import EndingReached
from engine.model.character import Character
from engine.model.fact import Fact
from engine.model.session import GameSettings
from engine.model.state import GameState
from engine.model.suggestion import Suggestion
from engine.model.turn import Resolution, Turn
from engine.model.update import StateUpdate
from engine.moves.endings import reached
from engine.offline_gm import OfflineGameMaster
from engine.reading.recording import changes_of
from engine.table.opening import opening_state
from tests.fakes.library import FakeLibrary

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


class Evening:
    """A game with the first ready characters of an adventure. Call `begin` before anything else."""

    def __init__(self, adventure: Adventure, players: int = 1) -> None:
        self.adventure = adventure
        self.master = OfflineGameMaster(FakeLibrary([adventure]))
        party = [_character(ready) for ready in adventure.ready_characters[:players]]
        self.state: GameState = fold(
            opening_state(adventure), [CharacterAdded(character=character) for character in party]
        )
        self.party = party
        self.turns: list[Turn] = []
        self.update = StateUpdate()
        self.pieces: list[str] = []

    async def begin(self) -> str:
        """The opening."""
        return await self.turn()

    async def say(self, *words: str, speech: bool = False, facts: Sequence[Fact] = ()) -> str:
        """A turn in which the first players do these things, one each."""
        actions = [
            _action(character, text, "speech" if speech else "action")
            for character, text in zip(self.party, words, strict=False)
        ]
        return await self.turn(*actions, facts=facts)

    async def press(self, label: str) -> str:
        """A turn in which the first player presses the suggestion with this label."""
        chosen = next(s for s in self.state.suggestions if s.label == label)
        return await self.choose(chosen)

    async def choose(self, suggestion: Suggestion) -> str:
        """A turn in which the first player presses a suggestion."""
        action = _action(self.party[0], suggestion.text, "choice")
        return await self.turn(action.model_copy(update={"selected_suggestion_id": suggestion.id}))

    async def turn(self, *actions: MergedAction, facts: Sequence[Fact] = ()) -> str:
        """A whole turn: told, recorded, folded. The narrative."""
        number = len(self.turns)
        brief = self.brief(*actions)
        resolution = Resolution(facts=tuple(facts))
        self.pieces = [telling.text async for telling in self.master.narrate(brief, resolution)]
        narrative = "".join(self.pieces)
        recordings = [recording async for recording in self.master.record(brief, resolution, narrative)]
        assert recordings[-1].is_last
        self.update = recordings[-1].update
        recorded = changes_of(self.update, brief, origin="system")
        assert recorded.warnings == ()
        changes = (*recorded.changes, SuggestionsSet(suggestions=recorded.suggestions))
        after = fold(self.state, changes)
        if (ending := reached(self.adventure, after)) is not None:
            changes = (*changes, EndingReached(ending_id=ending.id))
        self.state = fold(self.state, changes)
        self.turns.append(
            Turn(
                id=f"t{number}",
                session_id="game",
                parent_id=f"t{number - 1}" if number else None,
                number=number,
                status="done",
                seed=1,
                actions=actions,
                narrative=narrative,
                told_by="offline",
                changes=changes,
                began_at=BEGAN,
            )
        )
        return narrative

    def brief(self, *actions: MergedAction) -> Brief:
        """What the game master knows before the next turn."""
        return Brief(
            session_id="game",
            turn_id=f"t{len(self.turns)}",
            number=len(self.turns),
            seed=1,
            settings=GameSettings(language=self.adventure.language, narrator="scripted"),
            adventure=self.adventure,
            state=self.state,
            recent=tuple(self.turns[-RECENT_TURNS:]),
            actions=actions,
        )

    @property
    def flags(self) -> dict[str, object]:
        """The world's flags as they are now."""
        return dict(self.state.situation.world_state_flags)

    @property
    def labels(self) -> list[str]:
        """What the buttons say."""
        return [suggestion.label for suggestion in self.state.suggestions]


def repeats(turns: Sequence[Turn], within: int = 10) -> list[tuple[int, str]]:
    """Paragraphs told twice within so many turns, with the number of the later turn."""
    told: dict[str, int] = {}
    found: list[tuple[int, str]] = []
    for turn in turns:
        for paragraph in (p.strip() for p in turn.narrative.splitlines() if p.strip()):
            if paragraph in told and turn.number - told[paragraph] < within:
                found.append((turn.number, paragraph))
            told[paragraph] = turn.number
    return found


def _character(ready: ReadyCharacter) -> Character:
    return Character(
        id=ready.id,
        name=ready.name,
        role=ready.role,
        is_user_character=True,
        personality_traits=ready.personality_traits,
        speaking_style=ready.speaking_style,
        goals=(ready.goal,),
    )


def _action(character: Character, text: str, kind: str) -> MergedAction:
    return MergedAction.model_validate(
        {
            "source_ids": (f"s-{character.id}",),
            "player_id": f"p-{character.id}",
            "player_name": f"player of {character.name}",
            "character_id": character.id,
            "type": kind,
            "content": text,
        }
    )
