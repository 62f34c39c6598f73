"""Asks for an answer, and for the rest of it as long as it was cut and that is worth while."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Generic, Literal, TypeVar

import structlog
from pydantic import BaseModel

from engine.errors import ModelError, NothingSaid, PromptTooLong, StreamBroke
from engine.looping.accumulating import dumped
from engine.looping.continuation_context import ContinuationContext, build_continuation_context
from engine.looping.merging import Answer, Outcome, closed
from engine.looping.registry import USE_CASES, use_case_of
from engine.looping.use_case import MOST_ITERATIONS, PromptArgs, PromptBuilder, Question, Services, UseCase
from engine.model.usage import Usage
from engine.model_request import Chunk
from engine.reading.field_check import checked
from engine.structured import MemberReader, Read, Status

M = TypeVar("M", bound=BaseModel)
A = TypeVar("A", bound=PromptArgs)

StopReason = Literal[
    "error", "ok", "max_iterations", "no_overlap", "loop", "nothing_more", "unreadable", "enough", "no_room"
]
"""error: the model could not be asked. ok: it is whole. no_overlap: a piece came that does not belong to it.
loop: the model went round in circles. nothing_more: an empty piece, or the same one again. unreadable: there
is nothing to go on from. enough: all that was asked for is closed. no_room: the question would not fit."""

_BLANKS = 200
"""Blank characters in a row, or characters after the end, that an answer may have; more is a loop."""

log = structlog.get_logger()


@dataclass(frozen=True)
class Options(Generic[M]):
    """How an answer is asked for. services: how a text becomes a request, on the caller's own conversation.

    wanted: the members that were asked for; with all of them closed nothing more is. Empty: not known.
    max_iterations: null = as the use case allows.
    """

    services: Services
    model_class: type[M]
    wanted: frozenset[str] = frozenset()
    max_iterations: int | None = None
    use_cases: Mapping[str, UseCase] = field(default_factory=lambda: USE_CASES)


@dataclass(frozen=True)
class Looped(Generic[M]):
    """How far an answer has come; the last one has all of it.

    data: of closed members only; null if none is. complete: the object was closed. stop_reason: null while
    more may come. fault: why it is not whole, in words for the model; text: the answer as far as it goes.
    usage: of all requests. error: why the model could not be asked.
    """

    data: M | None
    complete: bool = False
    iterations: int = 1
    stop_reason: StopReason | None = None
    status: Status = "needs_continuation"
    warnings: tuple[str, ...] = ()
    usage: tuple[Usage, ...] = ()
    fault: str = ""
    text: str = ""
    error: ModelError | None = None

    @property
    def is_last(self) -> bool:
        """Nothing more will come."""
        return self.stop_reason is not None


async def call_ai_with_looping(
    prompt: str,
    options: Options[M],
    prompt_builder: PromptBuilder[A],
    prompt_args: A,
    use_case_id: str,
) -> AsyncGenerator[Looped[M], None]:
    """The answer to a prompt, as its members close, and whole or as far as it can be had in the end.

    Raises ValueError for arguments that are missing or do not belong together, UnknownUseCase. What the model
    does wrong is in the result.
    """
    use_case = use_case_of(use_case_id, options.use_cases)
    args = _checked(prompt, options, prompt_args, use_case)
    most = _most_iterations(options, use_case)
    course = _Course(options, use_case)
    while course.stopped is None:
        if context := course.context(args):
            text = await prompt_builder(context, args.template_structure, args.base_prompt, args)
            question = Question(text, course.answer.text)
            log.info(
                "answer_goes_on",
                what=args.debug_prefix or use_case.id,
                iteration=course.iteration + 1,
                known=context.delivered_summary,
            )
        else:
            question = Question(prompt)
        async with aclosing(course.piece(question)) as progress:
            async for looped in progress:
                yield looped
        if course.judge(most):
            yield course.so_far()
    yield course.result()


class _Course(Generic[M]):
    """How the answer has gone so far."""

    def __init__(self, options: Options[M], use_case: UseCase) -> None:
        self.answer = Answer(options.model_class, use_case)
        self.iteration = 0
        self.stopped: StopReason | None = None
        self._options = options
        self._use_case = use_case
        self._usage: list[Usage] = []
        self._error: ModelError | None = None
        self._ended: StopReason | None = None
        self._outcome: Outcome | None = None
        self._pieces: list[str] = []
        self._shown: frozenset[str] = frozenset()

    @property
    def has_closed(self) -> bool:
        """At least one member counts."""
        return bool(self._closed())

    def context(self, args: PromptArgs) -> ContinuationContext | None:
        """Where the answer stands; null while there is none."""
        if not (self.has_closed or self.answer.text):
            return None
        sections = [{name: value} for name, value in dumped(self.answer.value).items()]
        return build_continuation_context(
            sections, self.answer.text or None, self._use_case.id, args.template_structure
        )

    async def piece(self, question: Question) -> AsyncGenerator[Looped[M], None]:
        """Ask, and take what comes. What closes in the first piece is handed on at once."""
        self.iteration += 1
        reader = MemberReader(self._options.model_class) if self.iteration == 1 else None
        text, blanks = "", 0
        stream = self._options.services.ask(question)
        try:
            async for chunk in stream:
                text += chunk.text
                self._usage += [chunk.usage] if chunk.usage else []
                blanks = _blanks_at_end(chunk, blanks)
                if reader and reader.feed(chunk.text) and (value := reader.result().value) is not None:
                    self._shown = frozenset(value.model_fields_set)
                    yield Looped(value)
                if blanks > _BLANKS or (reader and (reader.is_lost or reader.trailing > _BLANKS)):
                    break
        except ModelError as error:
            text = self._broken(error, text)
        finally:
            if isinstance(stream, AsyncGenerator):
                await stream.aclose()
        self._take(text)

    def judge(self, most: int) -> bool:
        """Decide whether more is asked for. True if it is, and there is something to show meanwhile."""
        names = self._closed()
        has_news, self._shown = not names <= self._shown, names
        self.stopped = self._reason(most, names)
        return has_news and self.stopped is None

    def so_far(self) -> Looped[M]:
        """What counts by now."""
        return Looped(self.answer.value, iterations=self.iteration)

    def result(self) -> Looped[M]:
        """What counts in the end."""
        answer, found = self.answer, self.answer.found
        value = answer.value if self._closed() else None
        warnings = found.warnings
        if answer.is_whole:
            status: Status = found.status
            value = self._finished(value)
        else:
            status = "partial" if value is not None else "rejected"
            if value is not None and self.stopped != "enough":
                warnings = (*warnings, "the answer was cut; only closed members count")
        return Looped(
            value,
            complete=answer.is_whole,
            iterations=self.iteration,
            stop_reason=self.stopped,
            status=status,
            warnings=warnings,
            usage=tuple(self._usage),
            fault=found.fault,
            text=answer.text or self._pieces[0],
            error=self._error,
        )

    def _reason(self, most: int, names: frozenset[str]) -> StopReason | None:
        """The first reason to stop that holds."""
        answer, outcome = self.answer, self._outcome
        if self._error:
            return "error"
        if answer.is_whole:
            return "ok"
        if self.iteration >= most:
            return "max_iterations"
        if outcome in ("no overlap", "merged"):
            return "no_overlap"
        if self._ended:
            return self._ended
        if outcome == "blank" or (outcome == "thrown away" and self._is_said_again()):
            return "nothing_more"
        if answer.found.status != "needs_continuation":
            return "unreadable"
        return "enough" if self._options.wanted and self._options.wanted <= names else None

    def _take(self, text: str) -> None:
        if self.iteration == 1:
            self.answer.begin(text)
        elif text.strip() or not (self._error or self._ended):
            self._outcome = self.answer.add(text)
        self._pieces.append(text)

    def _broken(self, error: ModelError, text: str) -> str:
        """What of a broken piece counts. An answer that only broke off is one that was cut."""
        if isinstance(error, StreamBroke):
            if error.can_go_on:
                return text
            self._ended = "loop"
            return error.text
        if self.iteration > 1 and isinstance(error, NothingSaid):
            self._ended = "nothing_more"
        elif self.iteration > 1 and isinstance(error, PromptTooLong):
            self._ended = "no_room"
        else:
            self._error = error
        return text

    def _finished(self, value: M | None) -> M | None:
        """What is complete, as its use case hands it back."""
        if self._use_case.direct_return or self._use_case.finish is None or value is None:
            return value
        good = checked(self._use_case.finish(dumped(value)), self._options.model_class)
        return good[0] if good else value

    def _is_said_again(self) -> bool:
        return self._pieces[-1] in self._pieces[:-1]

    def _closed(self) -> frozenset[str]:
        found: Read[M] = Read("partial", self.answer.value)
        return closed(found)


def _checked(prompt: str, options: Options[M], args: A, use_case: UseCase) -> A:
    """The arguments, whole. A use case whose template or base prompt is missing is never guessed for."""
    if not isinstance(args, use_case.args_class):
        raise TypeError(f"use case '{use_case.id}' takes {use_case.args_class.__name__}")
    if not args.template_structure:
        raise ValueError(
            f"templateStructure is REQUIRED in promptArgs for use case '{use_case.id}'. "
            "Prompt creation functions must return (prompt, templateStructure) tuple."
        )
    if not args.base_prompt:
        raise ValueError(f"basePrompt is REQUIRED in promptArgs for use case '{use_case.id}'")
    if args.base_prompt != prompt:
        raise ValueError(f"basePrompt differs from prompt for use case '{use_case.id}'")
    return args if args.services else replace(args, services=options.services)


def _most_iterations(options: Options[M], use_case: UseCase) -> int:
    most = use_case.max_iterations if options.max_iterations is None else options.max_iterations
    if not 1 <= most <= MOST_ITERATIONS:
        raise ValueError(f"{most} iterations are not 1 to {MOST_ITERATIONS}")
    return most if use_case.looping else 1


def _blanks_at_end(chunk: Chunk, before: int) -> int:
    bare = len(chunk.text.rstrip())
    return len(chunk.text) - bare + (0 if bare else before)
