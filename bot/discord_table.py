"""The game master in Discord, from opening everything to closing it again."""

from bot.app import asked_server, open_app, open_ports, within
from bot.client import TableClient, serve
from bot.figures import Figures
from bot.health import Watched, answering
from bot.long_lived import set_aside
from bot.model_care import OllamaCare
from bot.settings import Settings
from cogs.announcer import DiscordAnnouncer
from cogs.desk import Desk
from cogs.model_list import ModelList
from engine.model.session import GameSettings

GOODBYE_S = 2.0
"""How long Discord may take to hear that we leave."""


async def play(settings: Settings, token: str) -> None:
    """Play in Discord's channels until cancelled. Raises SetupError, StoreError."""
    async with open_ports(settings, "discord") as ports:
        announcer = DiscordAnnouncer(ports.store, ports.library, ports.clock)
        figures = Figures(announcer)
        async with open_app(ports, figures) as app:
            care = OllamaCare(
                settings=settings,
                library=ports.library,
                clock=ports.clock,
                server=lambda: asked_server(settings.ollama_host),
                spare=app.turns.in_spare_time,
            )
            desk = Desk(
                turns=app.turns,
                games=app.games,
                store=ports.store,
                library=ports.library,
                models=ModelList(ports.language_model, ports.clock),
                clock=ports.clock,
                entropy=ports.entropy,
                game=GameSettings(language=settings.language, model=settings.model),
                away_since=ports.away_since,
                telling=app.masters.telling,
                expected_s=app.masters.expected_s,
                care=care,
            )
            client = TableClient(desk, announcer)
            set_aside()
            try:
                async with answering(settings.health, Watched(figures, ports.store, app.masters.telling)):
                    await serve(client, token)
            finally:
                await app.turns.close()  # while we can still post: what was just told is shown
                await within("discord", client.close, GOODBYE_S)
