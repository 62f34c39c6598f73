"""What stands in the hidden id of a button or form, so that it is understood after any restart."""

import re
from typing import Literal
from zlib import crc32

GatheringDeed = Literal["join", "watch", "begin"]
SeatDeed = Literal["own", "surprise"]
ConsentDeed = Literal["yes", "no"]
DraftDeed = Literal["open", "post", "edit", "again", "write"]

_ID = r"[\w-]{1,40}"
CHOICE = re.compile(rf"gm:do:(?P<turn>{_ID}):(?P<index>\d{{1,2}}):(?P<mark>[0-9a-f]{{8}})")
RETELL = re.compile(rf"gm:retell:(?P<turn>{_ID})")
GATHERING = re.compile(rf"gm:table:(?P<deed>join|watch|begin):(?P<session>{_ID})")
SEAT = re.compile(rf"gm:seat:(?P<deed>own|surprise):(?P<session>{_ID})")
TAKE = re.compile(rf"gm:take:(?P<session>{_ID})")
DRAFT = re.compile(rf"gm:draft:(?P<deed>open|post|edit|again|write):(?P<turn>{_ID})")
WRITE = re.compile(rf"gm:write:(?P<turn>{_ID})")
WAKE = re.compile(rf"gm:wake:(?P<session>{_ID})")
OWN_FORM = re.compile(rf"gm:form:own:(?P<session>{_ID})")
TOLD_FORM = re.compile(rf"gm:form:told:(?P<turn>{_ID})")
SCRIPTED = re.compile(rf"gm:scripted:(?P<session>{_ID})")
STOP = re.compile(rf"gm:stop:(?P<session>{_ID})")
CONSENT = re.compile(rf"gm:consent:(?P<deed>yes|no):(?P<turn>{_ID})")
VERSIONS = re.compile(rf"gm:versions:(?P<turn>{_ID})")
WHY = re.compile(rf"gm:why:(?P<turn>{_ID})")
NOTE = re.compile(rf"gm:note:(?P<session>{_ID}):(?P<note>\d{{1,18}})")
JOURNAL = re.compile(rf"gm:journal:(?P<session>{_ID}):(?P<page>\d{{1,5}})")
FETCH_STOP = re.compile(r"gm:fetch-stop:(?P<mark>[0-9a-f]{8})")
VERSION = re.compile(rf"gm:version:(?P<turn>{_ID})")


def choice(turn_id: str, index: int, text: str) -> str:
    """A suggestion's button. The text's mark tells whether the list behind it is still the one shown."""
    return f"gm:do:{turn_id}:{index}:{mark(text)}"


def mark(text: str) -> str:
    """Eight digits that stand for a text."""
    return f"{crc32(text.encode('utf-8', 'replace')):08x}"


def retell(turn_id: str) -> str:
    """Try again, under a turn that was told without its model."""
    return f"gm:retell:{turn_id}"


def write(turn_id: str) -> str:
    """Write it down now, under a turn that could not be read."""
    return f"gm:write:{turn_id}"


def gathering(deed: GatheringDeed, session_id: str) -> str:
    """Join, Watch, Begin."""
    return f"gm:table:{deed}:{session_id}"


def fetch_stop(model: str) -> str:
    """Stop fetching, under a model that is on its way."""
    return f"gm:fetch-stop:{mark(model)}"


def seat(deed: SeatDeed, session_id: str) -> str:
    """Make my own, Surprise me."""
    return f"gm:seat:{deed}:{session_id}"


def take(session_id: str) -> str:
    """The menu of ready characters."""
    return f"gm:take:{session_id}"


def draft(deed: DraftDeed, turn_id: str) -> str:
    """What a DM does with a turn that waits for them."""
    return f"gm:draft:{deed}:{turn_id}"


def wake(session_id: str) -> str:
    """Continue, after an evening's end."""
    return f"gm:wake:{session_id}"


def scripted(session_id: str) -> str:
    """Begin with the scripted narrator."""
    return f"gm:scripted:{session_id}"


def own_form(session_id: str) -> str:
    """The form for a character of one's own."""
    return f"gm:form:own:{session_id}"


def told_form(turn_id: str) -> str:
    """The form for a turn in a person's own words."""
    return f"gm:form:told:{turn_id}"


def stop(session_id: str) -> str:
    """Stop, under a story that is being told.

    It has the game's id and not the turn's, by which a story's own message is known after a crash.
    """
    return f"gm:stop:{session_id}"


def consent(deed: ConsentDeed, turn_id: str) -> str:
    """Yes, No: for the player whose character somebody wants to act upon."""
    return f"gm:consent:{deed}:{turn_id}"


def versions(turn_id: str) -> str:
    """Versions, under a turn that was told more than once."""
    return f"gm:versions:{turn_id}"


def version(turn_id: str) -> str:
    """The menu of a turn's versions."""
    return f"gm:version:{turn_id}"


def why(turn_id: str) -> str:
    """Why?, under a told turn; its moment is never over (see `payload.ALWAYS_ALIVE`)."""
    return f"gm:why:{turn_id}"


def note(session_id: str, note_id: int) -> str:
    """For <name>: opens a private note."""
    return f"gm:note:{session_id}:{note_id}"


def journal(session_id: str, page: int) -> str:
    """Earlier, Later."""
    return f"gm:journal:{session_id}:{page}"
