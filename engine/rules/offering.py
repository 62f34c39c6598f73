"""Next moves under rules, each with the call that a press carries."""

from collections.abc import Iterator

from engine.draws import Draws
from engine.model.action import ToolCall
from engine.model.adventure import Adventure
from engine.model.noun import Scalar
from engine.model.rules.area import Check, ItemUse
from engine.model.rules.book import RuleBook
from engine.model.state import GameState
from engine.model.suggestion import RiskLevel, Suggestion, SuggestionType
from engine.ports import Locale
from engine.rules.course import Course
from engine.rules.exploring.checking import checks_here
from engine.rules.exploring.passing import ways_here
from engine.rules.exploring.treasure import treasure_here
from engine.rules.exploring.using import uses_here
from engine.rules.numbers import kind_of_item
from engine.rules.somebody import foes_here
from engine.tool import Use

MOST = 5
LABEL_MOST = 34


def rules_suggestions(
    adventure: Adventure, state: GameState, book: RuleBook, locale: Locale, number: int
) -> tuple[Suggestion, ...]:
    """At most five, ids "e1"…: in a fight what a round allows, else what can be tried, taken, entered.

    Where there are more than fit, the next turn shows others, so that none is hidden for good.
    """
    use = Use(adventure, state, number, "player", None, Draws(0, ""), book)
    course = Course(use, "offer")
    found = list(_in_fight(course, locale) if state.fight is not None else _here(course, locale, number))
    by_label = {suggestion.label.casefold(): suggestion for suggestion in reversed(found)}
    kept = [s for s in found if by_label[s.label.casefold()] is s][:MOST]
    return tuple(s.model_copy(update={"id": f"e{i}"}) for i, s in enumerate(kept, start=1))


def _in_fight(course: Course, locale: Locale) -> Iterator[Suggestion]:
    foes = foes_here(course.adventure, course.state)
    near = sorted(foes, key=lambda foe: foe.creature.distance_ft if foe.creature else 0)
    for foe in near[:2]:
        call = _call("combat", operation="attack", target=foe.id)
        yield _said(locale, "attack", call, "medium", who=foe.name)
    yield from (_of_use(use) for use in uses_here(course)[:1])
    yield _said(locale, "guard", _call("combat", operation="guard"))
    for way in ways_here(course)[:1]:
        call = _call("movement", to=way.to, mode="hurry")
        yield _said(locale, "flee", call, "high", way=way.label)


def _here(course: Course, locale: Locale, number: int) -> Iterator[Suggestion]:
    checks = _turned([_of_check(check) for check in checks_here(course, None)], number)
    uses = [_of_use(use) for use in uses_here(course)]
    things = [
        _said(locale, "take", _call("update-inventory", action="add", item=treasure.id), item=kind.name)
        for treasure in treasure_here(course)
        if (kind := kind_of_item(treasure.item, course.adventure, course.book)) is not None
    ]
    flags, seen = course.state.situation.world_state_flags, course.state.situation.visited_scenes
    ways = [
        _said(locale, "go", _call("movement", to=way.to), way=way.label)
        for way in sorted(ways_here(course), key=lambda way: way.to in seen)
        if way.when.holds(flags)
    ]
    first = (*uses[:1], *checks[:2], *things[:1], *ways[:1])
    yield from (*first, *checks[2:], *things[1:], *ways[1:], *uses[1:])


def _of_check(check: Check) -> Suggestion:
    return Suggestion(
        id="e0",
        type="action",
        label=check.label,
        text=check.text,
        risk_level=check.risk_level,
        call=_call("ability-check", check=check.id),
    )


def _of_use(use: ItemUse) -> Suggestion:
    call = _call("update-inventory", action="use", item=use.item)
    return Suggestion(id="e0", type="action", label=use.label, text=use.text, call=call)


def _turned(found: list[Suggestion], number: int) -> list[Suggestion]:
    start = number % len(found) if found else 0
    return [*found[start:], *found[:start]]


def _call(tool: str, **args: Scalar) -> ToolCall:
    return ToolCall(tool=tool, args=args)


def _said(locale: Locale, key: str, call: ToolCall, risk: RiskLevel = "low", **blanks: Scalar) -> Suggestion:
    label = locale.say(f"crawl.offer.{key}.label", **blanks)
    text = locale.say(f"crawl.offer.{key}.text", **blanks)
    kind: SuggestionType = "explore" if key == "go" else "action"
    return Suggestion(id="e0", type=kind, label=_fitting(label), text=text, risk_level=risk, call=call)


def _fitting(label: str) -> str:
    if len(label) <= LABEL_MOST:
        return label
    cut = label[: LABEL_MOST - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut).rstrip(" ,;:") + "…"
