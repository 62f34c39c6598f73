"""A game, from gathering to finish (players call one evening of it a session)."""

from datetime import datetime
from typing import Literal

from engine.model.adventure import Adventure
from engine.model.change import AnyChange
from engine.model.noun import Language, Noun, Surface
from engine.model.state import GameState
from engine.model.uses import ModelUse, ModelUses

GameStatus = Literal["gathering", "starting", "playing", "paused", "asleep", "finished"]
NarratorKind = Literal["ai", "draft", "human", "scripted"]
Content = Literal["standard", "strict"]
Style = Literal["short", "medium", "long"]
Delivery = Literal["live", "paragraphs", "whole"]
"""How a narrative arrives: as it comes, paragraph by paragraph, or when it is whole."""
Hearing = Literal["auto", "all", "marked", "none"]
"""Which messages count as actions: all of joined players, only marked ones (">" or a mention of us), none.

auto: all in a thread made for the game, marked elsewhere.
"""
Starter = Literal["everyone", "host", "dm"]
"""Who may open a game: anybody, whoever has the host role, a DM."""


class GameSettings(Noun):
    """What a game copies from its guild when it begins.

    model: as the model server names it; for everything that has none of its own in `uses`.
    """

    language: Language = "en"
    content: Content = "standard"
    style: Style = "medium"
    narrator: NarratorKind = "ai"
    model: str = "gemma2:9b"
    uses: ModelUses = ModelUses()
    gather_s: float = 4.0
    round_s: float = 60.0
    """How long a round of a fight waits for those who have not chosen yet, from the first who has."""
    funnel: int = 0
    """Under rules: how many characters of level 0 each player begins with; 0 = one of level 1."""
    draft_s: float = 600.0
    """How long a turn waits for a DM before it goes on by itself."""
    history_max_chars: int = 8000
    """Longest word-for-word log in a prompt; 0 switches it off."""
    delivery: Delivery = "live"
    hearing: Hearing = "auto"
    plain: bool = False
    """No frames: everything stands in the text, for screen readers and old phones."""


def model_for(settings: GameSettings, use: ModelUse) -> str:
    """The model that is asked for this use."""
    return settings.uses.of(use) or settings.model


class GuildSettings(Noun):
    """What an admin set for a server; new games begin with it."""

    guild_id: str
    game: GameSettings = GameSettings()
    dm_role_id: str | None = None
    plain: bool = False
    starts: Starter = "everyone"
    host_role_id: str | None = None
    dm_channel_id: str | None = None
    speaks_as: bool = False
    """NPCs post under their own names, through a webhook."""
    rolls_inline: bool = False
    """Dice in double square brackets in a message are rolled."""
    is_welcomed: bool = False
    """The first greeting was posted; it is posted once."""


class Session(Noun):
    """One game. `version` goes up with each stored change of the head, which is how a stale write is seen.

    channel_id: where it is played (a thread is a channel of its own); the terminal uses the game's name.
    base_state: what the log is folded onto; base_turn_id: the turn after which it holds (null = before
    the opening). is_rebased: the log once disagreed with the head, which then became the new base.
    current_turn_id: the turn that is under way or waits for a person; null at rest.
    next_settings: what counts from the next turn on; null = as now. blocked: players who may not come back.
    finished_at: when the story was ended; it can be taken up again for some time.
    dice_seeds: 256 bits each, as 64 hexadecimal digits; all dice come from the last. It is a secret until the
    story is finished; one taken up again goes on with a new one. Empty = a game from before there were any.
    """

    id: str
    surface: Surface
    guild_id: str | None
    channel_id: str
    host_id: str
    name: str
    status: GameStatus
    version: int = 0
    head_turn_id: str | None = None
    head_state: GameState = GameState()
    base_state: GameState = GameState()
    base_turn_id: str | None = None
    is_rebased: bool = False
    current_turn_id: str | None = None
    settings: GameSettings = GameSettings()
    next_settings: GameSettings | None = None
    blocked: tuple[str, ...] = ()
    finished_at: datetime | None = None
    dice_seeds: tuple[str, ...] = ()
    adventure: Adventure
    prompts_version: str = ""
    created_at: datetime
    acted_at: datetime


EventKind = Literal["join", "watch", "leave", "away", "line", "roll", "late_record", "steer", "system"]
KEPT_BY_UNDO: frozenset[EventKind] = frozenset({"join", "watch", "leave", "away", "line", "roll"})
"""Who sits at the table, what it wants left out and what fell beside the story: undo keeps these."""


class SideEvent(Noun):
    """Changes of an action that makes no turn, kept in its row of `actions`.

    after_turn_id: folded after that turn's own changes (null: before the opening). position: order among
    those of the same turn, from 0, given by the store.
    """

    source_id: str
    session_id: str
    surface: Surface
    kind: EventKind
    player_id: str
    player_name: str
    after_turn_id: str | None
    position: int = 0
    changes: tuple[AnyChange, ...]
    received_at: datetime
