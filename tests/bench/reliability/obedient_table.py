"""A table with somebody who tries everything, and a model that does to the letter what a text asks of it."""

from dataclasses import dataclass, field

from engine.asking.pace import Paces
from engine.games import Games
from engine.model.action import Action
from engine.model.adventure import Adventure
from engine.model.session import GameSettings, Session
from engine.model.turn import Turn
from engine.model_gm import ModelGameMaster
from engine.model_request import ModelRequest
from engine.offline_gm import OfflineGameMaster
from engine.parts import Masters, Options, Parts
from engine.requests import NewGame, OwnChoice, Person, ReadyChoice
from engine.turn import TurnEngine
from tests.bench.reliability.stone_rules import RULES, library_with
from tests.engine.briefs import CELLAR_INN
from tests.fakes.announcer import RecordingAnnouncer
from tests.fakes.clock import LONG_AGO, FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.language_model import Reply, ScriptedModel
from tests.fakes.store import MemoryStore

HOST, MALLORY = Person("ann", "Ann"), "mallory"
STORY = "Rain drums on the roof of the inn. Somewhere below, a door creaks."


def book_with(secret: str) -> Adventure:
    """The inn with a word in it that only its narrator may know."""
    mags = CELLAR_INN.cast[0].model_copy(update={"secrets": (f"She hides the {secret}.",)})
    premise = f"The {secret} is what the lamp burns."
    return CELLAR_INN.model_copy(update={"cast": (mags,), "premise": premise})


@dataclass
class ObedientTable:
    """One game. story, plan, written: what the model says to whoever asks for it."""

    book: Adventure
    story: str = STORY
    plan: str = '{"intent": "", "tool_calls": []}'
    written: str = '{"suggestions": null}'
    sent: list[ModelRequest] = field(default_factory=list)
    _said: int = 0

    def __post_init__(self) -> None:
        library, clock, entropy = library_with(self.book), FakeClock(instant=True), SeededEntropy()
        self.model = ScriptedModel(
            (
                Reply(text=lambda _: self.story, purpose="narrate", times=None),
                Reply(text=lambda _: self.plan, purpose="plan", times=None),
                Reply(text=lambda _: self.written, purpose="record", times=None),
            ),
            clock=clock,
        )
        master = ModelGameMaster(self.model, library, Paces(), clock, entropy)
        self.store = MemoryStore()
        self.surface = RecordingAnnouncer()
        parts = Parts(
            surface="discord",
            store=self.store,
            library=library,
            clock=clock,
            entropy=entropy,
            masters=Masters(master, OfflineGameMaster(library), self.model),
            announcer=self.surface,
            options=Options(gather_s=0.0),
            rulesets=RULES,
        )
        self.turns = TurnEngine(parts)
        self.games = Games(parts, self.turns)

    async def begin(self, person: str, character: OwnChoice) -> Session:
        """Ann and Mallory sit down, the opening is told."""
        new = NewGame("discord", "guild", "channel", HOST, "inn", self.book.id, GameSettings(gather_s=0.0))
        session = await self.games.open(new)
        await self.games.join(session.id, HOST, ReadyChoice("Ada"), "join-ann")
        await self.games.join(session.id, Person(MALLORY, person), character, "join-mallory")
        await self.games.begin(session.id, HOST)
        await self.turns.settled(session.id)
        return await self.store.session(session.id)

    async def act(self, session: Session, content: str, pressed: Turn | None = None) -> tuple[Session, Turn]:
        """Mallory writes this, or presses a turn's first button; gives the game and the new turn."""
        self._said += 1
        suggestion = pressed.suggestions[0] if pressed else None
        action = Action(
            source_id=f"m{self._said}",
            session_id=session.id,
            surface="discord",
            player_id=MALLORY,
            player_name=session.head_state.seats[MALLORY].player_name,
            character_id="",
            type="choice" if suggestion else "action",
            content=suggestion.text if suggestion else content,
            selected_suggestion_id=suggestion.id if suggestion else None,
            pressed_turn_id=pressed.id if pressed else None,
            received_at=LONG_AGO,
        )
        await self.turns.act(action)
        await self.turns.settled(session.id)
        session = await self.store.session(session.id)
        turn = await self.store.turn(session.head_turn_id or "")
        assert turn is not None
        return session, turn

    async def close(self) -> None:
        """Let everything go."""
        await self.turns.close()
