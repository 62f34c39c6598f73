"""A language model that says what a test tells it to say, and remembers all that it was asked."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

from engine.errors import ModelError, ModelMissing, NothingSaid
from engine.model.usage import DoneReason, Purpose, Usage
from engine.model_request import Chunk, ModelFacts, ModelRequest
from engine.ports import Clock

QUIET: frozenset[Purpose] = frozenset({"prepare", "load"})
"""What play sends on the side. Answered with nothing unless a reply is meant for it."""


@dataclass(frozen=True)
class Reply:
    """One answer. The first reply in the script that fits a request is used.

    text: whole, in the chunks in which it comes, or made from the request. purpose, when: which requests it
    fits; both null = any. error: raised after the text. times: how often it is used; null = always. delay_s:
    before the first chunk; pause_s: before each further one (both on the model's clock).
    """

    text: str | Sequence[str] | Callable[[ModelRequest], str] = ""
    purpose: Purpose | None = None
    when: Callable[[ModelRequest], bool] | None = None
    thinking: str = ""
    error: Exception | None = None
    times: int | None = 1
    delay_s: float = 0.0
    pause_s: float = 0.0
    prompt_tokens: int = 100
    prompt_s: float = 0.1
    output_tokens: int | None = None
    output_s: float = 0.1
    done_reason: DoneReason = "stop"

    def fits(self, request: ModelRequest) -> bool:
        """Whether it may answer this request."""
        if self.purpose is None and self.when is None and request.purpose in QUIET:
            return False
        return self.purpose in (None, request.purpose) and (self.when is None or self.when(request))

    def chunks(self, request: ModelRequest) -> tuple[str, ...]:
        """The text in pieces."""
        text = self.text(request) if callable(self.text) else self.text
        return (text,) if isinstance(text, str) else tuple(text)


@dataclass
class ScriptedModel:
    """Implements LanguageModel. Asked for what no reply fits, it fails the test with an AssertionError.

    requests: all that were sent, in order. stopped: those whose answer the caller did not read to its end.
    """

    replies: Sequence[Reply] = ()
    clock: Clock | None = None
    facts: Sequence[ModelFacts] | None = None
    """The installed models; null: every name is one, without a window and without thinking."""
    away: ModelError | None = None
    """If set, plain questions (models, show, version) fail with it."""
    requests: list[ModelRequest] = field(default_factory=list)
    stopped: list[ModelRequest] = field(default_factory=list)
    _used: dict[int, int] = field(default_factory=dict)

    def asked(self, purpose: Purpose) -> tuple[ModelRequest, ...]:
        """The requests with this purpose, in order."""
        return tuple(r for r in self.requests if r.purpose == purpose)

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        self.requests.append(request)
        is_read = False
        try:
            reply = self._reply_to(request)
            chunks = reply.chunks(request)
            await self._sleep(reply.delay_s)
            if reply.thinking:
                yield Chunk(thinking=reply.thinking)
            for number, text in enumerate(chunks):
                if number:
                    await self._sleep(reply.pause_s)
                if text:
                    yield Chunk(text=text)
            is_read = True
            if reply.error:
                raise reply.error
            if not "".join(chunks).strip() and request.messages and request.purpose not in QUIET:
                raise NothingSaid
            yield Chunk(usage=_usage(reply, request, "".join(chunks)))
        finally:
            if not is_read:
                self.stopped.append(request)

    async def version(self) -> str:
        self._check_there()
        return "0.12.0"

    async def models(self) -> tuple[str, ...]:
        self._check_there()
        return tuple(sorted(f.name for f in self.facts or ()))

    async def show(self, model: str) -> ModelFacts:
        self._check_there()
        if self.facts is None:
            return ModelFacts(model, context_length=8192, sliding_window=None, can_think=False)
        found = next((f for f in self.facts if f.name == model), None)
        if found is None:
            raise ModelMissing(model=model)
        return found

    def _check_there(self) -> None:
        if self.away:
            raise self.away

    def _reply_to(self, request: ModelRequest) -> Reply:
        if self.facts is not None and request.model not in {f.name for f in self.facts}:
            raise ModelMissing(model=request.model)
        for number, reply in enumerate(self.replies):
            used = self._used.get(number, 0)
            if (reply.times is None or used < reply.times) and reply.fits(request):
                self._used[number] = used + 1
                return reply
        if request.purpose in QUIET or not request.messages:
            return Reply(done_reason="stop" if request.messages else "load")
        raise AssertionError(f"No reply is left for this {request.purpose} request: {request.messages[-1]}")

    async def _sleep(self, seconds: float) -> None:
        if seconds:
            assert self.clock, "a reply that waits needs a clock"
            await self.clock.sleep(seconds)


def _usage(reply: Reply, request: ModelRequest, text: str) -> Usage:
    words = len(text.split())
    return Usage(
        purpose=request.purpose,
        model=request.model,
        prompt_tokens=reply.prompt_tokens if request.messages else 0,
        output_tokens=words if reply.output_tokens is None else reply.output_tokens,
        prompt_s=reply.prompt_s,
        output_s=reply.output_s,
        first_token_s=reply.delay_s,
        total_s=reply.delay_s + reply.prompt_s + reply.output_s,
        done_reason=reply.done_reason,
    )
