"""Whoever doubts a roll works it out again, and whatever was changed in a receipt is found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.receipt import KeptRuling, Receipt, Receipts
from engine.dice.rolling import roll
from engine.dice.seeds import commitment, seed_of, turn_place
from engine.dice.verifying import Finding, verified
from engine.draws import Draws

SECRET, OTHER = "5e" * 32, "0f" * 32
PLACE = turn_place(3, ("m1", "m2"))


def rolled(secret: str = SECRET, expression: str = "2d6r1 + 3", occasion: str = "roll-dice:abc:0") -> Receipt:
    """A true receipt of an expression."""
    draws = Draws(seed_of(secret, PLACE), occasion)
    total = roll(expression, draws).total
    return Receipt(
        commitment=commitment(secret), place=PLACE, occasion=occasion, dice=draws.fallen,
        expression=expression, total=total,
    )  # fmt: skip


def trial(bonus: int = 2, *rulings: KeptRuling, natural: int | None = None) -> Receipt:
    """A true receipt of a test with one d20."""
    draws = Draws(seed_of(SECRET, PLACE), "ability-check:abc:0")
    fallen = draws.die(20)
    shown = natural or fallen
    return Receipt(
        commitment=commitment(SECRET), place=PLACE, occasion="ability-check:abc:0", dice=draws.fallen,
        shown=(f"d20 ({shown}) + {bonus} = {shown + bonus}",), rulings=rulings,
    )  # fmt: skip


def export(*rolls: Receipt, secrets: tuple[str, ...] = (SECRET,)) -> Receipts:
    return Receipts(
        game_id="g", name="The inn", commitments=(commitment(SECRET),), secrets=secrets, rolls=rolls
    )


def findings(receipts: Receipts) -> list[Finding]:
    return [verdict.finding for verdict in verified(receipts)]


def test_what_fell_from_the_secret_is_fair() -> None:
    """An honest table can prove that it is one."""
    assert findings(export(rolled(), trial())) == ["fair", "fair"]


def test_nothing_is_said_of_a_roll_whose_secret_is_not_shown_yet() -> None:
    """While the story goes on, nobody can work out the dice to come; so not those before either."""
    assert findings(export(rolled(), secrets=())) == ["sealed"]
    assert findings(Receipts(game_id="g", name="Old", rolls=(rolled(),))) == ["sealed"]


def test_a_forced_roll_is_shown_as_the_dms_ruling() -> None:
    """The DM has the last word, and the table can see where it was used."""
    number = KeptRuling(kind="force", outcome="20", reason="the bell")
    waived = KeptRuling(kind="waive")

    assert findings(export(trial(2, number, natural=20), trial(2, waived))) == ["ruled", "ruled"]


@given(st.data())
def test_any_changed_die_is_found(data: st.DataObject) -> None:
    """Nobody can make a 3 a 20 afterwards, nor leave a die out or put one in."""
    receipt = rolled(expression="4d6 + 1d20")
    dice = list(receipt.dice)
    place = data.draw(st.integers(0, len(dice) - 1))
    sides, value = dice[place]
    match data.draw(st.sampled_from(["other", "less", "more"])):
        case "other":
            other = data.draw(st.integers(1, sides).filter(lambda number: number != value))
            dice[place] = (sides, other)
        case "less":
            del dice[place]
        case _:
            dice.append((6, 6))

    forged = receipt.model_copy(update={"dice": tuple(dice)})

    assert findings(export(forged)) == ["wrong-dice"]


@pytest.mark.parametrize(
    ("changed", "finding"),
    [
        ({"total": 99}, "wrong-total"),
        ({"total": None}, "wrong-total"),
        ({"expression": "2d6r1 + 9"}, "wrong-total"),
        ({"expression": "no dice"}, "wrong-total"),
        ({"expression": "9d6"}, "wrong-dice"),
        ({"expression": ""}, "wrong-total"),
        ({"place": turn_place(4, ("m1", "m2"))}, "wrong-dice"),
        ({"occasion": "roll-dice:abc:1"}, "wrong-dice"),
        ({"commitment": commitment(OTHER)}, "wrong-secret"),
    ],
)
def test_any_other_change_is_found(changed: dict[str, object], finding: Finding) -> None:
    """A total, a die's origin or the words of a roll cannot be changed without it being seen."""
    assert findings(export(rolled().model_copy(update=changed))) == [finding]


def test_another_secret_than_the_promised_one_is_found() -> None:
    """A game cannot show a secret that suits it better; nor a promise that it has never made."""
    assert findings(export(rolled(OTHER), secrets=(OTHER,))) == ["wrong-secret"]
    assert findings(export(rolled(), secrets=(OTHER,))) == ["wrong-secret"]


@pytest.mark.parametrize(
    "shown", ["d20 ({natural}) + 2 = 30", "d20 ({other}) + 2 = {sum}", "d12 ({natural}) + 2 = {total}", "20"]
)
def test_a_shown_test_that_does_not_add_up_is_found(shown: str) -> None:
    """What the table read has to be what the dice said."""
    (_, natural), = trial().dice  # fmt: skip
    other = natural % 20 + 1
    text = shown.format(natural=natural, other=other, sum=other + 2, total=natural + 2)

    assert findings(export(trial().model_copy(update={"shown": (text,)}))) == ["wrong-total"]
