"""The course of one call of a tool: what has come of it so far, and the state with all that."""

from engine.changes import fold
from engine.model.change import Change
from engine.model.fact import Fact
from engine.model.noun import Scalar
from engine.model.rules.area import AreaRules, AreaState
from engine.rules.somebody import Somebody, somebody
from engine.tool import Outcome, Use


class Course:
    """Collects facts and changes in order. `state` is always the state with every change so far.

    tool: its name, which rulings of a DM may be about. dice, book, adventure: as in `use`.
    """

    def __init__(self, use: Use, tool: str) -> None:
        self.use = use
        self.tool = tool
        self.adventure = use.adventure
        self.book = use.book
        self.dice = use.dice
        self.state = use.state
        self._facts: list[Fact] = []
        self._changes: list[Change] = []

    def change(self, *changes: Change) -> None:
        """These happen now; their origin is "tool" whatever they say."""
        owned = tuple(change.model_copy(update={"origin": "tool"}) for change in changes)
        self._changes += owned
        self.state = fold(self.state, owned)

    def tell(self, code: str, *, secret: bool = False, **args: Scalar) -> None:
        """A fact. code: below `facts.` in the locales."""
        self._facts.append(Fact(code=code, args=args, secret=secret))

    def somebody(self, who: str) -> Somebody | None:
        """As they are now."""
        return somebody(self.adventure, self.state, who)

    @property
    def scene_id(self) -> str:
        """Where the party is; "" off the map."""
        return self.state.situation.scene_id or ""

    @property
    def area(self) -> AreaRules:
        """The rules of the place; empty ones off the map and where the pack has none."""
        scene = self.adventure.scene(self.scene_id)
        return (scene.rules if scene else None) or AreaRules()

    @property
    def area_state(self) -> AreaState:
        """What has become of the place."""
        return self.state.areas.get(self.scene_id, AreaState())

    def outcome(self, *, is_refused: bool = False) -> Outcome:
        """All of it."""
        return Outcome(tuple(self._facts), tuple(self._changes), is_refused=is_refused)
