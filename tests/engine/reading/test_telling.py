"""What becomes of a model's words before anybody hears them."""

from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.asking.pace import Pace
from engine.errors import NothingSaid, StreamBroke
from engine.gamemaster import Telling
from engine.model.usage import DoneReason, Usage
from engine.model_request import Chunk
from engine.reading.story import Story
from engine.reading.telling import Length, told


def usage(done_reason: DoneReason = "stop") -> Usage:
    return Usage(purpose="narrate", model="m", done_reason=done_reason)


async def stream(text: str, size: int, done: DoneReason = "stop") -> AsyncIterator[Chunk]:
    for at in range(0, len(text), size):
        yield Chunk(text=text[at : at + size])
    yield Chunk(usage=usage(done))


async def heard(text: str, size: int, done: DoneReason = "stop", num_predict: int = 350) -> list[Telling]:
    story = Story()
    tellings = [t async for t in told(stream(text, size, done), story, Length(num_predict, Pace()))]
    last = story.end(is_cut=done == "length")
    return [*tellings[:-1], Telling(text=last), tellings[-1]] if last else tellings


def words(tellings: list[Telling]) -> str:
    return "".join(telling.text for telling in tellings)


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    ("answer", "story"),
    [
        ("The rain falls.", "The rain falls."),
        ("\n\n  The rain falls.\n\n", "The rain falls."),
        ("Assistant: The rain falls.", "The rain falls."),
        ("**Game Master:** The rain falls.", "The rain falls."),
        ("Erzählung: Es regnet.", "Es regnet."),
        ("```\nThe rain falls.\n```", "The rain falls."),
        ("```text\nThe rain falls.\n\nIt pours.\n```\nShall I go on?", "The rain falls.\n\nIt pours."),
        ("[TASK: NARRATE]\nNarrator: The rain falls.", "The rain falls."),
        ("AUFGABE: ERZÄHLE\n\nEs regnet.", "Es regnet."),
        ("User: I knock.\nNobody opens.", "Nobody opens."),
        ("Nobody opens.\n\nUser: I knock again.\nAssistant: It opens.", "Nobody opens."),
        ("Nobody opens.\n<|im_end|>\n<|im_start|>", "Nobody opens."),
        (
            "Game over for the gulls.\n\nUsers of oars sigh.",
            "Game over for the gulls.\n\nUsers of oars sigh.",
        ),
        ("*Whoosh!* It burns.\n\n[A bell]", "*Whoosh!* It burns.\n\n[A bell]"),
        ("Nobody opens.\n[end of log]\n[context]\n{}", "Nobody opens."),
        ("[actions]\nThe rain falls.", "The rain falls."),
        (
            "It rains.\n[Opening doors] is hard.\nLogs burn.",
            "It rains.\n[Opening doors] is hard.\nLogs burn.",
        ),
        ("Zero\0byte\x07bell.", "Zerobytebell."),
        ("Out\x9b31m of\x85 the blue.", "Out31m of the blue."),
        ("Task", "Task"),
    ],
)
async def test_only_the_story_is_told(answer: str, story: str, size: int) -> None:
    """No player should read the machine's stage directions."""
    tellings = await heard(answer, size)

    assert words(tellings) == story
    assert [telling.text for telling in tellings if telling.usage] in ([], [""])


@pytest.mark.parametrize(
    "answer", ["", "  \n", '{"narrative": "x"}', "{\n}", '["a"]', "```json\n{}\n```", "System:"]
)
@pytest.mark.parametrize("size", [1, 1000])
async def test_data_instead_of_a_story_is_nothing_said(answer: str, size: int) -> None:
    """A table never reads JSON; the model is asked again."""
    with pytest.raises(NothingSaid):
        await heard(answer, size)


@pytest.mark.parametrize("nothing", ["", " \n", "\u200b\u200b", "\u3164\u2800", "\ufe0f"])
async def test_a_story_that_nobody_can_see_is_none(nothing: str) -> None:
    """Discord refuses a message that looks empty; the table would wait for ever."""
    with pytest.raises(NothingSaid):
        await heard(nothing, 1)


async def test_words_go_out_as_they_come() -> None:
    """Nobody waits for a paragraph whose first words are there; only half a word is no word."""
    tellings = await heard("The rain falls on the roof.", 4)

    assert [t.text for t in tellings] == ["The", " rain", " falls", " on", " the", " roof.", ""]


async def test_a_cut_story_ends_at_its_last_whole_sentence() -> None:
    """A story never breaks off in the middle of a word."""
    whole = "One door. " * 9

    tellings = await heard(whole + "A long corridor that goes", 5, "length", num_predict=25)

    assert words(tellings) == whole.strip()


async def test_a_cut_sentence_that_was_heard_already_trails_off() -> None:
    """What was said cannot be taken back, but it can end like a breath."""
    tellings = await heard("A long corridor that goes on and on and", 5, "length")

    assert words(tellings) == "A long corridor that goes on and on and…"


async def test_a_broken_stream_stays_broken() -> None:
    """The turn engine has to know that the end is missing."""

    async def broken() -> AsyncIterator[Chunk]:
        yield Chunk(text="The rain ")
        raise StreamBroke("The rain ")

    said: list[str] = []

    async def listen() -> None:
        async for telling in told(broken(), Story(), Length(350, Pace())):
            said.append(telling.text)

    with pytest.raises(StreamBroke):
        await listen()

    assert said == ["The"]


@given(st.text(), st.integers(1, 9), st.sampled_from(["stop", "length"]))
async def test_any_text_is_told_or_nothing_said(text: str, size: int, done: DoneReason) -> None:
    """Whatever a model says, the evening goes on."""
    try:
        story = words(await heard(text, size, done, num_predict=8))
    except NothingSaid:
        story = "."

    assert story.strip()
