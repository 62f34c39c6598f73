"""The life of a game: open, gather, begin, rest, come back, end, and go back."""

from engine.life.company import Company
from engine.life.gathering import Gathering
from engine.life.resting import Resting
from engine.life.ruling import Ruling


class Games(Gathering, Company, Resting, Ruling):
    """One for all games of a surface. Every method raises StoreError; NoGame where it takes a session id."""
