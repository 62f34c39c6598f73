"""Nobody at the table reads what the model thinks, and nothing that it tells is taken for a thought."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.adapters.ollama.halves import Halves
from bot.adapters.ollama.thoughts import Said, Thoughts
from engine.asking.wire_schema import Schema
from engine.errors import StreamBroke
from tests.bot.adapters.ollama.asking import REQUEST, a_model, hear, heard_from
from tests.fakes.ollama_parts import done_line, says, word, words
from tests.fakes.ollama_server import Answer, OllamaServer, ServedModel

SCHEMA: Schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


@pytest.mark.parametrize(
    ("pieces", "text", "thinking"),
    [
        (["<thi", "nk>Bryn is the spy</thi", "nk>The door", " opens."], "The door opens.", "Bryn is the spy"),
        (["<think>\n\n</think>\n\nThe door opens."], "The door opens.", "\n\n"),
        (["\n <Thinking>Hm</thinking>", " \n", "The door opens."], "The door opens.", "Hm"),
        (["<thought>Hm", "</thought><think>Oh</think>The door opens."], "The door opens.", "HmOh"),
        (["</think>The door opens."], "The door opens.", ""),
        (["Bryn is the spy.\n</think>\nThe door opens."], "The door opens.", "Bryn is the spy.\n"),
        (["The sign says <think> twice, then ", "speak."], "The sign says <think> twice, then speak.", ""),
        (["It says <thi", "nk>hard</th", "ink> on it."], "It says <think>hard</think> on it.", ""),
        (["a < b, ", "and <b>bold</b> <", "3"], "a < b, and <b>bold</b> <3", ""),
        (["  The door", " opens. <"], "  The door opens. <", ""),
        (["<think>Bryn is the spy, and <"], "", "Bryn is the spy, and <"),
        (["[THI", "NK]Bryn is the spy[/THINK] The door."], "The door.", "Bryn is the spy"),
        (["◁think▷Bryn", " is the spy◁/think▷The door."], "The door.", "Bryn is the spy"),
        (["<reasoning>Bryn is the spy</reasoning>The door."], "The door.", "Bryn is the spy"),
        (["<seed:think>Bryn is the spy</seed:think>The door."], "The door.", "Bryn is the spy"),
        (["<|channel>thought\nBryn", " is the spy<chan", "nel|>The door."], "The door.", "\nBryn is the spy"),
        (
            ["<|channel|>analysis<|message|>Bryn is the spy<|channel|>fi", "nal<|message|>The door."],
            "The door.",
            "Bryn is the spy",
        ),
        (["[Think] of the sea."], "[Think] of the sea.", ""),
        (["It cost [3", "] <", "a◁"], "It cost [3] <a◁", ""),
    ],
)
def test_thoughts_are_parted_from_words(pieces: list[str], text: str, thinking: str) -> None:
    """Tags may be split, doubled, empty, alone; in the middle of a story they are story."""
    assert _parted(Thoughts(), pieces) == Said(text, thinking)


@pytest.mark.parametrize(
    ("pieces", "text", "thinking"),
    [
        (["Bryn is ", "the spy.</th", "ink> The door opens."], "The door opens.", "Bryn is the spy."),
        (["The door ", "opens."], "The door opens.", ""),
        (["<think>Hm</think>The door opens."], "The door opens.", "Hm"),
    ],
)
def test_a_model_that_thinks_aloud_is_waited_for(pieces: list[str], text: str, thinking: str) -> None:
    """What may be a thought is not shown before it is known not to be one."""
    thoughts = Thoughts(waits=True)

    assert _parted(thoughts, pieces) == Said(text, thinking)
    assert not thoughts.was_aloud


@pytest.mark.parametrize(
    ("pieces", "text", "thinking"),
    [
        (
            ["Ash is hurt. {not the answer}\n", '</think>{"a":', "1}"],
            '{"a":1}',
            "Ash is hurt. {not the answer}\n",
        ),
        (["Here it is: ", '{"a":1}'], 'Here it is: {"a":1}', ""),
        (['{"a":', "1}"], '{"a":1}', ""),
        (["```json\n", '{"a":1}\n```'], '```json\n{"a":1}\n```', ""),
    ],
)
def test_prose_before_an_object_is_held_back(pieces: list[str], text: str, thinking: str) -> None:
    """A record is never read out of a thought."""
    assert _parted(Thoughts(object_due=True), pieces) == Said(text, thinking)


def test_words_are_given_out_as_soon_as_they_are_certain() -> None:
    """A story that waits for its end is no stream."""
    thoughts = Thoughts()

    given_out = [thoughts.feed(piece).text for piece in ("The", " door <", "b", "> opens.")]

    assert given_out == ["The", " door ", "<b", "> opens."]


PIECES = st.lists(
    st.sampled_from(
        ["<think>", "</think>", "<thi", "nk>", "</", "<", ">", "Rain", " ", "\n", "think", "{", "`"]
    ),
    max_size=12,
)


@given(PIECES, st.booleans(), st.booleans())
def test_nothing_is_lost_however_it_is_cut(pieces: list[str], waits: bool, object_due: bool) -> None:
    """A network cuts where it likes."""
    cut, whole = Thoughts(waits, object_due), Thoughts(waits, object_due)

    parted = _parted(cut, pieces)

    assume(not cut.was_aloud)
    assert parted == _parted(whole, ["".join(pieces)])


@given(st.text(alphabet=st.characters(exclude_characters="<"), max_size=40))
def test_an_answer_without_tags_is_words(text: str) -> None:
    """The usual model loses nothing."""
    assert _parted(Thoughts(), list(text)) == Said(text)


@given(st.text(max_size=20), st.lists(st.integers(0, 60), max_size=4))
def test_halves_of_emoji_find_each_other(text: str, cuts: list[int]) -> None:
    """However a text is cut into UTF-16 units, it comes out as it was."""
    units = text.encode("utf-16-le")
    ends = [0, *sorted(2 * cut for cut in cuts), len(units)]
    halves = Halves()

    pieces = [units[a:b].decode("utf-16-le", "surrogatepass") for a, b in pairwise(ends)]

    assert "".join(halves.feed(piece) for piece in pieces) + halves.end() == text


def test_half_an_emoji_alone_becomes_a_sign_that_can_be_posted() -> None:
    """Discord and SQLite refuse half a character."""
    halves = Halves()

    assert (halves.feed("a\udc09b\ud83d"), halves.feed("c"), halves.feed("\ud83d"), halves.end()) == (
        "a\ufffdb",
        "\ufffdc",
        "",
        "\ufffd",
    )


async def test_a_thinking_field_is_never_text() -> None:
    """The server's own way of parting them."""
    heard = await heard_from(
        word(thinking="Bryn is "), word("", "the spy."), *words("The door ", "opens."), done_line()
    )

    assert (heard.text, heard.thinking) == ("The door opens.", "Bryn is the spy.")


async def test_a_thought_that_was_taken_for_words_is_taken_back_and_waited_for_from_then_on() -> None:
    """The first time nobody can know; the second time somebody does."""
    parts = words("Bryn is ", "the spy.", "</think>", "The door opens.")
    async with OllamaServer([*parts, done_line()], repeats=True) as server, a_model(server.host) as model:
        first, second = await hear(model), await hear(model)

    assert isinstance(first.error, StreamBroke)
    assert first.error.text == ""
    assert (second.text, second.thinking, second.error) == ("The door opens.", "Bryn is the spy.", None)


async def test_a_template_that_opens_the_thought_gives_it_away() -> None:
    """Where the server describes its model, not even the first thought is shown."""
    aloud = ServedModel("r1", template="{{ .Prompt }}<think>\n")
    answer = [*words("Bryn is ", "the spy.", "</think>", "The door opens."), done_line()]

    async with OllamaServer(answer, models=[aloud]) as server, a_model(server.host) as model:
        heard = await hear(model, replace(REQUEST, model="r1"))

    assert (heard.text, heard.error) == ("The door opens.", None)


async def test_a_record_after_a_lone_closing_tag_is_read() -> None:
    """Structured answers of such models are whole at the first try."""
    answer = Answer(says("I lower hp. ", "{no}", "</think>", "{}"))

    async with OllamaServer(answer) as server, a_model(server.host) as model:
        heard = await hear(model, replace(REQUEST, schema=SCHEMA))

    assert (heard.text, heard.error) == ("{}", None)


def _parted(thoughts: Thoughts, pieces: list[str]) -> Said:
    said = Said()
    for piece in pieces:
        said += thoughts.feed(piece)
    return said + thoughts.end()
