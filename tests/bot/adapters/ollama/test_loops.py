"""A model that goes round in circles is stopped, and what it said before that is kept."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.ollama.loops import loop_start
from engine.asking.wire_schema import Schema
from engine.errors import NothingSaid, StreamBroke
from tests.bot.adapters.ollama.asking import REQUEST, Heard, a_model, hear
from tests.fakes.ollama_parts import FOREVER, Part, word, words
from tests.fakes.ollama_server import OllamaServer

STORY = "The door opens on a cold stair. Water drips somewhere below, and a lamp goes out. "
PHRASE = "You walk on through the dark hall, and nothing stirs. "
SCHEMA: Schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


@pytest.mark.parametrize(
    "text",
    [
        "",
        STORY,
        "Aaaaaaaaaaaaaaaaaaargh!",
        "Ha! " * 12,
        "Tick, tock. " * 13,
        f"{PHRASE}{PHRASE}{PHRASE}",
        "-" * 80,
        f"{STORY}\n\n\n    ",
        '{"a": [\n' + " " * 40,
        STORY.join(f"{number}. {word}\n" for number, word in enumerate("abcdefgh")),
    ],
)
def test_a_refrain_is_no_loop(text: str) -> None:
    """People laugh, scream and knock three times."""
    assert loop_start(text) is None


@pytest.mark.parametrize(
    ("loop", "kept"),
    [
        ("G" * 50, ""),
        ("\n" * 80, ""),
        (" \n" * 60, ""),
        ("." * 200, ""),
        (PHRASE * 5, PHRASE),
        ("Tick, tock. " * 16, "Tick, tock. "),
        ('{"type":"action","label":"Wait"},' * 6, '{"type":"action","label":"Wait"},'),
        ("x" * 399 + "y" + ("z" * 39 + "-") * 5, "x" * 399 + "y" + "z" * 39 + "-"),
    ],
)
def test_a_loop_is_cut_before_it_begins_again(loop: str, kept: str) -> None:
    """The first time a phrase comes it belongs to the story."""
    text = STORY + loop

    start = loop_start(text)

    assert start is not None
    assert text[:start].rstrip() == (STORY + kept).rstrip()


@given(st.text(min_size=1, max_size=60), st.text(max_size=80))
def test_any_phrase_that_never_ends_is_found(phrase: str, before: str) -> None:
    """Whatever a model falls into, it is got out of within 2,000 characters."""
    text = before + phrase * (400 // len(phrase) + 5)

    start = loop_start(text)

    assert start is not None
    assert start <= len(before) + 2 * len(phrase)


@given(st.text(alphabet="ab \n", max_size=200))
def test_what_is_kept_is_a_beginning(text: str) -> None:
    """A cut never adds anything."""
    start = loop_start(text)

    assert start is None or 0 <= start <= len(text)


async def test_one_letter_forever_is_nothing_said() -> None:
    """The kind that a broken graphics driver makes; nobody sees it."""
    heard, server = await _heard([word("G" * 50) for _ in range(100)])

    assert heard.texts == ()
    assert isinstance(heard.error, NothingSaid)
    assert server.stopped.is_set()


async def test_a_story_that_falls_into_a_loop_keeps_its_beginning() -> None:
    """The words before it count; what had been shown of the loop does not."""
    heard, server = await _heard([*words(STORY), *words(*PHRASE.split(" ") * 40)])

    assert isinstance(heard.error, StreamBroke)
    assert heard.error.text.startswith(STORY)
    assert len(heard.error.text) < 200
    assert len(heard.text) < 2000
    assert server.stopped.is_set()


async def test_what_is_kept_of_a_loop_has_been_heard() -> None:
    """A whole loop may come in one piece; its beginning is told all the same."""
    heard, _ = await _heard([word(STORY + PHRASE * 60)])

    assert isinstance(heard.error, StreamBroke)
    assert heard.text == heard.error.text == (STORY + PHRASE).rstrip()


async def test_blanks_after_a_record_do_not_cost_the_record() -> None:
    """Some models never stop after the closing brace."""
    heard, _ = await _heard([*words('{"a":', "1}"), *[word("\n        ")] * 40], schema=SCHEMA)

    assert isinstance(heard.error, StreamBroke)
    assert heard.error.text == '{"a":1}'


async def test_blanks_before_any_word_are_stopped_too() -> None:
    """White space is not layout forever."""
    heard, _ = await _heard([word("\n")] * 400)

    assert isinstance(heard.error, NothingSaid)


async def test_a_thought_that_goes_in_circles_is_stopped() -> None:
    """A table does not wait for a model that cannot make up its mind."""
    heard, _ = await _heard([word(thinking="But wait. Is that so? ")] * 40)

    assert isinstance(heard.error, NothingSaid)


async def _heard(parts: list[Part], schema: Schema | None = None) -> tuple[Heard, OllamaServer]:
    async with OllamaServer([*parts, FOREVER]) as server, a_model(server.host) as model:
        heard = await hear(model, replace(REQUEST, schema=schema))
        await server.stopped.wait()
    return heard, server
