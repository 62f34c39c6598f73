"""A small Discord: HTTP and a gateway on 127.0.0.1, to which discord.py logs in as to the real one.

    async with DiscordServer(channels=[1, 2]) as discord_:
        with discord_at(discord_.address):
            ... start a client ...
        click = await discord_.press(7, message_id, custom_id)

It knows what our client uses and nothing more. `refusals` tells what the real one would have refused.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

from engine.ports import Clock
from tests.fakes import discord_wire as wire
from tests.fakes.discord_gateway import Gateway
from tests.fakes.discord_rules import pings, refusals
from tests.fakes.discord_wire import Json

LATE_S = 3.0
"""After this a person reads "This interaction failed"."""
_DEFERRED = {5, 6}
_FORM = 9


@dataclass
class Click:
    """A command or a press of a person, and what came back. acknowledged_s: null = nothing came in time."""

    interaction_id: int
    sent_at: float
    acknowledged_s: float | None = None
    kind: int = 0
    answers: list[Json] = field(default_factory=list)
    is_private: bool = False
    is_answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def text(self) -> str:
        """What the person reads."""
        return str((self.answers or [{}])[-1].get("content") or "")

    @property
    def form(self) -> Json | None:
        """The form that it opened."""
        return self.answers[0] if self.kind == _FORM else None


class DiscordServer:
    """messages: what stands in each channel, by id, oldest first. keeps: how many of them are kept."""

    def __init__(self, channels: list[int], clock: Clock, *, keeps: int = 10_000) -> None:
        self.channels = channels
        self.messages: dict[int, dict[int, Json]] = {channel: {} for channel in channels}
        self.refusals: list[str] = []
        self.on_message: Callable[[Json], None] = lambda _: None
        """Called with each message of ours that is new or changed."""
        self.flags = 0
        """Of the application."""
        self.token = ""
        """The only one that is taken; "" = every one."""
        self.guilds: list[Json] = []
        """Servers as the bot itself is told of them."""
        self.address = ""
        self._clock = clock
        self._keeps = keeps
        self._number = 0
        self._clicks: dict[int, Click] = {}
        self._nonces: dict[tuple[int, str], int] = {}
        self._gateway = Gateway(channels)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_get("/gateway/", self._gateway.serve)
        app.router.add_route("*", "/api/v10/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner
        await self._gateway.close()
        await self._runner.cleanup()

    async def ready(self) -> None:
        """Returns when a client has logged in."""
        await self._gateway.ready.wait()

    # --- what people do ------------------------------------------------------------------------------

    async def say(self, user_id: int, channel_id: int, content: str) -> int:
        """A message; its id."""
        sent = wire.message(self._new_id(), channel_id, wire.user(user_id), content)
        self._keep(sent)
        heard = {**sent, "guild_id": str(wire.GUILD), "member": wire.member(user_id)}
        await self._gateway.send("MESSAGE_CREATE", heard)
        return int(sent["id"])

    async def press(self, user_id: int, sent: Json, custom_id: str) -> Click:
        """A button of a message as this person sees it; returns when it is answered, or too late."""
        data = {"component_type": 2, "custom_id": custom_id, "id": 11}
        return await self._act(3, user_id, int(sent["channel_id"]), {"data": data, "message": sent})

    async def command(self, user_id: int, channel_id: int, name: str, **options: str) -> Click:
        """A slash command, with its sub-command behind a blank."""
        given: list[Json] = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        name, _, below = name.partition(" ")
        if below:
            given = [{"name": below, "type": 1, "options": given}]
        data = {"id": "77", "name": name, "type": 1, "options": given}
        return await self._act(2, user_id, channel_id, {"data": data})

    async def _act(self, kind: int, user_id: int, channel_id: int, more: Json) -> Click:
        made = wire.interaction(self._new_id(), kind, user_id, channel_id, {}) | more
        click = self._clicks[int(made["id"])] = Click(int(made["id"]), self._clock.monotonic())
        await self._gateway.send("INTERACTION_CREATE", made)
        try:
            async with asyncio.timeout(LATE_S):
                await click.is_answered.wait()
        except TimeoutError:
            return click
        finally:
            del self._clicks[click.interaction_id]
        return click

    # --- what the client does ------------------------------------------------------------------------

    async def _serve(self, request: web.Request) -> web.Response:
        if self.token and request.headers.get("Authorization") != f"Bot {self.token}":
            return _error(401, 0, "401: Unauthorized")
        body: Json = json.loads(await request.read() or "{}") if request.method != "GET" else {}
        match (request.method, *request.match_info["path"].split("/")):
            case ("GET", "users", "@me"):
                return _json(wire.user(wire.APPLICATION, "Glyphmaster"))
            case ("GET", "applications", "@me") | ("GET", "oauth2", "applications", "@me"):
                return _json(wire.application() | {"flags": self.flags})
            case ("GET", "users", "@me", "guilds"):
                later = [g for g in self.guilds if int(g["id"]) > int(request.query.get("after", 0))]
                return _json(later[: int(request.query.get("limit", 200))])
            case ("PUT", "applications", _, "commands"):
                return _json(
                    [
                        {"description": "", **c, "id": "77", "application_id": "900", "version": "1"}
                        for c in _listed(body)
                    ]
                )
            case ("POST", "channels", _, "typing"):
                return web.Response(status=204)
            case ("PUT" | "DELETE", "channels", _, "messages", _, "reactions", _, "@me"):
                return web.Response(status=204)
            case ("POST", "channels", place, "messages"):
                return self._post(int(place), body)
            case ("GET", "channels", place, "messages"):
                return self._history(int(place), request.query)
            case (_, "channels", place, "messages", key):
                return self._change(request.method, int(place), int(key), body)
            case ("POST", "interactions", key, _, "callback"):
                return self._acknowledged(int(key), body)
            case (_, "webhooks", _, token, *_):
                return self._followed(int(token.removeprefix("token-")), body)
        self.refusals.append(f"no such route: {request.method} {request.path}")
        return _error(404, 0, "404: Not Found")

    def _post(self, channel_id: int, body: Json) -> web.Response:
        key = (channel_id, str(body.get("nonce")))
        if body.get("enforce_nonce") and (known := self.messages[channel_id].get(self._nonces.get(key, 0))):
            return _json(known)
        sent = wire.message(self._new_id(), channel_id, wire.user(wire.APPLICATION, "Glyphmaster"))
        if (refusal := self._refusal(body)) is not None:
            return refusal
        self._nonces[key] = int(sent["id"])
        return self._shown(wire.changed(sent, body))

    def _change(self, method: str, channel_id: int, message_id: int, body: Json) -> web.Response:
        sent = self.messages[channel_id].get(message_id)
        if sent is None:
            return _error(404, 10008, "Unknown Message")
        if method == "DELETE":
            del self.messages[channel_id][message_id]
            return web.Response(status=204)
        if method == "GET":
            return _json(sent)
        if (refusal := self._refusal(body, is_edit=True)) is not None:
            return refusal
        return self._shown(wire.changed(sent, body))

    def _history(self, channel_id: int, query: Any) -> web.Response:
        after, before = int(query.get("after", 0)), int(query.get("before", 1 << 63))
        found = [m for key, m in self.messages[channel_id].items() if after < key < before]
        limit = int(query.get("limit", 50))
        chosen = found[:limit] if "after" in query else found[-limit:]
        return _json(chosen[::-1])

    def _acknowledged(self, interaction_id: int, body: Json) -> web.Response:
        click = self._clicks.get(interaction_id)
        late_s = self._clock.monotonic() - click.sent_at if click else LATE_S
        if click is None or late_s >= LATE_S:
            return _error(404, 10062, "Unknown interaction")
        if click.acknowledged_s is not None:
            self.refusals.append("40060: acknowledged twice")
            return _error(400, 40060, "Interaction has already been acknowledged.")
        click.acknowledged_s, click.kind = late_s, body["type"]
        click.is_private = wire.is_private(body.get("data") or {})
        if body["type"] not in _DEFERRED:
            self._answered(click, body.get("data") or {}, is_message=body["type"] != _FORM)
        return _json({"interaction": {"id": str(interaction_id), "type": 3}})

    def _followed(self, interaction_id: int, body: Json) -> web.Response:
        click = self._clicks.get(interaction_id)
        if (refusal := self._refusal(body)) is not None:
            return refusal
        if click is not None:
            self._answered(click, body, is_message=True)
        return _json(
            wire.message(self._new_id(), self.channels[0], wire.user(wire.APPLICATION)) | {"flags": 64}
        )

    def _answered(self, click: Click, body: Json, *, is_message: bool) -> None:
        if is_message:
            self._refusal(body)
        click.answers.append(body)
        click.is_answered.set()

    def _refusal(self, body: Json, *, is_edit: bool = False) -> web.Response | None:
        faults = refusals(body, is_edit=is_edit)
        if "content" in body and pings(body):
            self.refusals.append("it may call people")
        if not faults:
            return None
        self.refusals += faults
        return _error(400, 50035, "; ".join(faults))

    def _shown(self, sent: Json) -> web.Response:
        self._keep(sent)
        self.on_message(sent)
        return _json(sent)

    def _keep(self, sent: Json) -> None:
        kept = self.messages[int(sent["channel_id"])]
        kept[int(sent["id"])] = sent
        while len(kept) > self._keeps:
            del kept[next(iter(kept))]
        while len(self._nonces) > self._keeps:
            del self._nonces[next(iter(self._nonces))]

    def _new_id(self) -> int:
        self._number += 1
        return wire.snowflake(self._clock.now(), self._number % (1 << 22))


def _listed(body: Any) -> list[Json]:
    return list(body)


def _json(value: Any, status: int = 200) -> web.Response:
    """Without a charset: discord.py knows JSON by the bare type only."""
    return web.Response(body=json.dumps(value).encode(), status=status, content_type="application/json")


def _error(status: int, code: int, words: str) -> web.Response:
    return _json({"code": code, "message": words}, status)
