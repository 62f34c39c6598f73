"""Ids that nobody can guess or mistake: turns, games, and the reference of a failure."""

from engine.ports import Entropy

_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
_ID_BITS = 80
_REFERENCE_BITS = 30


def new_id(entropy: Entropy) -> str:
    """80 bits as 16 base32 letters. With a part number behind it, it fits Discord's nonce (25)."""
    return _base32(entropy.bits(_ID_BITS), _ID_BITS)


def new_reference(entropy: Entropy) -> str:
    """Six letters that a player can read out: they stand beside the failure in the log."""
    return _base32(entropy.bits(_REFERENCE_BITS), _REFERENCE_BITS).upper()


def _base32(number: int, bits: int) -> str:
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(bits - 5, -1, -5))
