"""A turn to try a model with: the first adventure's own, asked for exactly as the game asks."""

from dataclasses import dataclass, replace
from datetime import datetime

from engine.asking.record_schema import record_schema
from engine.asking.wire_schema import Schema
from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.action import MergedAction
from engine.model.adventure import ReadyCharacter
from engine.model.changes.cast import CharacterAdded
from engine.model.character import Character
from engine.model.noun import Language
from engine.model.session import GameSettings
from engine.model.turn import Resolution
from engine.model_request import Message
from engine.ports import Library, Prompts
from engine.sight.budget import Fit
from engine.sight.conversation import narrate_messages, record_messages
from engine.table.opening import opening_state

_SETTLED = Resolution()


@dataclass(frozen=True)
class TrialTurn:
    """The requests of a turn that nobody plays.

    began: stands before everything else, so that the server has nothing of it in its cache from another time.
    """

    brief: Brief
    prompts: Prompts
    fit: Fit
    began: datetime

    def telling(self, action: str) -> tuple[Message, ...]:
        """The conversation up to the narrative, with this action as its end. Raises WindowTooSmall."""
        first, *others = self.brief.actions
        brief = replace(self.brief, actions=(first.model_copy(update={"content": action}), *others))
        return self._fresh(narrate_messages(brief, _SETTLED, self.prompts, self.fit))

    def recording(self) -> tuple[Message, ...]:
        """The conversation up to the record. Raises WindowTooSmall."""
        story = self.brief.adventure.opening.text
        return self._fresh(record_messages(self.brief, _SETTLED, story, self.prompts, self.fit))

    @property
    def actions(self) -> tuple[str, str]:
        """Two ends for the same conversation."""
        return _hero(self.brief).first_move, _hero(self.brief).question

    @property
    def schema(self) -> Schema:
        """The form of the record."""
        return record_schema(self.brief, self.fit.budget.record)

    def _fresh(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        first = messages[0]
        return (replace(first, content=f"{self.began.isoformat()}\n{first.content}"), *messages[1:])


def trial_turn(
    library: Library, language: Language, num_ctx: int, began: datetime, players: int = 1
) -> TrialTurn:
    """The first turn of the first adventure in this language, played by its first ready characters.

    players: how many act at once; no more than the adventure has characters for.
    """
    adventure = library.adventure(library.adventures(language)[0].id, language)
    ready = adventure.ready_characters[:players]
    added = [CharacterAdded(character=_character(each)) for each in ready]
    brief = Brief(
        session_id="doctor",
        turn_id="doctor",
        number=1,
        seed=0,
        settings=GameSettings(language=adventure.language),
        adventure=adventure,
        state=fold(opening_state(adventure), added),
        recent=(),
        actions=tuple(_action(each, number) for number, each in enumerate(ready, 1)),
    )
    return TrialTurn(brief, library.prompts(adventure.language), Fit(num_ctx), began)


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


def _action(ready: ReadyCharacter, number: int) -> MergedAction:
    return MergedAction(
        source_ids=(f"doctor-{number}",),
        player_id=f"doctor-{number}",
        player_name=ready.name,
        character_id=ready.id,
        type="action",
        content=ready.first_move,
    )


def _hero(brief: Brief) -> ReadyCharacter:
    return brief.adventure.ready_characters[0]
