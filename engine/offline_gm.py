"""The game master that needs no model: it plays from the adventure's own data."""

import re
from collections.abc import AsyncIterator

from engine.gamemaster import Brief, Planned, Recording, Telling
from engine.model.turn import Resolution, ToolPlan
from engine.model.update import StateUpdate
from engine.model.usage import Usage
from engine.offline.crawl.planning import plan_of
from engine.offline.grammar import Grammars
from engine.offline.heard import split
from engine.offline.play import Played, play
from engine.offline.voice import Voice
from engine.offline.writing import next_moves
from engine.ports import Library

_PIECE = re.compile(r".+?(?:[.!?…]+[\"\u00bb\u201d\u2019'*_)]*\s+|\n+|\Z)", re.DOTALL)
"""A sentence or the end of a paragraph, with the space after it."""


class OfflineGameMaster:
    """Tells in the adventure's own language, whatever the table's: its texts and its words are in that.

    Nothing of a game is kept between calls: what is recorded is worked out again from the same brief.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._grammars = Grammars(library)

    async def resolve(self, brief: Brief) -> Planned:
        """In a pure story no tools: what players do is settled by the adventure's data while it is told.

        Under rules, a call for every action whose words name something that rules settle.
        """
        if not brief.ruleset.has_sheets:
            return Planned(ToolPlan())
        language = brief.adventure.language
        return Planned(plan_of(brief, self._grammars.of(language), self._library.locale(language)))

    async def narrate(self, brief: Brief, resolution: Resolution) -> AsyncIterator[Telling]:
        """The turn, sentence by sentence; the pieces joined are the narrative. Never raises."""
        played = self._played(brief, resolution)
        for piece in _PIECE.findall(played.text):
            yield Telling(piece)
        yield Telling(seen="\n".join(played.understood))

    async def record(self, brief: Brief, resolution: Resolution, narrative: str) -> AsyncIterator[Recording]:
        """What the turn changed, in one piece. Never raises.

        A narrative of which no paragraph is ours was told by somebody else: nothing of the adventure's data
        happened in it, and only next moves are written down.
        """
        played = self._played(brief, resolution)
        told = set(split(narrative))
        is_ours = any(paragraph in told or paragraph in narrative for paragraph in split(played.text))
        yield Recording(played.update if is_ours else self._next_moves(brief), is_last=True)

    async def prepare(self, brief: Brief) -> tuple[Usage, ...]:  # noqa: ARG002  there is no model to warm
        """Nothing to prepare."""
        return ()

    def _played(self, brief: Brief, resolution: Resolution) -> Played:
        locale = self._library.locale(brief.adventure.language)
        grammar = self._grammars.of(brief.adventure.language)
        return play(brief, resolution, Voice(locale, brief.number), grammar)

    def _next_moves(self, brief: Brief) -> StateUpdate:
        locale = self._library.locale(brief.adventure.language)
        return StateUpdate(suggestions=next_moves(brief.adventure, brief.state, locale, brief.number))
