"""What surfaces hand to the engine, beside actions, and what they get back."""

from dataclasses import dataclass
from typing import Literal

from engine.model.noun import Surface
from engine.model.session import GameSettings


@dataclass(frozen=True)
class Person:
    """Somebody at a table, as the surface knows them. may_direct: has the DM role, or manages the guild."""

    id: str
    name: str
    may_direct: bool = False


@dataclass(frozen=True)
class NewGame:
    """All that opens a game. channel_id: where it will be played; the terminal uses the game's name."""

    surface: Surface
    guild_id: str | None
    channel_id: str
    host: Person
    name: str
    adventure_id: str
    settings: GameSettings


@dataclass(frozen=True)
class ReadyChoice:
    """Take a ready character, by id or name in any letter case."""

    name: str


@dataclass(frozen=True)
class OwnChoice:
    """Make one's own: a name, and what the others see at a glance."""

    name: str
    role: str
    goal: str = ""


@dataclass(frozen=True)
class SurpriseChoice:
    """Any ready character that nobody has."""


CharacterChoice = ReadyChoice | OwnChoice | SurpriseChoice


@dataclass(frozen=True)
class Receipt:
    """What became of an action. is_new: false if the same source id came in before. turn_id: that took it."""

    is_new: bool
    turn_id: str | None = None


@dataclass(frozen=True)
class Answer:
    """A person's answer to a waiting turn.

    kind: post = the draft as it is; write = `text` instead (an edited draft or one's own words);
    again = another draft; yes, no = whether one's own character may be acted upon so.
    """

    kind: Literal["post", "write", "again", "yes", "no"]
    text: str = ""
