"""What every store keeps to: games and the inbox. Turns, log and posts stand in the files beside."""

from datetime import timedelta

import pytest

from engine.errors import ChannelTaken, NoGame, StaleVersion, StoreError
from engine.model.action import ToolCall
from engine.model.adventure import Adventure
from engine.model.session import GameSettings, GameStatus
from engine.model.state import GameState, Situation
from engine.ports import Store
from tests.contracts import store_samples as sample

# --- games ---------------------------------------------------------------------------------------


async def test_a_session_comes_back_as_it_was_put_in(store: Store) -> None:
    """A game that is opened again is the same game."""
    game = sample.session().model_copy(update={"version": 7, "prompts_version": "p1", "is_rebased": True})

    await store.add_session(game)

    assert await store.session("game") == game


async def test_an_unknown_session_is_no_game(store: Store) -> None:
    """Somebody who speaks in an empty channel is told so."""
    with pytest.raises(NoGame):
        await store.session("nowhere")
    with pytest.raises(NoGame):
        await store.change_session(sample.session())


async def test_a_session_is_added_once(store: Store) -> None:
    """A game is never replaced by another."""
    await store.add_session(sample.session())

    with pytest.raises(StoreError):
        await store.add_session(sample.session(channel_id="elsewhere", status="finished"))

    assert await store.session("game") == sample.session()


async def test_a_channel_holds_one_unfinished_game(store: Store) -> None:
    """Two games in one channel would answer the same words."""
    await store.add_session(sample.session())

    with pytest.raises(ChannelTaken):
        await store.add_session(sample.session("other"))
    with pytest.raises(NoGame):
        await store.session("other")

    await store.add_session(sample.session("third", surface="terminal"))
    await store.add_session(sample.session("done", status="finished"))


async def test_a_finished_game_frees_its_channel_and_cannot_come_back_into_a_taken_one(store: Store) -> None:
    """The next story can begin where the last one ended."""
    await store.add_session(sample.session())
    finished = await store.change_session(sample.session().model_copy(update={"status": "finished"}))
    await store.add_session(sample.session("next"))

    with pytest.raises(ChannelTaken):
        await store.change_session(finished.model_copy(update={"status": "asleep"}))

    assert await store.session("game") == finished
    assert await store.session_in("discord", "channel") == sample.session("next")


async def test_the_unfinished_game_of_a_channel_is_found(store: Store) -> None:
    """Words in a channel reach its game."""
    await store.add_session(sample.session("old", status="finished"))
    await store.add_session(sample.session())

    assert await store.session_in("discord", "channel") == sample.session()
    assert await store.session_in("terminal", "channel") is None
    assert await store.session_in("discord", "elsewhere") is None


async def test_sessions_are_listed_by_status_oldest_first(store: Store) -> None:
    """A list of games keeps its order."""
    kinds: list[tuple[str, GameStatus, int]] = [("c", "asleep", 3), ("a", "playing", 2), ("b", "asleep", 1)]
    for name, status, minutes in kinds:
        await store.add_session(sample.session(name, channel_id=name, status=status, minutes=minutes))

    assert await store.sessions("discord", ["asleep"]) == ("b", "c")
    assert await store.sessions("discord", ["asleep", "playing"]) == ("b", "a", "c")
    assert await store.sessions("discord", []) == ()
    assert await store.sessions("terminal", ["asleep"]) == ()


async def test_games_at_which_something_happened_lately_are_found(store: Store) -> None:
    """A process that comes back looks only where people are."""
    for name, minutes in (("a", 1), ("b", 2), ("c", 3)):
        game = sample.session(name, channel_id=name, status="playing", minutes=minutes)
        await store.add_session(game.model_copy(update={"acted_at": game.created_at}))
    moment = (await store.session("b")).acted_at

    assert await store.sessions("discord", ["playing"], acted_since=moment) == ("b", "c")


async def test_a_change_gives_the_next_version_and_keeps_every_member(store: Store) -> None:
    """What is set for a game holds after a restart."""
    await store.add_session(sample.session())
    state = GameState(situation=Situation(scene_id="stairs", world_state_flags={"lamp": True, "steps": 3}))
    changed = sample.session().model_copy(
        update={
            "status": "paused",
            "channel_id": "thread",
            "name": "Below",
            "host_id": "ben",
            "head_state": state,
            "settings": GameSettings(language="de", narrator="draft", gather_s=1.5),
            "adventure": Adventure.model_validate(sample.ADVENTURE.model_dump() | {"title": "Der Keller"}),
            "prompts_version": "p2",
            "acted_at": sample.EVENING + timedelta(hours=1),
        }
    )

    written = await store.change_session(changed)

    assert written == changed.model_copy(update={"version": 1})
    assert await store.session("game") == written


async def test_a_stale_version_writes_nothing(store: Store) -> None:
    """Two hands on one game: the second one looks again."""
    await store.add_session(sample.session())
    first = await store.change_session(sample.session().model_copy(update={"name": "First"}))

    for stale in (sample.session(), first.model_copy(update={"version": 5})):
        with pytest.raises(StaleVersion):
            await store.change_session(stale.model_copy(update={"name": "Second"}))

    assert await store.session("game") == first


# --- the inbox -----------------------------------------------------------------------------------


async def test_actions_wait_in_order_of_arrival(store: Store) -> None:
    """Who spoke first acts first."""
    await store.add_session(sample.session())
    await store.add_session(sample.session("other", channel_id="other"))
    call = ToolCall(tool="roll", args={"dice": "2d6", "bonus": None}, purpose="luck")
    first = sample.action("m2").model_copy(
        update={"call": call, "type": "choice", "selected_suggestion_id": "s1", "pressed_turn_id": "t9"}
    )
    actions = (first, sample.action("m1"), sample.action("m3"))
    for each in (*actions, sample.action("m4", session_id="other")):
        assert await store.put_action(each)

    assert await store.inbox("game") == actions
    assert await store.inbox("nowhere") == ()


async def test_the_same_source_id_is_one_action(store: Store) -> None:
    """A message that is delivered twice is not done twice."""
    await store.add_session(sample.session())
    await store.put_action(sample.action())

    again = await store.put_action(sample.action(content="Something else."))
    elsewhere = await store.put_action(sample.action().model_copy(update={"surface": "terminal"}))

    assert (again, elsewhere) == (False, True)
    assert [a.content for a in await store.inbox("game")] == ["I listen.", "I listen."]


async def test_an_action_needs_its_game(store: Store) -> None:
    """Nothing lies in an inbox that nobody opens."""
    with pytest.raises(StoreError):
        await store.put_action(sample.action())


async def test_an_untaken_action_can_be_edited(store: Store) -> None:
    """A typo that is corrected in time is played as corrected."""
    await store.add_session(sample.session())
    await store.put_action(sample.action())

    edited = await store.edit_action("discord", "m1", "I knock.")
    unknown = await store.edit_action("terminal", "m1", "I shout.")

    assert (edited, unknown) == (True, False)
    expected = sample.action().model_copy(update={"content": "I knock.", "is_edited": True})
    assert await store.inbox("game") == (expected,)


async def test_a_withdrawn_action_is_gone_but_remembered(store: Store) -> None:
    """A deleted message is not played, even if it is delivered again."""
    await store.add_session(sample.session())
    await store.put_action(sample.action())

    withdrawn = await store.withdraw_action("discord", "m1")

    assert withdrawn
    assert await store.inbox("game") == ()
    assert not await store.withdraw_action("discord", "m1")
    assert not await store.edit_action("discord", "m1", "I knock.")
    assert not await store.put_action(sample.action())
    assert not await store.withdraw_action("discord", "unknown")
