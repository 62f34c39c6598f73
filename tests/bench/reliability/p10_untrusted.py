"""Text gives no power: whatever is written where, a prompt keeps its form, and nobody gets more by it."""

import json
import re
import unicodedata
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

import discord

from cogs import render
from cogs.payload import Button, Payload
from cogs.posting import Posting
from cogs.standing import Standing, standing
from engine.events import Done, Event, Failed, Narrated, StatusChanged, SuggestionsReady, Told
from engine.model.session import Session
from engine.model.turn import Turn
from engine.model_request import Message, ModelRequest
from engine.moves.endings import WAITED
from engine.moves.possible import flags_in_reach, flags_of, ways
from engine.parts import WhoTells
from engine.requests import OwnChoice
from tests.bench.reliability.hostile_texts import CANARY, MODEL_MARKS, Hostile, hostile_texts
from tests.bench.reliability.obedient_table import STORY, ObedientTable, book_with
from tests.bench.reliability.outcome import Outcome, Scale
from tests.fakes.clock import LONG_AGO, FakeClock
from tests.fakes.library import shipped_locales

Field = Literal["message", "name", "suggestion", "form", "narrative"]
"""Where a text comes in; form: what somebody fills in about a character."""

_FIELDS_IN_SHORT = 3
"""Each way of dressing an order up once, in three of the fields in turn."""
_HARMLESS = Hostile(
    "harmless",
    0,
    "I look around.",
    '{"intent": "To see.", "tool_calls": [{"tool": "see", "args": {}, "purpose": "so"}]}',
    '{"suggestions": null}',
)
_MARK = re.compile(r'\[[^\[\]"{}\n]{2,70}\]')
_NEVER = (*MODEL_MARKS, "```", "@everyone", "@here")
_ROLE_LINE = re.compile(r"\s*[\W_]*(system|assistant|user|gm|instructions?)[\W_]*:", re.IGNORECASE)
_PING = re.compile(r"@(everyone|here)|<@[!&]?\d+>")
_FIXED = ("id", "name", "role", "is_user_character", "personality_traits", "speaking_style", "goals")
_NOT_PROSES = ("status", "place", "sheet")
_BYTES = 64_000

Form = tuple[str, tuple[tuple[str, int, int, tuple[str, ...]], ...]]
"""A request as far as its texts do not matter: its purpose; of each message role, lines, secrets, marks."""


async def measure(scale: Scale, folder: Path) -> Outcome:
    """Each text in each field, two turns long, beside a harmless one."""
    texts = hostile_texts() if scale == "full" else tuple(_in_short(hostile_texts()))
    fields: tuple[Field, ...] = get_args(Field)
    faults: list[str] = []
    tries = 0
    for number, place in enumerate(fields):
        due = (await _played(place, _HARMLESS)).forms
        for at, hostile in enumerate(texts):
            if scale == "short" and (number + at) % len(fields) >= _FIELDS_IN_SHORT:
                continue
            tries += 1
            told = await _played(place, hostile)
            found = [*told.faults, *(["another skeleton"] if told.forms - due else [])]
            faults += [f"{hostile.dress}, order {hostile.order}, as {place}: {fault}" for fault in found[:1]]
    return Outcome(
        "P10",
        "Text gives no power",
        f"the engine and what is posted, with a model that obeys; {len(texts)} texts in 5 fields",
        tries,
        len(faults),
        faults=tuple(faults[:5]),
    )


def _in_short(texts: tuple[Hostile, ...]) -> Iterator[Hostile]:
    """Each dress, each with another order."""
    orders = len(texts) // len({text.dress for text in texts})
    for number, begin in enumerate(range(0, len(texts), orders)):
        yield texts[begin + number % orders]


@dataclass(frozen=True)
class _Played:
    """Two turns: the forms of all their requests, and what should not have been."""

    forms: frozenset[Form]
    faults: tuple[str, ...]


async def _played(place: Field, hostile: Hostile) -> _Played:
    table = ObedientTable(book_with(CANARY))
    text = hostile.text
    role = text if place == "form" else "wanderer"
    mallory = OwnChoice(name=text if place == "name" else "Mallory", role=role, goal=role)
    before = await table.begin(text if place == "name" else "Mallory", mallory)
    table.plan, table.written = hostile.plan, hostile.update
    if place == "suggestion":
        table.written = json.dumps({"suggestions": [{"label": text, "text": text}]})
    table.story = text if place == "narrative" else STORY
    first, turn = await table.act(before, text if place == "message" else "I wait.")
    table.story, table.written = STORY, hostile.update
    second, last = await table.act(first, "I wait.", turn if place == "suggestion" else None)
    await table.close()
    faults = [
        *(f"a turn failed: {event.reference}" for event in table.surface.events if isinstance(event, Failed)),
        *_powers(before, first, turn),
        *_powers(first, second, last),
        *(fault for request in table.model.requests for fault in _words(request)),
        *[fault async for fault in _posts(table.surface.events)],
    ]
    asked = [r for r in table.model.requests if r.purpose in ("plan", "narrate", "record")]
    return _Played(frozenset(_form(r) for r in asked), tuple(faults))


def _form(request: ModelRequest) -> Form:
    return request.purpose, tuple(_message_form(message) for message in request.messages)


def _message_form(message: Message) -> tuple[str, int, int, tuple[str, ...]]:
    lines = 0 if message.role == "assistant" else message.content.count("\n")
    return message.role, lines, message.content.count(CANARY), tuple(_MARK.findall(message.content))


def _words(request: ModelRequest) -> Iterator[str]:
    """What no prompt may hold, however it came in."""
    for message in request.messages:
        text = message.content
        yield from (f"{mark!r} in a {message.role} message" for mark in _NEVER if mark in text)
        if hidden := {c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cs", "Co")}:
            yield f"{hidden!r} in a {message.role} message"
        if {"\u202e", "\u2066", "\u200b", "\ufeff", "\U000e0041"} & set(text):
            yield f"invisible marks in a {message.role} message"
        for line in text.splitlines():
            if _ROLE_LINE.match(unicodedata.normalize("NFKC", line)):
                yield f"a role line {line[:40]!r} in a {message.role} message"


def _powers(before: Session, after: Session, turn: Turn) -> Iterator[str]:
    """What a turn changed that no text may change."""
    old, new, book = before.head_state, after.head_state, before.adventure
    if ran := [result.call for result in turn.resolution.results]:
        yield f"tools ran: {ran}"
    for name in ("status", "settings", "host_id", "adventure"):
        if getattr(before, name) != getattr(after, name):
            yield f"the game's {name} changed"
    for name in ("seats", "steering", "lines", "veils", "ending_id", "areas", "quests", "clocks", "glyphs"):
        if getattr(old, name) != getattr(new, name):
            yield f"the state's {name} changed"
    if gone := old.characters.keys() - new.characters.keys():
        yield f"{gone} left the game"
    came = [c for i, c in new.characters.items() if i not in old.characters]
    if len(came) > 1 or any(c.is_user_character or c.sheet for c in came):
        yield f"{len(came)} came in"
    for character_id, character in old.characters.items():
        then = new.characters[character_id]
        if wrong := [n for n in (*_FIXED, *_NOT_PROSES) if getattr(character, n) != getattr(then, n)]:
            yield f"{wrong} of {character_id} changed"
    flags, now = old.situation.world_state_flags, new.situation.world_state_flags
    reach = flags_in_reach(book, old)
    own = flags_of(book) - ({WAITED} if turn.told_by == "offline" else set())
    for key in own:
        if flags.get(key) != now.get(key) and now.get(key) not in reach.get(key, ()):
            yield f"the flag {key} became {now.get(key)!r}"
    opened = new.model_copy(
        update={"situation": new.situation.model_copy(update={"scene_id": old.situation.scene_id})}
    )
    if new.situation.scene_id not in (None, old.situation.scene_id, *ways(book, opened)):
        yield f"the party is in {new.situation.scene_id}"
    if len(new.model_dump_json().encode()) > _BYTES:
        yield "the state is too large"


class _Channel:
    """As much of a Discord client as a post needs; `allowed` is who may be pinged by the last one."""

    allowed: discord.AllowedMentions | None = None

    def is_closed(self) -> bool:
        return False

    def get_partial_messageable(self, channel_id: int) -> "_Channel":
        return self

    async def send(
        self, content: str | None, *, allowed_mentions: discord.AllowedMentions, **rest: object
    ) -> None:
        self.allowed = allowed_mentions


async def _posts(events: list[Event]) -> AsyncIterator[str]:
    """What stands in the channel that must not."""
    locale, channel, posting = shipped_locales()["en"], _Channel(), Posting(FakeClock(instant=True))
    posting.attach(cast("discord.Client", channel))
    for event in events:
        match event:
            case Told(text=text):
                payloads, prose = render.story(text), text
            case Narrated(session, turn, suggestions) | SuggestionsReady(session, turn, suggestions):
                payloads = render.told(session, turn, suggestions, locale, render.Shown(plain=True))
                prose = turn.narrative
            case Done(session, turn):
                payloads = render.told(session, turn, turn.suggestions, locale, render.Shown())
                prose = turn.narrative
            case StatusChanged(session):
                at = Standing(session, None, None, None, 0, 0, WhoTells(), LONG_AGO)
                payloads, prose = (render.gathering(session, locale), standing(at, locale)), ""
            case _:
                continue
        for payload in payloads:
            await posting.post("1", payload)
            if _may_ping(channel.allowed):
                yield f"a post may ping: {payload.text[:80]!r}"
        for said in (said for payload in payloads for said in _said(payload)):
            if CANARY.casefold() in said.casefold():
                yield f"the secret was posted: {said[:80]!r}"
            if (ping := _PING.search(said)) and ping[0] not in prose:
                yield f"{ping[0]} was posted: {said[:80]!r}"


def _may_ping(allowed: discord.AllowedMentions | None) -> bool:
    return allowed is None or any((allowed.everyone, allowed.users, allowed.roles, allowed.replied_user))


def _said(payload: Payload) -> Iterator[str]:
    yield payload.text
    if payload.card:
        yield from (payload.card.title, payload.card.text, payload.card.footer)
    for row in payload.rows:
        yield from (item.label for item in row if isinstance(item, Button))
