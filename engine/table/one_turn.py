"""The whole turn on one screen: settle what happens, tell it, write it down, keep it."""

from dataclasses import replace

from engine.changes import fold
from engine.errors import NothingToWriteDown, TurnRunning
from engine.events import Done, Narrated, Resolved, SuggestionsReady, Told
from engine.gamemaster import Brief
from engine.model.action import MergedAction
from engine.model.session import Session
from engine.model.suggestion import Suggestion
from engine.model.turn import Turn
from engine.moves.suggesting import engine_suggestions, filled_up
from engine.offline.grammar import Grammars
from engine.parts import Parts
from engine.ports import Locale
from engine.rules.offering import rules_suggestions
from engine.steps.brief import brief_for
from engine.steps.narrate import narrate
from engine.steps.record import record
from engine.steps.resolve import resolve
from engine.steps.settle import settled
from engine.steps.timing import FirstWord, timed
from engine.table.announcing import Announcing
from engine.table.consent import player_of, whose_yes
from engine.table.rereading import Rereading
from engine.table.rewinding import moved_back
from engine.table.slots import Slots
from engine.table.waiting import Waiting
from engine.table.warming import asked_by
from engine.tables import Tables


class OneTurn:
    """Plays one turn of any table, and stores each step, so that a crash repeats nothing."""

    def __init__(self, parts: Parts, tables: Tables, announcing: Announcing, waiting: Waiting) -> None:
        self._parts = parts
        self._store = parts.store
        self._tables = tables
        self._announcing = announcing
        self._waiting = waiting
        self._rereading = Rereading(parts, tables)
        self._grammars = Grammars(parts.library)
        self.slots = Slots()

    async def play(self, session: Session, turn: Turn) -> None:
        """One turn, from wherever it stands to its end, or to the person whom it waits for.

        Raises ModelError only for an opening without a word, StoreError.
        """
        parts, store, tell = self._parts, self._store, self._announcing.tell
        if turn.status == "gathered" and not (turn.actions or turn.is_opening):
            return await self._let_go(session, turn)
        if turn.status == "gathered" and (needed := self._consent_for(session, turn)) is not None:
            return await self._waiting.for_consent(session, turn, *needed)
        narrator = session.settings.narrator
        is_asked = parts.masters.telling().teller == "model"  # nobody queues for a host that is away
        async with self.slots.turn(*(asked_by(parts, session) if is_asked else ())):
            if turn.status == "gathered":
                session = await self._rereading.of_head(session)
            brief = await brief_for(parts, session, turn)
            if turn.status == "gathered":
                since = parts.clock.monotonic()
                turn = timed(await resolve(parts, brief, turn), "resolve", parts.clock.monotonic() - since)
                await store.save_turn(turn)
            if turn.status == "resolved":
                tell(Resolved(session, turn, parts.masters.expected_s(session.settings)))
                if narrator == "human" and turn.told_by is None:
                    return await self._waiting.for_narration(session, turn)
                words = FirstWord(parts.clock, lambda text: tell(Told(session, turn, text)))
                narration = (await narrate(parts, brief, turn, words)).timed_by(words)
                if narrator == "draft":
                    return await self._waiting.for_approval(session, narration)
                turn = narration.as_told()
            if not turn.suggestions:
                locale = parts.library.locale(session.settings.language)
                offered = self._engines(brief, turn, locale)
                turn = turn.model_copy(update={"suggestions": offered})
            await store.save_turn(turn)
            tell(Narrated(session, turn, turn.suggestions))
            since = parts.clock.monotonic()
            written = await record(parts, brief, turn, lambda turn, new: self._offer(session, turn, new))
            written = replace(written, turn=timed(written.turn, "record", parts.clock.monotonic() - since))
            async with self._tables.lock(session.id):
                session = await self._before(turn)
                session, turn = settled(session, brief, written, parts.clock.now())
                session = await store.end_turn(session, turn)
        tell(Done(session, turn))
        return None

    async def _let_go(self, session: Session, turn: Turn) -> None:
        """A turn in which nothing is left to happen: it never was, and the table goes on."""
        async with self._tables.lock(session.id):
            session = await self._store.session(session.id)
            ended = turn.model_copy(update={"status": "failed", "ended_at": self._parts.clock.now()})
            await self._store.end_turn(session.model_copy(update={"current_turn_id": None}), ended)

    def _consent_for(self, session: Session, turn: Turn) -> tuple[MergedAction, str] | None:
        """The first action that needs another player's yes, and whose."""
        for action in turn.actions:
            character = whose_yes(session, action, self._grammars.of(session.adventure.language))
            player_id = player_of(session, character) if character is not None else None
            if player_id is not None:
                return action, player_id
        return None

    async def write_down(self, session_id: str) -> None:
        """Write down what the newest turn changed, and tell of it as of a turn that has just been done.

        Raises TurnRunning, NothingToWriteDown, ModelError, NoGame, StoreError.
        """
        session, _ = await self._owed(session_id)
        async with self.slots.turn(*asked_by(self._parts, session)):
            session, head = await self._owed(session_id)  # others may have been before us
            session, head = await self._rereading.written_down(session, head)
        if session.current_turn_id is None:
            self._announcing.tell(Done(session, head))

    async def _owed(self, session_id: str) -> tuple[Session, Turn]:
        """A game at rest and its newest turn, which is not written down yet."""
        session = await self._store.session(session_id)
        if session.current_turn_id is not None:
            raise TurnRunning
        head = await self._store.turn(session.head_turn_id) if session.head_turn_id else None
        if head is None or head.is_recorded:
            raise NothingToWriteDown
        return session, head

    def _engines(self, brief: Brief, turn: Turn, locale: Locale) -> tuple[Suggestion, ...]:
        """The engine's own next moves; under rules those after the turn's results, with their calls."""
        if not brief.ruleset.has_sheets:
            return engine_suggestions(brief.adventure, brief.state, locale, turn.number)
        state = fold(brief.state, turn.resolution.changes)
        locale = self._parts.library.locale(brief.adventure.language)
        return rules_suggestions(brief.adventure, state, brief.ruleset.book, locale, turn.number)

    async def _offer(self, session: Session, turn: Turn, suggestions: tuple[Suggestion, ...]) -> Turn:
        """Put new suggestions on the turn's buttons, unless somebody has pressed one of the old."""
        if any(s.call is not None for s in turn.suggestions):
            suggestions = filled_up(turn.suggestions, suggestions)  # what rules offer can be pressed as it is
        else:
            suggestions = filled_up(suggestions, turn.suggestions)
        if suggestions == turn.suggestions:
            return turn
        waiting = await self._store.inbox(turn.session_id)
        if any(action.pressed_turn_id == turn.id for action in waiting):
            return turn
        turn = turn.model_copy(update={"suggestions": suggestions})
        await self._store.save_turn(turn)
        self._announcing.tell(SuggestionsReady(session, turn, suggestions))
        return turn

    async def _before(self, turn: Turn) -> Session:
        """The session with its head at the turn's parent; a retelling takes the place of what was told."""
        session = await self._store.session(turn.session_id)
        if session.head_turn_id == turn.parent_id or session.head_turn_id is None:
            return session
        head = await self._store.turn(session.head_turn_id)
        return await moved_back(self._parts, session, (head,)) if head else session
