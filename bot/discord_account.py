"""The bot's account as Discord knows it: is the token good, may it read messages, and where is it in."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
import httpx
from discord.http import Route
from pydantic import SecretStr

from cogs.rights import lacking_on_server

_LIMIT_S = 10.0
_PAGE = 200
"""Servers in one answer, the most that Discord gives (Get Current User Guilds)."""
_MOST_PAGES = 13
"""A bot without shards is in at most 2,500 servers."""


@dataclass(frozen=True)
class Server:
    """A server that the bot is in. missing: permissions that a game needs and its roles do not give."""

    name: str
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Account:
    """A token's application. reads_messages: the switch for message content is on."""

    application_id: int
    name: str
    reads_messages: bool
    servers: tuple[Server, ...]


@dataclass(frozen=True)
class TokenRefused:
    """Discord does not know this token."""


@dataclass(frozen=True)
class DiscordSilent:
    """Nothing can be said: Discord was not reached, or answered oddly. reason: never holds the token."""

    reason: str


Answer: TypeAlias = Account | TokenRefused | DiscordSilent


async def account_of(token: SecretStr) -> Answer:
    """Ask Discord, where discord.py would ask it and as plainly: no proxy, no second try."""
    headers = {"Authorization": f"Bot {token.get_secret_value()}", "User-Agent": _agent()}
    try:
        async with httpx.AsyncClient(
            base_url=Route.BASE, headers=headers, timeout=_LIMIT_S, trust_env=False
        ) as http:
            me = await _asked(http, "users/@me")
            application = await _asked(http, "applications/@me")
            return Account(
                application_id=int(application["id"]),
                name=str(me["username"]),
                reads_messages=_reads_messages(int(application.get("flags", 0))),
                servers=await _servers(http),
            )
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        return TokenRefused() if status == httpx.codes.UNAUTHORIZED else DiscordSilent(f"HTTP {status}")
    except (httpx.HTTPError, OSError) as error:
        return DiscordSilent(type(error).__name__)
    except (ValueError, KeyError, TypeError):
        return DiscordSilent("an answer of another form")


async def _servers(http: httpx.AsyncClient) -> tuple[Server, ...]:
    found: list[Server] = []
    after = "0"
    for _ in range(_MOST_PAGES):
        page = await _asked(http, f"users/@me/guilds?limit={_PAGE}&after={after}")
        found += [_server(guild) for guild in page]
        if len(page) < _PAGE:
            break
        after = str(page[-1]["id"])
    return tuple(found)


def _server(guild: Any) -> Server:
    have = discord.Permissions(int(guild["permissions"]))
    return Server(str(guild["name"]), () if guild.get("owner") else lacking_on_server(have))


async def _asked(http: httpx.AsyncClient, path: str) -> Any:
    response = await http.get(path)
    return response.raise_for_status().json()


def _reads_messages(flags: int) -> bool:
    switches = discord.ApplicationFlags(gateway_message_content=True, gateway_message_content_limited=True)
    return bool(flags & switches.value)


def _agent() -> str:
    """What discord.py calls itself: Discord turns other names away."""
    return f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"
