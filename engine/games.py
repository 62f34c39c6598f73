"""The life of a game: open, gather, begin, rest, come back, end, and go back."""

from engine.life.gathering import Gathering
from engine.life.listing import Listing
from engine.life.resting import Resting
from engine.life.rolling import Rolling
from engine.life.ruling import Ruling


class Games(Gathering, Resting, Ruling, Rolling, Listing):
    """One for all games of a surface. Every method raises StoreError; NoGame where it takes a session id."""
