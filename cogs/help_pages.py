"""How to play, by what somebody is at the table; pure."""

from cogs import help_ids
from cogs.payload import Button, Payload
from engine.model.session import GameStatus
from engine.ports import Locale

SECTIONS: tuple[help_ids.Section, ...] = ("player", "dm", "admin")


def page(section: help_ids.Section, status: GameStatus | None, locale: Locale) -> Payload:
    """What this role needs first, what the channel's game makes useful now, and the other pages."""
    lines = [locale.say("help.title"), locale.say(f"help.now.{status or 'none'}")]
    lines += locale.lines(f"help.{section}")
    others = tuple(
        Button(help_ids.help_for(other), locale.say(f"help.button.{other}"))
        for other in SECTIONS
        if other != section
    )
    practice = Button(help_ids.practice("begin"), locale.say("help.button.practice"), "main")
    return Payload("\n".join(lines), rows=((practice, *others),))
