"""Deeds: what a warrior or dwarf adds to a blow when the deed die shows three or more."""

from engine.model.changes.dungeon import CreatureSet
from engine.model.changes.sheets import EffectGiven
from engine.model.rules.book import DeedBand
from engine.model.rules.terms import Deed
from engine.prompting import said
from engine.rules.course import Course
from engine.rules.saving import saves_or_waived
from engine.rules.somebody import Somebody, party_here

LEAST = 3
"""What the die has to show."""


def do_deed(course: Course, who: Somebody, target: Somebody, deed: Deed, shown: int) -> bool:
    """What the deed does after a hit, by what its die shows: whether it came off."""
    rules = course.book.deeds.get(deed)
    band = _band(rules.bands, shown) if rules else None
    if band is None or shown < LEAST:
        course.tell("deed-fails", who=who.name, deed=rules.name if rules else deed, shown=shown)
        return False
    text = said(band.text, {"who": who.name, "whom": target.name})
    course.tell("deed", who=who.name, shown=shown, text=text)
    if band.rallies:
        _rally(course, band)
        return True
    now = course.somebody(target.id)
    if now is None or not now.is_up:
        return True
    if band.save is not None and saves_or_waived(course, now, band.save, band.dc or 10):
        return True
    if band.effect is not None:
        whom = who if band.on_self else now
        course.change(EffectGiven(whom=whom.id, effect=band.effect))
        course.tell("effect-given", who=whom.name, effect=band.effect.name)
    if band.moves_ft and now.creature is not None:
        away = now.creature.distance_ft + band.moves_ft
        course.change(CreatureSet(creature_id=now.id, distance_ft=away))
    return True


def _band(bands: tuple[DeedBand, ...], shown: int) -> DeedBand | None:
    reached = [band for band in bands if band.least <= shown]
    return max(reached, key=lambda band: band.least, default=None)


def _rally(course: Course, band: DeedBand) -> None:
    """Everybody of the party who is up is the better for it."""
    if band.effect is None:
        return
    people = [o for o in party_here(course.adventure, course.state) if o.is_up]
    for ally in people:
        course.change(EffectGiven(whom=ally.id, effect=band.effect))
    course.tell("effect-given", who=", ".join(o.name for o in people), effect=band.effect.name)
