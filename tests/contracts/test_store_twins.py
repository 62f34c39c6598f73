"""Whatever is done to them, both stores say the same."""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.adapters.database import open_store
from engine.errors import ChannelTaken, NoGame, StaleVersion, StoreError
from engine.model.session import GameStatus, Session
from engine.ports import Store
from tests.contracts import store_samples as sample
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.store import MemoryStore

GAMES = ("game", "other")
CHANNELS = ("c1", "c2")
SOURCES = ("m1", "m2", "m3", "ben", "cleo")
TURNS = ("t0", "t1", "t2", "t3")
PLACES = (None, *TURNS)
STATUSES: tuple[GameStatus, ...] = ("gathering", "playing", "finished")
Kind = Literal["add", "change", "put", "edit", "withdraw", "begin", "end", "undo", "event", "show", "base"]
KINDS: tuple[Kind, ...] = (
    "add",
    "change",
    "put",
    "edit",
    "withdraw",
    "begin",
    "end",
    "undo",
    "event",
    "show",
    "base",
)


Step: TypeAlias = tuple[Kind, str, str, str | None, str, int]
"""What is done, to which game, with which turn, after which place, from which source, and a number."""

STEPS = st.tuples(
    st.sampled_from(KINDS),
    st.sampled_from(GAMES),
    st.sampled_from(TURNS),
    st.sampled_from(PLACES),
    st.sampled_from(SOURCES),
    st.integers(0, 3),
)


async def stored(store: Store, session_id: str, number: int) -> Session:
    """The session as stored; now and then one that is stale, or was never there."""
    try:
        game = await store.session(session_id)
    except NoGame:
        return sample.session(session_id)
    return game.model_copy(update={"version": game.version - 1}) if number == 3 else game


async def done(store: Store, step: Step) -> object:
    """What one step came to: its result, or the name of its error."""
    kind, session_id, turn_id, place, source, number = step
    game = await stored(store, session_id, number)
    turn = sample.turn(turn_id, place, number, source).model_copy(update={"session_id": session_id})
    event = sample.seat_event(source, place).model_copy(update={"session_id": session_id})
    begun = await store.turn(turn_id) or turn
    ended = begun.model_copy(update={"status": "done", "narrative": source})
    new = sample.session(session_id, CHANNELS[number % 2], status=STATUSES[number % 3], minutes=number)
    does: dict[Kind, Callable[[], Awaitable[object]]] = {
        "add": lambda: store.add_session(new),
        "change": lambda: store.change_session(
            game.model_copy(update={"status": new.status, "channel_id": new.channel_id})
        ),
        "put": lambda: store.put_action(sample.action(source, session_id)),
        "edit": lambda: store.edit_action("discord", source, f"Edited {number}."),
        "withdraw": lambda: store.withdraw_action("discord", source),
        "begin": lambda: store.begin_turn(game, turn),
        "end": lambda: store.end_turn(sample.after(game, ended), ended),
        "undo": lambda: store.move_head(
            game.model_copy(update={"head_turn_id": place}), [turn_id], [event] if number else []
        ),
        "event": lambda: store.put_event(sample.beside(game, event), event),
        "show": lambda: store.mark_announced(turn_id),
        "base": lambda: store.change_session(
            game.model_copy(update={"base_state": game.head_state, "base_turn_id": game.head_turn_id})
        ),
    }
    return await outcome(does[kind]())


async def outcome(doing: Awaitable[object]) -> object:
    """The result, or which error it was; what the database itself refuses has no name of its own."""
    try:
        return await doing
    except (NoGame, ChannelTaken, StaleVersion) as error:
        return type(error).__name__
    except StoreError:
        return "StoreError"


async def everything(store: Store) -> list[object]:
    """All that can be looked up."""
    found: list[object] = [await store.unsettled("discord"), await store.sessions("discord", STATUSES)]
    for channel in CHANNELS:
        found.append(await store.session_in("discord", channel))
    for session_id in GAMES:
        found += [await outcome(store.session(session_id)), await store.inbox(session_id)]
        found += [await store.events_after(session_id, place) for place in PLACES]
        game = found[-len(PLACES) - 2]
        if isinstance(game, Session):
            found.append(await outcome(store.log(game)))
    for turn_id in TURNS:
        found += [await store.turn(turn_id), await store.children(turn_id), await store.branch(turn_id, 3)]
    found += [await store.known_turn("discord", source) for source in SOURCES]
    return found


async def both_agree(empty: Path, folder: Path, steps: Sequence[Step]) -> None:
    """Do the same to a fresh store of each kind and compare after every step."""
    path = shutil.copy(empty, folder)
    memory: Store = MemoryStore()
    async with await open_store(
        f"sqlite+aiosqlite:///{path}", FakeClock(instant=True), SeededEntropy()
    ) as sqlite:
        for step in steps:
            said, expected = await done(sqlite, step), await done(memory, step)
            assert said == expected
        assert await everything(sqlite) == await everything(memory)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, min_size=5, max_size=30))
def test_both_stores_say_the_same(empty_database: Path, steps: list[Step]) -> None:
    """What the engine's tests prove without a disk holds with one."""
    setup: list[Step] = [("add", "game", "t0", None, "m1", 1), ("add", "other", "t0", None, "m1", 2)]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(both_agree(empty_database, Path(folder), setup + steps))
