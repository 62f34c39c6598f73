"""The names of the installed models, kept at hand: a list that is asked for while typing cannot wait."""

import structlog

from engine.errors import ModelError
from engine.ports import Clock, LanguageModel

log = structlog.get_logger()

BETWEEN_LOOKS_S = 60.0


class ModelList:
    """Looks in the background; a server that is away changes nothing of what is known."""

    def __init__(self, language_model: LanguageModel, clock: Clock) -> None:
        self._language_model = language_model
        self._clock = clock
        self._names: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """As last seen, sorted; empty if the server has never answered."""
        return self._names

    async def look(self) -> tuple[str, ...]:
        """Ask the server now. Raises ModelError."""
        self._names = await self._language_model.models()
        return self._names

    async def keep_looking(self) -> None:
        """Look again and again; ends only when it is cancelled."""
        while True:
            try:
                await self.look()
            except ModelError as error:
                log.info("models_unknown", cause=repr(error))
            await self._clock.sleep(BETWEEN_LOOKS_S)
