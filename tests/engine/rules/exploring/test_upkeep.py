"""What time does: effects end, the dying bleed, what comes comes nearer, rulings lapse."""

from engine.model.adventure import Adventure
from engine.model.changes.dungeon import RulingMade
from engine.model.changes.sheets import EffectGiven
from engine.model.changes.situation import FlagSet
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.ruling import Ruling
from engine.rules.course import Course
from engine.rules.exploring.upkeep import end_turn, quiet_turn
from tests.engine.rules import crawl


def told(course: Course) -> list[str]:
    return [fact.code for fact in course.outcome().facts]


def test_an_effect_lasts_for_its_rounds() -> None:
    """Two rounds are two."""
    course = crawl.course(crawl.state(crawl.person("Mira")))
    course.change(EffectGiven(whom="mira", effect=ActiveEffect(id="deaf", name="deaf", rounds=2)))

    seen = []
    for _ in range(2):
        quiet_turn(course)
        sheet = course.state.characters["mira"].sheet
        seen.append([effect.id for effect in sheet.effects] if sheet else [])

    assert seen == [["deaf"], []]


def test_fire_burns_until_it_is_out() -> None:
    """Damage at the end of each round, and death by it is death."""
    course = crawl.course(crawl.state(crawl.person("Mira", hp=3)), 2, 6)
    course.change(EffectGiven(whom="mira", effect=ActiveEffect(id="fire", name="on fire", damage="1d6")))

    quiet_turn(course)
    quiet_turn(course)
    end_turn(course)

    assert told(course) == ["effect-hurts", "hurt", "effect-hurts", "hurt", "dies", "party-lost"]


def test_what_comes_comes_nearer_while_it_comes() -> None:
    """Two rounds of warning, then it is here, every round."""
    plain = crawl.adventure().model_dump(mode="json")
    plain["dungeon"]["countdowns"] = [
        {
            "id": "tide", "name": "The tide", "during": {"flags": {"open": True}}, "rounds": 2,
            "lines": ["To the ankles.", "To the hips."], "then": {"to": "party", "damage": "1d6"},
        }
    ]  # fmt: skip
    course = crawl.course(
        crawl.state(crawl.person("Mira", hp=4)), 1, adventure=Adventure.model_validate(plain)
    )
    quiet_turn(course)
    course.change(FlagSet(key="open", value=True))

    for _ in range(3):
        quiet_turn(course)

    assert told(course) == ["told", "countdown", "told", "countdown", "hurt"]


def test_a_ruling_that_nothing_asked_for_ends_with_its_turn() -> None:
    """A DM's word is for now, not for ever."""
    course = crawl.course(crawl.state(crawl.person("Mira")))
    course.change(RulingMade(ruling=Ruling(id="r", kind="force", outcome="success", made_after=0)))

    end_turn(course)

    assert course.state.rulings == ()
