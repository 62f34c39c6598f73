"""Carries out what a turn wants of its tools: in order, once, with nothing that is not allowed or not there.

It waits for nobody: plan and state in, results and changes out, so that all of it is stored at once. Whatever
it leaves out is a warning for the log; nothing that a model or a player can write makes it fail.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
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
from engine.tool import Asked, Outcome, Referee, Tool, Use, refused

MOST_CALLS = 5
"""Of one plan, or one for each action; what players chose by button or command does not count."""
MOST_RESULTS = 200
"""Of one turn, a whole round of a large fight among them; a referee that wants more has lost its way."""
WORLD = "world"
"""Stands as the tool of what happens by itself."""
_HASH_LETTERS = 16
_WARNINGS = 20

Refer = Callable[[str, Exception], str]
"""Writes down that a tool failed by our own fault, and gives the reference that stands in the log."""


@dataclass(frozen=True)
class Executed:
    """What is settled, and what was left out on the way."""

    resolution: Resolution
    warnings: tuple[str, ...] = ()


def execute(brief: Brief, plan: ToolPlan, refer: Refer) -> Executed:
    """The players' own calls in the order of their actions, then the model's plan in its order.

    Equal arguments give an equal result: the dice are those of the turn's seed, and no id that a model made
    counts for anything. A call that `needs` another runs only after that one has succeeded.
    """
    actor_id = next((action.character_id for action in brief.actions), None)
    asked = [Asked(a.call, "player", a.call.who or a.character_id) for a in brief.actions if a.call]
    asked += [Asked(call, "model", call.who or actor_id, place) for place, call in enumerate(plan.tool_calls)]
    execution = _Execution(brief, refer)
    execution.play(asked)
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
        self._chosen: set[tuple[str, str | None]] = set()
        self._tried = 0
        self._succeeded: set[int] = set()
        self._results: list[ToolResult] = []
        self._changes: list[Change] = []
        self._warnings: list[str] = []

    def play(self, asked: Iterable[Asked]) -> None:
        """All of a turn's calls, in the referee's order, and what the world does besides."""
        referee = self._brief.ruleset.referee()
        pool = list(asked)
        self._by_itself("before", referee.before)
        while (chosen := self._next(referee, pool)) is not None:
            if chosen in pool:
                pool.remove(chosen)
            if chosen.place is None:
                self.settle(chosen)
            else:
                self._follow(chosen, chosen.place)
        self._by_itself("after", referee.after)

    def _follow(self, asked: Asked, place: int) -> None:
        """A call of a model's plan, as far as the plan goes."""
        if self._tried >= max(MOST_CALLS, len(self._brief.actions)):
            return self._warn(f"only {MOST_CALLS} calls of a plan count; {_named(asked.call)} is one more")
        if asked.call.needs is not None and asked.call.needs not in self._succeeded:
            return self._warn(f"{_named(asked.call)} needs call {asked.call.needs}, which did not succeed")
        result = self.settle(asked)
        self._tried += result is not None
        if result is not None and not result.is_refused:
            self._succeeded.add(place)
        return None

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
        chosen = _key(call.model_copy(update={"purpose": ""}))  # whatever a model says that it would be for
        if caller == "model" and (chosen, call.who) in self._chosen:
            return self._dropped(asked, "was chosen by a player already")
        if caller == "player":
            self._chosen |= {(chosen, None), (chosen, asked.actor_id)}
        use = self._use(asked, f"{key}:{self._times[key]}")
        try:
            if absent := _absent(args, use):
                return self._dropped(asked, f"names {absent[:60]!r}, which is not there")
        except Exception as error:
            return self._kept(asked, call, key, self._broken(call.tool, error), use)
        return self._kept(asked, call, key, self._done_by(call.tool, use, args.run), use)

    def _by_itself(self, when: str, doing: Callable[[Use], Outcome]) -> None:
        """What the world does; nothing is kept of it if nothing happens."""
        asked = Asked(ToolCall(tool=WORLD, args={"when": when}), "world")
        key = f"{WORLD}:{when}"
        use = self._use(asked, f"{key}:{self._times[key]}")
        outcome = self._done_by(WORLD, use, doing)
        if outcome.facts or outcome.changes:
            self._kept(asked, asked.call, key, outcome, use)

    def _next(self, referee: Referee, pool: Sequence[Asked]) -> Asked | None:
        """What is to be settled next; a referee that breaks or never ends leaves the order as it is."""
        if len(self._results) < MOST_RESULTS:
            try:
                return referee.next(self._use(Asked(ToolCall(tool=WORLD), "world"), f"{WORLD}:next"), pool)
            except Exception as error:
                self._kept_world_fault(error)
        return pool[0] if pool else None

    def _kept_world_fault(self, error: Exception) -> None:
        self._warn(f"the referee failed: {self._broken(WORLD, error).facts[0].args['reference']}")

    def _done_by(self, name: str, use: Use, doing: Callable[[Use], Outcome]) -> Outcome:
        """What it comes to, counted; a refused one changes nothing.

        A net like the one around announcers: a tool of ours that breaks costs its own effect, not the turn
        with everybody's actions.
        """
        try:
            outcome = doing(use)
            changes = () if outcome.is_refused else outcome.changes
            state = fold(self._state, changes)
        except Exception as error:
            return self._broken(name, error)
        self._state = state
        self._changes += changes
        return outcome

    def _broken(self, name: str, error: Exception) -> Outcome:
        return refused("tool-failed", tool=name, reference=self._refer(name, error))

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

    def _kept(self, asked: Asked, call: ToolCall, key: str, outcome: Outcome, use: Use) -> ToolResult:
        result = ToolResult(
            id=f"{self._brief.turn_id}:{key}:{self._times[key]}",
            call=call,
            actor_id=asked.actor_id,
            facts=outcome.facts,
            is_refused=outcome.is_refused,
            dice=use.dice.fallen,
        )
        self._times[key] += 1
        self._results.append(result)
        return result

    def _dropped(self, asked: Asked, why: str) -> ToolResult | None:
        self._warn(f"{_named(asked.call)} {why}")
        if asked.caller in {"model", "world"}:
            return None
        fact = Fact(code="not-possible", args={"tool": asked.call.tool[:60]})
        refusal = Outcome((fact,), is_refused=True)
        return self._kept(asked, asked.call, _key(asked.call), refusal, self._use(asked, ""))

    def _use(self, asked: Asked, occasion: str) -> Use:
        return Use(
            adventure=self._brief.adventure,
            state=self._state,
            number=self._brief.number,
            caller=asked.caller,
            actor_id=asked.actor_id,
            dice=Draws(self._brief.seed, occasion),
            book=self._brief.ruleset.book,
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
