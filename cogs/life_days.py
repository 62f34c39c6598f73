"""The day until which somebody is away, as people write it."""

import re
from datetime import date, timedelta

from engine.errors import BadSetting

OPEN = "open"
"""Away without saying until when."""
OFFERED = (1, 3, 7, 14, 30)
"""Days from today that are offered to choose from."""
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})[./](\d{1,2})[./]?(\d{4})?")
_DAYS = re.compile(r"(\d{1,3})")
_LONGEST = timedelta(days=366)


def read_day(words: str, today: date) -> date | None:
    """The day; null for OPEN. Day before month, as in "24.12." or "24/12/2026"; a number alone is days.

    Raises BadSetting for what is no day, or not one of the year to come.
    """
    text = words.strip().casefold()
    if text == OPEN:
        return None
    try:
        found = _read(text, today)
    except ValueError:
        found = None
    if found is None or not today <= found <= today + _LONGEST:
        allowed = f"{today + timedelta(days=7)}, 24.12., 24/12, 7, {OPEN}"
        raise BadSetting(name="away_until", value=words.strip()[:40], allowed=allowed)
    return found


def _read(text: str, today: date) -> date | None:
    if (match := _ISO.fullmatch(text)) is not None:
        return date(*map(int, match.groups()))
    if (match := _DOTTED.fullmatch(text)) is not None:
        day, month, year = match.groups()
        if year is not None:
            return date(int(year), int(month), int(day))
        this_year = date(today.year, int(month), int(day))
        return this_year if this_year >= today else this_year.replace(year=today.year + 1)
    if (match := _DAYS.fullmatch(text)) is not None:
        return today + timedelta(days=int(text))
    return None
