"""Every roll of a game can be read and checked when the story is over."""

import pytest

from engine.dice.errors import NotDice
from engine.dice.seeds import commitment
from engine.dice.verifying import verified
from engine.model.action import ToolCall
from engine.model.turn import ToolPlan
from engine.requests import Person
from engine.told.receipts import receipts
from tests.engine.rules_for_tests import rulesets
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.game_master import ScriptedMaster

BO = Person("bo", "Bo")


def dicing() -> ToolPlan:
    return ToolPlan(
        tool_calls=(ToolCall(tool="roll", args={"sides": 20}), ToolCall(tool="roll", args={"sides": 6}))
    )


async def evening() -> Table:
    """Two turns with dice, the second one taken back and told anew, and rolls beside them."""
    table = Table(model=ScriptedMaster(plans=(dicing(),) * 4), rulesets=rulesets())
    await table.play("ann")
    await table.act("ann", "I throw.")
    await table.games.roll(table.game_id, BO, "2d6 + 1", "everyone", "r1")
    await table.act("ann", "I throw again.")
    await table.games.roll(table.game_id, BO, "d20", "dm", "r2")
    await table.games.undo(table.game_id, HOST, 1)
    await table.act("ann", "I think, and throw.")
    return table


async def test_a_finished_game_proves_all_its_dice() -> None:
    """Told turns, those that were taken back, open and secret rolls: all come from the promised secret."""
    table = await evening()
    (secret,) = (await table.game()).dice_seeds
    promised = await receipts(table.store, await table.game())

    await table.games.finish(table.game_id, HOST)
    shown = await receipts(table.store, await table.game())

    assert (promised.commitments, promised.secrets) == ((commitment(secret),), ())
    assert shown == promised.model_copy(update={"secrets": (secret,)})
    assert sorted({roll.turn for roll in shown.rolls if roll.turn is not None}) == [1, 2]
    assert len({roll.turn_id for roll in shown.rolls if roll.turn_id}) == 3
    assert [
        (roll.expression, roll.visible) for roll in shown.rolls if roll.what == "roll" and not roll.turn_id
    ] == [
        ("2d6 + 1", "everyone"),
        ("d20", "dm"),
    ]
    assert {verdict.finding for verdict in verified(shown)} == {"fair"}
    assert {verdict.finding for verdict in verified(promised)} == {"sealed"}


async def test_a_story_that_goes_on_has_a_new_secret() -> None:
    """The old one was shown: with it, the dice to come could be known."""
    table = await evening()
    await table.games.finish(table.game_id, HOST)

    again = await table.games.reopen(table.game_id, HOST)
    await table.games.wake(table.game_id)
    await table.act("ann", "I throw once more.")
    await table.games.finish(table.game_id, HOST)

    shown = await receipts(table.store, await table.game())
    assert len(set(again.dice_seeds)) == 2
    assert len({roll.commitment for roll in shown.rolls}) == 2
    assert {verdict.finding for verdict in verified(shown)} == {"fair"}


async def test_a_roll_that_comes_twice_is_one_roll() -> None:
    """A message that is delivered again brings the same dice and one receipt."""
    table = Table(model=ScriptedMaster(), rulesets=rulesets())
    await table.play("ann")

    first = await table.games.roll(table.game_id, BO, "3d6", "everyone", "r1")
    second = await table.games.roll(table.game_id, BO, "3d6", "everyone", "r1")

    assert first == second
    assert len((await receipts(table.store, await table.game())).rolls) == 1


async def test_a_roll_that_cannot_be_read_leaves_no_receipt() -> None:
    """Nothing was rolled, so nothing is kept."""
    table = Table(model=ScriptedMaster(), rulesets=rulesets())
    await table.play("ann")

    with pytest.raises(NotDice):
        await table.games.roll(table.game_id, BO, "3d6 +", "everyone", "r1")

    assert (await receipts(table.store, await table.game())).rolls == ()


async def test_a_game_from_before_secrets_plays_on() -> None:
    """Its dice cannot be proved, and it is said so; everything else works."""
    table = Table(model=ScriptedMaster(plans=(dicing(),)), rulesets=rulesets())
    game = await table.play("ann")
    await table.store.change_session(game.model_copy(update={"dice_seeds": ()}))

    await table.act("ann", "I throw.")
    await table.games.roll(table.game_id, BO, "d20", "everyone", "r1")

    shown = await receipts(table.store, await table.game())
    assert (shown.commitments, len(shown.rolls)) == ((), 3)
    assert {verdict.finding for verdict in verified(shown)} == {"sealed"}
