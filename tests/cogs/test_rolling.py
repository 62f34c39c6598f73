"""Rules of dice at the table: by command, by message, inside of messages, and as an action."""

import pytest

from cogs.rolling import check_call
from engine.dice.receipt import Receipts
from engine.dice.seeds import commitment
from engine.dice.verifying import verified
from engine.model.action import ToolCall
from engine.told.receipts import receipts
from tests.cogs.stage import Evening, private, private_text, said
from tests.cogs.test_typed import types


async def kept(evening: Evening) -> list[tuple[str, str]]:
    """Expression and visibility of every roll beside the story."""
    found = await receipts(evening.stage.store, await evening.game())
    return [(roll.expression, roll.visible) for roll in found.rolls if roll.what == "roll"]


async def test_a_roll_is_seen_by_all_and_begins_no_turn(evening: Evening) -> None:
    """Dice are quick; the story does not wait for them."""
    await evening.played()

    result = await evening.ada.slash(evening.channel, "roll", expression="2d6+1 for luck")
    await evening.env.settle()

    assert private_text(result) == said("dice.done")
    assert evening.texts()[-1].startswith("**ann** rolls 2d6 (")
    assert evening.texts()[-1].endswith(": for luck")
    assert (await evening.head()).number == 0
    assert await kept(evening) == [("2d6+1 for luck", "everyone")]


async def test_dice_that_do_not_count_are_named_in_words(evening: Evening) -> None:
    """Brackets in a formula are no help to whoever has it read out."""
    await evening.played()

    await evening.ada.slash(evening.channel, "roll", expression="d20 adv")
    await evening.env.settle()

    (shown, dropped) = evening.texts()[-1].split("\n")
    assert "[" in shown
    assert dropped.startswith("-# Not counted: ")


async def test_a_roll_for_oneself_and_the_dm_reaches_nobody_else(evening: Evening) -> None:
    """A secret roll is no secret if the channel has it; it is kept like any other."""
    await evening.played()
    before = evening.texts()

    result = await evening.ada.slash(evening.channel, "roll", expression="d20", visible="both")
    await evening.env.settle()

    assert "rolls d20 (" in private_text(result)
    assert not any("d20 (" in text for text in evening.texts()[len(before) :])
    (note,) = await evening.stage.store.notes_for((await evening.game()).id, str(evening.host.id))
    assert note.text in private_text(result)
    assert await kept(evening) == [("d20", "both")]


async def test_a_roll_for_the_dm_is_hidden_from_whoever_rolls(evening: Evening) -> None:
    """Whoever searches a room should not know how well."""
    await evening.played()

    result = await evening.ada.slash(evening.channel, "roll", expression="d20", visible="dm")
    await evening.env.settle()

    assert private_text(result) == said("dice.to-the-dm")
    (note,) = await evening.stage.store.notes_for((await evening.game()).id, str(evening.host.id))
    assert "rolls d20 (" in note.text


async def test_dice_fall_in_a_channel_without_a_game(evening: Evening) -> None:
    """People roll for who buys the drinks."""
    result = await evening.ada.slash(evening.channel, "roll", expression="d6")
    hidden = await evening.ada.slash(evening.channel, "roll", expression="d6", visible="dm")

    assert private_text(result) == said("dice.done")
    assert evening.texts()[-1].startswith("**ann** rolls d6 (")
    assert private_text(hidden).endswith(said("dice.only-you"))


async def test_what_cannot_be_rolled_is_pointed_at(evening: Evening) -> None:
    """A private answer with a caret under the letter; nothing is kept."""
    await evening.played()

    result = await evening.ada.slash(evening.channel, "roll", expression="2d6 + + x")

    assert private_text(result).endswith("```\n2d6 + + x\n        ^\n```")
    assert await kept(evening) == []


async def test_dice_can_be_typed(evening: Evening) -> None:
    """As with every command; a sentence about a barrel stays a deed."""
    await evening.played()

    assert (await types(evening, "roll 2d6 + 1")).startswith("**ann** rolls 2d6 (")
    assert "```" in await types(evening, "roll 2d6 +")
    assert (await evening.head()).number == 0
    await types(evening, "roll the barrel down")
    assert (await evening.head()).number == 1


@pytest.mark.parametrize("is_wanted", [True, False])
async def test_dice_in_a_message_are_rolled_where_the_server_wants_it(
    evening: Evening, is_wanted: bool
) -> None:
    """Off unless an admin has set it: other bots read the same brackets."""
    guild = await evening.stage.desk.guild(evening.guild.id)
    await evening.stage.store.save_guild(guild.model_copy(update={"rolls_inline": is_wanted}))

    await evening.ada.send(evening.channel, "I leap [[1d20+2]] over [[the old road]], [[2d6]]")
    await evening.env.settle()

    rolls = [line for text in evening.texts() for line in text.split("\n") if "rolls" in line]
    assert [line.partition(" (")[0] for line in rolls] == (
        ["**ann** rolls 1d20", "**ann** rolls 2d6"] if is_wanted else []
    )


async def test_a_check_needs_a_character_with_numbers(evening: Evening) -> None:
    """A pure story has none, and says so."""
    await evening.played()

    result = await evening.ada.slash(evening.channel, "check", what="str")

    assert private_text(result) == said("errors.no-sheets")


async def test_the_promise_is_shown_before_and_the_secret_after(evening: Evening) -> None:
    """Whoever has noted the promise can hold the game to it; the file has every roll, secret ones too."""
    await evening.played()
    session = await evening.game()
    (secret,) = session.dice_seeds
    await evening.ada.slash(evening.channel, "roll", expression="d20", visible="dm")
    during = private_text(await evening.ada.slash(evening.channel, "game status"))

    asked = await evening.host.slash(evening.channel, "game finish")
    await evening.host.click(private(asked), label=said("life.button.end"))
    await evening.env.settle()
    over = evening.last()
    result = await evening.bo.click(over, label=said("dice.button"))

    assert commitment(secret) in during
    assert secret not in during
    assert secret in evening.texts()[-1]
    assert private_text(result) == said("dice.export", count=1)
    (file,) = result.followups[-1].attachments
    shown = Receipts.model_validate_json(await file.read())
    assert [verdict.finding for verdict in verified(shown)] == ["fair"]


@pytest.mark.parametrize(
    ("what", "dc", "call"),
    [
        ("str", None, ToolCall(tool="ability-check", args={"ability": "str"})),
        ("sneak", 15, ToolCall(tool="ability-check", args={"skill": "sneak", "dc": 15})),
        ("will", 10, ToolCall(tool="saving-throw", args={"save": "will", "dc": 10})),
    ],
)
def test_abilities_saves_and_skills_are_checked_alike(what: str, dc: int | None, call: ToolCall) -> None:
    """One command for all of them; the rules know which is which."""
    assert check_call(what, dc) == call
