"""Telling: the model tells what was settled, word by word, in the game's language and style.

A telling that breaks off, or stops in the middle of a sentence because its tokens are spent, is gone on with:
the same conversation, what was said, and a short request for the rest.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import structlog

from engine.asking.pace import Paces
from engine.asking.requests import ModelRequests
from engine.asking.retries import Asking
from engine.errors import ModelError, NothingSaid, StreamBroke
from engine.gamemaster import Brief, Telling
from engine.model.session import model_for
from engine.model.turn import Resolution
from engine.model.usage import Usage
from engine.model_request import Chunk, ModelRequest
from engine.ports import Clock, Entropy, Library
from engine.reading.seam import Seam
from engine.reading.story import Story
from engine.reading.telling import Length, kept_of, told
from engine.sight.conversation import go_on_messages, narrate_messages
from engine.words.neutral import is_blank

CONTINUATIONS = 2
"""How often a story is gone on with."""
FEW = 64
"""Tokens that end a sentence; also the least that is asked for after a break."""
_TOLD = 0.6
"""Share of its tokens after which a story that broke off where a sentence ends counts as told."""
_SEED_BITS = 31

log = structlog.get_logger()


@dataclass
class _Course:
    """How a narrative has gone so far.

    broke: what ended it too early; null if nothing did. is_cut: whether the tokens of its answer were spent.
    num_predict: the tokens that the whole of it may take. is_given_up: asked for more, the model gave none.
    """

    brief: Brief
    resolution: Resolution
    story: Story = field(default_factory=Story)
    spent: list[Usage] = field(default_factory=list)
    seen: str = ""
    num_predict: int = 0
    broke: ModelError | None = None
    is_cut: bool = False
    is_given_up: bool = False


class Narrating:
    """Asks for a narrative."""

    def __init__(
        self,
        requests: ModelRequests,
        asking: Asking,
        library: Library,
        paces: Paces,
        clock: Clock,
        entropy: Entropy,
    ) -> None:
        self._requests = requests
        self._asking = asking
        self._library = library
        self._paces = paces
        self._clock = clock
        self._entropy = entropy

    async def narrate(self, brief: Brief, resolution: Resolution) -> AsyncGenerator[Telling, None]:
        """As `GameMaster.narrate`; what was spent on every request comes last, also before an error."""
        course = _Course(brief, resolution)
        async with aclosing(self._first(course)) as tellings:
            async for telling in tellings:
                yield telling
        for number in range(1, CONTINUATIONS + 1):
            if not self._may_go_on(course):
                break
            log.info("narrative_goes_on", session=brief.session_id, number=number, cause=repr(course.broke))
            async with aclosing(self._rest(course)) as tellings:
                async for telling in tellings:
                    yield telling
        if course.broke is None and (text := course.story.end(is_cut=course.is_cut)):
            yield Telling(text=text)
        for usage in course.spent:
            yield Telling(usage=usage, seen=course.seen)
        if course.broke is not None:
            raise _broken(course, course.broke)

    async def _first(self, course: _Course) -> AsyncGenerator[Telling, None]:
        """The narrative up to where it ends, is cut or breaks."""
        tries = self._asking.stream(lambda: self._begun(course), _is_word)
        try:
            async with aclosing(tries) as tellings:
                async for telling in tellings:
                    if telling.text:
                        yield telling
        except ModelError as error:
            course.broke = error

    async def _rest(self, course: _Course) -> AsyncGenerator[Telling, None]:
        """More of it. What does not go on with it changes nothing."""
        story, was = course.story, (course.broke, course.is_cut)
        tries = self._asking.stream(lambda: self._gone_on(course, story), _is_word, is_needed=False)
        has_more = False
        course.broke = None
        try:
            async with aclosing(tries) as tellings:
                async for telling in tellings:
                    has_more = True
                    if telling.text:
                        yield telling
        except ModelError as error:
            course.broke = error
            if not has_more:
                log.info("narrative_not_gone_on", session=course.brief.session_id, cause=repr(error))
                course.story, (course.broke, course.is_cut) = story, was
                course.is_given_up = True

    def _may_go_on(self, course: _Course) -> bool:
        """Whether the rest is asked for. A story that is whole by then counts as told."""
        story, broke = course.story, course.broke
        if course.is_given_up or is_blank(story.text):
            return False
        if broke is None:
            if course.is_cut:
                story.break_off()
            return course.is_cut and not story.is_whole
        if not (isinstance(broke, StreamBroke) and broke.can_go_on):
            return False
        story.break_off()
        if story.is_whole and self._tokens(course, story.text) >= _TOLD * course.num_predict:
            course.broke = None
            return False
        return bool(story.text.strip())

    async def _begun(self, course: _Course) -> AsyncGenerator[Telling, None]:
        """One try at telling."""
        brief, story = course.brief, Story()
        fit = await self._requests.fit(brief.settings, "storytelling")
        prompts = self._library.prompts(brief.settings.language)
        messages = narrate_messages(brief, course.resolution, prompts, fit)
        request = await self._requests.narrate(brief, messages, self._entropy.bits(_SEED_BITS))
        course.story, course.num_predict = story, request.num_predict
        course.seen = "\n\n".join(message.content for message in messages if message.role == "user")
        async with aclosing(self._heard(course, request, story, None)) as tellings:
            async for telling in tellings:
                yield telling

    async def _gone_on(self, course: _Course, so_far: Story) -> AsyncGenerator[Telling, None]:
        """One try at going on with what was told so far."""
        brief, story = course.brief, so_far.fork()
        fit = await self._requests.fit(brief.settings, "storytelling")
        prompts = self._library.prompts(brief.settings.language)
        messages = narrate_messages(brief, course.resolution, prompts, fit)
        messages = go_on_messages(brief, messages, story.text, prompts, fit)
        request = await self._requests.narrate(brief, messages, self._entropy.bits(_SEED_BITS))
        left = 0 if course.is_cut else course.num_predict - self._tokens(course, story.text)
        request = replace(request, num_predict=min(request.num_predict, max(FEW, left)))
        course.story = story
        async with aclosing(self._heard(course, request, story, Seam(story.text))) as tellings:
            async for telling in tellings:
                yield telling

    async def _heard(
        self, course: _Course, request: ModelRequest, story: Story, seam: Seam | None
    ) -> AsyncGenerator[Telling, None]:
        settings, so_far = course.brief.settings, story.fork()
        pace = self._paces.of(request.model, settings.language)
        length = Length(request.num_predict, pace, only_sentences=seam is not None and course.is_cut)
        tellings = told(self._chunks(course, request), story, length, seam)
        try:
            async with aclosing(tellings):
                async for telling in tellings:
                    if not telling.text:
                        course.is_cut = telling.usage is not None and telling.usage.done_reason == "length"
                    yield telling
        except StreamBroke as error:
            if error.can_go_on:
                raise
            kept = kept_of(error.text, so_far, Seam(so_far.text) if seam else None)
            raise StreamBroke(kept, can_go_on=False, **error.blanks) from error

    async def _chunks(self, course: _Course, request: ModelRequest) -> AsyncGenerator[Chunk, None]:
        """The answer, and a note of what it took, also where its server never came to say so."""
        settings, began = course.brief.settings, self._clock.monotonic()
        letters, first_s, usage = 0, 0.0, None
        stream = self._requests.stream(request, settings.language)
        try:
            async with aclosing(stream):
                async for chunk in stream:
                    if not letters:
                        first_s = self._clock.monotonic() - began
                    letters += len(chunk.text) + len(chunk.thinking)
                    usage = chunk.usage or usage
                    yield chunk
        finally:
            if usage is None and letters:
                pace = self._paces.of(request.model, settings.language)
                usage = Usage(
                    purpose=request.purpose,
                    model=request.model,
                    output_tokens=pace.tokens(letters),
                    first_token_s=first_s,
                    total_s=self._clock.monotonic() - began,
                    done_reason="broken",
                )
            course.spent += [usage] if usage else []

    def _tokens(self, course: _Course, text: str) -> int:
        settings = course.brief.settings
        return self._paces.of(model_for(settings, "storytelling"), settings.language).tokens(len(text))


def _broken(course: _Course, error: ModelError) -> ModelError:
    """What the turn is told: how much of the story counts, if there is any."""
    if isinstance(error, StreamBroke) and not error.can_go_on:
        nobody_heard = is_blank(course.story.said + error.text)
        return NothingSaid(reason="a loop or a thought") if nobody_heard else error
    if is_blank(course.story.text):
        return error
    broke = StreamBroke(course.story.text)
    broke.__cause__ = error
    return broke


def _is_word(telling: Telling) -> bool:
    """Whether it is a word, or the end of an answer that had some."""
    return not telling.text or not is_blank(telling.text)
