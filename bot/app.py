"""Puts the game together: the only file that chooses concrete parts, opens them and closes them again."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path

import structlog

from bot.adapters.database import Restored, backup, check, open_store, restore, upgrade
from bot.adapters.files import FileLibrary, is_packaged
from bot.adapters.ollama import OllamaModel
from bot.adapters.packs import check_pack
from bot.adapters.system import SystemClock, SystemEntropy
from bot.dice_files import game_called
from bot.doctor import Patient, examine
from bot.doctor_report import Finding, Report
from bot.settings import Settings
from bot.upkeep import daily_copies, dozing, heartbeats
from engine.asking.pace import Overrides, Paces
from engine.asking.requests import Limits
from engine.dice.receipt import Receipts
from engine.dice.rolled import Rolled
from engine.dice.rolling import roll
from engine.dice.seeds import beside
from engine.errors import GlyphmasterError, SetupError, StoreError
from engine.games import Games
from engine.model.noun import Surface
from engine.model_gm import ModelGameMaster
from engine.names import new_reference
from engine.offline_gm import OfflineGameMaster
from engine.parts import Masters, Options, Parts
from engine.ports import Announcer, Clock, Entropy, LanguageModel, Library, Store
from engine.rulesets.registry import ALL, Books, Rulesets
from engine.told.receipts import receipts
from engine.turn import TurnEngine

log = structlog.get_logger()

CLOSE_EACH_S = 1.0
"""How long one part may take to close; with the engine's own five seconds, less than bot.stopping waits."""


@dataclass(frozen=True)
class Ports:
    """The outside world of one surface, open. away_since: since when nobody played it; null = nobody did."""

    settings: Settings
    surface: Surface
    library: Library
    rulebooks: Books
    store: Store
    language_model: LanguageModel
    clock: Clock
    entropy: Entropy
    away_since: datetime | None = None


@dataclass(frozen=True)
class App:
    """One surface's game, open for play."""

    ports: Ports
    masters: Masters
    turns: TurnEngine
    games: Games


@cache
def load_library(home: Path) -> FileLibrary:
    """Adventures, prompts and sentences, read and checked once. Raises SetupError."""
    return FileLibrary(home)


def prepare(settings: Settings) -> None:
    """Before the loop: the home folder is there, the database is of this version. Raises SetupError."""
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(
            f"GLYPHMASTER_HOME is {str(settings.home)!r}, which cannot be made ({error.strerror}). Allowed: "
            "a folder that you may write to. Example: GLYPHMASTER_HOME=~/glyphmaster"
        ) from error
    upgrade(settings.database_url, SystemClock())


@asynccontextmanager
async def open_ports(settings: Settings, surface: Surface) -> AsyncIterator[Ports]:
    """The outside world, claimed for this process as long as it is open.

    Raises ProcessRunning if another live process plays this surface's games, SetupError, StoreError.
    """
    clock, entropy = SystemClock(), SystemEntropy()
    async with AsyncExitStack() as closing:
        library = load_library(settings.home)
        store = await open_store(settings.database_url, clock, entropy)
        closing.push_async_callback(within, "store", store.close)
        away_since = await store.claim_surface(surface, os.getpid(), clock.now())
        closing.push_async_callback(within, "claim", lambda: store.release_surface(surface, os.getpid()))
        language_model = OllamaModel(settings.ollama_host, clock)
        closing.push_async_callback(within, "model", language_model.close)
        upkeep = (
            asyncio.create_task(heartbeats(store, surface, clock), name="heartbeats"),
            asyncio.create_task(daily_copies(store, clock), name="daily copies"),
        )
        closing.push_async_callback(_cancelled, upkeep)
        yield Ports(
            settings=settings,
            surface=surface,
            library=library,
            rulebooks=library.rulebooks,
            store=store,
            language_model=language_model,
            clock=clock,
            entropy=entropy,
            away_since=away_since,
        )


@asynccontextmanager
async def open_app(ports: Ports, announcer: Announcer) -> AsyncIterator[App]:
    """The game on these ports. What was under way goes on when the surface calls `turns.resume()`."""
    masters = _masters(ports)
    parts = Parts(
        surface=ports.surface,
        store=ports.store,
        library=ports.library,
        clock=ports.clock,
        entropy=ports.entropy,
        masters=masters,
        announcer=announcer,
        options=Options(gather_s=ports.settings.gather_s),
        rulesets=Rulesets(*ALL, books=ports.rulebooks),
    )
    turns = TurnEngine(parts)
    games = Games(parts, turns)
    upkeep = asyncio.create_task(dozing(games, ports.clock), name="dozing")
    try:
        yield App(ports=ports, masters=masters, turns=turns, games=games)
    finally:
        await _cancelled((upkeep,))
        await turns.close()


def failure_reference() -> str:
    """Six letters for a failure outside of any game."""
    return new_reference(SystemEntropy())


def faults_of_pack(path: Path, library: FileLibrary) -> tuple[str, ...]:
    """What is wrong with a pack's file or folder, each with its place and what would be right."""
    return check_pack(path, () if is_packaged(path) else library.packaged)


def copy_database(settings: Settings) -> str:
    """A copy in the series `manual`; its path. Raises SetupError, also for what cannot be copied."""
    try:
        return backup(settings.database_url, "manual", SystemClock())
    except StoreError as error:
        raise SetupError(
            f"The database cannot be copied ({error.__cause__}). It was left as it is. Check that it exists "
            "(`glyphmaster db upgrade` makes it), that its folder can be written and that the disk has room."
        ) from error


def restore_database(settings: Settings, copy: Path) -> Restored:
    """Put a copy in the database's place; what stood there is kept beside it. Raises SetupError."""
    return restore(settings.database_url, copy, SystemClock())


async def examined(
    settings: Settings, database: Callable[[], Awaitable[Sequence[str]]], tell: Callable[[Finding], None]
) -> Report:
    """What the doctor finds; `tell` hears each finding at once."""
    patient = Patient(settings, load_library(settings.home), database, (settings.model,))
    async with asked_server(settings.ollama_host) as server:
        return await examine(patient, server, SystemClock(), tell)


def this_clock() -> Clock:
    """The machine's own."""
    return SystemClock()


@asynccontextmanager
async def asked_server(host: str) -> AsyncIterator[OllamaModel]:
    """The model server at an address, for a few questions."""
    server = OllamaModel(host, SystemClock())
    try:
        yield server
    finally:
        await within("model", server.close)


async def faults_of_database(settings: Settings) -> tuple[str, ...]:
    """Where the database is not whole, or a game's log does not add up to its state.

    Raises SetupError, StoreError.
    """
    async with await open_store(settings.database_url, SystemClock(), SystemEntropy()) as store:
        report = await check(store)
    games = tuple(f"{game.name} ({game.session_id}): {game.detail}" for game in report.games if game.detail)
    return report.integrity + report.foreign_keys + games


async def receipts_of(settings: Settings, game: str) -> Receipts:
    """All rolls of a game. Raises SetupError, StoreError."""
    async with await open_store(settings.database_url, SystemClock(), SystemEntropy()) as store:
        return await receipts(store, await game_called(store, game))


def rolled_here(expression: str) -> Rolled:
    """Dice of no game. Raises DiceError."""
    return roll(expression, beside((), SystemEntropy().bits, "roll"))


def _masters(ports: Ports) -> Masters:
    settings = ports.settings
    overrides = Overrides(settings.first_token_s, settings.idle_s, settings.total_s)
    limits = Limits(overrides=overrides)
    if settings.num_ctx is not None:
        limits = replace(limits, num_ctx=settings.num_ctx)
    model = ModelGameMaster(ports.language_model, ports.library, Paces(), ports.clock, ports.entropy, limits)
    return Masters(
        model=model,
        offline=OfflineGameMaster(ports.library),
        language_model=ports.language_model,
        expected_s=model.expected_s,
        host=model.host,
        fits=model.check,
        release=model.release,
        asked_beside=model.asked_beside,
    )


async def within(name: str, close: Callable[[], Awaitable[None]], limit_s: float = CLOSE_EACH_S) -> None:
    """Close a part within its limit; one that fails to close is logged and let go."""
    try:
        async with asyncio.timeout(limit_s):
            await close()
    except (TimeoutError, GlyphmasterError) as error:
        log.warning("close_failed", part=name, cause=repr(error))


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=CLOSE_EACH_S)
