"""Rules for measuring: a stone that can be pushed again and again, and what only a DM may do."""

from collections.abc import Mapping
from typing import ClassVar

from engine.model.adventure import Adventure
from engine.model.changes.situation import FlagSet
from engine.model.fact import Fact
from engine.rulesets.registry import Rulesets
from engine.tool import Caller, Offer, Outcome, Ruleset, Tool, Use, refused
from tests.engine.rules_for_tests import WithLines
from tests.fakes.library import FakeLibrary, shipped_prompts

PUSHED, FALLEN = "pushed", "fallen"


class Push(Tool):
    """Every push counts once more, and a die falls."""

    called: ClassVar[str] = "push"
    thing: str

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:
        return {"thing": ("stone",)}

    def run(self, use: Use) -> Outcome:
        so_far = use.state.situation.world_state_flags.get(PUSHED, 0)
        pushes = int(so_far) + 1
        rolled = use.dice.die(20)
        return Outcome(
            (Fact(code="pushed", args={"times": pushes, "rolled": rolled}),),
            (
                FlagSet(key=PUSHED, value=pushes, origin="tool"),
                FlagSet(key="rolled", value=rolled, origin="tool"),
            ),
        )


class Topple(Tool):
    """The stone falls, but only once it has been pushed, and only once."""

    called: ClassVar[str] = "topple"

    def run(self, use: Use) -> Outcome:
        flags = use.state.situation.world_state_flags
        if flags.get(FALLEN) or not flags.get(PUSHED):
            return refused("stands-fast")
        return Outcome((Fact(code="fell"),), (FlagSet(key=FALLEN, value=True, origin="tool"),))


class Heal(Tool):
    """A tool that a DM has, and neither a model nor a player."""

    called: ClassVar[str] = "heal"
    character_id: str
    amount: int

    def run(self, use: Use) -> Outcome:
        return Outcome((Fact(code="healed"),), (FlagSet(key="healed", value=True, origin="tool"),))


_ANYBODY: frozenset[Caller] = frozenset(("model", "player", "dm"))
_STONE = Ruleset("story", (Offer(Push, _ANYBODY), Offer(Topple, _ANYBODY), Offer(Heal, frozenset(("dm",)))))
RULES = Rulesets(_STONE)
"""Under the name that the test adventures have."""


def library_with(book: Adventure) -> FakeLibrary:
    """The words that the game is shipped with, and a line for each of these tools."""
    return FakeLibrary((book,), prompts={"en": WithLines(shipped_prompts()["en"], _STONE)})
