"""What every store keeps to: a message deleted after it was played is marked, and nothing else changes."""

from engine.model.action import Forgotten
from engine.ports import Store
from tests.contracts import store_samples as sample


async def taken(store: Store) -> None:
    """A game with one turn that took two messages."""
    await store.add_session(sample.session())
    await store.put_action(sample.action("m1", content="I listen."))
    await store.put_action(sample.action("m2", content="I hum."))
    turn = sample.turn("t0", None, 0, "m1", "m2")
    game = await store.begin_turn(sample.session(), turn)
    await store.end_turn(sample.after(game, turn), turn)


async def test_words_are_forgotten_and_the_turn_stays(store: Store) -> None:
    """The story does not change because a message was deleted."""
    await taken(store)
    before = (await store.turn("t0"), await store.session("game"))

    forgot = await store.forget_action("discord", "m2")

    assert forgot
    assert await store.forgotten("game") == (
        Forgotten(source_id="m2", character_id="mara", turn_number=0, content="I hum."),
    )
    assert (await store.turn("t0"), await store.session("game")) == before
    assert await store.known_turn("discord", "m2") == "t0"


async def test_what_no_turn_has_taken_is_not_forgotten_but_taken_back(store: Store) -> None:
    """An untaken message is withdrawn; one that nobody knows is none of ours."""
    await taken(store)
    await store.put_action(sample.action("m3"))

    assert [await store.forget_action("discord", source) for source in ("m3", "m9")] == [False, False]
    assert [await store.forget_action("terminal", "m1")] == [False]

    await store.withdraw_action("discord", "m3")
    assert await store.forgotten("game") == ()


async def test_forgetting_twice_is_forgetting(store: Store) -> None:
    """Discord may tell of a deletion more than once."""
    await taken(store)
    await store.forget_action("discord", "m2")
    await store.forget_action("discord", "m1")

    assert await store.forget_action("discord", "m1")

    assert [words.source_id for words in await store.forgotten("game")] == ["m1", "m2"]


async def test_a_side_event_is_never_forgotten(store: Store) -> None:
    """Who sits at the table is no message."""
    await taken(store)
    game = await store.session("game")
    event = sample.seat_event("j1", after_turn_id="t0")
    await store.put_event(sample.beside(game, event), event)

    assert not await store.forget_action("discord", "j1")


async def test_a_turn_of_forgotten_words_can_be_told_again(store: Store) -> None:
    """The retelling takes over what its sibling took, deleted or not."""
    await taken(store)
    await store.forget_action("discord", "m1")
    again = sample.turn("t0b", None, 0, "m1", "m2")

    await store.begin_turn(await store.session("game"), again)

    assert await store.known_turn("discord", "m1") == "t0b"
    assert [words.source_id for words in await store.forgotten("game")] == ["m1"]
