"""/config model-check: how it would be to play with the models of this server."""

import discord
import structlog

from cogs.desk import Desk, desk_of, words_for
from cogs.following import follow
from cogs.life_shown import moment
from cogs.model_care import Check, Found
from cogs.model_jobs import Job
from cogs.models_shown import models_of, newest, verdict
from cogs.payload import Payload
from cogs.replies import what_happened
from engine.errors import ModelError
from engine.model.session import GameSettings
from engine.ports import Locale

log = structlog.get_logger()


async def check(interaction: discord.Interaction) -> None:
    """Show the check that is under way, or one that ended unseen; else begin one. Call it after `ponder`.

    While a model is being fetched, that is shown instead: a machine that loads down plays slower than it is.
    """
    desk, locale = desk_of(interaction), words_for(interaction)
    if (fetching := desk.jobs.fetching) is not None and not (fetching.job.is_over and fetching.job.is_seen):
        return await follow(interaction, fetching.job, locale.say("models.fetch.goes-on"))
    server = str(interaction.guild_id)
    job = desk.jobs.checks.get(server)
    if job is None or (job.is_over and job.is_seen):
        guild = await desk.guild(interaction.guild_id)
        job = desk.jobs.checks[server] = Job(Payload(locale.say("models.check.begins")))
        desk.jobs.start(_Checking(desk, job, guild.game, locale).run(), f"check models of {server}")
    return await follow(interaction, job, locale.say("models.check.goes-on"))


class _Checking:
    """One check of one server's models."""

    def __init__(self, desk: Desk, job: Job, game: GameSettings, locale: Locale) -> None:
        self._desk = desk
        self._job = job
        self._game = game
        self._locale = locale
        self._lines: list[str] = []
        self._kept: list[str] = []

    async def run(self) -> None:
        """To its end, whatever that is."""
        try:
            self._end(await self._result())
        finally:
            self._end(self._locale.say("models.check.stopped"))  # unless it has ended otherwise

    async def _result(self) -> str:
        say, desk, game = self._locale.say, self._desk, self._game
        try:
            judged = await desk.care.check(Check(models_of(game), game.language, self._locale), self._hear)
        except ModelError as error:
            log.info("check_failed", cause=repr(error))
            return say("models.check.failed", reason=what_happened(error, self._locale))
        desk.jobs.judged.update({each.model: each for each in judged})
        verdicts = [verdict(each, game, self._locale) for each in judged]
        head = say("models.check.done", when=moment(desk.clock.now(), "R"))
        notes = [say("models.check.notes"), *self._kept] if self._kept else []
        return newest("\n".join([head, *verdicts]), notes, say("models.check.again"))

    def _hear(self, found: Found) -> None:
        if self._lines[-1:] == [found.line]:
            return
        self._lines.append(found.line)
        self._kept += [found.line] if found.is_kept else []
        self._job.show(Payload(newest(self._locale.say("models.check.begins"), self._lines)))

    def _end(self, text: str) -> None:
        self._job.show(Payload(text), is_over=True)
