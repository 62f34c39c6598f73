"""Parties that play a dungeon by rules alone: a sensible one, and one that waits."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from engine.changes import fold
from engine.draws import Draws
from engine.executor import execute
from engine.gamemaster import Brief
from engine.model.action import MergedAction, ToolCall
from engine.model.adventure import Adventure
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.seats import SeatTaken
from engine.model.changes.situation import EndingReached, SceneSet
from engine.model.character import Character
from engine.model.noun import Scalar
from engine.model.rules.area import Check
from engine.model.rules.book import RuleBook
from engine.model.rules.terms import ClassId
from engine.model.session import GameSettings
from engine.model.state import GameState
from engine.model.turn import ToolPlan
from engine.moves.endings import reached
from engine.rules.course import Course
from engine.rules.exploring.checking import checks_here
from engine.rules.exploring.passing import ways_here
from engine.rules.exploring.treasure import treasure_here
from engine.rules.exploring.using import uses_here
from engine.rules.making.people import Wish, new_sheet
from engine.rules.numbers import of_ability
from engine.rules.somebody import Somebody, foes_here, party_here
from engine.rulesets.dungeon import DUNGEON
from engine.table.opening import opening_state
from engine.tool import Ruleset, Use

CLASSES: tuple[ClassId, ...] = ("warrior", "cleric", "thief", "wizard")
Choice = Callable[["Crawl", Course, list[Somebody]], Iterator[MergedAction]]


@dataclass
class Crawl:
    """One party on its way. rooms: where it has been; tools: how often each was used."""

    adventure: Adventure
    book: RuleBook
    seed: int
    state: GameState = field(init=False)
    turns: int = 0
    ending: str = ""
    rooms: set[str] = field(default_factory=set)
    tools: Counter[str] = field(default_factory=Counter)
    deaths: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    path: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ruleset: Ruleset = replace(DUNGEON, book=self.book)
        people = []
        for class_id in CLASSES:
            sheet = new_sheet(self.book, Draws(self.seed, f"make {class_id}"), Wish(1, class_id))
            people.append(
                Character(id=class_id, name=class_id, role=class_id, is_user_character=True, sheet=sheet)
            )
        self.state = fold(
            opening_state(self.adventure),
            [
                *(CharacterAdded(character=person) for person in people),
                *(SeatTaken(player_id=p.id, player_name=p.id, character_id=p.id) for p in people),
                SceneSet(scene_id=self.adventure.opening.scene),
            ],
        )

    def play(self, choose: Choice, most: int = 200) -> "Crawl":
        """To the first ending, or for so many turns."""
        while not self.ending and self.turns < most:
            self.turn(choose)
        return self

    def turn(self, choose: Choice) -> None:
        """One turn of everybody's choosing."""
        self.turns += 1
        course = Course(
            Use(self.adventure, self.state, self.turns, "player", None, Draws(self.seed, "look"), self.book),
            "look",
        )
        people = [who for who in party_here(self.adventure, self.state) if who.is_up]
        brief = Brief(
            session_id="s",
            turn_id=f"t{self.turns}",
            number=self.turns,
            seed=self.seed * 1000 + self.turns,
            settings=GameSettings(),
            adventure=self.adventure,
            state=self.state,
            recent=(),
            actions=tuple(choose(self, course, people)),
            ruleset=self.ruleset,
        )
        executed = execute(brief, ToolPlan(), _refer)
        self.tools.update(result.call.tool for result in executed.resolution.results)
        self.state = fold(self.state, executed.resolution.changes)
        self.rooms.add(self.state.situation.scene_id or "")
        self.deaths = sum(1 for c in self.state.party() if c.sheet and c.sheet.is_dead)
        if (ending := reached(self.adventure, self.state)) is not None:
            self.ending = ending.id
            self.state = fold(self.state, [EndingReached(ending_id=ending.id)])


def sensible(crawl: Crawl, course: Course, people: list[Somebody]) -> Iterator[MergedAction]:
    """Fights what is there, tries what can be tried with whoever is best at it, takes, goes on."""
    if not people:
        return
    if course.state.fight is not None:
        yield from _fights(course, people)
        return
    first = people[0].id
    if uses := uses_here(course):
        yield act(first, "update-inventory", action="use", item=uses[0].item)
    elif things := treasure_here(course):
        yield act(first, "update-inventory", action="add", item=things[0].id)
    elif (choice := _check(crawl, course, people)) is not None:
        check, who = choice
        crawl.tried[check.id] += 1
        yield act(who.id, "ability-check", check=check.id)
    else:
        yield from _goes(crawl, course, people)


def waiting(crawl: Crawl, course: Course, people: list[Somebody]) -> Iterator[MergedAction]:
    """Does nothing at all."""
    yield from ()


def act(who: str, tool: str, **args: Scalar) -> MergedAction:
    """One bound action."""
    return MergedAction(
        source_ids=(f"{who}-{tool}",),
        player_id=who,
        player_name=who,
        character_id=who,
        type="action",
        content="…",
        call=ToolCall(tool=tool, args=args),
    )


def _fights(course: Course, people: list[Somebody]) -> Iterator[MergedAction]:
    foes = foes_here(course.adventure, course.state)
    masters = [foe for foe in foes if foe.kind is not None and foe.kind.ends_fight]
    target = min(masters or foes, key=lambda foe: foe.hp) if foes else None
    uses = uses_here(course)
    for number, who in enumerate(people):
        if number == 0 and uses and uses[0].times > 1:
            yield act(who.id, "update-inventory", action="use", item=uses[0].item)
        elif target is not None and who.can("act"):
            has_deed = who.sheet is not None and who.sheet.class_id == "warrior"
            if has_deed:
                yield act(who.id, "combat", operation="mighty-deed", target=target.id, deed="trip")
            else:
                operation = "sneak-attack" if who.id == "thief" else "attack"
                yield act(who.id, "combat", operation=operation, target=target.id)


def _check(crawl: Crawl, course: Course, people: list[Somebody]) -> tuple[Check, Somebody] | None:
    """What nobody has tried too often, with whoever is best at it; risky things last."""
    passing = {passage.check for passage in course.area.passages}
    open_ = [
        (check, who)
        for who in people
        for check in checks_here(course, who.id)
        if check.id not in passing and crawl.tried[check.id] < (6 if check.tries == "always" else 2)
    ]
    flags = course.state.situation.world_state_flags
    open_ = [
        (check, who)
        for check, who in open_
        if not (
            check.on_success.effects.flags
            and all(flags.get(k) == v for k, v in check.on_success.effects.flags.items())
            and not check.on_success.reveals
        )
    ]
    if not open_:
        return None
    order = {"low": 0, "medium": 1, "high": 2}
    return min(open_, key=lambda pair: (order[pair[0].risk_level], pair[0].dc - _skill(*pair)))


def _skill(check: Check, who: Somebody) -> int:
    if who.sheet is None:
        return 0
    if check.ability is not None:
        return of_ability(who.sheet, check.ability)
    return 4 if who.sheet.class_id == "thief" and check.skill is not None else 0


def _goes(crawl: Crawl, course: Course, people: list[Somebody]) -> Iterator[MergedAction]:
    """Where nobody has been; home once the ember is there; else back and forth."""
    flags = course.state.situation.world_state_flags
    ways = [way for way in ways_here(course) if way.when.holds(flags)]
    if not ways:
        return
    path = crawl.path
    here = course.scene_id
    is_done = bool(flags.get("ember-taken"))
    scenes = [s.id for s in crawl.adventure.scenes]
    ways.sort(key=lambda way: scenes.index(way.to))
    if is_done:
        to = ways[0].to
    else:
        new = [way for way in ways if way.to not in crawl.state.situation.visited_scenes]
        seen = min(ways, key=lambda way: (path.count(way.to), -scenes.index(way.to)))
        to = new[0].to if new else seen.to
    path.append(here)
    leader = max(people, key=lambda who: of_ability(who.sheet, "agi") if who.sheet else 0)
    yield act(leader.id, "movement", to=to)


def _refer(tool: str, error: Exception) -> str:
    raise AssertionError(f"{tool} failed") from error
