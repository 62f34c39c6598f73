"""What the process does beside the game: shows that it lives, lets idle tables sleep, copies the database."""

import os

import structlog

from engine.errors import StoreError
from engine.games import Games
from engine.model.noun import Surface
from engine.ports import Clock, Store

log = structlog.get_logger()

BEAT_S = 20.0
"""A process that has not shown itself for 90 s counts as gone; three beats may be lost."""
DOZE_S = 300.0
DAY_S = 24 * 60 * 60.0


async def heartbeats(store: Store, surface: Surface, clock: Clock) -> None:
    """Until cancelled; a beat that fails is logged and tried again at the next."""
    while True:
        await clock.sleep(BEAT_S)
        try:
            await store.beat(surface, os.getpid(), clock.now())
        except StoreError as error:
            log.warning("heartbeat_failed", surface=surface, cause=repr(error))


async def daily_copies(store: Store, clock: Clock) -> None:
    """One at the start and one each day, until cancelled. The store keeps one a day and seven in all."""
    while True:
        try:
            path = await store.backup("daily")
            log.info("daily_copy_made", path=path)
        except StoreError as error:
            log.warning("daily_copy_failed", cause=repr(error), cause_of_it=repr(error.__cause__))
        await clock.sleep(DAY_S)


async def dozing(games: Games, clock: Clock) -> None:
    """Put tables to sleep at which nobody has acted for long, until cancelled."""
    while True:
        await clock.sleep(DOZE_S)
        try:
            await games.doze()
        except StoreError as error:
            log.warning("tables_not_put_to_sleep", cause=repr(error))
