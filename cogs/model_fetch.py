"""/config model-pull: has the model server fetch a model, for whoever owns the bot."""

from contextlib import suppress
from typing import cast

import discord
import structlog
from discord.ext import commands

from cogs import ids
from cogs.answers import ponder, whisper
from cogs.desk import Desk, desk_of, words_for
from cogs.following import follow
from cogs.model_jobs import Fetching, Job
from cogs.models_shown import progress
from cogs.payload import Button, Payload
from cogs.pressing import Pressed
from cogs.replies import what_happened
from engine.errors import ModelError, ModelRefused, ModelTooSlow, NotAllowed, OldMoment
from engine.fetching import FetchRunning
from engine.model_request import Fetched
from engine.ports import Locale

log = structlog.get_logger()


async def fetch(interaction: discord.Interaction, model: str) -> None:
    """Fetch it, and show how far it is. Call it after `ponder`. Raises NotAllowed, FetchRunning."""
    await _check_owner(interaction)
    desk, locale = desk_of(interaction), words_for(interaction)
    fetching = desk.jobs.fetching
    if fetching is None or fetching.job.is_over:
        job = Job(_standing(model, progress(model, Fetched(""), locale), locale))
        task = desk.jobs.start(_fetched(desk, job, model, locale), f"fetch {model}")
        fetching = desk.jobs.fetching = Fetching(model, job, task)
    elif fetching.model != model:
        raise FetchRunning(model=fetching.model)
    await follow(interaction, fetching.job, locale.say("models.fetch.goes-on"))


class FetchStopped(Pressed[discord.ui.Button[discord.ui.View]], template=ids.FETCH_STOP):
    """Stop fetching."""

    async def press(self, interaction: discord.Interaction) -> None:
        """What has come is kept by the model server."""
        await ponder(interaction)
        await _check_owner(interaction)
        fetching = desk_of(interaction).jobs.fetching
        if fetching is None or fetching.job.is_over or ids.mark(fetching.model) != self.match["mark"]:
            raise OldMoment
        fetching.task.cancel()
        await whisper(interaction, words_for(interaction).say("models.fetch.stopped", model=fetching.model))


async def _fetched(desk: Desk, job: Job, model: str, locale: Locale) -> None:
    """Fetch it to its end, whatever that is; what is broken off was stopped."""
    text = locale.say("models.fetch.stopped", model=model)
    try:
        async for fetched in desk.care.pull(model):
            job.show(_standing(model, progress(model, fetched, locale), locale))
        text = locale.say("models.fetch.done", model=model)
        desk.jobs.start(_looked(desk), "look for models")
    except ModelError as error:
        log.warning("fetch_failed", model=model, cause=repr(error))
        text = locale.say("models.fetch.failed", model=model, reason=_reason(error, locale))
    finally:
        job.show(Payload(text), is_over=True)


async def _looked(desk: Desk) -> None:
    """What has just come is offered at once."""
    with suppress(ModelError):
        await desk.models.look()


def _reason(error: ModelError, locale: Locale) -> str:
    """What went wrong, in a sentence about fetching."""
    if isinstance(error, ModelTooSlow):
        return locale.say("models.fetch.silent")
    if isinstance(error, ModelRefused):
        return locale.say("models.fetch.refused")
    return what_happened(error, locale)


def _standing(model: str, text: str, locale: Locale) -> Payload:
    """How far it is, with the way to stop it."""
    return Payload(text, rows=((Button(ids.fetch_stop(model), locale.say("models.fetch.stop")),),))


async def _check_owner(interaction: discord.Interaction) -> None:
    """Whoever owns the bot's application, or is in the team that does. Raises NotAllowed."""
    if not await cast("commands.Bot", interaction.client).is_owner(interaction.user):
        raise NotAllowed(who="owner")
