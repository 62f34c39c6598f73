"""What players write, and what comes of it."""

import pytest

from engine.dice.errors import (
    AlwaysExplodes,
    AlwaysRerolls,
    DiceError,
    DividedByZero,
    NoDice,
    NoSuchDie,
    NotDice,
    NotForThis,
    NothingToRoll,
    NumberTooLarge,
    TooDeep,
    TooLong,
    TooManyDice,
    TooManySides,
    TooManySteps,
    ZeroSides,
)
from engine.dice.rolled import Die, Rolled
from engine.dice.rolling import roll
from engine.draws import Draws
from tests.engine.rules.crawl import FixedDice

SHOWN = [
    ("2d6 + 3", [4, 6], "2d6 (4, 6) + 3 = 13"),
    ("d%", [42], "d100 (42) = 42"),
    ("1W20", [9], "1d20 (9) = 9"),
    ("2d20kh1+5", [10, 10], "2d20kh1 (10, [10]) + 5 = 15"),
    ("2d20kl1", [10, 3], "2d20kl1 ([10], 3) = 3"),
    ("4d6kh", [1, 5, 2, 2], "4d6kh ([1], 5, [2], [2]) = 5"),
    ("4d6k>2", [1, 5, 3, 2], "4d6k>2 ([1], 5, 3, [2]) = 8"),
    ("4d6p1", [1, 5, 1, 2], "4d6p1 ([1], 5, [1], 2) = 7"),
    ("4d6pl1", [4, 5, 1, 2], "4d6pl1 (4, 5, [1], 2) = 11"),
    ("d20 adv", [4, 17], "2d20kh1 ([4], 17) = 17"),
    ("d20 DIS", [4, 17], "2d20kl1 (4, [17]) = 4"),
    ("d20 + 5 adv", [4, 17], "2d20kh1 ([4], 17) + 5 = 22"),
    ("-1d6", [4], "-1d6 (4) = -4"),
    ("1 - -1", [], "1 - -1 = 2"),
    ("1d20 + 2 * 3 - 1", [11], "1d20 (11) + 2 \N{MULTIPLICATION SIGN} 3 - 1 = 16"),
    ("(1d4 + 2) * 2", [3], "(1d4 (3) + 2) \N{MULTIPLICATION SIGN} 2 = 10"),
    ("7 / 2", [], "7 / 2 = 3"),
    ("-7 // 2", [], "-7 / 2 = -3"),
    ("1d20^1", [24], "1d24 (24) = 24"),
    ("1d20^-2", [14], "1d14 (14) = 14"),
    ("d3^-1", [3], "d3 (3) = 3"),
    ("2d6ro<3", [2, 5, 1], "2d6ro<3 (2→1, 5) = 6"),
    ("2d6r1", [1, 1, 4, 1], "2d6r1 (1→4, 1→1) = 5"),
    ("1d6rr<=2", [1, 2, 1, 3], "1d6rr<=2 (1→2→1→3) = 3"),
    ("3d6ra6", [6, 2, 6, 4], "3d6ra6 (6, 2, 6, 4) = 18"),
    ("2d6!", [6, 2, 6, 3], "2d6! (6!, 2, 6!, 3) = 17"),
    ("2d6e>4", [5, 2, 1], "2d6e>4 (5!, 2, 1) = 8"),
    ("3d6mi2ma5", [1, 6, 3], "3d6mi2ma5 (1⇒2, 6⇒5, 3) = 10"),
    ("2d6!kh1", [6, 2, 5], "2d6!kh1 (6!, [2], [5]) = 6"),
    ("(1d6, 1d8, 3)kh1", [4, 7], "([1d6 (4)], 1d8 (7), [3])kh1 = 7"),
    ("(1d6,)p1", [1], "([1d6 (1)])p1 = 0"),
]


@pytest.mark.parametrize(("expression", "values", "text"), SHOWN, ids=[each[0] for each in SHOWN])
def test_every_die_is_shown_with_what_became_of_it(expression: str, values: list[int], text: str) -> None:
    """A player who sees only a total has to believe it; with the dice it can be checked."""
    dice = FixedDice(*values)

    rolled = roll(expression, dice)

    assert (rolled.text, dice.left) == (text, ())
    assert rolled.total == int(text.rpartition(" ")[2])


COMMENTED = [
    ("1d20 plan B, very quietly", "plan B, very quietly"),
    ("1d20 # sneak", "sneak"),
    ("1d20 für die  Tür", "für die Tür"),
    ("1d20 advance on them", "advance on them"),
    ("1d20 keep your head", "keep your head"),
    ("1d20 # 2d6 + 3", "2d6 + 3"),
    ("1d20#", ""),
]


@pytest.mark.parametrize(("expression", "comment"), COMMENTED, ids=[each[0] for each in COMMENTED])
def test_words_behind_the_dice_are_a_comment(expression: str, comment: str) -> None:
    """People say what they roll for, and no word of it may change the roll ("pl", "k", "ad")."""
    rolled = roll(expression, FixedDice(9))

    assert rolled == Rolled(expression, 9, (Die(20, 9),), "1d20 (9) = 9", comment)


def test_all_dice_are_kept_in_the_order_in_which_they_fell() -> None:
    """A receipt lists the dice so, and a table can follow it one by one."""
    rolled = roll("3d6r1kh2", FixedDice(1, 4, 6, 2))

    assert rolled.dice == (
        Die(6, 1, is_kept=False, mark="rerolled"),
        Die(6, 4),
        Die(6, 6),
        Die(6, 2, is_kept=False),
    )
    assert (rolled.kept, rolled.dropped) == ((4, 6), (1, 2))


WRONG: list[tuple[str, type[DiceError], int]] = [
    ("", NothingToRoll, 0),
    ("   ", NothingToRoll, 0),
    ("4d0", ZeroSides, 2),
    ("0d6", NoDice, 0),
    ("1d6/(2-2)", DividedByZero, 3),
    ("999999999d999999999", TooManyDice, 0),
    ("101d6", TooManyDice, 0),
    ("100d6+100d6+1d6", TooManyDice, 12),
    ("6d12" + "0" * 60, TooManySides, 2),
    ("d1!", AlwaysExplodes, 2),
    ("2d6e>0", AlwaysExplodes, 3),
    ("1d1r1", AlwaysRerolls, 3),
    ("1d6rr<7", AlwaysRerolls, 3),
    ("(" * 24 + "1" + ")" * 24, TooDeep, 20),
    ("1+" * 100 + "1", TooLong, 200),
    ("1000001", NumberTooLarge, 0),
    ("1000000*1000000*1000000", NumberTooLarge, 15),
    ("__import__('os').system('id')", NotDice, 0),
    ("1d20 + ", NotDice, 7),
    ("1d20)", NotDice, 4),
    ("4d6dl1", NotDice, 3),
    ("1d6 fire + 1d6 cold", NotDice, 4),
    ("1d20 attack +5", NotDice, 5),
    ("1d20 d6", NotDice, 5),
    ("d100^1", NoSuchDie, 4),
    ("d20^99", TooManySteps, 3),
    ("5kh1", NotForThis, 1),
    ("(1d6)kh1", NotForThis, 5),
    ("(1d6, 1d8)r1", NotForThis, 10),
    ("2d20 adv", NotForThis, 5),
    ("d20 adv adv", NotForThis, 8),
    ("2d6eh1", NotForThis, 3),
]


@pytest.mark.parametrize(("expression", "error", "position"), WRONG, ids=[each[0][:20] for each in WRONG])
def test_a_fault_is_named_and_pointed_at(expression: str, error: type[DiceError], position: int) -> None:
    """Whoever mistyped sees where; nothing falls before the whole expression makes sense."""
    dice = FixedDice(3)

    with pytest.raises(error) as caught:
        roll(expression, dice)

    assert (type(caught.value), caught.value.position) == (error, position)
    assert dice.fallen == (((6, 3),) if error is DividedByZero else ())


def test_a_caret_stands_under_the_letter_however_long_the_text() -> None:
    """A line that wraps would point at nothing; so at most 70 letters around the place are shown."""
    long = "1 + " * 30 + "x" + " + 1" * 10

    with pytest.raises(NotDice) as caught:
        roll(long, Draws(1, "caret"))

    line, caret = caught.value.pointed().split("\n")
    assert (len(line) <= 70, line[caret.index("^")]) == (True, "x")


def test_dice_that_would_go_on_end_at_the_limit() -> None:
    """What has fallen counts: nobody loses a roll because it was too lucky."""
    rolled = roll("2d1000e>1", Draws(7, "lucky"))

    assert (rolled.is_cut, len(rolled.dice)) == (True, 102)


def test_the_die_that_alone_counts_shows_a_natural_number() -> None:
    """A natural 20 is one even where a rule holds the value down."""
    assert roll("2d20kh1", FixedDice(3, 20)).natural == 20
    assert roll("1d20ma10", FixedDice(20)).natural == 20
    assert roll("2d6", FixedDice(3, 3)).natural is None
