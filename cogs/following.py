"""Shows in a private answer how something long goes on, as long as Discord lets an answer be changed."""

from dataclasses import replace

import discord
import structlog

from cogs.answers import rewrite
from cogs.desk import desk_of
from cogs.model_jobs import Job
from cogs.outcomes import DiscordFault, meaning_of
from cogs.payload import Payload

log = structlog.get_logger()

BETWEEN_EDITS_S = 3.0
FOLLOWED_S = 14 * 60.0
"""An answer can be changed for 15 minutes (Discord's limit); its last words need some of them."""


async def follow(interaction: discord.Interaction, job: Job, goes_on: str) -> None:
    """Until it is over, or the answer is too old; then `goes_on` stands under it. Call it after `ponder`.

    What ended and could not be shown stays unseen.
    """
    clock = desk_of(interaction).clock
    until, shown = clock.monotonic() + FOLLOWED_S, -1
    while clock.monotonic() < until:
        if shown != job.shown:
            shown, is_over = job.shown, job.is_over
            reached = await _shown(interaction, job.payload)
            if is_over or reached is False:
                job.is_seen = job.is_seen or (is_over and reached is True)
                return
        await clock.sleep(BETWEEN_EDITS_S)
    await _shown(interaction, replace(job.payload, text=f"{job.payload.text}\n{goes_on}"))


async def _shown(interaction: discord.Interaction, payload: Payload) -> bool | None:
    """Whether this stands there now: no, if nothing ever will; null, if only this one was lost."""
    try:
        return await rewrite(interaction, payload)
    except DiscordFault as fault:
        log.info("progress_not_shown", interaction=interaction.id, why=meaning_of(fault))
        return None
