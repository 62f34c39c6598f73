"""The commands of the terminal table, which begin with a colon: state, why, undo, recap, and so on."""

from collections.abc import Awaitable, Callable
from difflib import get_close_matches
from typing import get_args

from bot.app import App
from bot.terminal_announcer import TerminalAnnouncer
from bot.terminal_moves import Moves
from bot.terminal_screen import Screen
from bot.terminal_views import View, dice_lines, journal_view, recap_view, state_view, status_view, why_view
from engine.life.wishes import SETTINGS, is_yes, said_as, setting_called
from engine.model.session import NarratorKind, Session
from engine.model.turn import Turn
from engine.ports import Locale
from engine.requests import Person
from engine.told.journal import evenings

MARK = ":"
_NARRATORS: tuple[NarratorKind, ...] = get_args(NarratorKind)
_MOST_UNDONE = 99
_MOST_DIGITS = 4


class Commands:
    """Answers commands about one game. Of all of them only `:retry` and `:write` ask a model."""

    def __init__(self, app: App, screen: Screen, announcer: TerminalAnnouncer, person: Person) -> None:
        self._app = app
        self._screen = screen
        self._announcer = announcer
        self._person = person
        self._known: dict[str, Callable[[Session, str], Awaitable[bool]]] = {
            "state": self._state,
            "status": self._status,
            "why": self._why,
            "undo": self._undo,
            "retry": self._retry,
            "write": self._write,
            "recap": self._recap,
            "journal": self._journal,
            "narrator": self._narrator,
            "set": self._set,
            "finish": self._finish,
            **Moves(app, screen, announcer, person).known(),
            "help": self._help,
            "quit": self._quit,
        }

    async def run(self, session: Session, line: str) -> bool:
        """Carry out `:name argument`; false when the player leaves. Raises PlayerError, StoreError."""
        name, _, argument = line.removeprefix(MARK).strip().partition(" ")
        command = self._known.get(name.casefold())
        if command is None:
            self._screen.remark(self._hint(name.casefold(), self._locale(session)))
            return True
        return await command(session, argument.strip())

    def _locale(self, session: Session) -> Locale:
        return self._app.ports.library.locale(session.settings.language)

    def _hint(self, name: str, locale: Locale) -> str:
        near = get_close_matches(name, self._known, n=1)
        if near:
            return locale.say("terminal.near-command", command=MARK + name, near=MARK + near[0])
        return locale.say("terminal.unknown-command", command=MARK + name)

    async def _head(self, session: Session) -> Turn | None:
        return await self._app.ports.store.turn(session.head_turn_id) if session.head_turn_id else None

    def _page(self, view: View) -> None:
        self._screen.title(view.title)
        for line in view.lines:
            self._screen.line(line)

    async def _state(self, session: Session, _: str) -> bool:
        head = await self._head(session)
        number = head.number if head else 0
        self._page(state_view(session, number, self._person.id, self._locale(session)))
        return True

    async def _status(self, session: Session, _: str) -> bool:
        who, now = self._app.masters.telling(), self._app.ports.clock.now()
        self._page(status_view(session, await self._head(session), who, now, self._locale(session)))
        return True

    async def _why(self, session: Session, _: str) -> bool:
        head = await self._head(session)
        if head is None:
            self._screen.remark(self._locale(session).say("terminal.nothing-told"))
        else:
            self._page(why_view(session, head, self._locale(session)))
        return True

    async def _undo(self, session: Session, argument: str) -> bool:
        turns = int(argument) if argument.isdecimal() and len(argument) <= _MOST_DIGITS else 0
        if not argument:
            turns = 1
        if not 1 <= turns <= _MOST_UNDONE:
            self._screen.remark(self._locale(session).say("terminal.undo-how-many", most=_MOST_UNDONE))
            return True
        session = await self._app.games.undo(session.id, self._person, turns)
        head = await self._head(session)
        if head is not None:
            said = self._locale(session).say("terminal.undone", number=head.number + 1)
            self._screen.remark(said)
            self._announcer.show(session, head)
        return True

    async def _retry(self, session: Session, _: str) -> bool:
        if session.head_turn_id is None:
            self._screen.remark(self._locale(session).say("terminal.nothing-told"))
        else:
            await self._app.turns.retell(session.head_turn_id)
            await self._app.turns.settled(session.id)
        return True

    async def _write(self, session: Session, _: str) -> bool:
        await self._app.turns.write_down(session.id)
        self._screen.remark(self._locale(session).say("terminal.written"))
        await self._app.turns.settled(session.id)
        return True

    async def _recap(self, session: Session, _: str) -> bool:
        locale, head = self._locale(session), await self._head(session)
        if head is None:
            self._screen.remark(locale.say("terminal.nothing-told"))
            return True
        self._page(recap_view(session, locale))
        self._screen.line(locale.say("terminal.recap.told"))
        self._announcer.show(session, head)
        return True

    async def _journal(self, session: Session, _: str) -> bool:
        locale, head = self._locale(session), await self._head(session)
        told = await self._app.ports.store.branch(head.id, head.number + 1) if head else ()
        if not told:
            self._screen.remark(locale.say("terminal.nothing-told"))
        else:
            self._page(journal_view(session, evenings(told), locale))
        return True

    async def _narrator(self, session: Session, argument: str) -> bool:
        locale = self._locale(session)
        wanted = next((kind for kind in _NARRATORS if kind == argument.casefold()), None)
        if wanted is None:
            self._screen.remark(locale.say("terminal.narrator", narrator=session.settings.narrator))
            return True
        await self._app.games.set_narrator(session.id, self._person, wanted)
        self._screen.remark(locale.say("terminal.narrator-set", narrator=wanted))
        return True

    async def _finish(self, session: Session, argument: str) -> bool:
        if not is_yes(argument):
            self._screen.remark(self._locale(session).say("terminal.finish-ask", name=session.name))
            return True
        session = await self._app.games.finish(session.id, self._person)
        self._screen.remark(self._locale(session).say("terminal.finished", name=session.name))
        for line in dice_lines(session, self._locale(session)):
            self._screen.line(line)
        return False

    async def _set(self, session: Session, argument: str) -> bool:
        locale = self._locale(session)
        name, _, words = argument.partition(" ")
        if not words.strip():
            settings = session.next_settings or session.settings
            for setting in (setting_called(name),) if name else SETTINGS:
                line = {"name": setting.name, "value": said_as(settings, setting), "allowed": setting.allowed}
                self._screen.line(locale.say("terminal.setting", **line))
            return True
        changed = await self._app.games.change(session.id, self._person, {name: words})
        said = said_as(changed.session.next_settings or changed.session.settings, setting_called(name))
        key = "terminal.set-later" if changed.is_later else "terminal.set"
        self._screen.remark(
            self._locale(changed.session).say(key, name=setting_called(name).name, value=said)
        )
        return True

    async def _help(self, session: Session, _: str) -> bool:
        self._screen.gap()
        for line in self._locale(session).lines("terminal.help"):
            self._screen.line(line)
        return True

    async def _quit(self, _: Session, __: str) -> bool:
        return False
