"""Carries out what a turn wants of its tools: in order, once, with nothing that is not allowed or not there.

It waits for nobody: plan and state in, results and changes out, so that all of it is stored at once. Whatever
it leaves out is a warning for the log; nothing that a model or a player can write makes it fail.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from engine.changes import fold
from engine.draws import Draws
from engine.gamemaster import Brief
from engine.model.action import ToolCall, ToolResult
from engine.model.change import Change
from engine.model.fact import Fact
from engine.model.turn import Resolution, ToolPlan
from engine.reading.field_check import checked
from engine.tool import Caller, Outcome, Tool, Use, refused

MOST_CALLS = 5
"""Of one plan; what players chose by button or command does not count."""
_HASH_LETTERS = 16
_WARNINGS = 20

Refer = Callable[[str, Exception], str]
"""Writes down that a tool failed by our own fault, and gives the reference that stands in the log."""


@dataclass(frozen=True)
class Executed:
    """What is settled, and what was left out on the way."""

    resolution: Resolution
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """A call that somebody asks for. actor_id: the character for whom."""

    call: ToolCall
    caller: Caller
    actor_id: str | None = None


def execute(brief: Brief, plan: ToolPlan, refer: Refer) -> Executed:
    """The players' own calls in the order of their actions, then the model's plan in its order.

    Equal arguments give an equal result: the dice are those of the turn's seed, and no id that a model made
    counts for anything. A call that `needs` another runs only after that one has succeeded.
    """
    execution = _Execution(brief, refer)
    for action in brief.actions:
        if action.call is not None:
            execution.settle(Asked(action.call, "player", action.character_id))
    execution.follow(plan)
    return execution.done(plan)


def execute_calls(brief: Brief, asked: Sequence[Asked], refer: Refer) -> Executed:
    """These calls and no plan: what a DM or a command settles beside the turn's actions."""
    execution = _Execution(brief, refer)
    for each in asked:
        execution.settle(each)
    return execution.done(ToolPlan())


class _Execution:
    """One turn's calls so far. state: with all that they have changed."""

    def __init__(self, brief: Brief, refer: Refer) -> None:
        self._brief = brief
        self._refer = refer
        self._state = brief.state
        self._times: Counter[str] = Counter()
        self._chosen: set[str] = set()
        self._results: list[ToolResult] = []
        self._changes: list[Change] = []
        self._warnings: list[str] = []

    def follow(self, plan: ToolPlan) -> None:
        """A model's plan, as far as it goes."""
        actor_id = next((action.character_id for action in self._brief.actions), None)
        succeeded: set[int] = set()
        tried = 0
        for place, call in enumerate(plan.tool_calls):
            if tried == MOST_CALLS:
                self._warn(f"only {MOST_CALLS} calls of a plan count, not {len(plan.tool_calls)}")
                break
            if call.needs is not None and call.needs not in succeeded:
                self._warn(f"{_named(call)} needs call {call.needs}, which did not succeed")
                continue
            result = self.settle(Asked(call, "model", actor_id))
            tried += result is not None
            if result is not None and not result.is_refused:
                succeeded.add(place)

    def settle(self, asked: Asked) -> ToolResult | None:
        """One call; null if it was dropped. A player's own call is not dropped without a word."""
        call, caller = asked.call, asked.caller
        tool = self._brief.ruleset.tool(call.tool, caller)
        if tool is None:
            return self._dropped(asked, "is not a tool that may be used here")
        found = checked({**call.args}, tool)
        if found is None:
            return self._dropped(asked, "lacks arguments that it needs")
        args, warnings = found
        for warning in warnings:
            self._warn(f"{_named(call)}: {warning}")
        call = call.model_copy(update={"args": args.model_dump(mode="json")})
        key = _key(call)
        chosen = _key(call.model_copy(update={"purpose": ""}))
        if caller != "player" and chosen in self._chosen:
            return self._dropped(asked, "was chosen by a player already")
        if caller == "player":
            self._chosen.add(chosen)  # whatever a model says that it would be for
        use = self._use(asked, f"{key}:{self._times[key]}")
        try:
            if absent := _absent(args, use):
                return self._dropped(asked, f"names {absent[:60]!r}, which is not there")
            outcome = args.run(use)
            changes = () if outcome.is_refused else outcome.changes
            state = fold(self._state, changes)
        except Exception as error:
            # A net like the one around announcers: a tool of ours that breaks costs its own effect, not the
            # turn with everybody's actions.
            reference = self._refer(call.tool, error)
            outcome = refused("tool-failed", tool=call.tool, reference=reference)
            changes, state = (), self._state
        self._state = state
        self._changes += changes
        return self._kept(call, key, outcome)

    def done(self, plan: ToolPlan) -> Executed:
        """What all of it came to."""
        resolution = Resolution(
            plan=plan,
            results=tuple(self._results),
            facts=tuple(fact for result in self._results for fact in result.facts),
            changes=tuple(self._changes),
        )
        more = len(self._warnings) - _WARNINGS
        shown = tuple(self._warnings[:_WARNINGS])
        return Executed(resolution, (*shown, f"and {more} more") if more > 0 else shown)

    def _kept(self, call: ToolCall, key: str, outcome: Outcome) -> ToolResult:
        result = ToolResult(
            id=f"{self._brief.turn_id}:{key}:{self._times[key]}",
            call=call,
            facts=outcome.facts,
            is_refused=outcome.is_refused,
        )
        self._times[key] += 1
        self._results.append(result)
        return result

    def _dropped(self, asked: Asked, why: str) -> ToolResult | None:
        self._warn(f"{_named(asked.call)} {why}")
        if asked.caller == "model":
            return None
        fact = Fact(code="not-possible", args={"tool": asked.call.tool[:60]})
        return self._kept(asked.call, _key(asked.call), Outcome((fact,), is_refused=True))

    def _use(self, asked: Asked, occasion: str) -> Use:
        return Use(
            adventure=self._brief.adventure,
            state=self._state,
            number=self._brief.number,
            caller=asked.caller,
            actor_id=asked.actor_id,
            dice=Draws(self._brief.seed, occasion),
        )

    def _warn(self, text: str) -> None:
        self._warnings.append(text)


def _key(call: ToolCall) -> str:
    """Tool and arguments, the same for all calls that ask for the same thing in the same words."""
    asked = {"args": call.args, "purpose": call.purpose}
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{call.tool}:{sha256(text.encode('utf-8', 'replace')).hexdigest()[:_HASH_LETTERS]}"


def _absent(args: Tool, use: Use) -> str:
    """What the call names and is not there; "" if all is."""
    for name, there in args.ids(use).items():
        value = getattr(args, name)
        if value is not None and value not in there:
            return str(value)
    return ""


def _named(call: ToolCall) -> str:
    return f"call of {call.tool[:60]!r}"
