"""What the player types, line by line, from a keyboard or a pipe, whatever comes."""

import asyncio
import os
import threading
from collections import deque

LONGEST = 2000
"""Characters kept of one line: what a Discord message may hold."""
_CHUNK = 65_536
_MOST_WAITING = 1000
"""Lines read ahead of the story; then the pipe has to wait."""


class Lines:
    """Reads a file descriptor in a thread of its own, so that a turn never waits for a keyboard.

    It reads the descriptor, not `sys.stdin`: a thread asleep inside that buffer would hold Python's exit up.
    """

    def __init__(self, descriptor: int = 0, encoding: str = "utf-8") -> None:
        self._descriptor = descriptor
        self._encoding = encoding
        self._ready: deque[str] = deque()
        self._is_over = False
        self._news = asyncio.Event()
        self._room = threading.Semaphore(_MOST_WAITING)
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, name="read lines", daemon=True).start()

    async def next(self) -> str | None:
        """The next line without its end, at most LONGEST characters; null when there will be no more."""
        while not self._ready:
            if self._is_over:
                return None
            self._news.clear()
            await self._news.wait()
        self._room.release()
        return self._ready.popleft()

    def put_back(self, line: str) -> None:
        """A line that was read too early comes next once more."""
        self._room.acquire(blocking=False)
        self._ready.appendleft(line)

    def _read(self) -> None:
        rest = b""
        while chunk := self._chunk():
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                self._hand_over(line)
            rest = rest[:_CHUNK]  # the end of an endless line is not kept
        if rest:
            self._hand_over(rest)
        self._call(self._end)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, _CHUNK)
        except OSError:  # the terminal is gone, or there never was an input
            return b""

    def _hand_over(self, line: bytes) -> None:
        self._room.acquire()
        text = line.decode(self._encoding, errors="replace").removesuffix("\r")[:LONGEST]
        self._call(self._add, text)

    def _call(self, what: object, *args: str) -> None:
        try:
            self._loop.call_soon_threadsafe(what, *args)  # type: ignore[arg-type]
        except RuntimeError:  # the loop is closed: nobody listens any more
            return

    def _add(self, line: str) -> None:
        self._ready.append(line)
        self._news.set()

    def _end(self) -> None:
        self._is_over = True
        self._news.set()
