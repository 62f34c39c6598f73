"""Evenings that fill a window: long-winded players and a storyteller who uses every word that it is given."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from itertools import cycle

from pydantic import JsonValue

from engine.asking.pace import Paces
from engine.asking.requests import Limits
from engine.games import Games
from engine.model.action import Action
from engine.model.adventure import Adventure
from engine.model.noun import Language
from engine.model.session import GameSettings, Session
from engine.model.usage import Usage
from engine.model_gm import ModelGameMaster
from engine.model_request import Chunk, ModelFacts, ModelRequest
from engine.offline_gm import OfflineGameMaster
from engine.parts import Masters, Options, Parts
from engine.ports import Library
from engine.requests import NewGame, Person, ReadyChoice
from engine.sight.budget import Fit, message_tokens
from engine.turn import TurnEngine
from tests.fakes.announcer import RecordingAnnouncer
from tests.fakes.clock import LONG_AGO, FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.store import MemoryStore

PLAYERS = 4
_STORY_LETTERS = 900
_ACTION_LETTERS = 240

Count = Callable[[ModelRequest], Awaitable[int]]
"""How many tokens a model server makes of a request's messages."""


@dataclass(frozen=True)
class Prompt:
    """A request and what a server made of it. estimate, count: tokens; is_learned: after the first turn."""

    request: ModelRequest
    language: Language
    title: str
    estimate: int
    count: int
    is_learned: bool


@dataclass
class FullEvening:
    """Implements `engine.ports.LanguageModel`: says what stands in the adventure, counts as a server does."""

    book: Adventure
    library: Library
    count: Count
    model: str
    num_ctx: int
    paces: Paces
    prompts: list[Prompt] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._prose = cycle(_prose(self.book))
        self._lines = cycle([p.split(". ")[0][:190] for p in _prose(self.book)])

    async def play(self, rounds: int) -> None:
        """An opening, and so many rounds in which everybody acts."""
        clock, entropy = FakeClock(instant=True), SeededEntropy()
        master = ModelGameMaster(self, self.library, self.paces, clock, entropy, Limits(num_ctx=self.num_ctx))
        store = MemoryStore()
        parts = Parts(
            surface="terminal",
            store=store,
            library=self.library,
            clock=clock,
            entropy=entropy,
            masters=Masters(master, OfflineGameMaster(self.library), self),
            announcer=RecordingAnnouncer(),
            options=Options(gather_s=0.0),
        )
        engine = TurnEngine(parts)
        games = Games(parts, engine)
        settings = GameSettings(language=self.book.language, model=self.model, gather_s=0.0)
        people = [Person(f"p{number}", f"Player {number}") for number in range(PLAYERS)]
        new = NewGame("terminal", None, "evening", people[0], "evening", self.book.id, settings)
        session = await games.open(new)
        for person, ready in zip(people, self.book.ready_characters, strict=False):
            await games.join(session.id, person, ReadyChoice(ready.id), f"join-{person.id}")
        await games.begin(session.id, people[0])
        await engine.settled(session.id)
        for number in range(rounds):
            for person in people:
                await engine.act(self._action(session, person, number))
            await engine.settled(session.id)
        await engine.close()

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        if request.purpose not in ("narrate", "record"):
            yield Chunk(usage=Usage(purpose=request.purpose, model=request.model))
            return
        pace = self.paces.of(request.model, self.book.language)
        fit = Fit(request.num_ctx, pace.chars_per_token)
        estimate = message_tokens(request.messages, fit.measure(self.book.language))
        count = await self.count(request)
        is_learned = pace.chars_per_token is not None
        prompt = Prompt(request, self.book.language, self.book.title, estimate, count, is_learned)
        self.prompts.append(prompt)
        yield Chunk(text=self._story() if request.purpose == "narrate" else json.dumps(self._record()))
        yield Chunk(
            usage=Usage(purpose=request.purpose, model=request.model, prompt_tokens=count, done_reason="stop")
        )

    async def models(self) -> tuple[str, ...]:
        return (self.model,)

    async def show(self, model: str) -> ModelFacts:
        return ModelFacts(model, context_length=self.num_ctx, sliding_window=None, can_think=False)

    def _action(self, session: Session, person: Person, number: int) -> Action:
        return Action(
            source_id=f"{person.id}-{number}",
            session_id=session.id,
            surface="terminal",
            player_id=person.id,
            player_name=person.name,
            character_id="",
            content=next(self._prose)[:_ACTION_LETTERS],
            received_at=LONG_AGO,
        )

    def _story(self) -> str:
        told = ""
        while len(told) < _STORY_LETTERS:
            told += next(self._prose) + "\n\n"
        return told

    def _record(self) -> JsonValue:
        people: list[JsonValue] = [
            {"character_id": who, "current_mood": "wach", "knowledge_gained": [next(self._lines)]}
            for who in [*(c.id for c in self.book.cast), *(c.id for c in self.book.ready_characters)]
        ]
        return {
            "suggestions": [
                {"label": f"{n} {next(self._lines)[:30]}", "text": next(self._lines)} for n in "123"
            ],
            "updated_situation": {
                "current_scene": next(self._lines),
                "new_timeline_entries": [next(self._lines), next(self._lines)],
                "open_threads_changes": {"added": [next(self._lines)[:150]], "removed": []},
            },
            "updated_characters": people,
        }


def _prose(book: Adventure) -> list[str]:
    """All that the adventure tells, in its order, each once."""
    scenes = [text for s in book.scenes for text in (s.read_aloud, *s.again)]
    doings = [t for s in book.scenes for thing in s.things for doing in thing.doings for t in doing.texts]
    people = [text for c in book.cast for text in (c.looks, *c.small_talk)]
    return list(dict.fromkeys((*scenes, *doings, *people)))
