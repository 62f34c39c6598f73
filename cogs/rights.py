"""What the bot must be allowed to do on a server, and the link that asks for exactly that."""

from dataclasses import dataclass
from typing import Literal

import discord

_SCOPES = ("bot", "applications.commands")


@dataclass(frozen=True)
class Right:
    """One of Discord's permissions. name: as Discord shows it in English; key: its reason, below `rights.`.

    need: game = without it no game; thread = only for games in threads; beauty = play goes on without it.
    """

    flag: str
    name: str
    need: Literal["game", "thread", "beauty"]

    @property
    def key(self) -> str:
        """The locale key of the reason why it is asked for."""
        return f"rights.{self.flag.replace('_', '-')}"

    def is_in(self, have: discord.Permissions) -> bool:
        """Whether these permissions have it; an administrator has all."""
        return have.administrator or bool(getattr(have, self.flag))


RIGHTS = (
    Right("view_channel", "View Channel", "game"),
    Right("send_messages", "Send Messages", "game"),
    Right("send_messages_in_threads", "Send Messages in Threads", "thread"),
    Right("create_public_threads", "Create Public Threads", "thread"),
    Right("embed_links", "Embed Links", "game"),
    Right("read_message_history", "Read Message History", "game"),
    Right("manage_webhooks", "Manage Webhooks", "beauty"),
    Right("add_reactions", "Add Reactions", "beauty"),
)
NEEDED = tuple(right for right in RIGHTS if right.need != "beauty")
"""What the invitation asks for: no more than this."""


def lacking(have: discord.Permissions, *, is_thread: bool, in_thread: bool) -> tuple[str, ...]:
    """Names of what a game lacks. is_thread: this place is a thread; in_thread: one is to be made."""
    for_threads = {
        "send_messages_in_threads": is_thread or in_thread,
        "create_public_threads": in_thread,
        "send_messages": not is_thread,
    }
    return tuple(r.name for r in NEEDED if for_threads.get(r.flag, True) and not r.is_in(have))


def lacking_on_server(have: discord.Permissions) -> tuple[str, ...]:
    """Names of what the invitation asked for and the server does not give, before any channel's own rules."""
    return tuple(right.name for right in NEEDED if not right.is_in(have))


def invitation(application_id: int, *, with_beauty: bool = False) -> str:
    """The link with which a server's admin lets the bot in. with_beauty: with all that it could use."""
    asked = RIGHTS if with_beauty else NEEDED
    permissions = discord.Permissions(**{right.flag: True for right in asked})
    return discord.utils.oauth_url(application_id, permissions=permissions, scopes=_SCOPES)


def bot_page(application_id: int) -> str:
    """Where the token and the switch for message content are."""
    return f"https://discord.com/developers/applications/{application_id}/bot"
