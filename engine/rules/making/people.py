"""Somebody new: abilities in the order in which they fall, an occupation, a sign, what they carry."""

from dataclasses import dataclass

from engine.dice.rolling import roll
from engine.draws import Draws
from engine.model.rules.book import LuckSign, Occupation, RuleBook
from engine.model.rules.item import Item
from engine.model.rules.sheet import Score, Sheet
from engine.model.rules.terms import ABILITIES, Ability, Alignment, ClassId
from engine.rules.making.classes import with_class
from engine.rules.numbers import modifier

_DUSK = 5
"""Feet a point of luck is worth for those born under the sign of speed."""
_SPEEDS = {"dwarf": 20, "halfling": 20}
_SPEED = 30
_RACES: tuple[ClassId, ...] = ("dwarf", "elf", "halfling")
_KIT = ("torch", "rope", "backpack", "waterskin", "chalk", "crowbar", "flint", "grapnel", "hammer", "mirror",
        "oil", "pole", "sack", "rations")  # fmt: skip
_LIGHT = "torch"


@dataclass(frozen=True)
class Wish:
    """What somebody is to be. class_id: null = as it falls; level: 0 or 1."""

    level: int = 0
    class_id: ClassId | None = None
    alignment: Alignment | None = None


def new_sheet(book: RuleBook, dice: Draws, wish: Wish) -> Sheet:
    """A whole sheet. Whoever begins with a level has the abilities of somebody who got so far.

    At level 0 the dice are taken as they fall, 3d6 in order. At level 1 two sets are rolled and the one with
    the better sum is kept: who has survived to it was not the weakest.
    """
    scores = _scores(dice)
    if wish.level:
        other = _scores(dice)
        scores = max(scores, other, key=lambda s: sum(score.now for score in s.values()))
    occupation = _occupation(book, dice, wish.class_id)
    sign = _sign(book, dice)
    luck = scores["lck"].now
    hp = max(1, dice.die(4) + modifier(scores["sta"].now) + _sign_bonus(sign, "hit-points", luck))
    speed = _SPEEDS.get(occupation.race, _SPEED) + _DUSK * _sign_bonus(sign, "speed", luck)
    sheet = Sheet(
        occupation=occupation.id,
        luck_sign=sign.id,
        luck_at_birth=luck,
        alignment=wish.alignment or _alignment(dice),
        abilities=scores,
        hp=hp,
        hp_most=hp,
        speed=max(5, speed),
        money=roll("5d12", dice).total,
        items=_items(book, dice, occupation),
    )
    if not wish.level:
        return sheet
    return with_class(sheet, book, dice, wish.class_id or _class_for(sheet, occupation))


def forced_class(book: RuleBook, sheet: Sheet) -> ClassId | None:
    """The class that somebody's people have for them: dwarves, elves and halflings have no other."""
    occupation = next((o for o in book.occupations if o.id == sheet.occupation), None)
    return next((race for race in _RACES if occupation is not None and occupation.race == race), None)


def _scores(dice: Draws) -> dict[Ability, Score]:
    rolled = {ability: roll("3d6", dice).total for ability in ABILITIES}
    return {ability: Score(now=score, whole=score) for ability, score in rolled.items()}


def _occupation(book: RuleBook, dice: Draws, class_id: ClassId | None) -> Occupation:
    """By d100; where a class is wished for, rolled again until the people fit it."""
    race = class_id if class_id in _RACES else "human" if class_id else None
    fitting = [o for o in book.occupations if race is None or o.race == race]
    if race is not None:
        return fitting[dice.die(len(fitting)) - 1]
    number = dice.die(100)
    return next(o for o in fitting if o.low <= number <= o.high)


def _sign(book: RuleBook, dice: Draws) -> LuckSign:
    number = dice.die(len(book.signs))
    return next(s for s in book.signs if s.roll == number)


def _sign_bonus(sign: LuckSign, kind: str, luck: int) -> int:
    return modifier(luck) if sign.kind == kind else 0


def _alignment(dice: Draws) -> Alignment:
    ladder: tuple[Alignment, ...] = ("lawful", "neutral", "neutral", "chaotic")
    return ladder[dice.die(len(ladder)) - 1]


def _class_for(sheet: Sheet, occupation: Occupation) -> ClassId:
    """What suits whoever chose nothing: their people's class, else by their best ability."""
    if occupation.race != "human":
        return occupation.race
    suits: tuple[tuple[Ability, ClassId], ...] = (
        ("str", "warrior"),
        ("agi", "thief"),
        ("per", "cleric"),
        ("int", "wizard"),
    )
    return max(suits, key=lambda pair: sheet.abilities[pair[0]].now)[1]


def _items(book: RuleBook, dice: Draws, occupation: Occupation) -> tuple[Item, ...]:
    """The tool of the trade in hand, one thing by chance, and a light."""
    found: list[Item] = []
    chance = _KIT[dice.die(len(_KIT)) - 1]
    for kind_id, is_worn in ((occupation.weapon, True), (chance, False), (_LIGHT, False)):
        kind = book.items.get(kind_id)
        if kind is not None and all(item.kind != kind_id for item in found):
            found.append(Item(id=f"{kind_id}-0", kind=kind_id, name=kind.name, is_worn=is_worn))
    return tuple(found)
