"""What the tables say: critical hits and fumbles."""

from engine.dice.rolling import roll
from engine.model.changes.sheets import EffectGiven, ItemWorn
from engine.model.rules.book import RollTable, TableRow
from engine.prompting import said
from engine.rules.consequences import harm
from engine.rules.course import Course
from engine.rules.numbers import modifier, of_ability, row_of, worn
from engine.rules.saving import saves_or_waived
from engine.rules.somebody import Somebody, party_here

FUMBLES = "fumble"
_LEVEL_0 = ("1d4", "crit-i")
_BARE = "1d4"
"""Fumble die without armour."""
_BY_TRAIT = (
    ("undead", "crit-undead"),
    ("demon", "crit-demon"),
    ("dragon", "crit-dragon"),
    ("giant", "crit-giant"),
    ("humanoid", "crit-iii"),
)
_BEASTS = "crit-creature"
_CREATURE_DICE = ("1d4", "1d6", "1d8", "1d8", "1d10", "1d12", "1d14", "1d16", "1d20")
"""A creature's die by its hit dice, from less than one upwards."""
_CREATURE_FUMBLE = "1d10"


def critical(course: Course, who: Somebody, target: Somebody, *, die: str = "", table: str = "") -> int:
    """The extra harm of a critical hit, told and done but for the points, which come back."""
    own_die, own_table = crit_of(course, who)
    rolled = roll(die or own_die, course.dice)
    total = rolled.total + _luck_between(who, target)
    row = _row(course, table or own_table, total)
    if row is None:
        course.tell("critical", who=who.name, roll=rolled.text)
        return 0
    text = said(row.text, {"who": who.name, "whom": target.name})
    course.tell("critical-row", who=who.name, roll=rolled.text, total=total, text=text)
    extra = roll(row.extra, course.dice).total if row.extra else 0
    _upon(course, row, target)
    return extra


def fumble(course: Course, who: Somebody) -> None:
    """What comes of a natural one."""
    rolled = roll(fumble_die(course, who), course.dice)
    luck = of_ability(who.sheet, "lck") if who.sheet else 0
    total = max(0, rolled.total - luck)
    row = _row(course, FUMBLES, total)
    if row is None:
        course.tell("fumble", who=who.name, roll=rolled.text)
        return
    text = said(row.text, {"who": who.name})
    course.tell("fumble-row", who=who.name, roll=rolled.text, total=total, text=text)
    if row.extra:
        harm(course, who, roll(row.extra, course.dice).total)
    if row.drops_weapon and who.sheet is not None:
        for item, kind in worn(who.sheet, course.adventure, course.book):
            if kind.slot == "weapon":
                course.change(ItemWorn(character_id=who.id, item_id=item.id, is_worn=False))
                course.tell("item-dropped-in-fight", who=who.name, item=item.name)
    if row.hits_ally:
        _hits_ally(course, who)
    _upon(course, row, who)


def crit_of(course: Course, who: Somebody) -> tuple[str, str]:
    """Die and table of somebody's critical hits."""
    if who.sheet is not None:
        row = row_of(who.sheet, course.book)
        return (row.crit_die, row.crit_table) if row else _LEVEL_0
    if who.kind is None:
        return _LEVEL_0
    table = next((t for trait, t in _BY_TRAIT if trait in who.kind.traits), _BEASTS)
    dice = who.kind.hit_dice.split("d", 1)[0]
    count = int(dice) if dice.isdecimal() else 1
    die = _CREATURE_DICE[min(count, len(_CREATURE_DICE) - 1)]
    return who.kind.crit_die or die, who.kind.crit_table or table


def fumble_die(course: Course, who: Somebody) -> str:
    """By the armour: the heavier, the worse."""
    if who.sheet is None:
        return _CREATURE_FUMBLE
    dice = [k.fumble_die for _, k in worn(who.sheet, course.adventure, course.book) if k.fumble_die]
    return max(dice, key=lambda text: int(text.rsplit("d", 1)[-1]), default=_BARE)


def _luck_between(who: Somebody, target: Somebody) -> int:
    """A character's own luck; a lucky victim takes it from a creature's roll."""
    if who.sheet is not None:
        return of_ability(who.sheet, "lck")
    score = target.sheet.abilities.get("lck") if target.sheet else None
    return -max(0, modifier(score.now)) if score else 0


def _row(course: Course, table_id: str, total: int) -> TableRow | None:
    table: RollTable | None = course.book.tables.get(table_id)
    return table.row(total) if table else None


def _upon(course: Course, row: TableRow, whom: Somebody) -> None:
    """The effect of a row, unless a save turns it away."""
    now = course.somebody(whom.id)
    if row.effect is None or now is None or not now.is_up:
        return
    if row.save is not None and saves_or_waived(course, now, row.save, row.dc or 10):
        return
    course.change(EffectGiven(whom=whom.id, effect=row.effect))
    course.tell("effect-given", who=whom.name, effect=row.effect.name)


def _hits_ally(course: Course, who: Somebody) -> None:
    allies = [o for o in party_here(course.adventure, course.state) if o.id != who.id and o.is_up]
    if who.sheet is None or not allies:
        return
    ally = allies[course.dice.die(len(allies)) - 1]
    harm(course, ally, roll("1d3", course.dice).total, source=who.id)
