"""A server whose models are chosen, tried and fetched, for the tests of /config."""

from simcord.results import InteractionResult

from engine.model.session import GameSettings
from engine.model_request import ModelFacts
from tests.cogs.stage import Evening, Stage, private_text, said

GB = 1_000_000_000
MOMENT_S = 20.0
"""Longer than the simulated Discord waits for us by itself, and short beside a quarter of an hour."""
NAMES = ("big:9b", "poet:12b", "small:1b")


def with_models(stage: Stage) -> None:
    """Three models are installed, and a few seconds can pass."""
    stage.language_model.facts = [ModelFacts(name, 8192, None, can_think=False) for name in NAMES]
    stage.clock.long_s = MOMENT_S


async def choose(evening: Evening, use: str, model: str) -> str:
    return private_text(await evening.host.slash(evening.channel, "config model", use=use, model=model))


async def settings(evening: Evening) -> GameSettings:
    return (await evening.stage.desk.guild(evening.guild.id)).game


def lines(*keys: str, **blanks: str | int) -> str:
    return "\n".join(said(f"models.{key}", **blanks) for key in keys)


async def later(evening: Evening, result: InteractionResult) -> str:
    """What the private answer says a few seconds afterwards."""
    await seconds_pass(evening)
    return private_text(result)


async def seconds_pass(evening: Evening) -> None:
    for _ in range(3):
        await evening.env.advance_time(MOMENT_S + 1)
        await evening.env.settle()
