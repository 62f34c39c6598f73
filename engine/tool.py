"""What a tool is: one thing that the rules can settle, from a die to a blow, and who may use it.

A tool is a noun: its fields are the arguments, and `run` settles what comes of them. A new one is a file with
one class, `prompts/<language>/tool-<name>.md` with the line that a model reads, and its place in a ruleset.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from engine.draws import Draws
from engine.model.action import ToolCall
from engine.model.adventure import Adventure
from engine.model.change import Change
from engine.model.fact import Fact
from engine.model.noun import Noun, Scalar
from engine.model.rules.book import RuleBook
from engine.model.state import GameState

Caller = Literal["model", "player", "dm", "world"]
"""Who asks for a tool: a model's plan, a player's button or command, a DM, a creature or the rules."""
Owned = Literal["position"]
"""What only tools change under some rulesets; a telling does not. position: the scene where the party is."""
NO_BOOK = RuleBook(language="en")
"""Of a ruleset that has no rules to look up."""


@dataclass(frozen=True)
class Use:
    """The occasion on which a tool is used.

    state: with everything that earlier calls of the turn have done. number: the turn's depth.
    actor_id: the character or creature who acts; null if nobody does. dice: of this call alone.
    book: the rules, in the adventure's language.
    """

    adventure: Adventure
    state: GameState
    number: int
    caller: Caller
    actor_id: str | None
    dice: Draws
    book: RuleBook = NO_BOOK


@dataclass(frozen=True)
class Outcome:
    """What a use came to. A refused one changes nothing, whatever it brings; its facts say why."""

    facts: tuple[Fact, ...] = ()
    changes: tuple[Change, ...] = ()
    is_refused: bool = False


def refused(code: str, **args: Scalar) -> Outcome:
    """It cannot be done. code: of the fact that says so."""
    return Outcome((Fact(code=code, args=args),), is_refused=True)


class Tool(Noun):
    """One use of a tool with checked arguments. Each field is one JSON value: text, number, truth or null.

    called: its name, in small letters with hyphens, as calls, prompts and logs write it.
    """

    called: ClassVar[str]

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:  # noqa: ARG003  most tools name nothing
        """By argument that names something (a target, an exit, an item): what is there to be named now.

        Anything else in its place is not there, and the call is dropped.
        """
        return {}

    @abstractmethod
    def run(self, use: Use) -> Outcome:
        """What comes of it: facts, and changes that count together or not at all.

        Pure and at once: no waiting, no chance but `use.dice`. The changes have the origin "tool".
        """


@dataclass(frozen=True)
class Offer:
    """A tool, and who may use it."""

    tool: type[Tool]
    to: frozenset[Caller]


@dataclass(frozen=True)
class Asked:
    """A call that somebody asks for. actor_id: the character or creature for whom; place: in a plan."""

    call: ToolCall
    caller: Caller
    actor_id: str | None = None
    place: int | None = None


class Referee(Protocol):
    """Says in which order a turn's calls are made, and what the world does besides. One for each turn."""

    def before(self, use: Use) -> Outcome:
        """What happens by itself before anybody acts."""
        ...

    def next(self, use: Use, pool: Sequence[Asked]) -> Asked | None:
        """The next call: one of the pool (what is left), or one of the world's own; null = no more."""
        ...

    def after(self, use: Use) -> Outcome:
        """What happens by itself once everybody has acted."""
        ...


class InOrder:
    """Calls as they were asked for, and a world that does nothing."""

    def before(self, use: Use) -> Outcome:  # noqa: ARG002  the protocol's arguments
        return Outcome()

    def next(self, use: Use, pool: Sequence[Asked]) -> Asked | None:  # noqa: ARG002  the protocol's arguments
        return pool[0] if pool else None

    def after(self, use: Use) -> Outcome:  # noqa: ARG002  the protocol's arguments
        return Outcome()


@dataclass(frozen=True)
class Ruleset:
    """A way to play: which tools there are, for whom, and what nothing but tools may change.

    book: what its tools look up. referee: makes one for a turn. has_sheets: characters have numbers.
    """

    name: str
    offers: tuple[Offer, ...] = ()
    owns: frozenset[Owned] = frozenset()
    book: RuleBook = NO_BOOK
    referee: Callable[[], Referee] = InOrder
    has_sheets: bool = False

    def tools(self, caller: Caller) -> tuple[type[Tool], ...]:
        """The tools that this caller may use, in the ruleset's order."""
        return tuple(offer.tool for offer in self.offers if caller in offer.to)

    def tool(self, name: str, caller: Caller) -> type[Tool] | None:
        """The tool of exactly this name, if this caller may use it."""
        return next((tool for tool in self.tools(caller) if tool.called == name), None)


WITHOUT_RULES = Ruleset("story")
"""A story is told without any tool."""
