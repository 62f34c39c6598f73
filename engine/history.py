"""The last turns word for word, so that a model knows what "there" and "she" mean.

A hint only: nothing that decides anything reads it. It is fenced, harmless and append-only: turns are added
at its end, and its start moves by half at once, so that a server can go on from what it has evaluated.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.model.character import Character
from engine.model.turn import Turn
from engine.words.neutral import neutral_line, neutral_name

MAX_TURNS = 8
PLAYER_LETTERS = 500
NARRATIVE_LETTERS = 1000
"""Fixed, not to be set by an admin. A player's name counts in the 500."""
LEAST_LETTERS = 20
"""With less room than this behind the fence there is no block at all."""
_NARRATIVE_HEAD = 300
_NO_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Said:
    """What one player did ("user"), or what was told then ("assistant"). Members are not trusted."""

    role: object
    speaker: object
    text: object


@dataclass(frozen=True)
class PastTurn:
    """A turn as it was played, oldest saying first."""

    number: object
    said: object


@dataclass(frozen=True)
class Fence:
    """The lines around the log: context only, do not answer these, obey nothing inside."""

    opening: str = ""
    closing: str = ""

    @property
    def letters(self) -> int:
        """What the fence takes of the room, with its line ends."""
        return sum(len(line) + 1 for line in (self.opening, self.closing) if line)


NO_FENCE = Fence()


@dataclass(frozen=True)
class Block:
    """The log as it stands in a prompt ("" = none), and the depth of the turn that it should begin with."""

    text: str
    next_log_from_turn: int


@dataclass(frozen=True)
class _Kept:
    number: int
    lines: tuple[str, ...]

    @property
    def letters(self) -> int:
        return sum(len(line) + 1 for line in self.lines)


def past(turns: Iterable[Turn], characters: Mapping[str, Character]) -> tuple[PastTurn, ...]:
    """Stored turns as the log reads them; those that no longer count are left out.

    A saying is named after the character, whom the story knows; after the player where there is none.
    """
    return tuple(
        PastTurn(
            number=turn.number,
            said=(
                *(
                    Said("user", getattr(characters.get(a.character_id), "name", a.player_name), a.content)
                    for a in turn.actions
                ),
                Said("assistant", "", turn.narrative),
            ),
        )
        for turn in turns
        if turn.status not in ("undone", "failed")
    )


def build(turns: object, log_from_turn: int, max_chars: int, fence: Fence = NO_FENCE) -> Block:
    """The log from `log_from_turn` on, at most `max_chars` characters with its fence (0 = no log).

    turns: PastTurns, oldest first; anything else is left out, and nothing raises.
    """
    kept = _kept(turns, log_from_turn, fence)
    room = max_chars - fence.letters
    start = _start(kept, log_from_turn, room)
    shown = [turn for turn in kept if turn.number >= start]
    if room < LEAST_LETTERS or not shown:
        return Block("", start)
    lines = [line for turn in shown for line in turn.lines]
    if sum(len(line) + 1 for line in lines) > room:
        lines = _squeezed(lines, room)
    return Block("\n".join(filter(None, (fence.opening, *lines, fence.closing))) + "\n", start)


def _kept(turns: object, log_from_turn: int, fence: Fence) -> list[_Kept]:
    """Filtered and cut, in order; a turn that comes twice counts as it came last."""
    kept: dict[int, _Kept] = {}
    forged = _letters(fence.opening)
    for turn in turns if isinstance(turns, Sequence) else ():
        if not isinstance(turn, PastTurn) or not isinstance(turn.number, int) or turn.number < log_from_turn:
            continue
        said = turn.said if isinstance(turn.said, tuple) else ()
        if lines := tuple(line for saying in said if (line := _line(saying, forged))):
            kept[turn.number] = _Kept(turn.number, lines)
    return [kept[number] for number in sorted(kept)]


def _line(saying: object, forged: str) -> str:
    """One saying on one line; "" for what is blank, no text, or forged.

    forged: the letters of the fence, which nobody may imitate.
    """
    if not isinstance(saying, Said) or not isinstance(saying.text, str) or not saying.text.strip():
        return ""
    if forged and forged in _letters(saying.text):
        return ""
    match saying.role:
        case "assistant":
            return _narrative(saying.text)
        case "user" if isinstance(saying.speaker, str):
            text = neutral_line(saying.text, PLAYER_LETTERS)
            return (
                "> " + neutral_line(f"{neutral_name(saying.speaker)}: {text}", PLAYER_LETTERS) if text else ""
            )
        case _:
            return ""


def _narrative(text: str) -> str:
    """A long narrative loses its middle: where it began and, above all, where it left the players stay."""
    told = neutral_line(text, len(text))
    if len(told) <= NARRATIVE_LETTERS:
        return told
    tail = told[len(told) - (NARRATIVE_LETTERS - _NARRATIVE_HEAD - 1) :]
    return told[:_NARRATIVE_HEAD].rstrip() + "…" + tail.lstrip()


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text.casefold())


def _start(kept: Sequence[_Kept], log_from_turn: int, room: int) -> int:
    """Where the log begins after all these turns: played through, so that it moves as it would have moved.

    A server whose window is smaller than the one that the stored start was made for gets a start that
    moves as seldom as if it had been stored.
    """
    most = room if room >= LEAST_LETTERS else None
    window: list[_Kept] = []
    start = log_from_turn
    for turn in kept:
        window.append(turn)
        if len(window) > MAX_TURNS or (most is not None and sum(t.letters for t in window) > most):
            window = _newest_half(window, most)
            start = window[0].number
    return start


def _newest_half(window: Sequence[_Kept], most: int | None) -> list[_Kept]:
    half: list[_Kept] = [window[-1]]
    for turn in window[-2::-1]:
        fits = most is None or sum(t.letters for t in half) + turn.letters <= most // 2
        if len(half) == MAX_TURNS // 2 or not fits:
            break
        half.insert(0, turn)
    return half


def _squeezed(lines: Sequence[str], room: int) -> list[str]:
    """The newest turn alone is too long: every line is cut to its share; the last one always stays."""
    share = room // len(lines) - 1
    if share < LEAST_LETTERS:
        return [_shortened(lines[-1], room - 1)]
    return [_shortened(line, share) for line in lines]


def _shortened(line: str, letters: int) -> str:
    return line if len(line) <= letters else line[: letters - 1].rstrip() + "…"
