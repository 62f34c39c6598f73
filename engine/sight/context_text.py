"""The context written out: compact JSON within a budget, in a part before the actions and one with them.

Nothing before the actions depends on them: a server evaluates it while people still think.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from engine.context import CharacterSnapshot, Table, TurnContext
from engine.model.fact import Fact
from engine.sight.context_pen import Data, Level, Page, Pen, filled

_LEVELS = (
    Level(timeline=8, knowledge=4, in_full=6, named=24, entries=12, letters=160, area_letters=320),
    Level(timeline=8, knowledge=3, in_full=5, named=16, entries=8, letters=110, area_letters=200),
    Level(timeline=6, knowledge=2, in_full=4, named=10, entries=6, letters=80, area_letters=120),
    Level(timeline=4, knowledge=1, in_full=3, named=6, entries=4, letters=60, area_letters=60),
    Level(timeline=3, knowledge=1, in_full=2, named=4, entries=2, letters=45, area_letters=24),
    Level(timeline=2, knowledge=0, in_full=1, named=2, entries=1, letters=40, area_letters=24),
)
"""From the design's own numbers down to very little; the first that fits its budget is written."""
_DROPPED_FIRST = ("recommendation", "table", "characters", "party_characters", "current_situation")
"""What goes where even the last level does not fit."""
_ACTION_LETTERS = (1200, 600, 300, 150, 80, 40, 24)
_MOST_ADDRESSED = 2
_LEAST_NAME_LETTERS = 3


@dataclass(frozen=True)
class Written:
    """A part of a prompt; in_full: ids of the characters of whom it tells all."""

    text: str
    in_full: frozenset[str]


def before_actions(context: TurnContext, page: Page) -> Written:
    """The part that stands before the actions, from a context that has none."""
    data: Data = {}
    in_full: frozenset[str] = frozenset()
    for level in _LEVELS:
        in_full = _in_full(context, level)
        data = _before(context, Pen(page, level), in_full)
        if _fits(data, page):
            return Written(_json(data), in_full)
    for dropped in _DROPPED_FIRST:
        if _fits(data, page):
            break
        data.pop(dropped, None)
        in_full = frozenset() if "characters" in dropped else in_full
    return Written(_json(data), in_full)


def with_actions(context: TurnContext, page: Page, in_full: frozenset[str]) -> str:
    """What the players do now, with everybody whom it needs and the part before has not told in full."""
    data: Data = {}
    for letters in _ACTION_LETTERS:
        pen = Pen(page, _LEVELS[0] if letters == _ACTION_LETTERS[0] else _LEVELS[3])
        data = _actions(context, pen, in_full, letters)
        if _fits(data, page):
            break
    while not _fits(data, page):
        data.popitem()
    return _json(data)


def facts_text(facts: Iterable[Fact], page: Page) -> str:
    """Facts as data, in order; the last are left out if they do not fit."""
    written: list[JsonValue] = [Pen(page, _LEVELS[0]).fact(fact) for fact in facts]
    while written and not _fits(written, page):
        written.pop()
    return _json(written)


def _before(context: TurnContext, pen: Pen, in_full: frozenset[str]) -> Data:
    table = context.table or Table()
    written = list(_people(context, pen.level, in_full))
    sheets: Data = {
        pen.words(who.id, 40): pen.mapping(table.sheets[who.id])
        for who in written
        if who.id in in_full & table.sheets.keys()
    }
    wishes = context.recommendation
    return filled(
        {
            "table": filled({"area": pen.area(table.area) if table.area else {}, "sheets": sheets}),
            "party_characters": _characters(pen, in_full, (c for c in written if c.is_user_character)),
            "characters": filled(
                {"ai_characters": _characters(pen, in_full, (c for c in written if not c.is_user_character))}
            ),
            "recommendation": pen.recommendation(wishes) if wishes else {},
            "current_situation": pen.situation(context.current_situation),
        }
    )


def _actions(context: TurnContext, pen: Pen, in_full: frozenset[str], letters: int) -> Data:
    table = context.table or Table()
    user, action = context.characters.user_character, context.user_action
    told = in_full | ({user.id} if user else set())
    further: list[JsonValue] = [
        {"name": pen.words(a.name, 32), **pen.action(a, letters)} for a in context.further_actions
    ]
    return filled(
        {
            "user_action": pen.action(action, letters) if action else {},
            "user_character": _character(pen, in_full, user) if user else {},
            "facts": [pen.fact(fact) for fact in table.facts],
            "rulings": pen.list(table.rulings),
            "further_actions": further,
            "lore": pen.list(table.lore),
            "addressed": [pen.in_full(who) for who in _addressed(context, told)],
        }
    )


def _in_full(context: TurnContext, level: Level) -> frozenset[str]:
    """Whom to tell in full: NPCs who are here share the places with the players' characters."""
    npcs = [c.id for c in context.characters.ai_characters if _is_here(context, c)]
    party = [c.id for c in context.party_characters]
    for_npcs = max(level.in_full // 2, level.in_full - len(party))
    for_party = level.in_full - min(len(npcs), for_npcs)
    return frozenset((*npcs[:for_npcs], *party[:for_party]))


def _people(context: TurnContext, level: Level, in_full: frozenset[str]) -> Iterator[CharacterSnapshot]:
    """Everybody to be written, in an order that no action changes."""
    named = level.named
    for who in (*context.party_characters, *context.characters.ai_characters):
        if who.id not in in_full:
            named -= 1
        if who.id in in_full or named >= 0:
            yield who


def _characters(pen: Pen, in_full: frozenset[str], people: Iterable[CharacterSnapshot]) -> list[JsonValue]:
    return [pen.in_full(who) if who.id in in_full else pen.named(who) for who in people]


def _character(pen: Pen, in_full: frozenset[str], who: CharacterSnapshot) -> Data:
    return (
        {"id": pen.words(who.id, 40), "name": pen.words(who.name, 40)}
        if who.id in in_full
        else pen.in_full(who)
    )


def _addressed(context: TurnContext, told: Iterable[str]) -> list[CharacterSnapshot]:
    """Those named in an action of whom nothing but the name has been told."""
    actions = (*((context.user_action,) if context.user_action else ()), *context.further_actions)
    said = {word for action in actions for word in re.findall(r"\w+", action.content.casefold())}
    people = (*context.characters.ai_characters, *context.party_characters)
    unknown = (who for who in people if who.id not in set(told))
    named = [who for who in unknown if said.intersection(_called(who.name))]
    return named[:_MOST_ADDRESSED]


def _called(name: str) -> list[str]:
    """What somebody may be called: the capitalised words of the name, so that "the Echo" is not "the"."""
    words = re.findall(r"\w+", name)
    return [word.casefold() for word in words if word[0].isupper() and len(word) >= _LEAST_NAME_LETTERS]


def _is_here(context: TurnContext, who: CharacterSnapshot) -> bool:
    area = context.table.area if context.table else None
    return who.place is None or (area is not None and who.place == area.scene_id)


def _fits(data: JsonValue, page: Page) -> bool:
    return page.measure.tokens(_json(data)) <= page.tokens


def _json(data: JsonValue) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
