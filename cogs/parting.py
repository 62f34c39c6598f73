"""How a story becomes messages: as it comes, paragraph by paragraph or whole, and who speaks in each."""

from collections.abc import Iterator
from dataclasses import dataclass

from cogs.payload import Payload
from cogs.speaking import Speakers
from cogs.splitting import paragraphs, split
from engine.model.session import Delivery

_SHORT = 80
"""Letters below which a paragraph does not get a message of its own: Discord takes five in five seconds."""


@dataclass(frozen=True)
class Way:
    """How a game's stories arrive. speakers: who has a voice of their own; null = nobody."""

    delivery: Delivery = "live"
    speakers: Speakers | None = None


@dataclass(frozen=True)
class _Piece:
    text: str
    speaker: str = ""


def parted(text: str, way: Way, *, is_whole: bool = True) -> tuple[Payload, ...]:
    """The messages of a story, or of its beginning. A longer text has the same first messages.

    is_whole: false while it is being told; what may still turn out otherwise is held back then. The last
    message of a whole story is never somebody's of the story: it carries the buttons.
    """
    if way.delivery == "whole" and not is_whole:
        return ()
    if way.speakers is None and way.delivery != "paragraphs":
        return tuple(Payload(chunk.shown) for chunk in split(text))
    pieces = list(_pieces(text, way, is_whole=is_whole))
    while not is_whole and pieces and pieces[-1].speaker:
        pieces.pop()
    if pieces and pieces[-1].speaker:
        pieces[-1] = _Piece(pieces[-1].text)
    return tuple(Payload(c.shown, speaker=p.speaker) for p in pieces for c in split(p.text))


def _pieces(text: str, way: Way, *, is_whole: bool) -> Iterator[_Piece]:
    """Paragraphs put together where they belong into one message."""
    parts = paragraphs(text)
    is_finished = is_whole or (bool(parts) and text.endswith("\n\n"))
    held = ""
    for number, part in enumerate(parts):
        is_open = not is_finished and number == len(parts) - 1
        speaker = way.speakers.speaker(part) if way.speakers and not is_open else ""
        if is_open and (way.delivery == "paragraphs" or (way.speakers and way.speakers.may_become(part))):
            break
        if speaker:
            if held.strip():
                yield _Piece(held)
            held = ""
            yield _Piece(part, speaker)
            continue
        held += part
        if way.delivery == "paragraphs" and len(held.strip()) >= _SHORT:
            yield _Piece(held)
            held = ""
    if held.strip() and (is_finished or way.delivery != "paragraphs"):
        yield _Piece(held)
