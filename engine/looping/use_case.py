"""What is asked for piece by piece: how its first prompt, its template and its continuations are made."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from pydantic import JsonValue

from engine.looping.continuation_context import ContinuationContext
from engine.looping.continuation_prompt import Form
from engine.model_request import Chunk

MAX_ITERATIONS = 5
MOST_ITERATIONS = 10

Section: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True)
class Question:
    """What is put to the model. so_far: its answer up to here; "" for the first question."""

    prompt: str
    so_far: str = ""


class Services(Protocol):
    """What a looping answer needs of the world outside."""

    def ask(self, question: Question) -> AsyncIterator[Chunk]:
        """The answer as it comes. Raises ModelError; PromptTooLong where the question does not fit."""
        ...


@dataclass(frozen=True, kw_only=True)
class PromptArgs:
    """What every builder gets, all of it. A use case adds what it needs.

    base_prompt: the first prompt, unchanged. template_structure: made together with it. services: put in by
    the looper where it is missing. debug_prefix: what the log calls this. content_parts: names of the texts
    that the first prompt was made from.
    """

    base_prompt: str
    template_structure: str
    debug_prefix: str = ""
    content_parts: tuple[str, ...] = ()
    services: Services | None = None
    form: Form = "chat"


A = TypeVar("A", bound=PromptArgs)

PromptBuilder: TypeAlias = Callable[[ContinuationContext, str, str, A], Awaitable[str]]
"""(continuation_context, template_structure, base_prompt, prompt_args) -> the continuation's prompt."""

FirstPrompt: TypeAlias = tuple[str, str]
"""(prompt, template_structure)"""


@dataclass(frozen=True, kw_only=True)
class UseCase:
    """One kind of answer that may come in pieces.

    looping: it may be asked for in more than one request. direct_return: what is complete is handed back as
    it is, otherwise through `finish`. supports_accumulation: a piece may be an object of its own, whose lists
    are added to those before. requires_extraction: what is meant stands inside the object, and `extract`
    takes it out.
    prompt_maker: gives the first prompt and its template; prompt_builder: the prompts after it.
    seed_alias: the name under which the machinery once knew this kind of answer.
    entry_keys: members that tell entries of a list apart where they are accumulated.
    """

    id: str
    args_class: type[PromptArgs]
    prompt_maker: Callable[..., FirstPrompt] | None
    prompt_builder: Callable[..., Awaitable[str]] | None
    looping: bool = True
    direct_return: bool = True
    supports_accumulation: bool = False
    requires_extraction: bool = False
    seed_alias: str | None = None
    max_iterations: int = MAX_ITERATIONS
    entry_keys: tuple[str, ...] = ()
    finish: Callable[[JsonValue], JsonValue] | None = None
    extract: Callable[[JsonValue], JsonValue] | None = None


def problem_of(use_case: UseCase) -> str:
    """Why a use case cannot be used; "" if it can."""
    if not use_case.id:
        return "a use case has no id"
    if use_case.prompt_builder is None:
        return f"use case '{use_case.id}' has no prompt builder"
    if use_case.prompt_maker is None:
        return f"use case '{use_case.id}' has nothing that makes its first prompt and template"
    if not 1 <= use_case.max_iterations <= MOST_ITERATIONS:
        most = use_case.max_iterations
        return f"use case '{use_case.id}' allows {most} iterations, not 1 to {MOST_ITERATIONS}"
    if not use_case.direct_return and use_case.finish is None:
        return f"use case '{use_case.id}' returns nothing directly, and has no `finish`"
    if use_case.requires_extraction and use_case.extract is None:
        return f"use case '{use_case.id}' requires extraction, and has no `extract`"
    return ""
