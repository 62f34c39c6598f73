"""What can be typed instead of a command: `@bot look` is `/look`. One line of the table for each.

A private answer to an ordinary message does not exist, so the answers stand in the channel.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import discord

from cogs import looking
from cogs.deeds import check_plays, deed, quiet
from cogs.desk import Desk
from cogs.dice_shown import shown
from cogs.life_resting import recapped_for, woken
from cogs.life_shown import paused
from cogs.payload import Payload
from cogs.render import escaped
from cogs.rolling import Roll
from cogs.safety import stop
from cogs.strangers import invitation
from engine.dice.errors import DiceError
from engine.dice.reading import read
from engine.errors import AlreadyJoined, NoGame
from engine.model.session import Session
from engine.ports import Locale
from engine.requests import Person, ReadyChoice
from engine.table.seating import free_characters

_PROMISED = frozenset({"check", "guess", "sheet", "cast", "attack", "inventory"})
"""Names of commands that other rulesets have; whoever types one alone is told what exists here."""


@dataclass(frozen=True)
class Asked:
    """One typed command: who says it, with what, and at which table (null: in a channel without a game)."""

    desk: Desk
    message: discord.Message
    session: Session | None
    person: Person
    rest: str
    locale: Locale

    @property
    def table(self) -> Session:
        """Raises NoGame."""
        if self.session is None:
            raise NoGame
        return self.session


Answer = Payload | None
Fits = Callable[[Asked], bool]


@dataclass(frozen=True)
class Typed:
    """fits: whether what follows the name makes it this command, and not a sentence that begins so."""

    answer: Callable[[Asked], Awaitable[Answer]]
    fits: Fits


def alone(asked: Asked) -> bool:
    """Nothing follows: "look" is the command, "look at the door" is a deed."""
    return not asked.rest


def with_words(asked: Asked) -> bool:
    """Something has to follow."""
    return bool(asked.rest)


def with_any(_: Asked) -> bool:
    """Whatever follows, or nothing."""
    return True


def with_dice(asked: Asked) -> bool:
    """Alone, with dice, or with what begins like dice: "roll the barrel" is a deed."""
    try:
        read(asked.rest)
    except DiceError:
        return not asked.rest or asked.rest[0].isdecimal()
    return True


def with_a_free_character(asked: Asked) -> bool:
    """Alone, or with the name of somebody whom nobody plays: "join the others" is a deed."""
    return not asked.rest or (asked.session is not None and _free(asked) is not None)


async def _join(asked: Asked) -> Answer:
    session = asked.table
    if (character := session.head_state.character_of(asked.person.id)) is not None:
        raise AlreadyJoined(character=character.name)
    chosen = _free(asked)
    if chosen is None:
        return Payload(
            asked.locale.say("acting.typed.join"),
            rows=invitation(session, asked.person, asked.locale).rows,
        )
    source = str(asked.message.id)
    session = await asked.desk.games.join(session.id, asked.person, ReadyChoice(chosen), source)
    mine = session.head_state.character_of(asked.person.id)
    return Payload(
        asked.locale.say(
            "acting.typed.joined",
            player=escaped(asked.person.name),
            character=escaped(mine.name if mine else chosen),
        )
    )


async def _act(asked: Asked) -> Answer:
    action = deed(asked.desk, asked.table, asked.person, str(asked.message.id), asked.rest)
    await asked.desk.turns.act(action)
    return None


async def _look(asked: Asked) -> Answer:
    return looking.view(asked.table, asked.locale)


async def _pass(asked: Asked) -> Answer:
    await asked.desk.turns.act(quiet(asked.desk, asked.table, asked.person, str(asked.message.id)))
    return None


async def _continue(asked: Asked) -> Answer:
    session = asked.table
    check_plays(session, asked.person)
    if session.status in {"paused", "asleep"}:
        return (await woken(asked.desk, session))[1]
    source = str(asked.message.id)
    await asked.desk.turns.act(quiet(asked.desk, session, asked.person, source, moves_on=True))
    return None


async def _resume(asked: Asked) -> Answer:
    check_plays(asked.table, asked.person)
    return (await woken(asked.desk, asked.table))[1]


async def _pause(asked: Asked) -> Answer:
    session = await asked.desk.games.pause(asked.table.id, asked.person)
    return paused(session, asked.locale)


async def _recap(asked: Asked) -> Answer:
    return await recapped_for(asked.desk, asked.table, asked.person.id, asked.locale)


async def _xcard(asked: Asked) -> Answer:
    await stop(asked.desk, asked.table, asked.person, asked.rest)
    return Payload(asked.locale.say("acting.typed.xcard"))


async def _roll(asked: Asked) -> Answer:
    wished = Roll(asked.session, asked.person, asked.rest, "everyone", str(asked.message.id))
    return shown(asked.person.name, await wished.fall(asked.desk), asked.locale)


async def _help(asked: Asked) -> Answer:
    return Payload(
        "\n".join(
            [asked.locale.say("help.title"), *asked.locale.lines("help.player"), existing(asked.locale)]
        )
    )


COMMANDS: Mapping[str, Typed] = {
    "join": Typed(_join, with_a_free_character),
    "act": Typed(_act, with_words),
    "look": Typed(_look, alone),
    "pass": Typed(_pass, alone),
    "continue": Typed(_continue, alone),
    "pause": Typed(_pause, alone),
    "resume": Typed(_resume, alone),
    "recap": Typed(_recap, alone),
    "xcard": Typed(_xcard, with_any),
    "roll": Typed(_roll, with_dice),
    "help": Typed(_help, alone),
}
"""What can be typed. A later command adds its line here."""


def existing(locale: Locale) -> str:
    """All that can be typed, in one line."""
    names = ", ".join(f"`@… {name}`" for name in COMMANDS)
    return locale.say("acting.typed.exists", commands=names)


def called(asked: Asked) -> Callable[[], Awaitable[Answer]] | None:
    """What these words (without our name) ask for; null if they are no command.

    What it gives is awaited under the channel's order. It raises engine errors.
    """
    name, _, rest = asked.rest.partition(" ")
    name, rest = name.casefold().strip("/.:!,"), rest.strip()
    told = Asked(asked.desk, asked.message, asked.session, asked.person, rest, asked.locale)
    typed = COMMANDS.get(name)
    if typed is not None and typed.fits(told):
        return lambda: typed.answer(told)
    if name in _PROMISED and not rest:
        return lambda: _unknown(name, told)
    return None


async def _unknown(name: str, asked: Asked) -> Answer:
    text = asked.locale.say("acting.typed.unknown", command=f"`{name}`", exists=existing(asked.locale))
    return Payload(text)


def _free(asked: Asked) -> str | None:
    """The id of the free character that is named."""
    wanted = asked.rest.casefold()
    free = free_characters(asked.session) if asked.session else ()
    return next((c.id for c in free if wanted in {c.id.casefold(), c.name.casefold()}), None)
