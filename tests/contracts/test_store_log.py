"""What every store keeps to: side events, going back, and a log that adds up to the state."""

import pytest

from engine.changes import fold
from engine.errors import StaleVersion, StoreError
from engine.model.session import SideEvent
from engine.ports import Store
from tests.contracts import store_samples as sample
from tests.contracts.test_store_turns import played


async def adds_up(store: Store) -> bool:
    """Whether the log of the game folds to its state."""
    game = await store.session("game")
    return fold(game.base_state, await store.log(game)) == game.head_state


async def with_event(store: Store, event: SideEvent) -> None:
    """Put an event beside the game's head."""
    game = await store.session("game")
    await store.put_event(sample.beside(game, event), event)


async def test_an_event_and_its_state_are_one(store: Store) -> None:
    """Whoever sits down sits there for everybody at once."""
    await store.add_session(sample.session())
    event = sample.seat_event("ben")

    written = await store.put_event(sample.beside(sample.session(), event), event)

    assert written == sample.beside(sample.session(), event).model_copy(update={"version": 1})
    assert await store.session("game") == written
    assert await store.events_after("game", None) == (event,)
    assert await adds_up(store)


async def test_events_of_a_place_have_their_order(store: Store) -> None:
    """What was done second is folded second."""
    await store.add_session(sample.session())
    await with_event(store, sample.seat_event("ben"))
    await with_event(store, sample.seat_event("cleo"))
    await played(store, await store.session("game"), sample.turn("t0"))
    await with_event(store, sample.seat_event("dora", "t0", "watch"))

    before, after = await store.events_after("game", None), await store.events_after("game", "t0")

    assert [(e.source_id, e.position) for e in before] == [("ben", 0), ("cleo", 1)]
    assert [(e.source_id, e.position) for e in after] == [("dora", 0)]
    assert await store.events_after("game", "nowhere") == ()
    assert await adds_up(store)


async def test_a_known_source_id_makes_no_second_event(store: Store) -> None:
    """A press that is delivered twice seats nobody twice."""
    await store.add_session(sample.session())
    await store.put_action(sample.action("m1"))
    first = await store.put_event(sample.session(), sample.seat_event("ben"))

    again = await store.put_event(sample.session(), sample.seat_event("ben"))
    as_action = await store.put_event(first, sample.seat_event("m1"))

    assert (again, as_action) == (first, first)
    assert len(await store.events_after("game", None)) == 1
    assert not await store.put_action(sample.action("ben"))
    assert await store.known_turn("discord", "ben") is None
    assert not await store.edit_action("discord", "ben", "x")


async def test_events_are_no_actions(store: Store) -> None:
    """Sitting down begins no turn."""
    await store.add_session(sample.session())
    await store.put_event(sample.session(), sample.seat_event("ben"))

    assert await store.inbox("game") == ()
    assert await store.unsettled("discord") == ()
    assert not await store.withdraw_action("discord", "ben")


async def test_a_stale_event_is_not_kept(store: Store) -> None:
    """A seat is never taken in a state that is gone."""
    await store.add_session(sample.session())
    changed = await store.change_session(sample.session())

    with pytest.raises(StaleVersion):
        await store.put_event(sample.session(), sample.seat_event("ben"))
    with pytest.raises(StoreError):
        await store.put_event(changed, sample.seat_event("ben", "nowhere"))

    assert await store.session("game") == changed
    assert await store.events_after("game", None) == ()


async def test_going_back_takes_turns_and_state_and_keeps_who_sits_there(store: Store) -> None:
    """Undo unsays the story; it sends nobody home."""
    await store.add_session(sample.session())
    game = await played(store, sample.session(), sample.turn("t0"))
    await store.mark_announced("t0")
    await with_event(store, sample.seat_event("ben", "t0"))
    at_t0 = (await store.session("game")).head_state
    await played(store, await store.session("game"), sample.turn("t1", "t0", 1))
    await with_event(store, sample.seat_event("cleo", "t1"))
    await with_event(store, sample.seat_event("dm", "t1", "steer"))
    kept = sample.seat_event("cleo~t0", "t0")
    game = await store.session("game")
    back = game.model_copy(update={"head_turn_id": "t0", "head_state": fold(at_t0, kept.changes)})

    moved = await store.move_head(back, ["t1"], [kept])

    assert moved == back.model_copy(update={"version": game.version + 1})
    assert await store.session("game") == moved
    assert await store.turn("t1") == sample.turn("t1", "t0", 1).model_copy(update={"status": "undone"})
    assert await store.turn("t0") == sample.turn("t0")
    assert [(e.source_id, e.position) for e in await store.events_after("game", "t0")] == [
        ("ben", 0),
        ("cleo~t0", 1),
    ]
    assert [e.source_id for e in await store.events_after("game", "t1")] == ["cleo", "dm"]
    assert await adds_up(store)


async def test_a_kept_event_under_its_own_name_moves_to_the_new_head(store: Store) -> None:
    """Nobody is seated twice by going back."""
    await store.add_session(sample.session())
    await played(store, sample.session(), sample.turn("t0"), sample.turn("t1", "t0", 1))
    await with_event(store, sample.seat_event("ben", "t1"))
    game = await store.session("game")
    kept = sample.seat_event("ben", "t1")
    state = fold(sample.after(sample.session(), sample.turn("t0")).head_state, kept.changes)

    await store.move_head(game.model_copy(update={"head_turn_id": "t0", "head_state": state}), ["t1"], [kept])

    assert [e.source_id for e in await store.events_after("game", "t0")] == ["ben"]
    assert await store.events_after("game", "t1") == ()
    assert await adds_up(store)


async def test_a_stale_or_impossible_way_back_changes_nothing(store: Store) -> None:
    """Undo happens whole or not at all."""
    await store.add_session(sample.session())
    await store.put_action(sample.action("m1"))
    game = await played(store, sample.session(), sample.turn("t0"), sample.turn("t1", "t0", 1))
    back = game.model_copy(update={"head_turn_id": "t0"})

    with pytest.raises(StaleVersion):
        await store.move_head(back.model_copy(update={"version": 1}), ["t1"], [])
    with pytest.raises(StoreError):
        await store.move_head(back, ["t1", "nowhere"], [])
    with pytest.raises(StoreError):
        await store.move_head(back, ["t1"], [sample.seat_event("m1", "t1")])

    assert await store.session("game") == game
    assert await store.turn("t1") == sample.turn("t1", "t0", 1)


async def test_the_log_of_an_earlier_head_ends_there(store: Store) -> None:
    """The state before any turn can be told."""
    await store.add_session(sample.session())
    game = await played(
        store, sample.session(), *(sample.turn(f"t{n}", f"t{n - 1}" if n else None, n) for n in range(4))
    )

    log = await store.log(game.model_copy(update={"head_turn_id": "t1"}))

    assert log == sample.turn("t0").changes + sample.turn("t1").changes
    assert await store.log(game.model_copy(update={"head_turn_id": None})) == ()


async def test_a_new_base_holds_what_was_before_it(store: Store) -> None:
    """A game whose log was put right goes on from there."""
    await store.add_session(sample.session())
    await played(store, sample.session(), sample.turn("t0"))
    await with_event(store, sample.seat_event("ben", "t0"))
    game = await store.session("game")
    await store.change_session(
        game.model_copy(update={"base_state": game.head_state, "base_turn_id": "t0", "is_rebased": True})
    )
    rebased = await store.log(await store.session("game"))
    await with_event(store, sample.seat_event("cleo", "t0"))

    await played(store, await store.session("game"), sample.turn("t1", "t0", 1))

    cleo, t1 = sample.seat_event("cleo", "t0"), sample.turn("t1", "t0", 1)
    assert rebased == ()
    assert await store.log(await store.session("game")) == cleo.changes + t1.changes
    assert await adds_up(store)


async def test_a_head_that_its_base_does_not_lead_to_has_no_log(store: Store) -> None:
    """A hole in the log is said, never folded over."""
    await store.add_session(sample.session())
    game = await played(store, sample.session(), sample.turn("t0"), sample.turn("t1", "t0", 1))
    based = await store.change_session(
        game.model_copy(update={"base_turn_id": "t1", "base_state": game.head_state})
    )

    for head in ("t0", None, "nowhere"):
        with pytest.raises(StoreError):
            await store.log(based.model_copy(update={"head_turn_id": head}))
