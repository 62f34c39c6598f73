"""What a server says that an answer took is only a note: the story does not depend on it."""

import pytest

from tests.bot.adapters.ollama.asking import heard_from
from tests.fakes.ollama_parts import word


@pytest.mark.parametrize(
    "count", ["NaN", "Infinity", "1e999", "-1e999", "-5", "null", '"7"', "[]", "9" * 400]
)
async def test_a_count_that_is_none_costs_no_story(count: str) -> None:
    """A proxy that divides by zero tells no story twice."""
    members = f'"eval_count":{count},"eval_duration":{count},"prompt_eval_count":{count}'
    done = f'{{"message":{{"content":""}},"done":true,"done_reason":"stop",{members}}}\n'

    heard = await heard_from(word("Rain falls."), done.encode())

    assert (heard.text, heard.error) == ("Rain falls.", None)
    assert heard.usage is not None
    assert (heard.usage.output_tokens, heard.usage.output_s, heard.usage.prompt_tokens) == (0, 0, 0)
