"""What people type in a dungeon, as calls of tools."""

import pytest

from engine.changes import fold
from engine.model.changes.dungeon import AreaChanged, FightSet
from engine.model.rules.fight import Combatant, Fight
from engine.model.state import GameState
from engine.offline.crawl.meaning import Meaning
from engine.offline.grammar import Grammar
from engine.rules.course import Course
from tests.cogs.stage import LOCALES
from tests.engine import fen
from tests.engine.rules import crawl
from tests.engine.rules.fighting.book import BOOK

LOCALE = LOCALES["en"]
GRAMMAR = Grammar.of(LOCALE)
SWORD = {"id": "sword-1", "kind": "sword", "name": "short sword"}


def meant(text: str, state: GameState, *, is_speech: bool = False) -> dict[str, object] | None:
    pack = crawl.adventure(treasure=[{"id": "purse", "item": "silver", "quantity": "5"}])
    course = Course(crawl.use(state, adventure_=pack, book=BOOK), "plan")
    who = course.somebody("mira")
    assert who is not None
    action = fen.action(text, type="speech" if is_speech else "action")
    call = Meaning(course, who, GRAMMAR, LOCALE).call(action)
    return {"tool": call.tool, **call.args} if call else None


def at_the_gate(**sheet: object) -> GameState:
    return crawl.state(crawl.person("Mira", **sheet), crawl.person("Tom"))


def in_the_cellar(**sheet: object) -> GameState:
    state = crawl.state(crawl.person("Mira", **sheet), scene="porch", creatures=[crawl.rat(1), crawl.rat(2)])
    order = tuple(Combatant(id=i, initiative=1) for i in ("mira", "rat-1", "rat-2"))
    met = AreaChanged(scene_id="porch", met=("rats",))
    return fold(state, [met, FightSet(fight=Fight(scene_id="porch", order=order))])


@pytest.mark.parametrize("text", ["I turn the wheel", "help with the wheel", "push the wheell", "wheel"])
def test_a_check_is_tried_by_its_name(text: str) -> None:
    """Slips of the finger do not matter."""
    assert meant(text, at_the_gate()) == {"tool": "ability-check", "check": "wheel"}


@pytest.mark.parametrize(
    ("text", "mode"),
    [("go to the porch", "explore"), ("sneak to the porch", "sneak"), ("porch", "explore"),
     ("run to the porch", "hurry")],
)  # fmt: skip
def test_a_way_is_taken_by_its_name_and_in_a_manner(text: str, mode: str) -> None:
    """How one goes is part of going."""
    assert meant(text, at_the_gate()) == {"tool": "movement", "to": "porch", "mode": mode}


@pytest.mark.parametrize("text", ["“I turn the wheel”, says Mira", "I do not turn the wheel", "I hum a song"])
def test_what_is_said_denied_or_unknown_is_no_call(text: str) -> None:
    """Words are words; the story has them."""
    assert meant(text, at_the_gate()) is None


def test_speech_is_never_a_call() -> None:
    """Whatever is in it."""
    assert meant("turn the wheel!", at_the_gate(), is_speech=True) is None


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("I attack rat 2", {"tool": "combat", "operation": "attack", "target": "rat-2"}),
        ("hit it!", {"tool": "combat", "operation": "attack"}),
        ("stab the rat from behind", {"tool": "combat", "operation": "sneak-attack", "target": "rat-1"}),
        ("I grab the rat", {"tool": "combat", "operation": "grapple", "target": "rat-1"}),
        ("I keep my guard up", {"tool": "combat", "operation": "guard"}),
        ("struggle", {"tool": "combat", "operation": "break-free"}),
    ],
)
def test_in_a_fight_words_are_blows(text: str, call: dict[str, object]) -> None:
    """Who and how; nobody named means the nearest."""
    assert meant(text, in_the_cellar()) == call


def test_a_warrior_names_a_feat() -> None:
    """And others who name it merely strike."""
    assert meant("trip the rat", in_the_cellar(class_id="warrior", level=1)) == {
        "tool": "combat", "operation": "mighty-deed", "target": "rat-1", "deed": "trip",
    }  # fmt: skip
    assert meant("trip the rat", in_the_cellar()) == {
        "tool": "combat", "operation": "attack", "target": "rat-1",
    }  # fmt: skip


def test_what_lies_there_is_taken() -> None:
    """By the name of the thing."""
    state = crawl.state(crawl.person("Mira"), scene="porch")

    assert meant("take the silver", state) == {"tool": "update-inventory", "action": "add", "item": "purse"}


def test_what_is_carried_is_readied() -> None:
    """And put away."""
    state = at_the_gate(items=[SWORD])

    assert meant("I draw my sword", state) == {
        "tool": "update-inventory",
        "action": "equip",
        "item": "sword-1",
    }
    assert meant("I sheathe the sword", state) == {
        "tool": "update-inventory", "action": "unequip", "item": "sword-1",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["", "…", "?" * 500, "the the the", "🗡️", "attack " * 300, "\u202eeht"])
def test_nothing_that_can_be_typed_fails(text: str) -> None:
    """People lean on keyboards."""
    meant(text, at_the_gate())
    meant(text, in_the_cellar())
