"""What one person alone has to know: by a direct message, or by a private note at the next occasion."""

from dataclasses import dataclass

import structlog

from cogs.outcomes import DiscordFault, meaning_of
from cogs.payload import Payload
from cogs.posting import Posting
from engine.model.noun import Language, Scalar
from engine.ports import Library, Locale

log = structlog.get_logger()

_MOST_KEPT = 5
"""Notes for one person; older ones have lost their point."""


@dataclass(frozen=True)
class _Note:
    key: str
    blanks: tuple[tuple[str, Scalar], ...]


class Letters:
    """Notes wait in memory only: what they are about is looked at again at the next turn."""

    def __init__(self, posting: Posting, library: Library) -> None:
        self._posting = posting
        self._library = library
        self._notes: dict[str, list[_Note]] = {}

    async def tell(self, user_id: str, language: Language, key: str, **blanks: Scalar) -> None:
        """Write to them; whoever takes no letters gets a note."""
        text = self._library.locale(language).say(key, **blanks)
        try:
            await self._posting.write_to(user_id, Payload(text))
        except DiscordFault as fault:
            log.info("letter_becomes_a_note", user=user_id, why=meaning_of(fault))
            notes = self._notes.setdefault(user_id, [])
            notes.append(_Note(key, tuple(blanks.items())))
            del notes[:-_MOST_KEPT]

    def taken(self, user_id: str, locale: Locale) -> str:
        """The person's notes, which are then told; "" if there are none."""
        notes = self._notes.pop(user_id, [])
        return "\n".join(locale.say(note.key, **dict(note.blanks)) for note in notes)
