"""The life of a game."""

import pytest

from engine.changes import fold
from engine.errors import (
    AlreadyJoined,
    ChannelTaken,
    CharacterTaken,
    GameNotPlaying,
    ModelMissing,
    ModelUnreachable,
    NobodyToPlay,
    NoSuchCharacter,
    NotAllowed,
    NotAtTable,
    NothingNewToTell,
    NothingToUndo,
    SeatsFull,
    TurnRunning,
)
from engine.requests import OwnChoice, Person, ReadyChoice, SurpriseChoice
from tests.engine.games_for_tests import INN
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.language_model import ScriptedModel

BEN = Person("ben", "Ben")


async def test_one_unfinished_game_stands_in_a_channel() -> None:
    """Two stories in one room would be none."""
    table = Table()
    await table.gather("ann")

    with pytest.raises(ChannelTaken):
        await table.gather("ann")
    await table.games.finish(table.game_id, HOST)
    await table.gather("ann")


async def test_a_character_belongs_to_one_player() -> None:
    """Nobody finds their character taken over."""
    table = Table()
    await table.gather("ann")

    with pytest.raises(CharacterTaken):
        await table.games.join(table.game_id, BEN, ReadyChoice("Ada"), "j2")
    with pytest.raises(NoSuchCharacter):
        await table.games.join(table.game_id, BEN, ReadyChoice("Zed"), "j3")
    game = await table.games.join(table.game_id, BEN, ReadyChoice(" bO "), "j4")
    assert game.head_state.character_of("ben") == game.head_state.characters["bo"]


async def test_while_a_game_gathers_a_character_can_be_changed() -> None:
    """People try things on."""
    table = Table()
    await table.gather("ann")

    game = await table.games.join(table.game_id, HOST, OwnChoice("Zoë  Quill", "a lost clerk", "Home"), "j2")

    assert [c.id for c in game.head_state.party()] == ["zoe-quill"]
    assert game.head_state.characters["zoe-quill"].goals == ("Home",)
    with pytest.raises(CharacterTaken):
        await table.games.join(table.game_id, BEN, OwnChoice("mags", "an impostor"), "j3")


async def test_a_surprise_is_somebody_whom_nobody_has() -> None:
    """Until there is nobody left."""
    table = Table()
    game = await table.gather("ann")
    for name in ("ben", "cat"):
        game = await table.games.join(table.game_id, Person(name, name), SurpriseChoice(), f"j-{name}")

    assert sorted(c.id for c in game.head_state.party()) == ["ada", "bo", "cy"]
    with pytest.raises(SeatsFull):
        await table.games.join(table.game_id, Person("dan", "dan"), SurpriseChoice(), "j-dan")


async def test_joining_twice_by_the_same_press_is_joining_once() -> None:
    """Discord delivers some presses again."""
    table = Table()
    game = await table.gather("ann")

    again = await table.games.join(table.game_id, HOST, ReadyChoice("ada"), "join-ann")

    assert again.head_state == game.head_state


async def test_a_game_begins_with_somebody_to_play_and_by_its_host() -> None:
    """Begin says what is missing."""
    table = Table()
    await table.gather()

    with pytest.raises(NobodyToPlay):
        await table.games.begin(table.game_id, HOST)
    await table.games.join(table.game_id, BEN, ReadyChoice("bo"), "j")
    with pytest.raises(NotAllowed):
        await table.games.begin(table.game_id, BEN)
    await table.games.begin(table.game_id, HOST)
    with pytest.raises(GameNotPlaying):
        await table.games.begin(table.game_id, HOST)


async def test_a_missing_model_is_named_before_anything_begins() -> None:
    """The game gathers on, and can begin scripted."""
    table = Table(language_model=ScriptedModel(facts=()))
    await table.gather("ann")

    with pytest.raises(ModelMissing):
        await table.games.begin(table.game_id, HOST)
    assert (await table.game()).status == "gathering"
    await table.games.set_narrator(table.game_id, HOST, "scripted")
    await table.games.begin(table.game_id, HOST)
    assert (await table.rested()).status == "playing"


async def test_who_leaves_during_play_leaves_the_character_in_the_story() -> None:
    """And may come back to it."""
    table = Table()
    await table.play("ann", "ben")

    game = await table.games.leave(table.game_id, "ben", "l1")

    assert "ben" not in game.head_state.seats
    assert game.head_state.characters["bo"].is_user_character is False
    with pytest.raises(NotAtTable):
        await table.games.leave(table.game_id, "ben", "l2")
    game = await table.games.join(table.game_id, BEN, ReadyChoice("bo"), "j9")
    assert game.head_state.characters["bo"].is_user_character is True
    with pytest.raises(AlreadyJoined):
        await table.games.join(table.game_id, BEN, ReadyChoice("cy"), "j10")


async def test_undo_takes_story_and_state_back_together_and_leaves_people_seated() -> None:
    """Who joined meanwhile stays."""
    table = Table()
    before = await table.play("ann")
    await table.act("ann", "I knock.")
    await table.games.join(table.game_id, BEN, ReadyChoice("bo"), "j1")
    await table.act("ben", "I listen.")

    game = await table.games.undo(table.game_id, HOST, 2)

    assert game.head_turn_id == before.head_turn_id
    assert await table.told() == ["Turn 0 is told."]
    assert game.head_state.character_of("ben") is not None
    assert game.head_state.situation == before.head_state.situation
    assert fold(game.base_state, await table.store.log(game)) == game.head_state
    await table.rested()
    assert table.surface.names()[-1] == "Undone"
    with pytest.raises(NothingToUndo):
        await table.games.undo(table.game_id, HOST)


async def test_after_an_undo_the_table_plays_on_from_there() -> None:
    """The branch that was left stays in the store, the log goes on from the new head."""
    table = Table()
    await table.play("ann")
    await table.act("ann", "I knock.")
    undone = await table.head()
    await table.games.undo(table.game_id, HOST)

    game = await table.act("ann", "I wait.")

    assert [t.number for t in await table.store.branch(game.head_turn_id, 9)] == [0, 1]
    old = await table.store.turn(undone.id)
    assert old is not None
    assert old.status == "undone"


async def test_a_retold_turn_keeps_its_actions_and_dice() -> None:
    """New words, same facts."""
    table = Table()
    await table.play("ann")
    await table.act("ann", "I knock.")
    first = await table.head()
    await table.games.join(table.game_id, BEN, ReadyChoice("bo"), "j1")

    await table.turns.retell(first.id)
    game = await table.rested()

    again = await table.head()
    assert again.id != first.id
    assert (again.parent_id, again.number, again.seed) == (first.parent_id, first.number, first.seed)
    assert again.actions == first.actions
    assert game.head_state.character_of("ben") is not None
    assert fold(game.base_state, await table.store.log(game)) == game.head_state


async def test_a_sleeping_game_takes_no_actions_until_it_is_woken() -> None:
    """An evening has an end."""
    table = Table()
    await table.play("ann")
    await table.games.rest(table.game_id, HOST)

    with pytest.raises(GameNotPlaying):
        await table.send("ann", "I knock.")
    await table.games.wake(table.game_id)
    await table.act("ann", "I knock.")
    assert (await table.head()).number == 1


async def test_what_needs_no_model_is_not_told_again_in_the_same_words() -> None:
    """A copy of the story under the story helps nobody; where the model had been away, it may try again."""
    table = Table(model=ScriptedMaster([["The opening."], [ModelUnreachable()]]))
    await table.play("ann")
    told_in_need = await table.act("ann", "I knock.")
    await table.turns.retell(told_in_need.head_turn_id or "")
    await table.rested()
    await table.games.set_narrator(table.game_id, HOST, "scripted")
    scripted = await table.act("ann", "I wait.")

    with pytest.raises(NothingNewToTell):
        await table.turns.retell(scripted.head_turn_id or "")

    assert await table.game() == scripted
    assert await table.told() == ["The opening.", "Turn 1 is told.", "Turn 2 is told."]


async def test_nothing_is_undone_under_a_running_turn() -> None:
    """First the story ends its sentence."""
    table = Table()
    await table.play("ann")
    await table.send("ann", "I knock.")

    with pytest.raises(TurnRunning):
        await table.games.undo(table.game_id, HOST)
    await table.rested()


async def test_what_a_game_is_played_from_is_kept_as_it_began() -> None:
    """A new version of the adventure changes no running game."""
    table = Table()

    game = await table.play("ann")

    assert (await table.store.session(game.id)).adventure == INN
