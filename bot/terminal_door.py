"""How a player comes to a table in the terminal: which game, who tells it, and who the player is in it."""

from dataclasses import dataclass

from bot.app import App
from bot.terminal_announcer import TerminalAnnouncer
from bot.terminal_questions import Questions
from bot.terminal_screen import Screen, harmless
from cogs.replies import what_happened
from engine.errors import ModelError, ModelMissing, NoSuchAdventure, PlayerError
from engine.model.adventure import AdventureCard
from engine.model.noun import Language
from engine.model.session import GameSettings, NarratorKind, Session
from engine.names import new_id
from engine.requests import NewGame, Person

PLAYER_ID = "terminal"
NAME_KEPT = 80
_NEEDS_MODEL: tuple[NarratorKind, ...] = ("ai", "draft")


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line; null = not said."""

    adventure: str | None = None
    narrator: NarratorKind | None = None
    language: Language | None = None
    game: str | None = None


class OtherAdventure(PlayerError):
    """The game of this name plays another adventure. blanks: name, title."""

    key = "other-adventure"


class Door:
    """Leads one player to one game; every question ends with the input."""

    def __init__(self, app: App, screen: Screen, questions: Questions, announcer: TerminalAnnouncer) -> None:
        self._app = app
        self._screen = screen
        self._questions = questions
        self._announcer = announcer
        self.locale = app.ports.library.locale(app.ports.settings.language)

    def player(self) -> Person:
        """The person at the keyboard, who is host and DM of every game here."""
        return Person(PLAYER_ID, self.locale.say("terminal.player"), may_direct=True)

    async def enter(self, wish: Wish) -> Session | None:
        """The game, at rest or waiting for a person, its newest turn on the screen. Null: the input ended.

        Raises NoSuchAdventure, OtherAdventure, StoreError.
        """
        language = wish.language or self._app.ports.settings.language
        self.locale = self._app.ports.library.locale(language)
        session = await self._standing(wish)
        if session is None:
            session = await self._opened(wish, language)
            if session is None:
                return None
        else:
            self.locale = self._app.ports.library.locale(session.settings.language)
            session = await self._taken_up(session, wish)
        self._announcer.session_id = session.id
        if session.status == "gathering":
            return await self._begun(session)
        return await self._gone_on(session)

    # --- which game ---------------------------------------------------------------------------------

    async def _standing(self, wish: Wish) -> Session | None:
        """The unfinished game of the wished name, or of the wished adventure's."""
        name = _game_name(wish.game or wish.adventure or "")
        session = await self._app.ports.store.session_in("terminal", name) if name else None
        if session is None and not name:
            cards = self._app.ports.library.adventures(self.locale.language)
            if len(cards) == 1:
                return await self._app.ports.store.session_in("terminal", cards[0].id)
        if session and wish.adventure and session.adventure.id != self._known(wish.adventure).id:
            raise OtherAdventure(name=session.name, title=session.adventure.title)
        return session

    async def _opened(self, wish: Wish, language: Language) -> Session | None:
        if wish.adventure:
            card: AdventureCard | None = self._known(wish.adventure)
        else:
            card = await self._questions.adventure(self._app.ports.library.adventures(language), self.locale)
        if card is None:
            return None
        name = _game_name(wish.game or "") or card.id
        standing = await self._app.ports.store.session_in("terminal", name)
        if standing is not None:
            return await self._taken_up(standing, wish)
        settings = GameSettings(language=language, model=self._app.ports.settings.model, gather_s=0.0)
        narrator = await self._able(wish.narrator or "ai", settings.model)
        new = NewGame(
            surface="terminal",
            guild_id=None,
            channel_id=name,
            host=self.player(),
            name=name,
            adventure_id=card.id,
            settings=settings.model_copy(update={"narrator": narrator}),
        )
        session = await self._app.games.open(new)
        self.locale = self._app.ports.library.locale(session.settings.language)
        return session

    async def _taken_up(self, session: Session, wish: Wish) -> Session:
        """A stored game, told from now on as it was wished and as it can be."""
        blanks = {"name": session.name, "title": session.adventure.title}
        if session.status != "gathering":
            number = await self._number(session)
            self._screen.title(self.locale.say("terminal.resumed", number=number, **blanks))
        if wish.language and wish.language != session.settings.language:
            said = self.locale.say("terminal.keeps-language", language=session.settings.language)
            self._screen.remark(said)
        session = await self._with_our_model(session)
        wanted = wish.narrator or session.settings.narrator
        if wanted == "scripted" and wish.narrator is None:
            await self._mention_model(session.settings.model)
        narrator = await self._able(wanted, session.settings.model)
        if narrator != session.settings.narrator:
            session = await self._app.games.set_narrator(session.id, self.player(), narrator)
        return session

    async def _with_our_model(self, session: Session) -> Session:
        """In a terminal the process's model tells; nobody else could choose one for this game."""
        if session.settings.model == self._app.ports.settings.model or session.current_turn_id is not None:
            return session
        settings = session.settings.model_copy(update={"model": self._app.ports.settings.model})
        return await self._app.ports.store.change_session(session.model_copy(update={"settings": settings}))

    def _known(self, name: str) -> AdventureCard:
        """The adventure of this id or title. Raises NoSuchAdventure."""
        wanted = name.strip().casefold()
        for card in self._app.ports.library.adventures(self.locale.language):
            if wanted in {card.id.casefold(), card.title.casefold()}:
                return card
        raise NoSuchAdventure(name=name)

    # --- who tells ----------------------------------------------------------------------------------

    async def _able(self, narrator: NarratorKind, model: str) -> NarratorKind:
        """This narrator, or the scripted one, with the reason, if its model does not answer."""
        if narrator not in _NEEDS_MODEL:
            return narrator
        fault = await self._fault_of(model)
        if fault is None:
            return narrator
        self._screen.remark(fault)
        return "scripted"

    async def _mention_model(self, model: str) -> None:
        if await self._fault_of(model) is None:
            self._screen.remark(self.locale.say("terminal.model-is-back", model=model))

    async def _fault_of(self, model: str) -> str | None:
        try:
            await self._app.ports.language_model.show(model)
        except ModelMissing:
            return self.locale.say("terminal.model-missing", model=model)
        except ModelError:
            return self.locale.say("terminal.no-model", host=self._app.ports.settings.ollama_host)
        return None

    # --- sitting down -------------------------------------------------------------------------------

    async def _begun(self, session: Session) -> Session | None:
        """The opening, told to a character. A start that was cut off is taken up where it stood."""
        if session.head_state.character_of(PLAYER_ID) is None:
            seated = await self._seated(session)
            if seated is None:
                return None
            session = seated
        for _ in range(2):
            try:
                session = await self._told(await self._app.games.begin(session.id, self.player()))
            except ModelError as error:
                self._screen.remark(what_happened(error, self.locale))
                session = await self._app.ports.store.session(session.id)
            if session.status != "gathering":
                return session
            said = self.locale.say("terminal.opening-failed", model=session.settings.model)
            self._screen.remark(said)
            session = await self._app.games.set_narrator(session.id, self.player(), "scripted")
        return session

    async def _seated(self, session: Session) -> Session | None:
        self._questions.introduce(session.adventure, self.locale)
        while (choice := await self._questions.character(session, self.locale)) is not None:
            try:
                source_id = f"join-{new_id(self._app.ports.entropy)}"
                session = await self._app.games.join(session.id, self.player(), choice, source_id)
            except PlayerError as error:
                self._screen.remark(what_happened(error, self.locale))
                continue
            self._questions.welcome(session, PLAYER_ID, self.locale)
            return session
        return None

    async def _gone_on(self, session: Session) -> Session:
        """What was under way is told to its end; if nothing was, the newest turn is shown again."""
        if session.status in {"asleep", "paused"}:
            session = await self._app.games.wake(session.id)
        if await self._waits(session):
            await self._show_newest(session)  # before what is asked for, so that this stands last
        await self._app.turns.resume()
        session = await self._told(session)
        if not await self._waits(session):
            await self._show_newest(session)
        return session

    async def _waits(self, session: Session) -> bool:
        """Whether the current turn waits for the player's words."""
        turn_id = session.current_turn_id
        return turn_id is not None and await self._app.ports.store.request_of(turn_id) is not None

    async def _show_newest(self, session: Session) -> None:
        head = await self._app.ports.store.turn(session.head_turn_id) if session.head_turn_id else None
        if head is not None and not self._announcer.has_told(head.id):
            self._announcer.show(session, head)
            self._announcer.remark_ending(session)

    async def _told(self, session: Session) -> Session:
        await self._app.turns.settled(session.id)
        return await self._app.ports.store.session(session.id)

    async def _number(self, session: Session) -> int:
        head = await self._app.ports.store.turn(session.head_turn_id) if session.head_turn_id else None
        return head.number if head else 0


def _game_name(wanted: str) -> str:
    """A name that fits a line and a shell: what is written, on one line, at most NAME_KEPT characters."""
    return " ".join(harmless(wanted).split())[:NAME_KEPT]
