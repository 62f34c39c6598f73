"""Rules of what can be typed instead of a command."""

import pytest

from tests.cogs.stage import Evening, buttons, said


def mention(evening: Evening) -> str:
    user = evening.stage.client.user
    assert user is not None
    return f"<@{user.id}>"


async def types(evening: Evening, words: str, who: str = "ada") -> str:
    """Somebody types to us; gives the newest text of the channel."""
    await getattr(evening, who).send(evening.channel, f"{mention(evening)} {words}")
    await evening.rested()
    return evening.texts()[-1]


async def test_looking_is_answered_where_it_was_typed(evening: Evening) -> None:
    """Whoever has no slash commands looks around all the same."""
    await evening.played()

    assert "**The hall**" in await types(evening, "look")
    assert (await evening.head()).number == 0


@pytest.mark.parametrize("words", ["look at the door", "join the others", "pass the salt", "check the door"])
async def test_a_sentence_that_only_begins_like_a_command_is_a_deed(evening: Evening, words: str) -> None:
    """“Look at the door” is what a character does."""
    await evening.played()

    await types(evening, words)

    assert [a.content for a in (await evening.head()).actions] == [words]


async def test_sitting_down_can_be_typed(evening: Evening) -> None:
    """With a name at once, without one by a button."""
    await evening.opened()
    await evening.ada.send(evening.channel, f"{mention(evening)} join")
    offer = evening.last()

    answer = await types(evening, "join bo", who="bo")

    assert buttons(offer) == [("Join", False)]
    assert answer == said("acting.typed.joined", player="bob", character="Bo")
    assert (await evening.game()).head_state.character_of(str(evening.bo.id)) is not None


async def test_acting_passing_and_moving_on_can_be_typed(evening: Evening) -> None:
    """They make the same turns."""
    await evening.played()
    kinds = []
    for words in ("act I knock", "continue"):
        await types(evening, words)
        kinds += [(a.type, a.content) for a in (await evening.head()).actions]

    assert kinds == [("action", "I knock"), ("go_on", said("acting.words.go-on"))]


async def test_the_x_card_can_be_typed(evening: Evening) -> None:
    """In a hurry nobody looks for a command."""
    await evening.played()

    await types(evening, "xcard spiders")

    assert (await evening.game()).status == "paused"
    assert "spiders" in repr((await evening.game()).head_state.lines)


@pytest.mark.parametrize("words", ["check", "sheet", "guess"])
async def test_what_does_not_exist_here_is_answered_with_what_does(evening: Evening, words: str) -> None:
    """A story without rules has no dice, and says so."""
    await evening.played()

    answer = await types(evening, words)

    assert f"`{words}`" in answer
    assert "`@… look`" in answer


async def test_help_is_there_without_a_game(evening: Evening) -> None:
    """The first thing that anybody types."""
    await evening.ada.send(evening.channel, f"{mention(evening)} help")
    await evening.env.settle()

    assert "**Glyphmaster**" in evening.texts()[-1]


async def test_a_command_that_cannot_be_done_is_answered(evening: Evening) -> None:
    """Silence would look like a fault."""
    await evening.opened()

    await evening.ada.send(evening.channel, f"{mention(evening)} look")
    await evening.env.settle()

    assert "has not begun" in evening.texts()[-1]
