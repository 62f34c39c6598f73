"""Where a game's dice come from: one secret, to which the game is bound before the first roll.

What everybody may see at once is the secret's SHA-256, which cannot be turned back. Once the story is over,
the secret itself is shown, and anybody can work out every die again.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256

from engine.draws import SEED_BITS, Draws

_SECRET_BITS = 256


def new_secret(chance: Callable[[int], int]) -> str:
    """64 hexadecimal digits. chance: gives so many random bits."""
    return f"{chance(_SECRET_BITS):064x}"


def commitment(secret: str) -> str:
    """What the game shows before the first roll.

    >>> commitment("0" * 64)[:16]
    '60e05bd1b195af2f'
    """
    return sha256(secret.encode()).hexdigest()


def seed_of(secret: str, what: str) -> int:
    """The seed of a turn ("turn:…"), or of what happens beside the turns ("join:…", "roll:…")."""
    digest = sha256(f"{secret}:{what}".encode("utf-8", "replace")).digest()
    return int.from_bytes(digest, "big") >> (8 * len(digest) - SEED_BITS)


def turn_place(number: int, source_ids: Iterable[str]) -> str:
    """What sets a turn's dice apart: how deep it is, and the messages that began it.

    The process that knows the secret chooses nothing in it, so that it cannot choose its dice; and a turn
    that has to begin again after a fault has the same ones.
    """
    return f"turn:{number}:{'+'.join(source_ids)}"


def beside(secrets: tuple[str, ...], chance: Callable[[int], int], what: str) -> Draws:
    """Dice for what happens beside the turns of a game; those of chance alone if it has no secret."""
    seed = seed_of(secrets[-1], what) if secrets else chance(SEED_BITS)
    return Draws(seed, what)
