"""Asks on a table's own conversation with its model: the rest of an answer is one message more."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace

from engine.asking.requests import ModelRequests
from engine.asking.retries import Asking
from engine.errors import PromptTooLong
from engine.gamemaster import Brief
from engine.looping.harmless import harmless_message
from engine.looping.use_case import Question
from engine.model_request import Chunk, Message, ModelRequest

_MESSAGE_TOKENS = 8
"""What a chat template puts around one message, at most."""

Conversation = Callable[[], Awaitable[Sequence[Message]]]
"""The messages up to the first prompt, which ends the last of them. Made anew for each try: it may have to
be shorter than before."""
AsRequest = Callable[[Brief, Sequence[Message]], Awaitable[ModelRequest]]


class Chat:
    """Implements `engine.looping.use_case.Services`."""

    def __init__(
        self,
        requests: ModelRequests,
        asking: Asking,
        brief: Brief,
        conversation: Conversation,
        as_request: AsRequest,
    ) -> None:
        self._requests = requests
        self._asking = asking
        self._brief = brief
        self._conversation = conversation
        self._as_request = as_request

    async def ask(self, question: Question) -> AsyncGenerator[Chunk, None]:
        """The answer, with retries until its first word. Raises ModelError."""
        pieces = self._asking.stream(
            lambda: self._chunks(question),
            lambda chunk: bool(chunk.text.strip()),
            is_needed=not question.so_far,
        )
        async with aclosing(pieces):
            async for chunk in pieces:
                yield chunk

    async def _chunks(self, question: Question) -> AsyncGenerator[Chunk, None]:
        request = await (self._rest(question) if question.so_far else self._first(question))
        stream = self._requests.stream(request, self._brief.settings.language)
        async with aclosing(stream):
            async for chunk in stream:
                yield chunk

    async def _first(self, question: Question) -> ModelRequest:
        messages = await self._conversation()
        if not messages[-1].content.endswith(question.prompt):
            raise ValueError("the conversation does not end with the first prompt")
        return await self._as_request(self._brief, messages)

    async def _rest(self, question: Question) -> ModelRequest:
        """The same, the answer so far in its own words, and what asks for the rest. Raises PromptTooLong."""
        messages = (
            *await self._conversation(),
            Message("assistant", harmless_message(question.so_far)),
            Message("user", question.prompt),
        )
        request = await self._as_request(self._brief, messages)
        fit = await self._requests.fit_of(request.model, self._brief.settings.language)
        measure = fit.measure(self._brief.settings.language)
        room = request.num_ctx - sum(measure.tokens(m.content) + _MESSAGE_TOKENS for m in messages)
        if 2 * room < request.num_predict:  # what is missing may well be half an answer
            error = PromptTooLong(reason="the rest of an answer would not fit")
            error.can_retry = False
            raise error
        return replace(request, num_predict=min(request.num_predict, room))
