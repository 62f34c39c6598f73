"""What every store keeps to: turns begun, told, ended, found again, and what a start goes on with."""

import pytest

from engine.errors import NoGame, StaleVersion, StoreError
from engine.model.fact import Fact
from engine.model.session import Session
from engine.model.suggestion import Suggestion
from engine.model.turn import Resolution, ToolPlan, Turn
from engine.model.usage import Usage
from engine.ports import Store
from tests.contracts import store_samples as sample


async def played(store: Store, game: Session, *turns: Turn) -> Session:
    """The session after these turns were begun and ended."""
    for each in turns:
        game = await store.begin_turn(game, each)
        game = await store.end_turn(sample.after(game, each), each)
    return game


async def test_a_turn_begins_with_its_actions_as_the_current_one(store: Store) -> None:
    """Words that a turn has taken are not played again."""
    await store.add_session(sample.session())
    for source in ("m1", "m2", "m3"):
        await store.put_action(sample.action(source))
    turn = sample.turn("t0", None, 0, "m1", "m3")

    begun = await store.begin_turn(sample.session(), turn)

    assert begun == sample.session().model_copy(update={"version": 1, "current_turn_id": "t0"})
    assert await store.session("game") == begun
    assert await store.turn("t0") == turn
    assert await store.inbox("game") == (sample.action("m2"),)
    assert [await store.known_turn("discord", source) for source in ("m1", "m2", "m9")] == ["t0", None, None]


async def test_a_taken_action_is_neither_edited_nor_withdrawn(store: Store) -> None:
    """What the story was told from stays as it was."""
    await store.add_session(sample.session())
    await store.put_action(sample.action())
    await store.begin_turn(sample.session(), sample.turn("t0", None, 0, "m1"))

    edited = await store.edit_action("discord", "m1", "I knock.")
    withdrawn = await store.withdraw_action("discord", "m1")

    assert (edited, withdrawn) == (False, False)
    assert not await store.put_action(sample.action())


async def test_a_turn_does_not_take_what_was_withdrawn_meanwhile(store: Store) -> None:
    """A message that was deleted in the last moment is not played."""
    await store.add_session(sample.session())
    for source in ("m1", "m2"):
        await store.put_action(sample.action(source))
    await store.withdraw_action("discord", "m2")

    with pytest.raises(StaleVersion):
        await store.begin_turn(sample.session(), sample.turn("t0", None, 0, "m1", "m2"))

    assert await store.turn("t0") is None
    assert await store.session("game") == sample.session()
    assert await store.inbox("game") == (sample.action("m1"),)


async def test_a_turn_does_not_take_what_an_earlier_one_has(store: Store) -> None:
    """One action has one effect."""
    await store.add_session(sample.session())
    await store.put_action(sample.action())
    game = await played(store, sample.session(), sample.turn("t0", None, 0, "m1"))

    with pytest.raises(StaleVersion):
        await store.begin_turn(game, sample.turn("t1", "t0", 1, "m1"))

    assert await store.known_turn("discord", "m1") == "t0"


async def test_a_retelling_takes_the_actions_of_its_sibling(store: Store) -> None:
    """Told again, the turn is still about what was done."""
    await store.add_session(sample.session())
    await store.put_action(sample.action())
    game = await played(store, sample.session(), sample.turn("t0"), sample.turn("t1", "t0", 1, "m1"))

    await store.begin_turn(game, sample.turn("t1b", "t0", 1, "m1"))

    assert await store.known_turn("discord", "m1") == "t1b"


async def test_a_stale_session_begins_and_ends_nothing(store: Store) -> None:
    """A turn is never told from a state that is gone."""
    await store.add_session(sample.session())
    begun = await store.begin_turn(sample.session(), sample.turn("t0"))

    with pytest.raises(StaleVersion):
        await store.begin_turn(sample.session(), sample.turn("t0b"))
    with pytest.raises(StaleVersion):
        await store.end_turn(sample.session(), sample.turn("t0").model_copy(update={"status": "done"}))

    assert await store.session("game") == begun
    assert (await store.turn("t0"), await store.turn("t0b")) == (sample.turn("t0"), None)


async def test_a_turn_needs_its_game_its_parent_and_a_new_id(store: Store) -> None:
    """No turn hangs in the air."""
    with pytest.raises(NoGame):
        await store.begin_turn(sample.session(), sample.turn("t0"))
    await store.add_session(sample.session())
    game = await played(store, sample.session(), sample.turn("t0"))

    with pytest.raises(StoreError):
        await store.begin_turn(game, sample.turn("t1", "nowhere", 1))
    with pytest.raises(StoreError):
        await store.begin_turn(game, sample.turn("t0"))

    assert await store.session("game") == game


async def test_every_member_of_a_turn_is_kept(store: Store) -> None:
    """A turn that goes on after a crash has its dice, its words and its cost."""
    await store.add_session(sample.session())
    await store.begin_turn(sample.session(), sample.turn("t0"))
    told = sample.turn("t0").model_copy(
        update={
            "status": "narrated",
            "resolution": Resolution(
                plan=ToolPlan(intent="listen", needs_override=True),
                facts=(Fact(code="heard", args={"what": "wind", "at": 2.5, "near": None}, secret=True),),
                changes=sample.turn("x").changes,
            ),
            "narrative": "The wind. “Who is there?” — 🜂 \u0000 end",
            "told_by": "offline",
            "suggestions": (Suggestion(id="s1", type="action", label="Go", text="I go."),),
            "is_recorded": False,
            "usage": (Usage(purpose="narrate", model="m", prompt_tokens=9, total_s=1.25),),
            "seen": "TURN …",
            "reference": "K7Q2",
            "is_announced": True,
            "ended_at": sample.EVENING,
        }
    )

    await store.save_turn(told)

    assert await store.turn("t0") == told
    assert set(Turn.model_fields) == set(told.model_dump())


async def test_a_turn_that_never_began_is_not_saved(store: Store) -> None:
    """A mistake of ours is heard of at once."""
    await store.add_session(sample.session())

    with pytest.raises(StoreError):
        await store.save_turn(sample.turn("t0"))
    with pytest.raises(StoreError):
        await store.end_turn(sample.session(), sample.turn("t0"))
    with pytest.raises(StoreError):
        await store.mark_announced("t0")

    assert await store.session("game") == sample.session()


async def test_an_ended_turn_and_its_state_are_one(store: Store) -> None:
    """Story and numbers are never one without the other."""
    await store.add_session(sample.session())
    begun = await store.begin_turn(sample.session(), sample.turn("t0"))
    done = sample.turn("t0").model_copy(update={"status": "done"})

    ended = await store.end_turn(sample.after(begun, done), done)

    expected = sample.after(begun, done).model_copy(update={"version": 2, "current_turn_id": None})
    assert ended == expected
    assert await store.session("game") == expected
    assert await store.turn("t0") == done


async def test_marking_a_turn_as_shown_changes_nothing_else(store: Store) -> None:
    """A post that is in the channel is not sent again."""
    await store.add_session(sample.session())
    await store.begin_turn(sample.session(), sample.turn("t0"))

    await store.mark_announced("t0")

    assert await store.turn("t0") == sample.turn("t0").model_copy(update={"is_announced": True})


async def test_a_branch_is_the_newest_turns_along_the_parents(store: Store) -> None:
    """What was undone is not remembered by the story."""
    await store.add_session(sample.session())
    t0, t1, undone, t2 = (
        sample.turn("t0"),
        sample.turn("t1", "t0", 1),
        sample.turn("t2a", "t1", 2),
        sample.turn("t2", "t1", 2),
    )
    await played(store, sample.session(), t0, t1, undone, t2)

    assert await store.branch("t2", 10) == (t0, t1, t2)
    assert await store.branch("t2", 2) == (t1, t2)
    assert await store.branch("t2a", 1) == (undone,)
    assert (
        await store.branch("t2", 0) == await store.branch(None, 5) == await store.branch("nowhere", 5) == ()
    )


async def test_children_began_after_a_turn_whatever_became_of_them(store: Store) -> None:
    """What was taken back has to be found again, to say so under it."""
    await store.add_session(sample.session())
    await store.add_session(sample.session("other", channel_id="other"))
    t0, first, second = sample.turn("t0"), sample.turn("z", "t0", 1), sample.turn("a", "t0", 1)
    await played(store, sample.session(), t0, first, second, sample.turn("t2", "a", 2))
    strange = sample.turn("s0").model_copy(update={"session_id": "other"})
    await store.begin_turn(sample.session("other", channel_id="other"), strange)

    assert await store.children("t0") == (first, second)
    assert await store.children("z") == ()
    assert await store.children("nowhere") == ()


async def test_a_start_goes_on_with_what_is_not_settled(store: Store) -> None:
    """No killed process loses an action, a turn, or the post of one."""
    for minute, name in enumerate(["rest", "acted", "turn", "unshown", "done", "withdrawn"]):
        await store.add_session(sample.session(name, channel_id=name, minutes=9 - minute))
        mine = sample.turn(f"t-{name}").model_copy(update={"session_id": name})
        game = await store.begin_turn(await store.session(name), mine)
        if name != "turn":
            await store.end_turn(sample.after(game, mine), mine)
        if name != "unshown":
            await store.mark_announced(mine.id)
    for name in ("acted", "done", "withdrawn"):
        await store.put_action(sample.action(f"m-{name}", session_id=name))
    await store.withdraw_action("discord", "m-withdrawn")
    done = await store.session("done")
    await store.change_session(done.model_copy(update={"status": "finished"}))

    assert await store.unsettled("discord") == ("unshown", "turn", "acted")
    assert await store.unsettled("terminal") == ()
