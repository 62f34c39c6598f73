"""What the engine asks of the outside world. Each port has one fake and one contract test for both."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Literal, Protocol

from engine.events import Event
from engine.model.action import Action, Forgotten
from engine.model.adventure import Adventure, AdventureCard
from engine.model.change import Change
from engine.model.note import Note
from engine.model.noun import Language, Scalar, Surface
from engine.model.post import Post
from engine.model.session import GameStatus, GuildSettings, Session, SideEvent
from engine.model.turn import Request, Turn
from engine.model_request import Chunk, ModelFacts, ModelRequest


class LanguageModel(Protocol):
    """A server of language models."""

    def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """The answer, piece by piece; the last chunk has the usage.

        Raises ModelUnreachable, ModelTooSlow, ModelMissing, ModelRefused (SchemaRefused, PromptTooLong),
        StreamBroke, NothingSaid. An empty answer raises NothingSaid only at its end; "prepare" and "load"
        may be empty. Closing the iterator stops the server's work.
        """
        ...

    async def models(self) -> tuple[str, ...]:
        """Names of the installed models, sorted. Raises ModelUnreachable, ModelTooSlow, ModelRefused."""
        ...

    async def show(self, model: str) -> ModelFacts:
        """Facts of one model. Raises ModelMissing, ModelUnreachable, ModelTooSlow, ModelRefused."""
        ...


class Store(Protocol):
    """The memory that survives the process. Every method is one transaction; StoreError when it fails."""

    async def add_session(self, session: Session) -> None:
        """Raises ChannelTaken if a game that is not finished stands in the same surface and channel."""
        ...

    async def session(self, session_id: str) -> Session:
        """Raises NoGame."""
        ...

    async def session_in(self, surface: Surface, channel_id: str) -> Session | None:
        """The unfinished game of a channel."""
        ...

    async def sessions(
        self, surface: Surface, statuses: Sequence[GameStatus], acted_since: datetime | None = None
    ) -> tuple[str, ...]:
        """Ids, oldest first. Reads no state: a start with a thousand stored games stays fast.

        acted_since: only games in which something happened at or after this moment.
        """
        ...

    async def unsettled(self, surface: Surface) -> tuple[str, ...]:
        """Ids of games that a start has to go on with.

        Those with a current turn, with an untaken action, or whose head turn is not announced yet
        (finished games left out).
        """
        ...

    async def change_session(self, session: Session) -> Session:
        """Write the session back; returns it with the next version. Raises StaleVersion, NoGame.

        Its version must be the stored one. Head, base, status, settings and current turn are written.
        """
        ...

    async def put_action(self, action: Action) -> bool:
        """Into the inbox. False, and nothing written, if its source id is known on this surface."""
        ...

    async def known_turn(self, surface: Surface, source_id: str) -> str | None:
        """The turn that took this source id, if any has."""
        ...

    async def inbox(self, session_id: str) -> tuple[Action, ...]:
        """Actions that no turn has taken and nobody has withdrawn, in order of arrival."""
        ...

    async def edit_action(self, surface: Surface, source_id: str, content: str) -> bool:
        """New words for an untaken action; false if it is taken or unknown."""
        ...

    async def withdraw_action(self, surface: Surface, source_id: str) -> bool:
        """Take an untaken action back; false if it is taken or unknown."""
        ...

    async def forget_action(self, surface: Surface, source_id: str) -> bool:
        """Keep a taken action's words from models from now on; false if it is untaken or unknown.

        The turn that took it, and all that followed from it, stay as they are.
        """
        ...

    async def forgotten(self, session_id: str) -> tuple[Forgotten, ...]:
        """All taken actions of a game that are to be kept from models, in order of arrival."""
        ...

    async def begin_turn(self, session: Session, turn: Turn) -> Session:
        """Insert the turn as gathered, take its actions, make it the current one. Raises StaleVersion."""
        ...

    async def save_turn(self, turn: Turn) -> None:
        """Write a turn's row; the head does not move."""
        ...

    async def end_turn(self, session: Session, turn: Turn) -> Session:
        """The turn's row and the session (its new head, no current turn) at once. Raises StaleVersion."""
        ...

    async def mark_announced(self, turn_id: str) -> None:
        """The surface has shown all of this turn; nothing else of the row changes."""
        ...

    async def turn(self, turn_id: str) -> Turn | None:
        """One turn."""
        ...

    async def branch(self, head_turn_id: str | None, limit: int) -> tuple[Turn, ...]:
        """The newest `limit` turns along the parents of the head, oldest first."""
        ...

    async def children(self, turn_id: str) -> tuple[Turn, ...]:
        """All turns that began after this one, whatever became of them, in order of beginning."""
        ...

    async def put_event(self, session: Session, event: SideEvent) -> Session:
        """A side event and the session's new head state at once. Raises StaleVersion.

        The store gives its position. If the source id is known, nothing is written and the stored session
        returned.
        """
        ...

    async def events_after(self, session_id: str, turn_id: str | None) -> tuple[SideEvent, ...]:
        """Side events of this place in the log, by position."""
        ...

    async def move_head(self, session: Session, undone: Sequence[str], kept: Sequence[SideEvent]) -> Session:
        """Set the head back. Raises StaleVersion.

        The turns of `undone` get that status; the events of `kept` are written after the new head. Side
        events after the undone turns stay as rows, no longer part of the log. The new head does not count
        as announced any more: its moment has to be shown again.
        """
        ...

    async def log(self, session: Session) -> tuple[Change, ...]:
        """All changes from the base to the head, in order of folding."""
        ...

    async def add_post(self, post: Post) -> None:
        """Remember a message; the same turn, kind and part again replaces it."""
        ...

    async def posts(self, turn_id: str) -> tuple[Post, ...]:
        """Messages of a turn, by kind and part."""
        ...

    async def post_of(self, channel_id: str, message_id: str) -> Post | None:
        """Which post a message is, if it is one of ours."""
        ...

    async def put_request(self, request: Request, turn: Turn) -> None:
        """The turn waits for a person: request and turn row at once."""
        ...

    async def request_of(self, turn_id: str) -> Request | None:
        """The open request of a turn."""
        ...

    async def close_request(self, turn_id: str) -> bool:
        """False if it was closed before: exactly one answer counts."""
        ...

    async def add_note(self, note: Note) -> Note:
        """Keep a private note; gives it back with its id."""
        ...

    async def notes_for(self, session_id: str, player_id: str) -> tuple[Note, ...]:
        """All notes to a player of a game, oldest first."""
        ...

    async def open_note(self, note_id: int, now: datetime) -> Note | None:
        """Mark a note as opened (the first time counts) and give it; null if there is none."""
        ...

    async def games_of(self, surface: Surface, guild_id: str | None) -> tuple[str, ...]:
        """Ids of a server's games, finished ones too, the newest last."""
        ...

    async def guild(self, guild_id: str) -> GuildSettings | None:
        """What an admin set, or null if nothing."""
        ...

    async def save_guild(self, guild: GuildSettings) -> None:
        """Write all of it."""
        ...

    async def claim_surface(self, surface: Surface, pid: int, now: datetime) -> datetime | None:
        """This process plays the surface's games; gives the last sign of life of whoever did before.

        Raises ProcessRunning if another live process does.
        """
        ...

    async def beat(self, surface: Surface, pid: int, now: datetime) -> None:
        """Still alive. Raises ProcessRunning if another process took the surface over meanwhile."""
        ...

    async def release_surface(self, surface: Surface, pid: int) -> None:
        """No longer; does nothing if another holds it."""
        ...

    async def backup(self, series: Literal["migration", "game", "daily"]) -> str | None:
        """Copy the database into a series; the file's path, or null if the database is not a file.

        The newest 3 (migration), 10 (game), 7 (daily) are kept.
        """
        ...


class Locale(Protocol):
    """Every sentence that a person reads, in one language."""

    language: Language

    def say(self, key: str, **blanks: Scalar) -> str:
        """The text of a key ("errors.no-game") with its blanks filled. Raises KeyError: a bug of ours."""
        ...

    def lines(self, key: str) -> tuple[str, ...]:
        """A list of texts (variants of a line, words of a verb)."""
        ...


class Prompts(Protocol):
    """The words that a model reads, in one language. Blanks are `{{name}}`."""

    version: str

    def __hash__(self) -> int:
        """Equal words, equal hash: what was written with them may be kept."""
        ...

    def text(self, name: str, **blanks: str) -> str:
        """The prompt file of this name with its blanks filled. Raises KeyError for a blank not given."""
        ...


class Library(Protocol):
    """Adventures, prompts and locales, all loaded and checked at start."""

    def adventures(self, language: Language) -> tuple[AdventureCard, ...]:
        """Cards, by title, each in this language where it has it, else in its first."""
        ...

    def adventure(self, adventure_id: str, language: Language) -> Adventure:
        """Raises NoSuchAdventure."""
        ...

    def prompts(self, language: Language) -> Prompts:
        """The prompts of a language."""
        ...

    def locale(self, language: Language) -> Locale:
        """The sentences of a language."""
        ...


class Announcer(Protocol):
    """A surface that shows what happens. It is told; it is never asked; it may fail without harm."""

    async def announce(self, event: Event) -> None:
        """Show it. Events of one game come one after the other, in order."""
        ...


class Clock(Protocol):
    """Time."""

    def now(self) -> datetime:
        """Wall time, UTC, aware."""
        ...

    def monotonic(self) -> float:
        """Seconds that never go back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class Entropy(Protocol):
    """Chance."""

    def bits(self, count: int) -> int:
        """A whole number of `count` random bits."""
        ...

    def uniform(self, low: float, high: float) -> float:
        """A number between the two."""
        ...
