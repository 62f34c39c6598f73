"""Private answers: what only the person sees who pressed or typed a command."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import structlog

from cogs.again import PROMPT, tried
from cogs.desk import desk_of, host
from cogs.form import Form
from cogs.outcomes import (
    UNREACHED,
    AnsweredBefore,
    AnsweredLate,
    DiscordAway,
    MessageGone,
    TokenExpired,
    fault_of,
    meaning_of,
)
from cogs.payload import Payload

log = structlog.get_logger()

LOST = (AnsweredLate, AnsweredBefore, TokenExpired, MessageGone)
"""An answer that can reach nobody any more; the person has closed it, or has gone on without it."""

_PONDERING = "pondering"
_OUT_OF_REACH = "out of reach"


async def ponder(interaction: discord.Interaction, *, counts_late: bool = True) -> None:
    """Acknowledge at once, so that whatever follows may take longer than Discord's three seconds.

    A press that Discord no longer lets us answer counts all the same: its turn comes to the channel.
    counts_late: false for what must not happen twice, because a person who got no answer asks again.
    Raises AnsweredLate, DiscordAway then.
    """
    clock = desk_of(interaction).clock
    try:
        await tried(clock, lambda: interaction.response.defer(ephemeral=True, thinking=True), PROMPT)
    except AnsweredBefore as fault:
        log.info("acknowledged_before", interaction=interaction.id, why=meaning_of(fault))
    except (AnsweredLate, DiscordAway) as fault:
        log.info("answer_too_late", interaction=interaction.id, why=meaning_of(fault), counts=counts_late)
        interaction.extras[_OUT_OF_REACH] = True
        if not counts_late:
            raise
        return
    interaction.extras[_PONDERING] = True


@asynccontextmanager
async def pondering(interaction: discord.Interaction) -> AsyncIterator[None]:
    """As `ponder`, while the block is already being done: neither waits for the other to begin."""
    acknowledging = asyncio.create_task(ponder(interaction), name=f"acknowledge {interaction.id}")
    try:
        await asyncio.sleep(0)  # it goes out first
        yield
    finally:
        await acknowledging


async def whisper(interaction: discord.Interaction, payload: Payload | str) -> None:
    """The private answer. Takes the place of "thinking"; a second one stands below the first.

    Raises DiscordFault, but none of LOST.
    """
    if interaction.extras.get(_OUT_OF_REACH):
        log.info("answer_not_sent", interaction=interaction.id)
        return
    try:
        await _whispered(interaction, Form(Payload(payload) if isinstance(payload, str) else payload))
    except LOST as fault:
        log.info("answer_lost", interaction=interaction.id, why=meaning_of(fault))


async def rewrite(interaction: discord.Interaction, payload: Payload) -> bool:
    """Other words in the place of the private answer, after `ponder`; false if they reach nobody any more.

    Raises DiscordFault, but none of LOST.
    """
    if interaction.extras.get(_OUT_OF_REACH):
        return False
    form = Form(payload)
    try:
        await tried(
            desk_of(interaction).clock,
            lambda: interaction.edit_original_response(
                content=form.content, embeds=form.embeds, view=form.view
            ),
            PROMPT,
        )
    except LOST as fault:
        log.info("answer_lost", interaction=interaction.id, why=meaning_of(fault))
        return False
    interaction.extras[_PONDERING] = False
    return True


async def proclaim(interaction: discord.Interaction, payload: Payload) -> None:
    """A line for everybody, beside the private answer. Call it after `whisper`.

    If the interaction is over, the line goes to the channel as any other message. Raises DiscordFault.
    """
    form = Form(payload)
    if not interaction.extras.get(_OUT_OF_REACH):
        try:
            await interaction.followup.send(form.content, embeds=form.embeds, view=form.view, ephemeral=False)
        except UNREACHED as error:
            fault = fault_of(error)
            if not isinstance(fault, LOST):
                raise fault from error
            log.info("proclaimed_in_channel", interaction=interaction.id, why=meaning_of(fault))
        else:
            return
    await host(interaction).posting.post(str(interaction.channel_id), payload)


async def _whispered(interaction: discord.Interaction, form: Form) -> None:
    clock = desk_of(interaction).clock
    if interaction.extras.get(_PONDERING):
        await tried(
            clock,
            lambda: interaction.edit_original_response(
                content=form.content, embeds=form.embeds, view=form.view
            ),
            PROMPT,
        )
        interaction.extras[_PONDERING] = False
    elif not interaction.response.is_done():
        await tried(
            clock,
            lambda: interaction.response.send_message(
                form.content, embeds=form.embeds, view=form.view, ephemeral=True
            ),
            PROMPT,
        )
    else:
        # Not tried again: a second note would stand below the first, which may have come through.
        await tried(
            clock,
            lambda: interaction.followup.send(
                form.content, embeds=form.embeds, view=form.view, ephemeral=True
            ),
            (),
        )
