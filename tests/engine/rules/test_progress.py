"""Quests and experience: by the data alone, each once, to every survivor."""

from engine.model.adventure import Adventure
from engine.model.changes.situation import FlagSet
from engine.rules.levels import level_for
from engine.rules.progress import due_awards, progress
from tests.engine.rules import crawl

QUEST = {
    "id": "ember", "name": "The ember", "text": "Bring it back.", "giver_scene": "weir",
    "objectives": [{"id": "find", "text": "Find it.", "when": {"flags": {"found": True}}}],
    "starts": {"flags": {"asked": True}}, "completes": {"flags": {"returned": True}},
    "reward": {"to": "party", "luck": 1},
}  # fmt: skip
AWARD = {"id": "gate", "xp": 1, "reason": "the gate", "when": {"flags": {"asked": True}}}


def with_quest() -> Adventure:
    plain = crawl.adventure(awards=[AWARD]).model_dump(mode="json")
    plain["dungeon"]["quests"] = [QUEST]
    return Adventure.model_validate(plain)


def test_a_quest_goes_its_way_by_what_is_so() -> None:
    """No story can say that it is done."""
    course = crawl.course(crawl.state(crawl.person("Mira")), adventure=with_quest())
    seen = []

    for flag in ("asked", "found", "returned"):
        course.change(FlagSet(key=flag, value=True))
        progress(course, "mira")
        seen.append((course.state.quests["ember"].status, course.state.quests["ember"].done))

    assert seen == [("active", ()), ("active", ("find",)), ("completed", ("find",))]
    sheet = course.state.characters["mira"].sheet
    assert sheet is not None
    assert sheet.abilities["lck"].now == 11


def test_experience_is_due_once_and_for_the_living() -> None:
    """Nobody earns it twice, and the dead earn nothing."""
    dead = crawl.person("Tom", hp=0, died_at=0)
    course = crawl.course(crawl.state(crawl.person("Mira", xp=9), dead), adventure=with_quest())
    course.change(FlagSet(key="asked", value=True))

    progress(course, "mira")
    progress(course, "mira")

    sheets = [c.sheet for c in course.state.characters.values() if c.sheet]
    assert [sheet.xp for sheet in sheets] == [10, 0]
    assert [sheet.choices for sheet in sheets] == [("class",), ()]
    assert due_awards(course) == ()


def test_levels_follow_from_experience() -> None:
    """Ten for the first, more for each."""
    assert [level_for(xp) for xp in (9, 10, 49, 50, 110, 1089, 1090)] == [0, 1, 1, 2, 3, 9, 10]
