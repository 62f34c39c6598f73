"""What stands in the hidden ids of buttons, menus and forms about a game's life: see `cogs.ids`."""

import re
from typing import Literal

LifeDeed = Literal[
    "pause", "break", "finish", "end", "recap", "party", "away", "back", "leave", "first", "dice"
]

_ID = r"[\w-]{1,40}"
_NAME = r"[a-z-]{1,20}"
LIFE = re.compile(
    r"gm:life:(?P<deed>pause|break|finish|end|recap|party|away|back|leave|first|dice)"
    rf":(?P<session>{_ID})"
)
REOPEN = re.compile(r"gm:reopen")
SETTINGS = re.compile(rf"gm:settings:(?P<session>{_ID})")
VALUES = re.compile(rf"gm:values:(?P<name>{_NAME}):(?P<session>{_ID})")
UNBLOCK = re.compile(rf"gm:unblock:(?P<player>\d{{1,20}}):(?P<session>{_ID})")
SETTING_FORM = re.compile(rf"gm:form:set:(?P<name>{_NAME}):(?P<session>{_ID})")


def life(deed: LifeDeed, session_id: str) -> str:
    """Pause, Break, Finish (asks), End (does it), Previously on, the party, one's own seat, the dice."""
    return f"gm:life:{deed}:{session_id}"


def reopen() -> str:
    """The menu of finished games."""
    return "gm:reopen"


def settings(session_id: str) -> str:
    """The menu of settings."""
    return f"gm:settings:{session_id}"


def values(name: str, session_id: str) -> str:
    """The menu of what a setting may be."""
    return f"gm:values:{name}:{session_id}"


def setting_form(name: str, session_id: str) -> str:
    """The form for a setting that is a number or a name."""
    return f"gm:form:set:{name}:{session_id}"


def unblock(player_id: str, session_id: str) -> str:
    """Let somebody come back."""
    return f"gm:unblock:{player_id}:{session_id}"
