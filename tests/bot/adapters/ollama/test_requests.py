"""What is asked of a server, word for word: too small a window loses the story without a sound."""

from dataclasses import replace

import pytest

from bot.adapters.ollama.habits import Habits, chat_body
from engine.asking.wire_schema import Schema
from engine.model_request import ModelFacts, Think
from tests.bot.adapters.ollama.asking import REQUEST, a_model, hear
from tests.fakes.ollama_parts import says
from tests.fakes.ollama_server import Answer, OllamaServer, ServedModel

SCHEMA: Schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
RECORD = replace(REQUEST, purpose="record", schema=SCHEMA, temperature=0.0, repeat_penalty=1.0, seed=7)
CAN_THINK = Habits(ModelFacts("qwen3:4b", 8192, None, can_think=True))


async def test_a_request_carries_everything_in_each_call() -> None:
    """A server that is told nothing takes a small window and forgets the beginning."""
    async with OllamaServer(says("{}")) as server, a_model(server.host) as model:
        await hear(model, RECORD)

    assert server.chats == [
        {
            "model": "gemma2:9b",
            "messages": [
                {"role": "system", "content": "You tell."},
                {"role": "user", "content": "I open the door."},
            ],
            "stream": True,
            "keep_alive": "30m",
            "options": {
                "num_ctx": 4096,
                "num_predict": 220,
                "temperature": 0.0,
                "repeat_penalty": 1.0,
                "seed": 7,
            },
            "format": SCHEMA,
        }
    ]


def test_a_story_has_neither_a_form_nor_a_fixed_seed() -> None:
    """The same action may be told in another way tomorrow."""
    body = chat_body(REQUEST, Habits())

    assert body.keys() == {"model", "messages", "stream", "keep_alive", "options"}
    assert "seed" not in body["options"]


@pytest.mark.parametrize(("keep_alive", "sent", "reason"), [("30m", "30m", "load"), ("0", 0, "unload")])
async def test_no_messages_load_or_release_a_model(keep_alive: str, sent: object, reason: str) -> None:
    """A model can be warm before the first action, and make room for another."""
    request = replace(REQUEST, purpose="load", messages=(), keep_alive=keep_alive)

    async with OllamaServer() as server, a_model(server.host) as model:
        heard = await hear(model, request)

    assert server.chats == [
        {
            "model": "gemma2:9b",
            "messages": [],
            "stream": True,
            "keep_alive": sent,
            "options": {"num_ctx": 4096},
        }
    ]
    assert heard.usage
    assert heard.usage.done_reason == reason


async def test_an_evaluation_needs_no_words() -> None:
    """Reading the prompt while nobody speaks is not about what is said."""
    async with OllamaServer(says("")) as server, a_model(server.host) as model:
        heard = await hear(model, replace(REQUEST, purpose="prepare", num_predict=1))

    assert heard.error is None
    assert heard.usage


@pytest.mark.parametrize(
    ("asked", "default", "schema", "sent"),
    [
        ("auto", "auto", None, "unsaid"),
        ("auto", "auto", SCHEMA, False),
        ("auto", "on", SCHEMA, True),
        ("auto", "off", None, False),
        ("auto", "unset", SCHEMA, "unsaid"),
        ("on", "off", SCHEMA, True),
        ("off", "on", None, False),
        ("unset", "on", SCHEMA, "unsaid"),
    ],
)
def test_a_thinking_model_writes_down_without_thinking_unless_told(
    asked: Think, default: Think, schema: Schema | None, sent: bool | str
) -> None:
    """Thoughts before a record cost a table its patience."""
    request = replace(REQUEST, schema=schema, think=asked)

    body = chat_body(request, CAN_THINK, default)

    assert body.get("think", "unsaid") == sent


@pytest.mark.parametrize("asked", ["auto", "on", "off", "unset"])
def test_a_model_that_cannot_think_is_told_nothing_of_it(asked: Think) -> None:
    """Servers refuse `think` for such a model."""
    facts = ModelFacts("gemma2:9b", 8192, 4096, can_think=False)

    body = chat_body(replace(REQUEST, schema=SCHEMA, think=asked), Habits(facts), "on")

    assert "think" not in body


@pytest.mark.parametrize(
    ("habits", "num_predict", "sent"),
    [(Habits(), 220, 220), (CAN_THINK, 220, 1244), (CAN_THINK, 1, 1), (Habits(thinks_aloud=True), 220, 1244)],
)
def test_thoughts_do_not_eat_the_words(habits: Habits, num_predict: int, sent: int) -> None:
    """Hidden thinking once left replies empty; reading a prompt stays one token all the same."""
    body = chat_body(replace(REQUEST, num_predict=num_predict), habits)

    assert body["options"]["num_predict"] == sent


async def test_what_a_model_can_do_is_asked_once() -> None:
    """Every request more is time that a table waits."""
    thinker = ServedModel("qwen3:4b", capabilities=("completion", "thinking"))
    asked = replace(RECORD, model="qwen3:4b")

    async with (
        OllamaServer(says("{}"), repeats=True, models=[thinker]) as server,
        a_model(server.host) as model,
    ):
        await hear(model, asked)
        await hear(model, asked)

    assert server.paths == ["/api/show", "/api/tags", "/api/chat", "/api/chat"]
    assert [chat["think"] for chat in server.chats] == [False, False]


@pytest.mark.parametrize(
    "aside", [Answer(status=500, body="x"), Answer(status=404, body="404 page not found"), Answer(body="{}")]
)
async def test_a_server_that_does_not_describe_its_models_still_answers(aside: Answer) -> None:
    """What is only good to know must never stop a turn."""
    async with OllamaServer(says("Rain.")) as server, a_model(server.host) as model:
        server.aside = {"/api/show": aside}
        heard = await hear(model)

    assert (heard.text, heard.error) == ("Rain.", None)
