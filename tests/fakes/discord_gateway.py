"""The gateway of the small Discord: says hello, lets one client in, and sends it what happens."""

import asyncio
import json
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes import discord_wire as wire

_HEARTBEAT_MS = 41_250
_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _HELLO, _HEARD = 0, 1, 2, 6, 10, 11


class Gateway:
    """ready: set while a client is logged in."""

    def __init__(self, channels: list[int]) -> None:
        self.ready = asyncio.Event()
        self._channels = channels
        self._socket: web.WebSocketResponse | None = None
        self._number = 0

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One connection, until the client leaves."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        await socket.send_json(
            {"op": _HELLO, "d": {"heartbeat_interval": _HEARTBEAT_MS}, "s": None, "t": None}
        )
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                await self._hear(socket, json.loads(frame.data))
        if self._socket is socket:
            self._socket = None
            self.ready.clear()
        return socket

    async def send(self, event: str, data: Any) -> None:
        """Tell the client of an event; while nobody is there it is lost."""
        if self._socket is None or self._socket.closed:
            return
        self._number += 1
        await self._socket.send_json({"op": _DISPATCH, "t": event, "s": self._number, "d": data})

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()

    async def _hear(self, socket: web.WebSocketResponse, frame: dict[str, Any]) -> None:
        match frame["op"]:
            case op if op == _HEARTBEAT:
                await socket.send_json({"op": _HEARD, "d": None, "s": None, "t": None})
            case op if op in {_IDENTIFY, _RESUME}:
                self._socket = socket
                await self.send("READY", self._ready())
                await self.send("GUILD_CREATE", wire.guild(self._channels))
                self.ready.set()

    @staticmethod
    def _ready() -> dict[str, Any]:
        return {
            "v": 10, "user": wire.user(wire.APPLICATION, "Glyphmaster"), "session_id": "evening",
            "guilds": [{"id": str(wire.GUILD), "unavailable": True}], "resume_gateway_url": "ws://127.0.0.1:9",
            "application": {"id": str(wire.APPLICATION), "flags": 0}, "shard": [0, 1],
        }  # fmt: skip
