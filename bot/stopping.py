"""How the process stops: at the first signal in good order, at the second or after ten seconds at once."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from bot.signals import SIGNALS

log = structlog.get_logger()

PATIENCE_S = 9.0
"""A command must be gone ten seconds after SIGINT or SIGTERM (reliability P12)."""


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> int:
    """Run a command's coroutine; returns the exit code: 0, or 130 / 143 after a signal.

    A signal cancels the coroutine, which then closes what it has open.
    """
    before = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        return asyncio.run(_watched(main))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _watched(main: Callable[[], Coroutine[Any, Any, None]]) -> int:
    loop = asyncio.get_running_loop()
    task = loop.create_task(main())
    heard: list[int] = []

    def stop(number: int) -> None:
        if heard:
            os._exit(128 + number)
        heard.append(number)
        late = threading.Timer(PATIENCE_S, os._exit, (128 + number,))
        late.daemon = True
        late.start()
        task.cancel()

    for number in SIGNALS:
        try:
            loop.add_signal_handler(number, stop, number)
        except NotImplementedError:  # Windows: the handler runs between two steps of the loop instead
            signal.signal(number, lambda n, _: loop.call_soon_threadsafe(stop, n))
    # Not `await task`: the cancellation of a signal ends the command, and is no fault of this coroutine.
    await asyncio.wait({task})
    if not heard:
        task.result()
        return 0
    if not task.cancelled() and (fault := task.exception()) is not None:
        log.error("stop_failed", cause=repr(fault), exc_info=fault)
    return 128 + heard[0]
