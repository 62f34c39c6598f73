"""A local address at which a watcher asks whether all is well; off unless it is set."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import structlog
from aiohttp import web

from bot.figures import Figures
from engine.errors import SetupError, StoreError
from engine.parts import WhoTells
from engine.ports import Store

log = structlog.get_logger()

_STORE_LIMIT_S = 2.0
_CLOSE_S = 0.5
_PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True)
class Watched:
    """What is asked about."""

    figures: Figures
    store: Store
    telling: Callable[[], WhoTells]


@asynccontextmanager
async def answering(address: str | None, watched: Watched) -> AsyncIterator[str]:
    """While open, /health and /metrics are answered; gives the address in use, "" for none.

    address: host:port; null = nowhere. Raises SetupError if it cannot be had.
    """
    if address is None:
        yield ""
        return
    app = web.Application()
    app.router.add_get("/health", partial(_health, watched))
    app.router.add_get("/metrics", partial(_metrics, watched))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_CLOSE_S)
    await runner.setup()
    try:
        await _listen(runner, address)
        shown = f"http://{address.rpartition(':')[0]}:{runner.addresses[0][1]}"
        log.info("health_answers", at=shown)
        yield shown
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, address: str) -> None:
    host, _, port = address.rpartition(":")
    try:
        await web.TCPSite(runner, host.strip("[]"), int(port)).start()
    except OSError as error:
        raise SetupError(
            f"GLYPHMASTER_HEALTH is {address!r}, which cannot be used ({error.strerror or error}). "
            "Choose another port, or leave it out. Example: GLYPHMASTER_HEALTH=9464"
        ) from error


async def _health(watched: Watched, _: web.Request) -> web.Response:
    """200 while games can be kept; 503 otherwise. A model that is away is no fault: the table goes on."""
    telling = watched.telling()
    store = await _store_of(watched.store)
    is_ok = store == "ok"
    said = {
        "ok": is_ok,
        "tells": telling.teller,
        "since": telling.since.isoformat() if telling.since else None,
        "store": store,
        "tables_busy": watched.figures.busy,
    }
    return web.json_response(said, status=200 if is_ok else 503)


async def _metrics(watched: Watched, _: web.Request) -> web.Response:
    text = watched.figures.text(watched.telling())
    return web.Response(body=text.encode(), headers={"Content-Type": _PROMETHEUS})


async def _store_of(store: Store) -> str:
    try:
        async with asyncio.timeout(_STORE_LIMIT_S):
            await store.guild("")
    except TimeoutError:
        return "slow"
    except StoreError:
        return "away"
    return "ok"
