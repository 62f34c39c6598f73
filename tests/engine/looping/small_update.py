"""A small update with numbers in it, because a wrong number is easy to see, and how it is asked for."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from engine.errors import ModelError, NothingSaid
from engine.looping.continuation_context import ContinuationContext
from engine.looping.continuation_prompt import continuation_prompt
from engine.looping.loop import Looped, Options, call_ai_with_looping
from engine.looping.registry import registered
from engine.looping.use_case import PromptArgs, Question, UseCase
from engine.model.noun import Noun
from engine.model.usage import Usage
from engine.model_request import Chunk

PROMPT = "Write the update."
TEMPLATE = '{"situation":{"summary":"text"},"characters":[{"id":"text","hp_delta":0}],"suggestions":["text"]}'
SPENT = Usage(purpose="record", model="m", output_tokens=7)


class Situation(Noun):
    summary: str | None = None
    danger: str | None = None


class Person(Noun):
    id: str
    hp_delta: int | None = None


class Update(Noun):
    situation: Situation | None = None
    characters: tuple[Person, ...] | None = None
    suggestions: tuple[str, ...] | None = None


class Row(Noun):
    roll: str
    text: str | None = None


class Rows(Noun):
    title: str | None = None
    rows: tuple[Row, ...] | None = None


def first_prompt() -> tuple[str, str]:
    return PROMPT, TEMPLATE


async def build(
    continuation_context: ContinuationContext,
    template_structure: str,
    base_prompt: str,
    prompt_args: PromptArgs,
) -> str:
    return continuation_prompt(continuation_context, template_structure, base_prompt, prompt_args.form)


def use_case(
    name: str = "update",
    *,
    looping: bool = True,
    direct_return: bool = True,
    supports_accumulation: bool = False,
    requires_extraction: bool = False,
    finish: Callable[[JsonValue], JsonValue] | None = None,
    extract: Callable[[JsonValue], JsonValue] | None = None,
) -> UseCase:
    return UseCase(
        id=name,
        args_class=PromptArgs,
        prompt_maker=first_prompt,
        prompt_builder=build,
        looping=looping,
        direct_return=direct_return,
        supports_accumulation=supports_accumulation,
        requires_extraction=requires_extraction,
        entry_keys=("roll",) if supports_accumulation else (),
        finish=finish,
        extract=extract,
    )


UPDATE = use_case()

Said = str | ModelError | Sequence[str | ModelError]


@dataclass
class Script:
    """Says these pieces, one for each question, and remembers the questions."""

    pieces: Sequence[Said]
    questions: list[Question] = field(default_factory=list)
    closed: int = 0

    async def ask(self, question: Question) -> AsyncIterator[Chunk]:
        self.questions.append(question)
        assert len(self.questions) <= len(self.pieces), f"no piece is left for: {question.prompt}"
        said = self.pieces[len(self.questions) - 1]
        parts = [said] if isinstance(said, str | ModelError) else said
        try:
            for part in parts:
                if isinstance(part, ModelError):
                    raise part
                yield Chunk(text=part)
            if not "".join(str(part) for part in parts).strip():
                raise NothingSaid
            yield Chunk(usage=SPENT)
        finally:
            self.closed += 1


async def asked(
    *pieces: Said,
    case: UseCase = UPDATE,
    most: int | None = None,
    wanted: frozenset[str] = frozenset(),
) -> tuple[list[Looped[Update]], Script]:
    """All that was heard, the last being the result; and the script."""
    script = Script(pieces)
    options = Options(script, Update, wanted, most, registered(case))
    args = PromptArgs(base_prompt=PROMPT, template_structure=TEMPLATE)
    heard = [looped async for looped in call_ai_with_looping(PROMPT, options, build, args, case.id)]
    return heard, script
