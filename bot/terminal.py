"""The table in a terminal: one player, the same engine, no Discord. Reads a keyboard or a pipe."""

import re
import shlex
import sys

import structlog

from bot.app import App, open_app, open_ports
from bot.settings import Settings
from bot.terminal_announcer import TerminalAnnouncer
from bot.terminal_commands import MARK, Commands
from bot.terminal_door import Door, Wish
from bot.terminal_lines import LONGEST, Lines
from bot.terminal_questions import Questions
from bot.terminal_screen import Screen, harmless
from cogs.replies import what_happened
from engine.errors import NotAtTable, PlayerError, ServiceError
from engine.model.action import Action
from engine.model.session import Session
from engine.model.suggestion import Suggestion
from engine.model.turn import Request
from engine.names import new_id, new_reference
from engine.ports import Locale
from engine.requests import Answer

log = structlog.get_logger()

_NUMBER = re.compile(r"(\d{1,3})[.)]?")
_QUOTES = ('"', "“", "„", "«", "»", "—")
"""What opens speech in our languages."""
_AGAIN = f"{MARK}again"


async def play(settings: Settings, wish: Wish) -> None:
    """Play in this process's terminal until the player leaves or the input ends.

    Raises SetupError, NoSuchAdventure, OtherAdventure, StoreError; nothing else.
    """
    screen = Screen(sys.stdout)
    async with open_ports(settings, "terminal") as ports:
        announcer = TerminalAnnouncer(screen, ports.library)
        async with open_app(ports, announcer) as app:
            lines = Lines(0, sys.stdin.encoding if sys.stdin else "utf-8")
            await TerminalTable(app, screen, lines, announcer).play(wish)


class TerminalTable:
    """One player at one game, line by line."""

    def __init__(self, app: App, screen: Screen, lines: Lines, announcer: TerminalAnnouncer) -> None:
        self._app = app
        self._screen = screen
        self._lines = lines
        self._announcer = announcer
        self._door = Door(app, screen, Questions(screen, lines, app.ports.entropy), announcer)
        self._person = self._door.player()
        self._commands = Commands(app, screen, announcer, self._person)
        self._session_id = ""

    async def play(self, wish: Wish) -> None:
        """From the door to the end. Raises NoSuchAdventure, OtherAdventure, StoreError."""
        try:
            session = await self._door.enter(wish)
            if session is not None:
                self._session_id = session.id
                await self._listen()
        finally:
            self._screen.leave()  # also when a signal ends it: the shell's prompt begins a line

    async def _listen(self) -> None:
        while True:
            self._screen.ask()
            line = await self._lines.next()
            if line is None or not await self._heard(line):
                break
        session = await self._app.ports.store.session(self._session_id)
        if session.status != "finished":
            self._screen.gap()
            key = "terminal.waits-on" if await self._request(session) else "terminal.saved"
            self._screen.remark(self._locale(session).say(key, name=shlex.quote(session.name)))

    async def _heard(self, line: str) -> bool:
        """What one line brings about; false when the player leaves. The last net of the terminal."""
        try:
            return await self._answered(line)
        except BrokenPipeError:  # nobody reads any more
            raise
        except Exception as error:
            reference = new_reference(self._app.ports.entropy)
            self._log(error, reference)
            self._screen.end()
            self._screen.remark(what_happened(error, self._door.locale))
            if not isinstance(error, PlayerError):
                self._screen.remark(self._door.locale.say("terminal.reference", reference=reference))
            return True

    def _log(self, error: Exception, reference: str) -> None:
        about = {"reference": reference, "session": self._session_id, "cause": repr(error)}
        if isinstance(error, PlayerError):
            log.info("terminal_refused", **about)
        elif isinstance(error, ServiceError):
            log.warning("terminal_failed", **about)
        else:
            log.error("terminal_failed", exc_info=error, **about)

    async def _answered(self, line: str) -> bool:
        session = await self._app.ports.store.session(self._session_id)
        request = await self._request(session)
        text = harmless(line).strip()
        if request is not None and (text == _AGAIN or not text.startswith(MARK)):
            await self._reply(session, request, text)
        elif text.startswith(MARK):
            return await self._commands.run(session, text)
        elif not text:
            self._screen.remark(self._locale(session).say("terminal.empty"))
        elif number := _NUMBER.fullmatch(text):
            await self._choose(session, int(number[1]))
        else:
            if len(line) >= LONGEST:
                self._screen.remark(self._locale(session).say("terminal.cut", count=LONGEST))
            await self._act(session, text)
        return True

    def _locale(self, session: Session) -> Locale:
        return self._app.ports.library.locale(session.settings.language)

    async def _request(self, session: Session) -> Request | None:
        """What the current turn waits for, if it waits for a person."""
        if session.current_turn_id is None:
            return None
        return await self._app.ports.store.request_of(session.current_turn_id)

    async def _reply(self, session: Session, request: Request, text: str) -> None:
        if text == _AGAIN and request.kind == "draft":
            answer = Answer("again")
        elif text and text != _AGAIN:
            answer = Answer("write", text)
        elif request.kind == "draft":
            answer = Answer("post")
        else:
            self._screen.remark(self._locale(session).say("terminal.narration-how"))
            return
        await self._app.turns.answer(request.turn_id, self._person, answer)
        await self._app.turns.settled(session.id)

    async def _choose(self, session: Session, number: int) -> None:
        turn_id, suggestions = self._announcer.offered or ("", ())
        locale = self._locale(session)
        if not suggestions:
            self._screen.remark(locale.say("terminal.no-suggestions"))
        elif not 1 <= number <= len(suggestions):
            self._screen.remark(locale.say("terminal.no-such-number", number=number, count=len(suggestions)))
        else:
            chosen = suggestions[number - 1]
            self._screen.remark(locale.say("terminal.chosen", text=chosen.text))
            await self._act(session, chosen.text, chosen, turn_id)

    async def _act(
        self, session: Session, text: str, chosen: Suggestion | None = None, turn_id: str | None = None
    ) -> None:
        """One action and everything that follows from it, until the table is at rest."""
        character = session.head_state.character_of(self._person.id)
        if character is None:
            raise NotAtTable
        kind = "speech" if text.startswith(_QUOTES) else "action"
        action = Action(
            source_id=f"line-{new_id(self._app.ports.entropy)}",
            session_id=session.id,
            surface="terminal",
            player_id=self._person.id,
            player_name=self._person.name,
            character_id=character.id,
            type="choice" if chosen else kind,
            content=text,
            selected_suggestion_id=chosen.id if chosen else None,
            pressed_turn_id=turn_id,
            call=chosen.call if chosen else None,
            received_at=self._app.ports.clock.now(),
        )
        await self._app.turns.act(action)
        await self._app.turns.settled(session.id)
