"""Why?: what a turn was made from, who told it and what it cost; private, and without secrets for players."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import ids
from cogs.answers import ponder, whisper
from cogs.desk import Desk, asker, desk_of, words_for
from cogs.payload import Payload, clipped
from cogs.pressing import Pressed
from cogs.render import escaped
from cogs.splitting import split
from cogs.words import about
from engine.model.fact import Fact
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Locale
from engine.steps.timing import STEPS
from engine.told.why import Why, why

_LINE = 300
_MOST_PARTS = 6
"""Private messages that one answer may take; what a model read may be long."""

Button = discord.ui.Button[discord.ui.View]


class WhyPressed(Pressed[Button], template=ids.WHY):
    """Why?, under any told turn."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Answer in private."""
        await ponder(interaction)
        turn = await desk_of(interaction).store.turn(self.match["turn"])
        await _answer(interaction, turn)


class WhyCog(commands.Cog):
    """/why, for turns whose button has scrolled away."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="why", description=about("why.about"))
    @app_commands.describe(turn=about("why.turn"))
    @app_commands.guild_only()
    async def why(
        self, interaction: discord.Interaction, turn: app_commands.Range[int, 0, 1_000_000] | None = None
    ) -> None:
        """The newest turn, or one by its number."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        await _answer(interaction, await _numbered(self._desk, session, turn))


def explained(found: Why, locale: Locale) -> str:
    """All of it as text, but what the model read."""
    say = locale.say
    lines = [say("telling.why.title", number=found.number)]
    lines += [say("telling.why.deed", name=escaped(n), text=clipped(t, _LINE)) for n, t in found.deeds]
    if found.facts:
        lines += [say("telling.why.facts"), *(_fact(fact, locale) for fact in found.facts)]
    else:
        lines.append(say("telling.why.no-facts"))
    if found.lore:
        lines += [say("telling.why.lore"), *(f"- {clipped(entry, _LINE)}" for entry in found.lore)]
    lines.append(say(f"telling.why.told.{found.told_by}", model=found.model))
    if found.seconds is None:
        lines.append(say("telling.why.cost", tokens=found.tokens))
    else:
        lines.append(say("telling.why.cost-time", tokens=found.tokens, seconds=f"{found.seconds:.1f}"))
    lines += [
        say(
            "telling.why.request",
            purpose=say(f"telling.why.purpose.{usage.purpose}"),
            model=usage.model,
            read=usage.prompt_tokens,
            written=usage.output_tokens,
            seconds=f"{usage.total_s:.1f}",
        )
        for usage in found.requests
    ]
    lines += [line for line in [time_line(found.times, locale)] if line]
    if not found.is_recorded:
        lines.append(say("telling.why.unrecorded"))
    if found.reference:
        lines.append(say("telling.why.reference", reference=found.reference))
    return "\n".join(lines)


def time_line(times: Mapping[str, float], locale: Locale) -> str:
    """How long each step of a turn took; "" if that is not known."""
    steps = [
        locale.say(f"telling.why.step.{step}", seconds=f"{times[step]:.1f}")
        for step in STEPS
        if step in times
    ]
    return locale.say("telling.why.time", steps=", ".join(steps)) if steps else ""


async def _answer(interaction: discord.Interaction, turn: Turn | None) -> None:
    locale = words_for(interaction)
    if turn is None:
        return await whisper(interaction, locale.say("telling.why.none"))
    session = await desk_of(interaction).store.session(turn.session_id)
    person = await asker(interaction)
    found = why(session, turn, for_dm=person.may_direct or person.id == session.host_id)
    texts = [chunk.shown for chunk in split(explained(found, locale))]
    if found.seen:
        seen = f"{locale.say('telling.why.seen')}\n{found.seen}"
        texts += [chunk.shown for chunk in split(seen)]
    for text in texts[:_MOST_PARTS]:
        await whisper(interaction, Payload(text))
    return None


async def _numbered(desk: Desk, session: Session, number: int | None) -> Turn | None:
    """A turn that counts, by its depth; null = the newest."""
    head = await desk.store.turn(session.head_turn_id) if session.head_turn_id else None
    if head is None or number is None or number == head.number:
        return head
    if number > head.number:
        return None
    branch = await desk.store.branch(head.id, head.number - number + 1)
    return next((turn for turn in branch if turn.number == number), None)


def _fact(fact: Fact, locale: Locale) -> str:
    try:
        text = locale.say(f"facts.{fact.code}", **fact.args)
    except KeyError:  # for the storyteller alone: the language has no sentence for it
        text = " ".join([fact.code, *(f"{name}={value}" for name, value in fact.args.items())])
    text = clipped(text, _LINE)
    return locale.say("telling.why.secret", text=text) if fact.secret else f"- {text}"


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(WhyCog(bot.desk))
