"""Words that a player deleted after they were played: what came of them stays, they leave every prompt."""

from collections.abc import Sequence

from engine.changes import fold
from engine.model.action import Forgotten, MergedAction
from engine.model.changes.cast import CharacterActed
from engine.model.state import GameState
from engine.model.turn import Turn


def without_words(turn: Turn, forgotten: Sequence[Forgotten], instead: str) -> Turn:
    """The turn as a model may read it. instead: stands where nothing of an action is left."""
    return turn.model_copy(update={"actions": actions_without(turn.actions, forgotten, instead)})


def actions_without(
    actions: Sequence[MergedAction], forgotten: Sequence[Forgotten], instead: str
) -> tuple[MergedAction, ...]:
    """The actions without these messages; what else their players wrote in the turn is kept."""
    return tuple(_without(action, forgotten, instead) for action in actions)


def state_without(state: GameState, forgotten: Sequence[Forgotten]) -> GameState:
    """The state without the line about what somebody did last, where that was told in these words."""
    acted = [
        CharacterActed(character_id=words.character_id, number=words.turn_number)
        for words in forgotten
        if (who := state.characters.get(words.character_id)) is not None and who.acted_on == words.turn_number
    ]
    return fold(state, acted)


def _without(action: MergedAction, forgotten: Sequence[Forgotten], instead: str) -> MergedAction:
    content = action.content
    for words in forgotten:
        if words.source_id in action.source_ids:
            content = _rest(content, words.content)
    return action if content == action.content else action.model_copy(update={"content": content or instead})


def _rest(content: str, words: str) -> str:
    """What else stands in a content; nothing where the words cannot be told from the rest."""
    left, found, right = f"\n{content}\n".partition(f"\n{words}\n")
    return "\n".join(part for part in (left.strip("\n"), right.strip("\n")) if part) if found else ""
