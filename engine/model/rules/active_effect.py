"""What is upon somebody for a while or for good: a condition, a blessing, a wound that still counts."""

from engine.model.noun import Noun
from engine.model.pack_words import Line, Slug
from engine.model.rules.terms import DiceText, Hindrance, RollKind


class ActiveEffect(Noun):
    """One thing that counts while it lasts. name: in the game's language, as players read it.

    bonus: by kind of roll, added. steps: on the dice chain, for the action die. prevents: what cannot be
    done. rounds, until_minute, uses: how long; null = that does not end it. uses: rolls that it counts for.
    scene_id: it ends when its bearer leaves this scene. only_in: it counts only in this scene. damage:
    taken at the end of each round. source_id: who caused it; "" = nobody. is_scar: stays for good, no rest
    heals it.
    """

    id: Slug
    name: Line
    bonus: dict[RollKind, int] = {}
    steps: int = 0
    prevents: tuple[Hindrance, ...] = ()
    rounds: int | None = None
    until_minute: int | None = None
    uses: int | None = None
    scene_id: Slug | None = None
    only_in: Slug | None = None
    damage: DiceText | None = None
    source_id: str = ""
    is_scar: bool = False
