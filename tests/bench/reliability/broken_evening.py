"""An evening with everything in it, played by somebody who, after any fault, looks and then goes on."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.changes import fold
from engine.errors import PlayerError, ServiceError
from engine.games import Games
from engine.model.action import Action
from engine.model.session import GameSettings, Session
from engine.model.turn import Turn
from engine.model_request import ModelRequest
from engine.ports import Library, Store
from engine.requests import Answer, NewGame, Person, ReadyChoice
from engine.turn import TurnEngine
from tests.fakes.clock import LONG_AGO, FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.language_model import Reply, ScriptedModel

ANN = Person("ann", "Ann", may_direct=True)
FIRST, SECOND, LAST = "I knock at the door.", "I wait in the rain.", "I open the window."
OWN_WORDS = "Ann tells it herself: nobody comes."
_SEED_BITS = (63, 256)
_TRIES = 12

_STORIES = {
    LAST: ("The window ", "gives way. ", "Cold air comes in."),
    SECOND: ("The rain ", "grows quiet."),
    FIRST: ("Knuckles on oak. ", "Far inside, ", "a bell rings twice."),
    "": ("A road. ", "A house. ", "A lamp."),
}
"""Told by the action that was done last; the opening knows none."""


class Dice(SeededEntropy):
    """The dice of a turn fall as they would have fallen; all other chance goes on."""

    def bits(self, count: int) -> int:
        return 7 if count in _SEED_BITS else super().bits(count)


class EveningClock(FakeClock):
    """Short waits are over at once; the time that a person has for an answer never is."""

    def __init__(self) -> None:
        super().__init__(instant=True)

    async def sleep(self, seconds: float) -> None:
        self.instant = seconds <= 60
        await super().sleep(seconds)


def storyteller() -> ScriptedModel:
    """Tells and writes down the same whenever it is asked the same; pushes a stone wherever that can be."""
    push = {"tool_calls": [{"tool": "push", "args": {"thing": "stone"}}] * 2}
    replies = [Reply(text=json.dumps(push), purpose="plan", times=None)]
    for action, story in _STORIES.items():
        replies.append(Reply(text=story, purpose="narrate", when=_about(action), times=None))
        record = {
            "suggestions": [{"label": "Listen", "text": f"I listen after this: {action}"}],
            "updated_situation": {"new_timeline_entries": [f"It came to this: {action or 'a road'}"]},
        }
        replies.append(Reply(text=json.dumps(record), purpose="record", when=_about(action), times=None))
    return ScriptedModel(replies)


def _about(action: str) -> Callable[[ModelRequest], bool]:
    return lambda request: action in "".join(message.content for message in request.messages)


@dataclass(frozen=True)
class Seen:
    """What stands at the end. told: what counts; beside: what was told and taken back; state: of the game."""

    told: tuple[str, ...]
    beside: tuple[str, ...]
    state: str
    is_at_rest: bool
    adds_up: bool

    def stories(self) -> tuple[str, ...]:
        """All that was told, whether it counts or not."""
        return (*self.told, *self.beside)

    def differs_from(self, due: "Seen") -> str:
        """What is not as it should be."""
        if self == due:
            return ""
        parts = ("told", "beside", "is_at_rest", "adds_up", "state")
        wrong = next(name for name in parts if getattr(self, name) != getattr(due, name))
        return f"{wrong} is {getattr(self, wrong)!r:.400} instead of {getattr(due, wrong)!r:.400}"


@dataclass
class Evening:
    """An opening; a turn; a drafted turn that is posted; told again in one's own words; undone; one more.

    Each deed is done if it is not done yet: whoever hears of a fault, or comes back after a crash, looks at
    how the game stands before doing anything again.
    """

    games: Games
    turns: TurnEngine
    store: Store
    """What the person looks at; it does not fail."""
    library: Library

    async def go_on(self) -> None:
        """From wherever it stands to its end."""
        await self._until(self._is_begun, self._begin)
        if not await self._is_known(LAST):
            await self._until(lambda: self._is_told(FIRST), lambda: self._act(FIRST))
            if not await self._is_undone():
                await self._until(lambda: self._is_narrator("draft"), lambda: self._narrated_by("draft"))
                await self._until(lambda: self._is_told(SECOND), self._draft)
                await self._until(self._is_retold, self._retell)
                await self._until(self._is_undone, self._undo)
            await self._until(lambda: self._is_narrator("ai"), lambda: self._narrated_by("ai"))
        await self._until(lambda: self._is_told(LAST), lambda: self._act(LAST))

    async def seen(self) -> Seen:
        """How it stands."""
        session = await self._session()
        assert session is not None
        told = await self.store.branch(session.head_turn_id, 99)
        beside = [t for each in told for t in await self.store.children(each.id) if t.status != "done"]
        folded = fold(session.base_state, await self.store.log(session))
        inbox = await self.store.inbox(session.id)
        return Seen(
            told=tuple(_line(turn) for turn in told),
            beside=tuple(sorted(_line(turn) for turn in beside)),
            state=session.head_state.model_dump_json(),
            is_at_rest=session.current_turn_id is None and not inbox,
            adds_up=folded == session.head_state,
        )

    # --- looking ------------------------------------------------------------------------------------

    async def _until(
        self, is_done: Callable[[], Awaitable[bool]], do: Callable[[], Awaitable[object]]
    ) -> None:
        for _ in range(_TRIES):
            try:
                if (session := await self._session()) is not None:
                    await self.turns.settled(session.id)
                if await is_done():
                    return
                await do()
            except (ServiceError, PlayerError):
                continue  # it was said that it failed: look how it stands
        raise AssertionError("it cannot be done, however often it is tried")

    async def _session(self) -> Session | None:
        return await self.store.session_in("terminal", "evening")

    async def _playing(self) -> Session:
        session = await self._session()
        assert session is not None
        return session

    async def _is_begun(self) -> bool:
        session = await self._session()
        return session is not None and session.status == "playing"

    async def _is_known(self, words: str) -> bool:
        session = await self._playing()
        is_waiting = any(action.content == words for action in await self.store.inbox(session.id))
        return is_waiting or await self.store.known_turn("terminal", words) is not None

    async def _is_told(self, words: str) -> bool:
        session = await self._playing()
        branch = await self.store.branch(session.head_turn_id, 9)
        return any(action.content == words for turn in branch for action in turn.actions)

    async def _is_narrator(self, narrator: str) -> bool:
        return (await self._playing()).settings.narrator == narrator

    async def _versions(self) -> tuple[Turn, ...]:
        """All tellings of the second action."""
        turn_id = await self.store.known_turn("terminal", FIRST)
        return await self.store.children(turn_id) if turn_id else ()

    async def _is_retold(self) -> bool:
        done = [turn for turn in await self._versions() if turn.status == "done"]
        return [turn.narrative for turn in done] == [OWN_WORDS]

    async def _is_undone(self) -> bool:
        versions = await self._versions()
        return len(versions) > 1 and all(turn.status == "undone" for turn in versions)

    # --- doing --------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        session = await self._session()
        if session is None:
            book = self.library.adventures("en")[0].id
            settings = GameSettings(gather_s=0.0)
            session = await self.games.open(
                NewGame("terminal", None, "evening", ANN, "evening", book, settings)
            )
        if session.head_state.character_of(ANN.id) is None:
            first = session.adventure.ready_characters[0]
            await self.games.join(session.id, ANN, ReadyChoice(first.id), "join")
        await self.games.begin(session.id, ANN)

    async def _act(self, words: str) -> None:
        session = await self._playing()
        await self.turns.act(
            Action(
                source_id=words,
                session_id=session.id,
                surface="terminal",
                player_id=ANN.id,
                player_name=ANN.name,
                character_id="",
                content=words,
                received_at=LONG_AGO,
            )
        )

    async def _narrated_by(self, narrator: str) -> None:
        session = await self._playing()
        await self.games.set_narrator(session.id, ANN, "draft" if narrator == "draft" else "ai")

    async def _draft(self) -> None:
        """Act, or post what is drafted by now."""
        session = await self._playing()
        if session.current_turn_id is None:
            return await self._act(SECOND)
        return await self.turns.answer(session.current_turn_id, ANN, Answer("post"))

    async def _retell(self) -> None:
        """Ask for another telling, or write the one that was asked for."""
        session = await self._playing()
        if session.current_turn_id is None:
            return await self.turns.retell(session.head_turn_id or "")
        return await self.turns.answer(session.current_turn_id, ANN, Answer("write", OWN_WORDS))

    async def _undo(self) -> None:
        await self.games.undo((await self._playing()).id, ANN)


def _line(turn: Turn) -> str:
    acted = ", ".join(action.content for action in turn.actions)
    return f"{turn.number} {turn.status} {turn.told_by} [{acted}] {turn.narrative}"
