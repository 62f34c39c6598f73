"""Telling: the model tells what was settled, word by word, in the game's language and style."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from engine.asking.pace import Paces
from engine.asking.requests import ModelRequests
from engine.asking.retries import Asking
from engine.errors import ModelError, StreamBroke
from engine.gamemaster import Brief, Telling
from engine.model.turn import Resolution
from engine.ports import Entropy, Library
from engine.reading.telling import told
from engine.sight.conversation import narrate_messages
from engine.words.neutral import is_blank

_SEED_BITS = 31


class Narrating:
    """Asks for a narrative."""

    def __init__(
        self, requests: ModelRequests, asking: Asking, library: Library, paces: Paces, entropy: Entropy
    ) -> None:
        self._requests = requests
        self._asking = asking
        self._library = library
        self._paces = paces
        self._entropy = entropy

    async def narrate(self, brief: Brief, resolution: Resolution) -> AsyncGenerator[Telling, None]:
        """As `GameMaster.narrate`."""
        said = ""
        tellings = self._asking.stream(lambda: self._narrative(brief, resolution), _has_words)
        try:
            async with aclosing(tellings):
                async for telling in tellings:
                    said += telling.text
                    yield telling
        except ModelError as error:
            if said and not isinstance(error, StreamBroke):
                raise StreamBroke(said) from error
            raise

    async def _narrative(self, brief: Brief, resolution: Resolution) -> AsyncGenerator[Telling, None]:
        """One try at telling."""
        settings = brief.settings
        fit = await self._requests.fit(settings)
        messages = narrate_messages(brief, resolution, self._library.prompts(settings.language), fit)
        request = await self._requests.narrate(brief, messages, self._entropy.bits(_SEED_BITS))
        seen = "\n\n".join(message.content for message in messages if message.role == "user")
        chunks = self._requests.stream(request, settings.language)
        pace = self._paces.of(settings.model, settings.language)
        async with aclosing(told(chunks, request.num_predict, pace)) as tellings:
            async for telling in tellings:
                yield telling if telling.text else replace(telling, seen=seen)


def _has_words(telling: Telling) -> bool:
    return not is_blank(telling.text)
