"""A server with our client in it: simulated people in front, the real engine over fakes behind."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env
from simcord.results import InteractionResult, ResponseMessage

from bot.adapters.locales import load_locales
from bot.client import TableClient
from cogs.announcer import DiscordAnnouncer
from cogs.desk import Desk
from cogs.model_list import ModelList
from engine.games import Games
from engine.model.noun import Language, Scalar
from engine.model.post import Post
from engine.model.session import GameSettings, Session
from engine.model.turn import Turn
from engine.parts import Masters, Options, Parts
from engine.ports import Locale
from engine.table.inbox import merged
from engine.turn import TurnEngine
from tests.engine.games_for_tests import INN
from tests.fakes.entropy import SeededEntropy
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.language_model import ScriptedModel
from tests.fakes.model_care import ScriptedCare
from tests.fakes.one_book import KeyLocale, OneBookLibrary
from tests.fakes.store import MemoryStore

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""When time begins in the simulated Discord."""
BEFORE_ALL = EPOCH - timedelta(days=1)
LOCALES = load_locales(files("data") / "locales")
LONG_S = 3600.0
QUICK_S = 1.3
"""Waits up to this long are over at once; longer ones (a DM's time, say) never end."""


OURS = (
    *("acting.", "offline.grammar.", "discord.", "errors.", "commands.", "help."),
    *("life.", "telling.", "changed.", "models.", "language.", "dice.", "rules."),
    *("config.", "permissions.", "rights.", "welcome.", "practice."),
)
"""Keys of what Discord shows."""


class StageClock:
    """Implements `engine.ports.Clock`: nobody waits for real, and nothing that is due later happens."""

    def __init__(self) -> None:
        self._passed_s = 0.0
        self.quick_s = QUICK_S
        self.long_s = LONG_S
        """How long in the simulated Discord whatever is not quick takes."""

    def now(self) -> datetime:
        return EPOCH + timedelta(seconds=self._passed_s)

    def pass_by(self, span: timedelta) -> None:
        """So much time has gone by, and nothing happened in it."""
        self._passed_s += span.total_seconds()

    def monotonic(self) -> float:
        return self._passed_s

    async def sleep(self, seconds: float) -> None:
        if seconds > self.quick_s:
            await asyncio.sleep(self.long_s)
        self._passed_s += seconds
        await asyncio.sleep(0)


class WordedLocale(KeyLocale):
    """The sentences that people really read here; those of other rooms are their keys."""

    def __init__(self, real: Locale) -> None:
        self.language = real.language
        self._real = real

    def say(self, key: str, **blanks: Scalar) -> str:
        ours = key.startswith(OURS)
        return self._real.say(key, **blanks) if ours else super().say(key, **blanks)[:34]

    def lines(self, key: str) -> tuple[str, ...]:
        return self._real.lines(key) if key.startswith(OURS) else (key,)


class WordedLibrary(OneBookLibrary):
    """One adventure, with the sentences that people really read."""

    def locale(self, language: Language) -> KeyLocale:
        return WordedLocale(LOCALES[language])


@dataclass
class Stage:
    """One process of ours. `model` tells, `offline` stands in for it."""

    store: MemoryStore = field(default_factory=MemoryStore)
    model: ScriptedMaster = field(default_factory=ScriptedMaster)
    offline: ScriptedMaster = field(default_factory=ScriptedMaster)
    language_model: ScriptedModel = field(default_factory=ScriptedModel)
    settings: GameSettings = field(default_factory=lambda: GameSettings(gather_s=0.0, model="small:1b"))
    care: ScriptedCare = field(default_factory=ScriptedCare)
    seed: int = 0
    away_since: datetime | None = None

    def __post_init__(self) -> None:
        clock = self.clock = StageClock()
        entropy, library = SeededEntropy(self.seed), WordedLibrary(INN)
        self.announcer = DiscordAnnouncer(self.store, library, clock)
        parts = Parts(
            surface="discord",
            store=self.store,
            library=library,
            clock=clock,
            entropy=entropy,
            masters=Masters(self.model, self.offline, self.language_model),
            announcer=self.announcer,
            options=Options(announce_limit_s=20.0),
        )
        turns = TurnEngine(parts)
        self.desk = Desk(
            turns=turns,
            games=Games(parts, turns),
            store=self.store,
            library=library,
            models=ModelList(self.language_model, clock),
            clock=clock,
            entropy=entropy,
            game=self.settings,
            away_since=self.away_since,
            care=self.care,
        )
        self.client = TableClient(self.desk, self.announcer)

    def restarted(self, **parts: object) -> "Stage":
        """Another process on the same store."""
        return Stage(store=self.store, seed=self.seed + 1000, **parts)  # type: ignore[arg-type]  # parts by name


@dataclass
class Evening:
    """People in a channel, and what they do most."""

    env: Env
    stage: Stage
    guild: GuildHandle
    channel: ChannelHandle
    host: MemberActor
    ada: MemberActor
    bo: MemberActor

    async def opened(self, **options: str) -> None:
        """The host opens a table."""
        await self.host.slash(self.channel, "game new", adventure="inn", **options)

    async def played(self, **options: str) -> None:
        """A table with Ada and Bo, after its opening."""
        await self.opened(**options)
        await self.ada.slash(self.channel, "join", character="ada")
        await self.bo.slash(self.channel, "join", character="bo")
        await self.host.slash(self.channel, "game begin")
        await self.rested()

    async def game(self) -> Session:
        """The game of the channel."""
        session = await self.stage.store.session_in("discord", str(self.channel.id))
        assert session is not None
        return session

    async def head(self) -> Turn:
        """Its newest turn."""
        turn = await self.stage.store.turn((await self.game()).head_turn_id or "")
        assert turn is not None
        return turn

    async def rested(self) -> None:
        """Returns when the story and its posts are whole."""
        await self.stage.desk.turns.settled((await self.game()).id)
        await self.env.settle()

    async def gathers_long(self) -> None:
        """From now on the table waits for others before a turn, until time passes."""
        session = await self.game()
        settings = session.settings.model_copy(update={"gather_s": 60.0})
        await self.stage.store.change_session(session.model_copy(update={"settings": settings}))

    async def time_passes(self) -> None:
        """Whatever waits for its time happens."""
        await self.env.advance_time(LONG_S)
        await self.env.settle()

    async def with_button(self, custom_id: str) -> discord.Message:
        """A message of ours with this one button, as somebody may still see it who has not scrolled on."""
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="1. Old", custom_id=custom_id))
        view.stop()
        channel = self.stage.client.get_partial_messageable(self.channel.id)
        return await channel.send("Once upon a time.", view=view)

    async def taken(self) -> Turn:
        """The waiting actions are a turn of which nothing was posted yet when the process dies."""
        session = await self.game()
        waiting = await self.stage.store.inbox(session.id)
        turn = Turn(
            id="taken", session_id=session.id, parent_id=session.head_turn_id, number=1, status="resolved",
            seed=7, actions=merged(waiting), began_at=BEFORE_ALL,
        )  # fmt: skip
        await self.stage.store.begin_turn(session.model_copy(update={"current_turn_id": turn.id}), turn)
        return turn

    async def half_told(self, text: str, *, is_remembered: bool = True) -> discord.Message:
        """As `taken`, with this much of it in the channel."""
        turn = await self.taken()
        posted = await self.stage.client.get_partial_messageable(self.channel.id).send(text)
        if is_remembered:
            place = {"channel_id": str(self.channel.id), "message_id": str(posted.id)}
            post = Post(session_id=turn.session_id, turn_id=turn.id, part=0, kind="narrative", **place)
            await self.stage.store.add_post(post)
        return posted

    async def leaves(self) -> None:
        """From now on the process hears no message any more."""
        await self.stage.client.unload_extension("cogs.listening")

    def arrives_with_the_next_press(self, *messages: discord.Message) -> None:
        """These come by the gateway right behind the next press or command, in this order."""

        async def pass_on(_: discord.Interaction) -> None:
            self.stage.client.remove_listener(pass_on, "on_interaction")
            for message in messages:
                self.stage.client.dispatch("message", message)

        self.stage.client.add_listener(pass_on, "on_interaction")

    async def receives(self, *messages: discord.Message) -> None:
        """These come by the gateway, at once and in this order."""
        self.arrives_with_the_next_press(*messages)
        await self.host.slash(self.channel, "help")
        await self.rested()

    async def login_again(self) -> None:
        """The gateway has lost its session, and the process has a new one."""
        self.stage.client.dispatch("ready")
        await self.rested()

    async def restart(self, **parts: object) -> None:
        """The process dies and another takes over."""
        await self.stage.desk.turns.close()
        self.stage = self.stage.restarted(**parts)
        await self.env.restart_bot(self.stage.client)
        await self.env.settle()

    def last(self) -> discord.Message:
        """The newest message of the channel."""
        message = self.channel.last_message
        assert message is not None
        return message

    def texts(self) -> list[str]:
        """What stands in the channel."""
        return [message.content for message in self.channel.history()]


def said(key: str, **blanks: Scalar) -> str:
    """The English sentence of a key."""
    return LOCALES["en"].say(key, **blanks)


def buttons(message: object) -> list[tuple[str, bool]]:
    """Label and whether it is dead, of each button of a message but Why?, which stands under every story."""
    rows = getattr(message, "components", [])
    return [
        (b.label, b.disabled) for row in rows for b in row.children if b.label != said("telling.why.button")
    ]


def private(result: InteractionResult) -> ResponseMessage:
    """What only the person sees who acted."""
    assert result.response is not None
    assert result.ephemeral
    return result.response


def private_text(result: InteractionResult) -> str:
    """Its words."""
    return private(result).content


def posts(evening: Evening) -> list[Any]:
    """Every message that we sent or tried to send into a channel, as Discord was asked for it."""
    return [
        request
        for request in evening.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages") and isinstance(request.json, dict)
    ]
