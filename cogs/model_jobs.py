"""What is under way with the models: checks of servers, and the one model that is being fetched."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

import structlog

from cogs.model_care import Judged
from cogs.payload import Payload

log = structlog.get_logger()


class Job:
    """Something that takes long, and how it stands.

    is_seen: somebody has been shown how it ended.
    """

    def __init__(self, payload: Payload) -> None:
        self.payload = payload
        self.is_over = False
        self.is_seen = False
        self.shown = 0
        """Goes up with each new payload."""

    def show(self, payload: Payload, *, is_over: bool = False) -> None:
        """This is how it stands now. What is over stays as it is."""
        if not self.is_over:
            self.payload, self.is_over = payload, is_over
            self.shown += 1


@dataclass(frozen=True)
class Fetching:
    """A model that is being fetched, or was."""

    model: str
    job: Job
    task: asyncio.Task[None]


class ModelJobs:
    """All of this process; they end with it.

    checks: by server, the newest one. fetching: the newest one. judged: what the last check of each model
    came to.
    """

    def __init__(self) -> None:
        self.checks: dict[str, Job] = {}
        self.fetching: Fetching | None = None
        self.judged: dict[str, Judged] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Do it beside everything else."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("model_job_crashed", job=task.get_name(), exc_info=error)

    async def close(self) -> None:
        """Stop everything."""
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
