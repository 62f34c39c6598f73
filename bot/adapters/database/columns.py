"""How moments and values lie in the database: readable, and the same on every machine."""

from datetime import UTC, datetime
from typing import TypeAlias

from sqlalchemy import Dialect, Text
from sqlalchemy.types import DateTime, TypeDecorator

Json: TypeAlias = Text
"""JSON of a noun, as pydantic writes it; always written whole."""


class Moment(TypeDecorator[datetime]):
    """An aware moment, kept in UTC: SQLite forgets the offset of what it is given."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - the signature is SQLAlchemy's
        """To UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - the signature is SQLAlchemy's
        """Aware again."""
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)
