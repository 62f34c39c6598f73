"""What we may not do where, why it is asked for, and what goes on without it; pure but for looking."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.payload import CONTENT, Payload, units
from cogs.rights import RIGHTS, Right, invitation
from engine.ports import Locale

_MORE = 400
"""Letters that are kept free for the end of the page."""


@dataclass(frozen=True)
class Place:
    """A channel, and what we lack in it. has_game: a game stands there."""

    name: str
    missing: tuple[Right, ...]
    has_game: bool = False
    is_here: bool = False


def places(
    guild: discord.Guild, here: discord.abc.GuildChannel | discord.Thread | None, games: frozenset[str]
) -> tuple[Place, ...]:
    """This channel, then those with games, then all others where something is missing."""
    me = guild.me
    others: list[discord.abc.GuildChannel | discord.Thread] = [*guild.text_channels, *guild.threads]
    channels = others if here is None else [here, *(c for c in others if c.id != here.id)]
    found = [
        Place(
            name=f"<#{channel.id}>",
            missing=_missing(channel.permissions_for(me), isinstance(channel, discord.Thread)),
            has_game=str(channel.id) in games,
            is_here=here is not None and channel.id == here.id,
        )
        for channel in channels
    ]
    kept = [place for place in found if place.missing or place.is_here or place.has_game]
    return tuple(sorted(kept, key=lambda place: (not place.is_here, not place.has_game)))


def shown(found: Sequence[Place], application_id: int, locale: Locale) -> Payload:
    """One page: what is missing where, why each is asked for, where to give it, and a fresh link."""
    bad = [place for place in found if place.missing]
    link = invitation(application_id, with_beauty=True)
    if not bad:
        return Payload(f"{locale.say('permissions.good')}\n{locale.say('permissions.link', link=link)}")
    lines = [locale.say("permissions.title")]
    lines += [
        locale.say("permissions.place", place=place.name, missing=", ".join(r.name for r in place.missing))
        for place in bad
    ]
    wanted = [right for right in RIGHTS if any(right in place.missing for place in bad)]
    why = [locale.say("permissions.why")]
    why += [
        locale.say(f"permissions.need.{right.need}", name=right.name, why=locale.say(right.key))
        for right in wanted
    ]
    end = [locale.say("permissions.where"), locale.say("permissions.link", link=link)]
    room = CONTENT - units("\n".join([*why, *end])) - _MORE // 4
    kept = list(lines)
    while len(kept) > 2 and units("\n".join(kept)) > room:
        kept.pop()
    if len(kept) < len(lines):
        kept.append(locale.say("permissions.more", count=len(lines) - len(kept)))
    return Payload("\n".join([*kept, *why, *end]))


def _missing(have: discord.Permissions, is_thread: bool) -> tuple[Right, ...]:
    """In a thread one writes by another right than in a channel."""
    of_others = {"send_messages"} if is_thread else {"send_messages_in_threads"}
    if is_thread:
        of_others |= {"create_public_threads"}
    return tuple(right for right in RIGHTS if right.flag not in of_others and not right.is_in(have))
