"""A round is one turn: initiative, one action each, and what a round brings."""

from collections.abc import Iterator
from dataclasses import replace

from engine.changes import fold
from engine.executor import Executed, execute
from engine.model.action import MergedAction, ToolCall
from engine.model.changes.dungeon import AreaChanged, FightSet
from engine.model.rules.fight import Combatant, Fight
from engine.model.state import GameState
from engine.model.turn import ToolPlan
from engine.rulesets.dungeon import DUNGEON
from tests.engine import fen
from tests.engine.rules import crawl
from tests.engine.rules.fighting.book import BOOK

ATTACK = ToolCall(tool="combat", args={"operation": "attack", "target": "rat-1"})


def refer(tool: str, error: Exception) -> str:
    raise AssertionError(tool) from error


def fighting(*order: str, rats: int = 1, round_: int = 1, **rat: object) -> GameState:
    """Mira and Tom against rats at hand, in this order."""
    people = [crawl.person(name, hp=30, hp_most=30) for name in ("Mira", "Tom")]
    creatures = [crawl.rat(n + 1, **rat) for n in range(rats)]
    state = crawl.state(*people, scene="porch", creatures=creatures)
    ranks = tuple(Combatant(id=who, initiative=20 - n) for n, who in enumerate(order))
    met = AreaChanged(scene_id="porch", met=("rats",))
    return fold(state, [met, FightSet(fight=Fight(round=round_, scene_id="porch", order=ranks))])


def round_of(state: GameState, *actions: MergedAction, seed: int = 1) -> Executed:
    brief = replace(
        fen.brief(3),
        adventure=crawl.adventure(),
        state=state,
        seed=seed,
        actions=actions,
        ruleset=replace(DUNGEON, book=BOOK),
    )
    return execute(brief, ToolPlan(), refer)


def does(call: ToolCall, name: str = "Mira") -> MergedAction:
    return fen.action("…", name, call=call)


def who_acted(executed: Executed) -> list[str | None]:
    return [r.actor_id for r in executed.resolution.results if r.call.tool == "combat"]


def codes(executed: Executed) -> Iterator[str]:
    return (fact.code for fact in executed.resolution.facts)


def test_everybody_acts_once_in_the_order_of_initiative() -> None:
    """Whoever spoke first; and who has chosen nothing guards."""
    state = fighting("tom", "rat-1", "mira", hp=99, hp_most=99)

    executed = round_of(state, does(ATTACK))

    assert who_acted(executed) == ["tom", "rat-1", "mira"]
    assert "guards" in codes(executed)


def test_a_second_action_in_a_round_is_too_much() -> None:
    """And it says so."""
    state = fighting("mira", "tom", "rat-1", hp=99, hp_most=99)

    executed = round_of(state, does(ATTACK), does(ToolCall(tool="combat", args={"operation": "grapple"})))

    assert who_acted(executed) == ["mira", "tom", "rat-1"]
    assert "one-action" in codes(executed)


def test_the_dead_lose_their_turn_in_the_round_in_which_they_die() -> None:
    """A rat that falls before its turn bites nobody."""
    state = fighting("mira", "rat-1", "tom", hp=1, hp_most=1)
    rounds = (round_of(state, does(ATTACK), seed=seed) for seed in range(99))
    killed = next(executed for executed in rounds if "creature-falls" in codes(executed))

    assert who_acted(killed) == ["mira", "tom"]
    assert "fight-over" in codes(killed)


def test_a_round_goes_on_to_the_next() -> None:
    """Its number and its order are the engine's."""
    state = fighting("mira", "tom", "rat-1", hp=99, hp_most=99)

    after = fold(state, round_of(state, does(ATTACK)).resolution.changes)

    assert after.fight is not None
    assert (after.fight.round, [c.id for c in after.fight.order]) == (2, ["mira", "tom", "rat-1"])


def test_the_surprised_do_nothing_in_the_first_round() -> None:
    """And everything in the second."""
    state = fighting("rat-1", "mira", "tom", hp=99, hp_most=99)
    fight = state.fight
    assert fight is not None
    surprised = fold(state, [FightSet(fight=fight.model_copy(update={"surprised": ("rat-1",)}))])

    first = round_of(surprised, does(ATTACK))
    second = round_of(fold(surprised, first.resolution.changes), does(ATTACK))

    assert (who_acted(first), who_acted(second)) == (["mira", "tom"], ["rat-1", "mira", "tom"])


def test_when_the_first_falls_the_others_may_have_enough() -> None:
    """Among many seeds some break and some hold, and those who break are gone from the fight."""
    state = fighting("mira", "tom", "rat-1", "rat-2", "rat-3", rats=3, hp=1, hp_most=1)

    seen = {
        code
        for seed in range(60)
        for code in codes(round_of(state, does(ATTACK), seed=seed))
        if code.startswith("morale")
    }

    assert seen == {"morale-holds", "morale-breaks"}


def test_nobody_stands_where_nobody_is_left() -> None:
    """A party that is down ends the fight; the game is the DM's to go on with."""
    people = [crawl.person("Mira", hp=1, hp_most=1)]
    state = crawl.state(*people, scene="porch", creatures=[crawl.rat(hp=99, hp_most=99)])
    order = (Combatant(id="rat-1", initiative=9), Combatant(id="mira", initiative=8))
    met = AreaChanged(scene_id="porch", met=("rats",))
    state = fold(state, [met, FightSet(fight=Fight(scene_id="porch", order=order))])
    rounds = (round_of(state, does(ATTACK), seed=seed) for seed in range(99))
    dead = next(executed for executed in rounds if "dies" in codes(executed))

    after = fold(state, dead.resolution.changes)

    assert after.fight is None
    assert after.situation.world_state_flags["party-lost"] is True


def test_leaving_costs_a_blow_from_whoever_stands_close() -> None:
    """And then the party is out."""
    state = fighting("mira", "tom", "rat-1", hp=99, hp_most=99)

    executed = round_of(state, does(ToolCall(tool="movement", args={"to": "weir"})))

    after = fold(state, executed.resolution.changes)
    assert "retreats" in codes(executed) or executed.warnings
    assert after.situation.scene_id in {"weir", "porch"}
