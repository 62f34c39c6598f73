"""Files of receipts, and the game whose receipts are wanted."""

from pathlib import Path

from pydantic import ValidationError

from engine.dice.receipt import Receipts
from engine.errors import NoGame, SetupError
from engine.model.noun import Surface
from engine.model.session import GameStatus, Session
from engine.ports import Store

_SURFACES: tuple[Surface, ...] = ("terminal", "discord")
_ALL: tuple[GameStatus, ...] = ("gathering", "starting", "playing", "paused", "asleep", "finished")
_MOST_BYTES = 50_000_000


def read_receipts(file: Path) -> Receipts:
    """What a file says; nothing of it is believed yet. Raises SetupError."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise SetupError(f"{file} is too large for a file of dice.")
        return Receipts.model_validate_json(file.read_bytes())
    except OSError as error:
        raise SetupError(f"{file} cannot be read ({error.strerror}). Name a file with dice.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "its beginning"
        raise SetupError(
            f"{file} is no file of dice: at {place}, {first['msg'].lower()}. `glyphmaster dice export` "
            "writes one, and so does the button under a finished story."
        ) from error


async def game_called(store: Store, wanted: str) -> Session:
    """By its id, or the newest one of this name. Raises SetupError, which names those that there are."""
    try:
        return await store.session(wanted)
    except NoGame:
        pass
    ids = [each for surface in _SURFACES for each in await store.sessions(surface, _ALL)]
    games = [await store.session(each) for each in ids]
    named = [game for game in games if game.name.casefold() == wanted.casefold()]
    if named:
        return max(named, key=lambda game: game.created_at)
    there = ", ".join(f"{game.name} ({game.id})" for game in games[-10:]) or "none"
    raise SetupError(f"No game has the id or name {wanted[:60]!r}. There are: {there}.")
