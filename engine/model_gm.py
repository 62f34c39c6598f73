"""The game master that asks a language model: it tells what was settled, and writes down what it told."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

import structlog

from engine.asking.circuit import Circuit
from engine.asking.pace import Paces
from engine.asking.requests import Limits, ModelRequests
from engine.asking.retries import Asking
from engine.errors import ModelError
from engine.gamemaster import Brief, Planned, Recording, Telling, first_use, uses_of
from engine.model.session import GameSettings, model_for
from engine.model.turn import Resolution
from engine.model.usage import Usage
from engine.ports import Clock, Entropy, LanguageModel, Library
from engine.sight.conversation import WORDS, prefix_messages
from engine.teller.narrating import Narrating
from engine.teller.planning import Planning
from engine.teller.writing_down import WritingDown

_NEW_TOKENS = 350
"""What is evaluated between an action and the first word at most."""
_LETTERS_A_WORD = 6.0

log = structlog.get_logger()


class ModelGameMaster:
    """Implements `engine.gamemaster.GameMaster`; one for all tables of a process.

    It remembers nothing of a game, only how the models of this machine are, and whether their host is there.
    """

    def __init__(
        self,
        language_model: LanguageModel,
        library: Library,
        paces: Paces,
        clock: Clock,
        entropy: Entropy,
        limits: Limits | None = None,
    ) -> None:
        self._library = library
        self._paces = paces
        self.host = Circuit(language_model, clock)
        self._requests = requests = ModelRequests(self.host, paces, clock, limits or Limits())
        asking = Asking(clock, entropy)
        self._planning = Planning(requests, asking, library)
        self._narrating = Narrating(requests, asking, library, paces, clock, entropy)
        self._writing = WritingDown(requests, asking, library)

    def expected_s(self, settings: GameSettings) -> float | None:
        """Seconds until a whole narrative stands with these settings; null if nothing was measured yet."""
        pace = self._paces.of(model_for(settings, "storytelling"), settings.language)
        words = min(WORDS[settings.style], pace.max_words or WORDS["long"])
        return pace.expected_s(_NEW_TOKENS, pace.tokens(round(words * _LETTERS_A_WORD)))

    async def check(self, brief: Brief) -> None:
        """Raises WindowTooSmall if what every prompt begins with leaves no room to play; asks no model.

        brief: of the turn to come. Raises what `LanguageModel.show` raises.
        """
        prompts = self._library.prompts(brief.settings.language)
        for use in uses_of(brief.settings, brief.ruleset):
            prefix_messages(brief, prompts, await self._requests.fit(brief.settings, use))

    async def release(self, model: str) -> None:
        """Nobody plays on this model now: it may leave the server's memory. Raises ModelError."""
        await self._requests.release(model)

    def asked_beside(self, model: str) -> None:
        """This model is asked for something beside play: it may push others out of the server's memory."""
        self._paces.made_room_for(model)

    async def resolve(self, brief: Brief) -> Planned:
        return await self._planning.resolve(brief)

    def narrate(self, brief: Brief, resolution: Resolution) -> AsyncGenerator[Telling, None]:
        return self._narrating.narrate(brief, resolution)

    def record(self, brief: Brief, resolution: Resolution, narrative: str) -> AsyncGenerator[Recording, None]:
        return self._writing.record(brief, resolution, narrative)

    async def prepare(self, brief: Brief) -> tuple[Usage, ...]:
        usage: list[Usage] = []
        use = first_use(brief.settings, brief.ruleset, is_opening=brief.number == 0)
        if use is None:
            return ()
        try:
            fit = await self._requests.fit(brief.settings, use)
            messages = prefix_messages(brief, self._library.prompts(brief.settings.language), fit)
            request = await self._requests.prepare(brief, use, messages)
            async with aclosing(self._requests.stream(request, brief.settings.language)) as chunks:
                usage += [chunk.usage async for chunk in chunks if chunk.usage]
        except ModelError as error:
            log.debug("prepare_failed", session=brief.session_id, cause=repr(error))
        return tuple(usage)
