"""How the nouns of the game lie in rows, and come back out of them."""

from collections.abc import Collection
from typing import Any, Generic, TypeAlias, TypeVar, get_type_hints

from pydantic import TypeAdapter
from sqlalchemy import RowMapping

from engine.model.action import Action
from engine.model.note import Note
from engine.model.noun import Noun
from engine.model.post import Post
from engine.model.session import GuildSettings, Session, SideEvent
from engine.model.turn import Request, Turn

Row: TypeAlias = dict[str, Any]
"""Column to value, as SQLAlchemy takes it."""

N = TypeVar("N", bound=Noun)


class Shape(Generic[N]):
    """A noun's columns: one for each member, of the same name.

    json: members that lie there as JSON, written by pydantic. apart: members that lie elsewhere.
    A member without a column is refused by SQLAlchemy at the first write, so that none is forgotten.
    """

    def __init__(self, noun: type[N], json: Collection[str] = (), apart: Collection[str] = ()) -> None:
        self._noun = noun
        hints = get_type_hints(noun, include_extras=True)
        self._json = {name: TypeAdapter[Any](hints[name]) for name in json}
        self._plain = [name for name in noun.model_fields if name not in {*json, *apart}]

    def row(self, noun: N, without: Collection[str] = ()) -> Row:
        """The noun's row; `without` leaves JSON members out that need not be written."""
        row = {name: getattr(noun, name) for name in self._plain}
        for name, adapter in self._json.items():
            if name not in without:
                row[name] = adapter.dump_json(getattr(noun, name)).decode()
        return row

    def noun(self, row: RowMapping, **apart: Noun) -> N:
        """The noun of a row. Raises ValidationError if it is none."""
        members: Row = {name: row[name] for name in self._plain}
        members |= {name: adapter.validate_json(row[name]) for name, adapter in self._json.items()}
        return self._noun(**members, **apart)


SESSION = Shape(
    Session,
    json=("settings", "next_settings", "blocked", "dice_seeds", "head_state"),
    apart=("adventure", "base_state"),
)
TURN = Shape(Turn, json=("actions", "resolution", "changes", "suggestions", "usage", "times"))
ACTION = Shape(Action, json=("call",))
EVENT = Shape(SideEvent, json=("changes",))
POST = Shape(Post)
NOTE = Shape(Note, apart=("id",))
REQUEST = Shape(Request, json=("whom",))
GUILD = Shape(GuildSettings, json=("game",))
