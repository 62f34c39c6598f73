"""Servers, people, messages and presses in the form in which Discord sends them."""

from datetime import UTC, datetime
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

APPLICATION = 900
"""The id of our application, and of the person as whom it writes."""
GUILD = 901
EVERYTHING = str((1 << 50) - 1)
"""All permissions: what may be done where is not what this Discord is for."""
_STAMP = "2026-01-01T00:00:00+00:00"
_EPHEMERAL = 64


def application() -> Json:
    """Ours."""
    return {
        "id": str(APPLICATION), "name": "Glyphmaster", "description": "", "icon": None, "bot_public": True,
        "bot_require_code_grant": False, "owner": user(902), "verify_key": "", "flags": 0,
    }  # fmt: skip


def user(user_id: int, name: str = "") -> Json:
    """Somebody."""
    is_us = user_id == APPLICATION
    return {
        "id": str(user_id), "username": name or f"person{user_id}", "global_name": None, "avatar": None,
        "discriminator": "0", "bot": is_us, "flags": 0, "public_flags": 0,
    }  # fmt: skip


def member(user_id: int, name: str = "") -> Json:
    """Somebody on the server; `permissions` only counts in interactions."""
    return {
        "user": user(user_id, name), "nick": None, "avatar": None, "roles": [], "joined_at": _STAMP,
        "deaf": False, "mute": False, "flags": 0, "permissions": EVERYTHING,
    }  # fmt: skip


def channel(channel_id: int) -> Json:
    """A text channel."""
    return {
        "id": str(channel_id), "type": 0, "guild_id": str(GUILD), "name": f"room-{channel_id}", "position": 0,
        "permission_overwrites": [], "nsfw": False, "parent_id": None, "topic": None, "last_message_id": None,
        "rate_limit_per_user": 0, "permissions": EVERYTHING,
    }  # fmt: skip


def guild(channels: list[int]) -> Json:
    """The server with its channels."""
    everyone = {
        "id": str(GUILD), "name": "@everyone", "permissions": EVERYTHING, "position": 0, "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False, "managed": False, "mentionable": False, "flags": 0,
    }  # fmt: skip
    return {
        "id": str(GUILD), "name": "Tavern", "owner_id": "902", "roles": [everyone], "emojis": [],
        "stickers": [], "features": [], "verification_level": 0, "default_message_notifications": 0,
        "explicit_content_filter": 0, "mfa_level": 0, "nsfw_level": 0, "premium_tier": 0,
        "system_channel_flags": 0, "preferred_locale": "en-US", "afk_timeout": 60,
        "member_count": 2, "large": False, "unavailable": False,
        "joined_at": _STAMP, "members": [member(APPLICATION)], "channels": [channel(c) for c in channels],
        "threads": [], "voice_states": [], "presences": [], "stage_instances": [],
        "guild_scheduled_events": [], "soundboard_sounds": [],
    }  # fmt: skip


def message(message_id: int, channel_id: int, author: Json, content: str = "") -> Json:
    """A message without anything but words."""
    return {
        "id": str(message_id), "channel_id": str(channel_id), "type": 0, "content": content, "author": author,
        "timestamp": written_at(message_id).isoformat(), "edited_timestamp": None, "tts": False,
        "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
        "components": [], "pinned": False, "flags": 0,
    }  # fmt: skip


def changed(sent: Json, body: Json) -> Json:
    """A message with what a body brings; what it does not name stays as it is."""
    now = sent | {name: body[name] for name in ("content", "embeds", "components", "nonce") if name in body}
    return now | {
        "content": (now["content"] or "").strip(),
        "embeds": [{"type": "rich", **embed} for embed in now["embeds"] or ()],
        "components": _with_ids(now["components"] or []),
        "flags": body.get("flags", sent["flags"]),
    }


def interaction(interaction_id: int, kind: int, user_id: int, channel_id: int, data: Json) -> Json:
    """kind: 2 for a command, 3 for a press, 5 for a form."""
    return {
        "id": str(interaction_id), "application_id": str(APPLICATION), "type": kind, "version": 1,
        "token": f"token-{interaction_id}", "guild_id": str(GUILD),
        "guild": {"id": str(GUILD), "features": []},
        "channel_id": str(channel_id), "channel": channel(channel_id), "member": member(user_id),
        "app_permissions": EVERYTHING, "locale": "en-US", "guild_locale": "en-US", "entitlements": [],
        "authorizing_integration_owners": {}, "context": 0, "attachment_size_limit": 10_485_760, "data": data,
    }  # fmt: skip


def is_private(sent: Json) -> bool:
    """Whether only one person sees it."""
    return bool(sent.get("flags", 0) & _EPHEMERAL)


def buttons(sent: Json) -> list[Json]:
    """All buttons of a message, dead ones too."""
    return [item for row in sent["components"] for item in row["components"] if item["type"] == 2]


def with_button(sent: Json, custom_id: str) -> Json:
    """A message as it would be with this one button only."""
    button = {"type": 2, "style": 2, "label": "1. Old", "custom_id": custom_id}
    return changed(sent, {"components": [{"type": 1, "components": [button]}]})


def snowflake(moment: datetime, number: int) -> int:
    """An id that was given at this moment. number: 0 to 4,194,303, to tell it from others."""
    return (int(moment.timestamp() * 1000) - _DISCORDS_EPOCH) << 22 | number


def written_at(message_id: int) -> datetime:
    """When an id was given."""
    return datetime.fromtimestamp(((message_id >> 22) + _DISCORDS_EPOCH) / 1000, UTC)


def _with_ids(rows: list[Json]) -> list[Json]:
    """Discord numbers components."""
    numbered = [{**row, "id": 10 * n, "components": row["components"]} for n, row in enumerate(rows, 1)]
    for row in numbered:
        row["components"] = [{**item, "id": row["id"] + n} for n, item in enumerate(row["components"], 1)]
    return numbered


_DISCORDS_EPOCH = 1_420_070_400_000
