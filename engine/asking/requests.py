"""Puts a question to a model in the right size: window, tokens of the answer, and how long to wait."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field, replace

from engine.asking.context_window import effective_num_ctx
from engine.asking.pace import Ask, Overrides, Paces
from engine.asking.plan_schema import plan_schema
from engine.asking.record_schema import record_schema
from engine.asking.retries import closed
from engine.errors import PromptTooLong
from engine.gamemaster import Brief
from engine.model.noun import Language
from engine.model.session import GameSettings, model_for
from engine.model.usage import Purpose
from engine.model.uses import ModelUse
from engine.model_request import Chunk, Deadlines, Message, ModelFacts, ModelRequest
from engine.ports import Clock, LanguageModel
from engine.sight.budget import Fit, budget_for
from engine.words.tokens import chars_per_token

THOUGHTS = 1024
"""Tokens more for models that think before they answer."""
SLOW_RECORD = 150
"""Tokens of a record on a slow machine."""
_SLOW_NARRATIVE = 240
"""Tokens that hold 120 words in any of our languages."""
_RELEASED_WITHIN = Deadlines(first_token_s=30.0, idle_s=30.0, total_s=60.0)
_LOG_SHARES = (1.0, 0.4, 0.0)
"""Of the log's room, by how often a prompt was refused as too long: the past is what gives way."""
_TIGHTER = 0.75


@dataclass(frozen=True)
class Limits:
    """What an admin sets for all models. keep_alive_s: how long the server keeps one loaded, -1 = always."""

    num_ctx: int = 8192
    keep_alive_s: int = 1800
    overrides: Overrides = field(default_factory=Overrides)


class ModelRequests:
    """Makes and sends the requests of all tables. What it learns of a model holds for every table."""

    def __init__(self, language_model: LanguageModel, paces: Paces, clock: Clock, limits: Limits) -> None:
        self._language_model = language_model
        self._paces = paces
        self._clock = clock
        self._limits = limits
        self._facts: dict[str, ModelFacts] = {}
        self._refused_as_too_long: dict[str, int] = {}

    async def fit(self, settings: GameSettings, use: ModelUse) -> Fit:
        """What this game's conversation has to fit into when its model for this use is asked.

        Raises what `LanguageModel.show` raises.
        """
        return await self.fit_of(model_for(settings, use), settings.language)

    async def fit_of(self, model: str, language: Language) -> Fit:
        """The same for a model by its name."""
        num_ctx = await self._num_ctx(model)
        pace = self._paces.of(model, language)
        refusals = self._refused_as_too_long.get(model, 0)
        density, log_share = pace.chars_per_token, _LOG_SHARES[min(refusals, len(_LOG_SHARES) - 1)]
        if refusals > 1:  # it is not the past alone
            density = _TIGHTER * (density or chars_per_token(language))
        return Fit(num_ctx, density, pace.max_words, log_share)

    async def prepare(self, brief: Brief, use: ModelUse, messages: Sequence[Message]) -> ModelRequest:
        """One token after all that the next turn's requests begin with: it is only to be evaluated.

        use: what a model will be asked for first.
        """
        return await self._request("prepare", use, brief, messages, 1)

    async def plan(self, brief: Brief, messages: Sequence[Message]) -> ModelRequest:
        """A plan of the tools at hand; nothing is left to chance: the dice are the engine's."""
        most = (await self.fit(brief.settings, "rules")).budget.plan
        request = await self._request("plan", "rules", brief, messages, most)
        return replace(request, schema=plan_schema(brief, most), temperature=0.0, repeat_penalty=1.0)

    async def narrate(self, brief: Brief, messages: Sequence[Message], seed: int) -> ModelRequest:
        """Free text, long enough for the game's style."""
        fit = await self.fit(brief.settings, "storytelling")
        most = fit.budget.narrative if fit.max_words is None else min(fit.budget.narrative, _SLOW_NARRATIVE)
        request = await self._request("narrate", "storytelling", brief, messages, most)
        return replace(request, seed=seed)

    async def record(self, brief: Brief, messages: Sequence[Message]) -> ModelRequest:
        """A StateUpdate for this brief, as likely as the model can make it: nothing is left to chance."""
        fit = await self.fit(brief.settings, "record")
        most = fit.budget.record if fit.max_words is None else SLOW_RECORD
        request = await self._request("record", "record", brief, messages, most)
        return replace(request, schema=record_schema(brief, most), temperature=0.0, repeat_penalty=1.0)

    async def stream(self, request: ModelRequest, language: Language) -> AsyncGenerator[Chunk, None]:
        """The answer as it comes; what it took is learned. Raises what `LanguageModel.stream` raises.

        A prompt that the server refuses as too long is worth another try: the next fit is tighter.
        """
        stream = self._language_model.stream(request)
        prompt = "\n".join(message.content for message in request.messages)
        try:
            async for chunk in stream:
                if chunk.usage:
                    self._paces.learn(chunk.usage, prompt, language, self._clock.monotonic())
                yield chunk
        except PromptTooLong as error:
            refusals = self._refused_as_too_long.get(request.model, 0) + 1
            self._refused_as_too_long[request.model] = refusals
            error.can_retry = refusals < len(_LOG_SHARES)
            raise
        finally:
            await closed(stream)

    async def release(self, model: str) -> None:
        """Let the server forget the model, where no admin wants it kept. Raises ModelError."""
        if self._limits.keep_alive_s < 0:
            return
        request = ModelRequest(
            purpose="load",
            model=model,
            messages=(),
            deadlines=_RELEASED_WITHIN,
            num_ctx=await self._num_ctx(model),
            num_predict=0,
            keep_alive="0",
        )
        stream = self._language_model.stream(request)
        try:
            async for _ in stream:
                pass
        finally:
            await closed(stream)
        self._paces.released(model)

    async def _request(
        self, purpose: Purpose, use: ModelUse, brief: Brief, messages: Sequence[Message], num_predict: int
    ) -> ModelRequest:
        model = model_for(brief.settings, use)
        pace = self._paces.of(model, brief.settings.language)
        thoughts = THOUGHTS if (await self._facts_of(model)).can_think and num_predict > 1 else 0
        now, keep_alive_s = self._clock.monotonic(), self._limits.keep_alive_s
        ask = Ask(
            prompt_tokens=pace.tokens(sum(len(message.content) for message in messages)),
            num_predict=num_predict + thoughts,
            is_cold=self._paces.is_cold(model, now, keep_alive_s),
        )
        return ModelRequest(
            purpose=purpose,
            model=model,
            messages=tuple(messages),
            deadlines=pace.deadlines(ask, self._limits.overrides),
            num_ctx=await self._num_ctx(model),
            num_predict=num_predict,
            keep_alive=str(keep_alive_s),
        )

    async def _num_ctx(self, model: str) -> int:
        """The same in every request of a model: another one makes the server load it again."""
        facts = await self._facts_of(model)
        wanted = self._limits.num_ctx
        if facts.can_think and budget_for(wanted).total + THOUGHTS > wanted:
            wanted += THOUGHTS
        return effective_num_ctx(facts, wanted).num_ctx

    async def _facts_of(self, model: str) -> ModelFacts:
        if model not in self._facts:
            self._facts[model] = await self._language_model.show(model)
        return self._facts[model]
