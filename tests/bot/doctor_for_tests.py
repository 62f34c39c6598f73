"""A machine to be examined: its settings, its database, and models that do well."""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from pydantic import JsonValue

from bot.adapters.files import FileLibrary
from bot.doctor import Patient, examine
from bot.doctor_report import Finding, Report
from bot.settings import Settings
from engine.model.noun import Language
from engine.model_request import ModelFacts
from tests.fakes.clock import FakeClock
from tests.fakes.language_model import Reply, ScriptedModel

LIBRARY = FileLibrary()
GEMMA = ModelFacts("gemma2:9b", context_length=8192, sliding_window=None, can_think=False)
THINKER = replace(GEMMA, can_think=True)
STORY = "Rain falls on the old stones, and somebody hums. " * 2
"""What a model tells; long enough to measure."""
TELLS_FIRST = Reply(
    STORY, purpose="measure", prompt_tokens=1800, prompt_s=6.0, output_tokens=64, output_s=3.0
)
TELLS_AGAIN = replace(TELLS_FIRST, prompt_s=0.6)


async def sound() -> Sequence[str]:
    return ()


async def examined(
    model: ScriptedModel,
    *,
    database: Callable[[], Awaitable[Sequence[str]]] = sound,
    tell: Callable[[Finding], None] = lambda _: None,
    clock: FakeClock | None = None,
    language: Language = "en",
) -> Report:
    settings = Settings(language=language, model="gemma2:9b")
    patient = Patient(settings, LIBRARY, database, (settings.model,))
    return await examine(patient, model, clock or FakeClock(), tell)


def writes_well() -> Reply:
    return Reply(lambda request: json.dumps(_smallest(request.schema)), purpose="measure", times=None)


def _smallest(schema: JsonValue) -> JsonValue:
    """The smallest answer that fits a wire schema."""
    match schema:
        case {"anyOf": [*_, {"type": "null"}]}:
            return None
        case {"anyOf": [first, *_]}:
            return _smallest(first)
        case {"enum": [first, *_]}:
            return first
        case {"type": "object", "properties": dict(members), "required": list(required)}:
            return {name: _smallest(member) for name, member in members.items() if name in required}
        case {"type": "array", "items": item, "minItems": int(least)}:
            return [_smallest(item) for _ in range(least)]
        case {"type": "array"}:
            return []
        case {"type": "string"}:
            return "x"
        case {"type": "boolean"}:
            return False
        case {"const": value}:
            return value
    return 1
