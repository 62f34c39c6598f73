"""The terminal's moves beside plain words: look, pass, continue, steer, and the versions of a turn."""

from collections.abc import Awaitable, Callable, Mapping

from bot.app import App
from bot.terminal_announcer import TerminalAnnouncer
from bot.terminal_screen import Screen
from cogs import looking
from cogs.replies import what_happened
from cogs.steering_shown import PARTS, said_of, unknown
from engine.dice.errors import DiceError
from engine.errors import OldMoment
from engine.model.action import Action, ActionType
from engine.model.session import Session
from engine.names import new_id
from engine.ports import Locale
from engine.requests import Person

_BEGINNING = 300
_MOST_DIGITS = 3


class Moves:
    """Each answers one command, as `bot.terminal_commands` does, and says that the player stays."""

    def __init__(self, app: App, screen: Screen, announcer: TerminalAnnouncer, person: Person) -> None:
        self._app = app
        self._screen = screen
        self._announcer = announcer
        self._person = person

    def known(self) -> Mapping[str, Callable[[Session, str], Awaitable[bool]]]:
        """The commands by name."""
        return {
            "look": self._look,
            "pass": self._pass,
            "continue": self._continue,
            "steer": self._steer,
            "versions": self._versions,
            "roll": self._roll,
        }

    def _locale(self, session: Session) -> Locale:
        return self._app.ports.library.locale(session.settings.language)

    async def _look(self, session: Session, _: str) -> bool:
        title, *lines = looking.lines(session, self._locale(session))
        self._screen.title(_plain(title))
        for line in lines:
            self._screen.line(_plain(line))
        return True

    async def _pass(self, session: Session, _: str) -> bool:
        return await self._quiet(session, "pass", "acting.words.pass")

    async def _continue(self, session: Session, _: str) -> bool:
        return await self._quiet(session, "go_on", "acting.words.go-on")

    async def _quiet(self, session: Session, kind: ActionType, key: str) -> bool:
        character = session.head_state.character_of(self._person.id)
        await self._app.turns.act(
            Action(
                source_id=f"line-{new_id(self._app.ports.entropy)}",
                session_id=session.id,
                surface="terminal",
                player_id=self._person.id,
                player_name=self._person.name,
                character_id=character.id if character else "",
                type=kind,
                content=self._locale(session).say(key),
                received_at=self._app.ports.clock.now(),
            )
        )
        await self._app.turns.settled(session.id)
        return True

    async def _steer(self, session: Session, argument: str) -> bool:
        """`:steer` shows; `:steer tone sad` wishes; `:steer tone` takes the wish back."""
        locale = self._locale(session)
        name, _, wish = argument.partition(" ")
        part = next((part for part in PARTS if part == name.casefold()), None)
        if part is None:
            self._screen.remark(locale.say("acting.terminal.steer", parts=", ".join(PARTS)))
        elif part == "focus" and (lost := unknown(session, wish)):
            known = ", ".join(c.name for c in session.head_state.characters.values())
            self._screen.remark(locale.say("acting.steer.nobody", names=", ".join(lost), known=known))
        else:
            source_id = f"steer-{new_id(self._app.ports.entropy)}"
            session = await self._app.games.steer(session.id, self._person, part, wish, source_id)
            self._screen.remark(locale.say("acting.steer.set" if wish else "acting.steer.cleared"))
        steered = [(part, said_of(session, part)) for part in PARTS]
        for part, text in steered:
            if text:
                label = locale.say(f"acting.steer.part.{part}")
                self._screen.line(_plain(locale.say("acting.steer.line", part=label, text=text)))
        if not any(text for _, text in steered):
            self._screen.line(locale.say("acting.steer.nothing"))
        return True

    async def _roll(self, session: Session, argument: str) -> bool:
        """`:roll 2d6+3`; no turn begins."""
        locale = self._locale(session)
        source_id = f"roll-{new_id(self._app.ports.entropy)}"
        try:
            rolled = await self._app.games.roll(session.id, self._person, argument, "everyone", source_id)
        except DiceError as error:
            self._screen.remark(what_happened(error, locale))
            for line in error.pointed().split("\n") if error.expression else ():
                self._screen.line(line)
            return True
        line = locale.say("dice.terminal.rolled", name=self._person.name, text=rolled.text)
        self._screen.line(f"{line} ({rolled.comment})" if rolled.comment else line)
        return True

    async def _versions(self, session: Session, argument: str) -> bool:
        """`:versions` lists how the last turn was told; `:versions 1` lets the first count."""
        locale = self._locale(session)
        if session.head_turn_id is None:
            raise OldMoment
        versions = await self._app.turns.versions(session.head_turn_id)
        number = int(argument) if argument.isdecimal() and len(argument) <= _MOST_DIGITS else 0
        if 0 < number <= len(versions):
            chosen = versions[number - 1]
            session = await self._app.turns.choose(chosen.id)
            await self._app.turns.settled(session.id)
            self._screen.remark(locale.say("acting.versions.chosen"))
            self._announcer.show(session, chosen)
            return True
        if len(versions) == 1:
            self._screen.remark(locale.say("acting.terminal.alone"))
            return True
        self._screen.title(locale.say("acting.versions.title", count=len(versions)))
        for place, turn in enumerate(versions, 1):
            key = "acting.versions.counts" if turn.id == session.head_turn_id else "acting.versions.one"
            text = " ".join(turn.narrative.split())[:_BEGINNING]
            self._screen.line(_plain(locale.say(key, number=place, text=text)))
        self._screen.remark(locale.say("acting.terminal.versions"))
        return True


def _plain(text: str) -> str:
    """Without Discord's marks."""
    return text.replace("**", "")
