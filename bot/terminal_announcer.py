"""Shows one game in the terminal while it happens: the story as it comes, then numbered suggestions."""

import math
from typing import assert_never

from bot.terminal_screen import Screen
from bot.terminal_views import fact_lines
from engine.events import (
    Declined,
    Done,
    Event,
    Failed,
    Gathered,
    Gathering,
    Narrated,
    NoteWritten,
    Resolved,
    StatusChanged,
    Stopped,
    SuggestionsReady,
    Told,
    Undone,
    Waiting,
)
from engine.model.session import Session
from engine.model.suggestion import Suggestion
from engine.model.turn import Request, Turn
from engine.ports import Library, Locale


class TerminalAnnouncer:
    """The announcer of the surface `terminal`. It shows the game of `session_id`; others go on unseen.

    offered: the turn and the suggestions that the numbers on the screen stand for.
    """

    def __init__(self, screen: Screen, library: Library) -> None:
        self._screen = screen
        self._library = library
        self.session_id: str | None = None
        self.offered: tuple[str, tuple[Suggestion, ...]] | None = None
        self._told = ("", "")

    async def announce(self, event: Event) -> None:
        """Show it, if it is of this table's game."""
        if event.session.id != self.session_id:
            return
        match event:
            case Gathered():
                self._screen.wait(self._locale(event.session).say("terminal.thinking"))
            case Resolved():
                self._expect(event)
            case Told():
                if event.session.settings.narrator == "draft" and not self.has_told(event.turn.id):
                    self._screen.remark(self._locale(event.session).say("terminal.draft"))
                self._tell(event.turn, event.text)
            case Waiting():
                self._ask(event)
            case Narrated():
                self._tell(event.turn, event.turn.narrative)
                self._screen.end()
            case SuggestionsReady():
                self._offer(event.session, event.turn, event.suggestions)
            case Done():
                self._done(event)
            case Failed():
                is_over = event.turn is not None and event.turn.status == "failed"
                key = "terminal.failed" if is_over else "terminal.held-up"
                self._screen.remark(self._locale(event.session).say(key, reference=event.reference))
            case Gathering() | Undone() | StatusChanged() | Declined() | Stopped() | NoteWritten():
                return  # nobody else is waited for here; what was asked for is answered where it was asked
            case _:
                assert_never(event)
        self._screen.flush()

    def has_told(self, turn_id: str) -> bool:
        """Whether this turn's story stands on the screen."""
        return self._told[0] == turn_id

    def show(self, session: Session, turn: Turn) -> None:
        """A turn as a whole, with the suggestions that stand now: when a game is taken up again."""
        self._told = ("", "")
        self._tell(turn, turn.narrative)
        self._screen.end()
        self.offered = None
        self._offer(session, turn, session.head_state.suggestions)
        self._screen.flush()

    def offer_again(self, session: Session) -> None:
        """The suggestions once more."""
        if session.head_turn_id is not None:
            self.offered = None
            self._numbered(session, session.head_turn_id, session.head_state.suggestions)

    def _locale(self, session: Session) -> Locale:
        return self._library.locale(session.settings.language)

    def _expect(self, event: Resolved) -> None:
        if event.expected_s is not None:
            seconds = max(1, math.ceil(event.expected_s))
            self._screen.wait(self._locale(event.session).say("terminal.expected", seconds=seconds))

    def _tell(self, turn: Turn, text: str) -> None:
        """Only what is new of a text that grows; a text that is another one begins anew."""
        text = text.strip()
        turn_id, told = self._told
        if turn.id != turn_id:
            self._screen.gap()
            told = ""
        elif not text.startswith(told):
            if told.startswith(text):  # it broke off, and ends at its last whole sentence
                return
            self._screen.end()
            self._screen.gap()
            told = ""
        self._screen.tell(text[len(told) :])
        self._told = (turn.id, text)

    def _ask(self, event: Waiting) -> None:
        locale, request = self._locale(event.session), event.request
        self._screen.gap()
        if request.kind == "draft":
            if not self.has_told(event.turn.id):
                self._screen.remark(locale.say("terminal.draft"))
            self._tell(event.turn, request.text)
            self._screen.gap()
        else:
            self._screen.remark(locale.say("terminal.narration"))
            for line in fact_lines(event.turn.resolution.facts, locale):
                self._screen.line(line)
        self._screen.remark(locale.say(_how(request)))

    def _done(self, event: Done) -> None:
        turn, session, locale = event.turn, event.session, self._locale(event.session)
        self._tell(turn, turn.narrative)
        self._screen.end()
        if turn.told_by == "offline" and turn.reference is not None:
            blanks = {"model": session.settings.model, "reference": turn.reference}
            self._screen.remark(locale.say("terminal.told-offline", **blanks))
        self._offer(session, turn, session.head_state.suggestions)
        self.remark_ending(session)

    def remark_ending(self, session: Session) -> None:
        """That the story has ended, if it has."""
        ending_id = session.head_state.ending_id
        ending = next((e for e in session.adventure.endings if e.id == ending_id), None)
        if ending is not None:
            self._screen.remark(self._locale(session).say("terminal.ended", ending=ending.title))

    def _offer(self, session: Session, turn: Turn, suggestions: tuple[Suggestion, ...]) -> None:
        """The suggestions, unless just these stand there already."""
        if self.offered != (turn.id, suggestions):
            self._numbered(session, turn.id, suggestions)

    def _numbered(self, session: Session, turn_id: str, suggestions: tuple[Suggestion, ...]) -> None:
        locale = self._locale(session)
        self._screen.end()
        self._screen.gap()
        for number, suggestion in enumerate(suggestions, 1):
            risk = locale.say(f"terminal.risk.{suggestion.risk_level}")
            said = locale.say("terminal.suggestion", number=number, label=suggestion.label, risk=risk)
            self._screen.line(said)
        self.offered = (turn_id, suggestions)


def _how(request: Request) -> str:
    return "terminal.draft-how" if request.kind == "draft" else "terminal.narration-how"
