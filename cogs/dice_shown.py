"""How a roll looks; pure."""

from cogs.payload import CONTENT, Payload, clipped
from cogs.render import escaped
from engine.dice.rolled import Rolled
from engine.ports import Locale

_COMMENT = 200
_EACH = 40
"""So many dice that do not count are listed one by one."""


def rolled_lines(name: str, rolled: Rolled, locale: Locale) -> list[str]:
    """Who rolled what for which reason; then which dice do not count, in words."""
    blanks = {"name": escaped(name), "text": rolled.text}
    lines = [locale.say("dice.rolled", **blanks)]
    if rolled.comment:
        comment = clipped(escaped(rolled.comment), _COMMENT)
        lines = [locale.say("dice.rolled-for", **blanks, comment=comment)]
    if 0 < len(rolled.dropped) <= _EACH:
        lines.append("-# " + locale.say("dice.dropped", dice=", ".join(map(str, rolled.dropped))))
    if rolled.is_cut:
        lines.append("-# " + locale.say("dice.cut"))
    return lines


def shown(name: str, rolled: Rolled, locale: Locale, beside: str = "") -> Payload:
    """A roll as a message. beside: a line that is said with it."""
    lines = rolled_lines(name, rolled, locale)
    return Payload(clipped("\n".join([*lines, *([beside] if beside else [])]), CONTENT))
