"""A small way to play, for what any ruleset may rely on: dice, a potion, a locked door, a broken tool."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.model.changes.cast import StatusSet
from engine.model.changes.situation import FlagSet, SceneSet
from engine.model.fact import Fact
from engine.moves.possible import ways
from engine.ports import Prompts
from engine.rulesets.registry import Rulesets
from engine.tool import Caller, Offer, Outcome, Owned, Ruleset, Tool, Use, refused


class Roll(Tool):
    """A die."""

    called: ClassVar[str] = "roll"
    sides: Annotated[int, Field(ge=2, le=1000)]

    def run(self, use: Use) -> Outcome:
        return Outcome((Fact(code="rolled", args={"sides": self.sides, "result": use.dice.die(self.sides)}),))


class Drink(Tool):
    """The innkeeper's one potion: gone and felt, or neither."""

    called: ClassVar[str] = "drink"
    who: str

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:
        return {"who": tuple(c.id for c in use.state.party())}

    def run(self, use: Use) -> Outcome:
        if use.state.characters["mags"].status == "poor":
            return refused("no-potion", who=self.who)
        return Outcome(
            (Fact(code="healed", args={"who": self.who, "by": use.dice.die(8)}),),
            (
                StatusSet(character_id="mags", status="poor", origin="tool"),
                StatusSet(character_id=self.who, status="well", origin="tool"),
            ),
        )


class Go(Tool):
    """A way that is open now."""

    called: ClassVar[str] = "go"
    to: str
    softly: bool | None = None

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:
        return {"to": ways(use.adventure, use.state)}

    def run(self, use: Use) -> Outcome:
        return Outcome(
            (Fact(code="went", args={"to": self.to}),), (SceneSet(scene_id=self.to, origin="tool"),)
        )


class Unlock(Tool):
    """The cellar door, which takes luck."""

    called: ClassVar[str] = "unlock"
    dc: Annotated[int, Field(ge=1, le=30)] = 1

    def run(self, use: Use) -> Outcome:
        if use.dice.die(20) < self.dc:
            return Outcome((Fact(code="stuck"),), (FlagSet(key="spent", value=True),), is_refused=True)
        return Outcome((Fact(code="open"),), (FlagSet(key="has_key", value=True, origin="tool"),))


class Broken(Tool):
    """A bug of ours."""

    called: ClassVar[str] = "broken"

    def run(self, use: Use) -> Outcome:
        raise ZeroDivisionError("a bug of ours")


class Overrule(Tool):
    """For a DM alone."""

    called: ClassVar[str] = "overrule"

    def run(self, use: Use) -> Outcome:
        return Outcome((Fact(code="overruled"),))


class Press(Tool):
    """A player's button, not for a model."""

    called: ClassVar[str] = "press"
    times: int = 1

    def run(self, use: Use) -> Outcome:
        return Outcome((Fact(code="pressed", args={"by": use.actor_id, "caller": use.caller}),))


_ALL: frozenset[Caller] = frozenset(("model", "player", "dm"))


def rules(*owns: Owned, tools: Iterable[type[Tool]] | None = None) -> Ruleset:
    """All of them, under the name that the test adventures have."""
    every = tuple(tools) if tools is not None else (Roll, Drink, Go, Unlock, Broken)
    return Ruleset(
        "story",
        (
            *(Offer(tool, _ALL) for tool in every),
            Offer(Press, frozenset({"player"})),
            Offer(Overrule, frozenset({"dm"})),
        ),
        frozenset(owns),
    )


def rulesets(*owns: Owned) -> Rulesets:
    """What a table that plays by them is made with."""
    return Rulesets(rules(*owns))


class WithLines:
    """Implements `engine.ports.Prompts`: those of another, and a line for each tool of these rules."""

    def __init__(self, others: Prompts, ruleset: Ruleset) -> None:
        self.version = others.version
        self._others = others
        self._names = {f"tool-{tool.called}" for tool in ruleset.tools("model")}

    def text(self, name: str, **blanks: str) -> str:
        if name in self._names:
            return f"what {name.removeprefix('tool-')} is for"
        return self._others.text(name, **blanks)
