"""Rules of looking, passing, moving on, taking back and telling again."""

import time

import pytest
from simcord.results import InteractionResult

from engine.model.update import StateUpdate, SuggestedMove
from tests.cogs.stage import Evening, Stage, buttons, private, private_text, said


async def acts(evening: Evening, words: str = "> I wait") -> None:
    await evening.ada.send(evening.channel, words)
    await evening.rested()


def first_version(listed: InteractionResult) -> str:
    """What stands behind the first line of the menu."""
    [menu] = [item for row in private(listed).components for item in row["components"]]
    return str(menu["options"][0]["value"])


async def test_a_look_around_is_private_and_asks_no_model(evening: Evening, stage: Stage) -> None:
    """Looking costs nobody anything."""
    await evening.played()
    asked = len(stage.model.narrated)

    result = await evening.bo.slash(evening.channel, "look")
    await evening.rested()

    assert "**The hall**" in private_text(result)
    assert (len(stage.model.narrated), (await evening.head()).number) == (asked, 0)


async def test_there_is_nothing_to_see_before_the_story_begins(evening: Evening) -> None:
    """A secret of the first scene stays one until then."""
    await evening.opened()

    assert "has not begun" in private_text(await evening.host.slash(evening.channel, "look"))


async def test_once_everybody_has_acted_or_passed_the_turn_begins(evening: Evening) -> None:
    """Nobody waits for somebody who does not want to."""
    await evening.played()
    await evening.gathers_long()
    await evening.ada.send(evening.channel, "> I open the door")

    result = await evening.bo.slash(evening.channel, "pass")
    await evening.rested()

    assert private_text(result) == said("acting.passed")
    assert said("acting.passes", name="Bo") in evening.texts()
    assert [a.type for a in (await evening.head()).actions] == ["action", "pass"]


async def test_whoever_has_no_character_cannot_pass(evening: Evening) -> None:
    """There is nobody to sit out."""
    await evening.played()

    assert private_text(await evening.host.slash(evening.channel, "pass")) == said("errors.not-at-table")


async def test_the_story_goes_on_without_a_deed_for_players_and_for_a_dm(evening: Evening) -> None:
    """When nobody knows what to do, the world does."""
    await evening.played()

    await evening.bo.slash(evening.channel, "continue")
    await evening.rested()
    await evening.host.slash(evening.channel, "continue")
    await evening.rested()

    head = await evening.head()
    assert head.number == 2
    assert [(a.type, a.character_id) for a in head.actions] == [("go_on", "")]


async def test_continue_wakes_a_table_that_rests(evening: Evening) -> None:
    """One word for “play on”, whatever stands still."""
    await evening.played()
    await evening.ada.slash(evening.channel, "xcard")

    await evening.ada.slash(evening.channel, "continue")

    assert (await evening.game()).status == "playing"


async def test_a_stranger_does_not_move_the_story(evening: Evening) -> None:
    """It belongs to its table."""
    await evening.played()
    cy = evening.guild.add_member(evening.env.create_user("cyd"))

    assert private_text(await cy.slash(evening.channel, "continue")) == said("errors.not-at-table")


async def test_several_turns_are_taken_back_at_once_and_in_no_time(evening: Evening) -> None:
    """Story, state, marks and buttons go back together, in less than a second."""
    await evening.played()
    opening = evening.last()
    for _ in range(3):
        await acts(evening)
    began = time.monotonic()

    await evening.host.slash(evening.channel, "undo", turns=3)
    await evening.rested()

    assert time.monotonic() - began < 1.0
    assert (await evening.head()).number == 0
    history = {m.id: m for m in evening.channel.history()}
    footers = [m.embeds[0].footer.text for m in history.values() if m.embeds]
    assert footers.count(said("discord.footnote.undone")) == 3
    assert any(not is_dead for _, is_dead in buttons(history[opening.id]))
    assert said("acting.undone", player="hal", count=3) in evening.texts()


async def test_players_do_not_take_back(evening: Evening) -> None:
    """What the table has lived through is not one player's to take."""
    await evening.played()
    await acts(evening)

    result = await evening.ada.slash(evening.channel, "undo")

    assert "Only the host or a DM" in private_text(result)
    assert (await evening.head()).number == 1


async def test_whoever_acted_may_have_it_told_again_and_others_may_not(evening: Evening) -> None:
    """The others did nothing that could have been told wrong."""
    await evening.played()
    await acts(evening)

    refused = await evening.bo.slash(evening.channel, "retry")
    allowed = await evening.ada.slash(evening.channel, "retry")
    await evening.rested()

    assert "whoever acted in that turn" in private_text(refused)
    assert private_text(allowed) == said("acting.retelling")


@pytest.fixture
async def retold(evening: Evening, stage: Stage) -> Evening:
    """A turn that was told twice."""
    await evening.played()
    move = SuggestedMove(type="action", label="Hum", text="I hum.", risk_level="low")
    stage.model.updates.append((StateUpdate(suggestions=(move,)),))
    stage.model.narratives.append(["The rain sings."])
    await acts(evening)
    stage.model.narratives.append(["The rain shouts."])
    await evening.ada.slash(evening.channel, "retry")
    await evening.rested()
    return evening


async def test_all_versions_stay_and_an_earlier_one_can_count_again(retold: Evening) -> None:
    """The first telling was the better one, everybody agrees."""
    before = (await retold.head()).id
    listed = await retold.ada.click(retold.last(), label="Versions (2)")

    text = private_text(listed)
    result = await retold.ada.select(private(listed), [first_version(listed)])
    await retold.rested()

    assert "**1.** The rain sings." in text
    assert "**2. (counts)** The rain shouts." in text
    assert private_text(result) == said("acting.versions.chosen")
    head = await retold.head()
    assert (head.id != before, head.narrative) == (True, "The rain sings.")
    told = [m for m in retold.channel.history() if m.content.startswith("The rain")]
    assert [any(not is_dead for _, is_dead in buttons(m)) for m in told] == [True, False]
    assert any("chose version 1" in text and f"/{told[0].id}" in text for text in retold.texts())


async def test_only_whoever_may_retell_may_choose(retold: Evening) -> None:
    """Otherwise the table's story would be everybody's to change."""
    listed = await retold.bo.click(retold.last(), label="Versions (2)")

    result = await retold.bo.select(private(listed), [first_version(listed)])

    assert "whoever acted in that turn" in private_text(result)
    assert (await retold.head()).narrative == "The rain shouts."


async def test_a_press_on_the_turn_before_counts_while_the_next_is_gathered(evening: Evening) -> None:
    """Who is a little slower belongs to the same turn."""
    await evening.played()
    await evening.gathers_long()
    story = evening.last()
    await evening.ada.send(evening.channel, "> I open the door")

    await evening.bo.click(story, label=buttons(story)[0][0])
    await evening.time_passes()

    assert [a.player_name for a in (await evening.head()).actions] == ["ann", "bob"]


async def test_a_retelling_leaves_the_story_before_it_as_it_stood(retold: Evening) -> None:
    """What everybody has read long ago is not “late”."""
    await acts(retold)

    footers = [m.embeds[0].footer.text or "" for m in retold.channel.history() if m.embeds]
    assert said("discord.footnote.late") not in footers
    assert "Turn 0 is told." in retold.texts()
