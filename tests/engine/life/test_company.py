"""Who sits at a table, and who has been asked to go."""

from datetime import date

import pytest

from engine.errors import Blocked, NotAllowed, NotAtTable
from engine.model.state import Seat
from engine.requests import Person, ReadyChoice
from tests.engine.table_for_tests import HOST, Table

BOB, DM = Person("bob", "bob"), Person("dm", "Dee", may_direct=True)


async def test_who_is_removed_leaves_the_character_to_the_story() -> None:
    """The party does not lose a hand; the person may come back."""
    table = Table()
    await table.play("ann", "bob")

    game = await table.games.remove(table.game_id, HOST, "bob", "r1")

    assert "bob" not in game.head_state.seats
    assert not game.head_state.characters["bo"].is_user_character
    again = await table.games.join(table.game_id, BOB, ReadyChoice("Bo"), "j9")
    assert again.head_state.character_of("bob") is not None


async def test_what_a_removed_person_said_and_nobody_has_taken_no_longer_counts() -> None:
    """Their last word does not become the table's next turn."""
    table = Table()
    table.clock.instant = False
    await table.play("ann", "bob", gather_s=0.0)
    session = await table.game()
    await table.store.change_session(
        session.model_copy(update={"settings": session.settings.model_copy(update={"gather_s": 60.0})})
    )
    await table.send("bob", "I set fire to it all.")

    await table.games.remove(table.game_id, DM, "bob", "r1")

    assert await table.store.inbox(table.game_id) == ()


async def test_who_is_blocked_cannot_come_back_until_that_is_taken_back() -> None:
    """A table can protect itself."""
    table = Table()
    await table.play("ann", "bob")
    await table.games.remove(table.game_id, HOST, "bob", "r1", block=True)

    with pytest.raises(Blocked):
        await table.games.join(table.game_id, BOB, ReadyChoice("Bo"), "j8")
    await table.games.unblock(table.game_id, HOST, "bob")
    await table.games.join(table.game_id, BOB, ReadyChoice("Bo"), "j9")


async def test_only_host_and_dm_remove_and_only_who_is_there() -> None:
    """Players do not vote each other out."""
    table = Table()
    await table.play("ann", "bob")

    with pytest.raises(NotAllowed):
        await table.games.remove(table.game_id, BOB, "ann", "r1")
    with pytest.raises(NotAtTable):
        await table.games.remove(table.game_id, HOST, "nobody", "r2")


async def test_a_seat_says_until_when_its_player_is_away_and_undo_leaves_it_so() -> None:
    """The table knows whom not to wait for."""
    table = Table()
    await table.play("ann", "bob")
    await table.act("ann", "I knock.")

    await table.games.away(table.game_id, BOB, "a1", until=date(2031, 4, 1))
    game = await table.games.undo(table.game_id, HOST)

    assert game.head_state.seats["bob"] == Seat(
        player_id="bob", player_name="bob", character_ids=("bo",), active_character_id="bo",
        away_until="2031-04-01",
    )  # fmt: skip
    assert (await table.games.back(table.game_id, BOB, "a2")).head_state.seats["bob"].away_until is None
    with pytest.raises(NotAtTable):
        await table.games.away(table.game_id, DM, "a3")


async def test_one_players_need_for_plain_text_holds_for_the_table() -> None:
    """A screen reader's user reads what all read."""
    table = Table()
    await table.play("ann", "bob")

    game = await table.games.need_plain(table.game_id, BOB, "p1")

    assert game.head_state.needs_plain
    assert not (await table.games.need_plain(table.game_id, BOB, "p2", needs=False)).head_state.needs_plain
