"""A message that is deleted after it was played: its words leave every prompt, what came of them stays."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.action import Forgotten, MergedAction
from engine.model.update import SituationUpdate, StateUpdate
from engine.sight.budget import Fit
from engine.sight.conversation import narrate_messages, prefix_messages, record_messages
from engine.steps.forgetting import actions_without
from tests.engine.table_for_tests import Table
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.library import shipped_prompts

SECRET = "I sing of my home address, Elm Road"
PROMPTS = shipped_prompts()["en"]


def prompts_of(brief: Brief) -> str:
    """Everything that a model may read of this brief."""
    nothing = brief.recent[-1].resolution if brief.recent else None
    assert nothing is not None
    messages = (
        *prefix_messages(brief, PROMPTS, Fit()),
        *narrate_messages(brief, nothing, PROMPTS, Fit()),
        *record_messages(brief, nothing, "Rain.", PROMPTS, Fit()),
    )
    return "\n".join(message.content for message in messages)


async def sung(*, narrator: ScriptedMaster | None = None) -> tuple[Table, ScriptedMaster]:
    """A table at which somebody wrote what should not have been written, and the party went out."""
    gone = StateUpdate(updated_situation=SituationUpdate(scene_id="yard"))
    master = narrator or ScriptedMaster(updates=((StateUpdate(),), (gone,)))
    table = Table(model=master)
    await table.play("ann", "ben")
    await table.act("ann", f"{SECRET}.", source_id="song")
    return table, master


async def test_the_words_are_in_no_later_prompt_and_the_state_stays() -> None:
    """What was written by mistake is not told to a model again and again."""
    table, master = await sung()
    before = await table.game()

    assert not await table.turns.withdraw("terminal", "song")
    await table.act("ben", "I look.")

    brief = master.narrated[-1]
    assert "Elm Road" not in prompts_of(brief)
    assert [a.content for a in brief.recent[-1].actions] == ["taken-back"]
    assert brief.state.situation.scene_id == "yard"
    assert (await table.store.turn(before.head_turn_id or "")) is not None
    game = await table.game()
    assert fold(game.base_state, await table.store.log(game)) == game.head_state


async def test_without_a_deletion_the_words_are_there() -> None:
    """Else the test above would prove nothing."""
    table, master = await sung()

    await table.act("ben", "I look.")

    assert "Elm Road" in prompts_of(master.narrated[-1])


async def test_what_the_model_prepares_for_knows_nothing_of_them_either() -> None:
    """Also while nobody speaks, nothing of them is sent."""
    table, master = await sung()
    await table.turns.withdraw("terminal", "song")

    await table.act("ben", "I look.")

    assert "Elm Road" not in prompts_of(master.prepared[-1])


async def test_a_telling_that_is_tried_again_does_without_them() -> None:
    """New words for the turn are not made from deleted ones."""
    table, master = await sung()
    await table.turns.withdraw("terminal", "song")

    await table.turns.retell((await table.head()).id)
    await table.rested()

    assert "Elm Road" not in prompts_of(master.narrated[-1])
    assert (await table.head()).narrative == "Turn 1 is told."


async def test_the_other_messages_of_the_same_player_stay() -> None:
    """Only what was deleted is gone."""
    table = Table(model=(master := ScriptedMaster()))
    held = master.hold("narrate")
    held.set()
    await table.play("ann", "ben")
    held.clear()
    table.surface.events.clear()
    await table.send("ben", "I wait.")
    await table.surface.until("Resolved")
    for source_id, content in (("a", "I knock."), ("b", f"{SECRET}."), ("c", "I go in.")):
        await table.send("ann", content, source_id=source_id)
    held.set()
    await table.rested()

    await table.turns.withdraw("terminal", "b")
    await table.act("ben", "I look.")

    assert [a.content for a in master.narrated[-1].recent[-1].actions] == ["I knock.\nI go in."]
    assert "Elm Road" not in prompts_of(master.narrated[-1])


async def test_an_action_that_nobody_has_taken_is_simply_taken_back() -> None:
    """It is not played at all."""
    table = Table()
    table.clock.instant = False
    await table.play("ann", gather_s=4.0)
    await table.send("ann", "I knock.", source_id="k")

    assert await table.turns.withdraw("terminal", "k")
    assert not await table.turns.withdraw("terminal", "never sent")

    assert await table.store.inbox(table.game_id) == ()


WORDS = st.text("abc ", min_size=1, max_size=8).map(str.strip).filter(bool)


@given(
    lines=st.lists(WORDS, min_size=1, max_size=5, unique=True),
    which=st.integers(0, 4),
    cut=st.integers(1, 60),
)
def test_of_any_merged_action_only_what_was_deleted_is_gone(lines: list[str], which: int, cut: int) -> None:
    """Where the words cannot be told from the rest, all of it goes: never is a part of them left."""
    which %= len(lines)
    whole = "\n".join(lines)[:cut]
    action = MergedAction(
        source_ids=tuple(f"m{n}" for n in range(len(lines))), player_id="p", player_name="p",
        character_id="c", type="action", content=whole,
    )  # fmt: skip
    words = Forgotten(source_id=f"m{which}", character_id="c", turn_number=1, content=lines[which])

    (left,) = actions_without((action,), (words,), "gone")

    kept = [line for line in whole.split("\n") if line]
    assume(len(set(kept)) == len(kept))  # a cut line may be what another line was
    is_whole = lines[which] in kept
    rest = [line for line in kept if line != lines[which]]
    assert left.content == ("\n".join(rest) if is_whole and rest else "gone")
    assert actions_without((action,), (), "gone") == (action,)


@pytest.mark.parametrize("other", ["m9", "x"])
def test_words_of_another_message_do_not_touch_an_action(other: str) -> None:
    """Nobody's words go because somebody else said the same."""
    action = MergedAction(
        source_ids=("m1",), player_id="p", player_name="p", character_id="c", type="action", content="I wait."
    )
    words = Forgotten(source_id=other, character_id="c", turn_number=1, content="I wait.")

    assert actions_without((action,), (words,), "gone") == (action,)
