"""Somebody new, by the book that the game comes with."""

from functools import cache
from importlib.resources import files
from typing import get_args

import pytest

from bot.adapters.rulebooks import load_rulebooks
from engine.draws import Draws
from engine.model.noun import Language
from engine.model.rules.book import RuleBook
from engine.model.rules.sheet import Sheet
from engine.model.rules.terms import ABILITIES, ClassId
from engine.rules.levels import THRESHOLDS
from engine.rules.making.classes import next_level, with_class
from engine.rules.making.newcomers import Newcomer, newcomers
from engine.rules.making.people import Wish, forced_class, new_sheet
from tests.engine import fen

CLASSES: tuple[ClassId, ...] = get_args(ClassId)
LANGUAGES: tuple[Language, ...] = get_args(Language)


@cache
def books() -> dict[Language, RuleBook]:
    loaded = load_rulebooks(files("data") / "rulesets")
    return {language: loaded["dungeon", language] for language in LANGUAGES}


def book() -> RuleBook:
    return books()["en"]


def people(count: int, wish: Wish) -> list[Sheet]:
    return [new_sheet(book(), Draws(seed, "new"), wish) for seed in range(count)]


def test_at_level_0_dice_are_taken_as_they_fall() -> None:
    """3d6 in order, a d4 of hit points with stamina, never less than one."""
    sheets = people(300, Wish())

    assert {len(sheet.abilities) for sheet in sheets} == {6}
    assert {3 <= sheet.abilities[a].now <= 18 for sheet in sheets for a in ABILITIES} == {True}
    assert {1 <= sheet.hp <= 8 for sheet in sheets} == {True}
    assert {(sheet.level, sheet.class_id, sheet.spells) for sheet in sheets} == {(0, None, ())}
    assert len({sheet.occupation for sheet in sheets}) > 45
    assert len({sheet.luck_sign for sheet in sheets}) == 30


def test_the_same_dice_make_the_same_person() -> None:
    """Nothing but the dice decides."""
    assert new_sheet(book(), Draws(7, "a"), Wish(1)) == new_sheet(book(), Draws(7, "a"), Wish(1))


@pytest.mark.parametrize("class_id", CLASSES)
def test_a_class_that_is_wished_for_is_had(class_id: ClassId) -> None:
    """And people who have a class of their own are of it."""
    for sheet in people(20, Wish(1, class_id)):
        assert (sheet.class_id, sheet.level) == (class_id, 1)
        assert forced_class(book(), sheet) in {None, class_id}
        assert any(item.is_worn and book().items[item.kind].slot == "weapon" for item in sheet.items)


@pytest.mark.parametrize("class_id", CLASSES)
def test_a_level_more_is_hit_points_more_up_to_the_tenth(class_id: ClassId) -> None:
    """At least one each; and there the ladder ends."""
    sheet = new_sheet(book(), Draws(3, class_id), Wish(1, class_id))
    for level in range(2, 11):
        risen = next_level(sheet, book(), Draws(level, class_id))
        assert (risen.level, risen.hp_most > sheet.hp_most) == (level, True)
        sheet = risen

    assert next_level(sheet, book(), Draws(11, class_id)) == sheet


def test_who_survives_level_0_keeps_their_hit_points_and_gains_a_class() -> None:
    """The choice is made once there is enough experience for it."""
    sheet = people(1, Wish())[0].model_copy(update={"xp": THRESHOLDS[0], "choices": ("class",)})

    risen = with_class(sheet, book(), Draws(1, "class"), "warrior")

    assert (risen.level, risen.class_id, risen.choices) == (1, "warrior", ())
    assert risen.hp_most > sheet.hp_most
    assert risen.lucky_weapon == "longsword"


@pytest.mark.parametrize("funnel", [0, 1, 3, 4])
def test_in_a_funnel_others_come_along_under_names_of_their_own(funnel: int) -> None:
    """One of level 1, or as many of level 0 as the table plays with."""
    new = Newcomer(fen.player("Mira"), book(), Draws(5, "join"), funnel=funnel, taken=frozenset({"Alda"}))

    found = newcomers(new)

    assert len(found) == max(1, funnel)
    assert len({c.id for c in found} | {c.name for c in found}) == 2 * len(found)
    assert {c.sheet.level for c in found if c.sheet} == {0 if funnel else 1}
    assert "Alda" not in {c.name for c in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_book_has_the_same_things_under_its_own_names(language: Language) -> None:
    """A table that plays in another language plays by the same numbers."""
    mine, english = books()[language], book()

    assert (mine.items.keys(), mine.classes.keys()) == (english.items.keys(), english.classes.keys())
    assert [o.id for o in mine.occupations] == [o.id for o in english.occupations]
    assert [rules.levels for rules in mine.classes.values()] == [c.levels for c in english.classes.values()]
    assert len(mine.occupations) >= 60
    assert {race: len(names) >= 12 for race, names in mine.names.items()} == dict.fromkeys(
        ("human", "dwarf", "elf", "halfling"), True
    )
