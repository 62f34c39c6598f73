"""What is kept of every roll, so that anybody can work its dice out again once the story is over."""

from typing import Literal

from engine.model.changes.rolls import Visible
from engine.model.noun import Noun


class KeptRuling(Noun):
    """What a DM had decided about a roll or a rule. outcome: as they wrote it; "" for waived."""

    kind: Literal["force", "waive"]
    outcome: str = ""
    reason: str = ""


class Receipt(Noun):
    """One roll, or all dice of one call.

    commitment: of the secret from which the dice come. place: what the seed follows from ("turn:3:…",
    "roll:…", "join:…"); occasion: what sets the call apart in it. dice: sides and number, as they fell.
    turn: depth of the turn; null = beside the turns. what: the tool. who: for whom.
    expression, total: "" and null where no expression was rolled. shown: what the table read of it.
    """

    commitment: str
    place: str
    occasion: str
    dice: tuple[tuple[int, int], ...]
    turn: int | None = None
    turn_id: str = ""
    what: str = ""
    who: str = ""
    expression: str = ""
    total: int | None = None
    shown: tuple[str, ...] = ()
    rulings: tuple[KeptRuling, ...] = ()
    visible: Visible = "everyone"


class Receipts(Noun):
    """Receipts of a game: one, some, or all. secrets: "" each while the story goes on.

    commitments: one for each secret, the oldest first; the game has shown them before the first roll.
    """

    format: Literal["glyphmaster-dice"] = "glyphmaster-dice"
    version: Literal[1] = 1
    game_id: str
    name: str
    commitments: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    rolls: tuple[Receipt, ...] = ()
