"""`glyphmaster doctor`: looks at all that play stands on, and says plainly what works and what does not."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import SecretStr

from bot.discord_account import Answer, account_of
from bot.doctor_discord import account_findings
from bot.doctor_model import ModelExam, reason_of
from bot.doctor_report import Finding, Report, bad, good
from bot.doctor_turn import trial_turn
from bot.settings import Settings
from engine.asking.pace import Overrides
from engine.errors import ModelError, SetupError, StoreError
from engine.ports import Clock, LanguageModel, Library


class ModelServer(LanguageModel, Protocol):
    """A model server that says which version it is."""

    async def version(self) -> str:
        """Raises ModelUnreachable, ModelTooSlow, ModelRefused."""
        ...


@dataclass(frozen=True)
class Patient:
    """What is examined. database: gives its faults; raises StoreError, SetupError. models: names in use.

    account: asks Discord about a token.
    """

    settings: Settings
    library: Library
    database: Callable[[], Awaitable[Sequence[str]]]
    models: tuple[str, ...]
    account: Callable[[SecretStr], Awaitable[Answer]] = account_of


def settings_report(error: SetupError) -> Report:
    """The report where not even the settings can be read: nothing else can be looked at then."""
    return Report((bad("settings.wrong", problem=error.problem),))


async def examine(
    patient: Patient, server: ModelServer, clock: Clock, tell: Callable[[Finding], None] = lambda _: None
) -> Report:
    """Everything, in order; `tell` hears each finding at once, since a slow model takes minutes."""
    findings: list[Finding] = []
    async for finding in _findings(patient, server, clock):
        findings.append(finding)
        tell(finding)
    return Report(tuple(findings))


async def _findings(patient: Patient, server: ModelServer, clock: Clock) -> AsyncIterator[Finding]:
    settings = patient.settings
    yield good("settings.right", language=settings.language, model=settings.model, home=str(settings.home))
    yield await _database(patient)
    if settings.discord_token is None:
        yield good("discord.left-out")
    else:
        for finding in account_findings(await patient.account(settings.discord_token)):
            yield finding
    found = await _server(settings, server)
    yield found
    if found.verdict == "bad":
        return
    for name in dict.fromkeys(patient.models):
        async for finding in _model(name, patient, server, clock):
            yield finding


async def _database(patient: Patient) -> Finding:
    try:
        faults = await patient.database()
    except SetupError as error:
        return bad("database.broken", problem=error.problem)
    except StoreError as error:
        return bad("database.broken", problem=str(error.blanks.get("reason", type(error).__name__)))
    return bad("database.broken", problem="; ".join(faults)) if faults else good("database.sound")


async def _server(settings: Settings, server: ModelServer) -> Finding:
    host = settings.ollama_host
    try:
        version, models = await server.version(), await server.models()
    except ModelError as error:
        return bad("server.away", host=host, reason=reason_of(error))
    if not models:
        return bad("server.empty", host=host, version=version, command=f"ollama pull {settings.model}")
    return good("server.answers", host=host, version=version, models=", ".join(models))


async def _model(name: str, patient: Patient, server: ModelServer, clock: Clock) -> AsyncIterator[Finding]:
    settings = patient.settings
    overrides = Overrides(settings.first_token_s, settings.idle_s, settings.total_s)
    exam = ModelExam(server, name, settings.num_ctx, overrides)
    facts, num_ctx, found = await exam.context()
    for finding in found:
        yield finding
    if facts is None:
        return
    turn = trial_turn(patient.library, settings.language, num_ctx, clock.now())
    works = True
    async for finding in exam.play(turn, facts):
        works = works and finding.verdict != "bad"
        yield finding
    if works:
        yield good("model.works", model=name)
