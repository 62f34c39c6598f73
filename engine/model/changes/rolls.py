"""What fell beside the turns. It changes nothing of the story; it stands in the log as a receipt."""

from typing import Literal

from engine.model.changes.kind import ChangeKind
from engine.model.state import GameState

Visible = Literal["everyone", "both", "dm"]
"""Who sees a roll at once: all, whoever rolled and the DM, the DM alone. In the export everybody does."""


class DiceRolled(ChangeKind):
    """Dice of a command, or of somebody who sat down.

    occasion: what sets it apart from everything else in the game ("roll:…", "join:…"). dice: sides and number
    in the order in which they fell. expression, total: "" and null if no expression was rolled.
    """

    kind: Literal["dice_rolled"] = "dice_rolled"
    occasion: str
    dice: tuple[tuple[int, int], ...]
    expression: str = ""
    total: int | None = None
    visible: Visible = "everyone"

    def applied_to(self, state: GameState) -> GameState:
        return state
