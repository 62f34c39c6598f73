"""Rules of what counts as an action in a channel where people also talk."""

import pytest

from cogs.hearing import Heard, Hearing, heard

ME = 77


def words(content: str, hearing: Hearing = "all", *, is_reply_to_person: bool = False) -> Heard | None:
    return heard(content, hearing, ME, is_reply_to_person=is_reply_to_person)


@pytest.mark.parametrize(
    "talk",
    [
        "((brb))",
        "(one moment)",
        "// who is next?",
        "ooc tea?",
        "OOC: tea?",
        "> ((brb))",
        "<@77> ooc hi",
        "",
        "   ",
    ],
)
@pytest.mark.parametrize("hearing", ["all", "marked"])
def test_talk_beside_the_story_is_never_an_action(talk: str, hearing: Hearing) -> None:
    """Nobody wants their tea break told as an adventure."""
    assert words(talk, hearing) is None


def test_a_reply_to_a_person_is_talk() -> None:
    """Whoever answers a friend speaks to the friend."""
    assert words("I open the door", is_reply_to_person=True) is None


def test_in_a_thread_of_the_game_every_message_acts() -> None:
    """There people come to play."""
    assert words("I open the (old) door") == Heard("I open the (old) door")


@pytest.mark.parametrize(
    "marked", ["> I open the door", ">I open the door", "<@77> I open the door", "<@!77>  > I open the door"]
)
def test_elsewhere_a_mark_makes_it_an_action(marked: str) -> None:
    """In a common channel the game must not eat the conversation."""
    assert words(marked, "marked") == Heard("I open the door")
    assert words("I open the door", "marked") is None


@pytest.mark.parametrize("hearing", ["all", "marked"])
@pytest.mark.parametrize("typed", ["2", " 2 ", "2.", "2)"])
def test_a_number_alone_chooses(typed: str, hearing: Hearing) -> None:
    """Everything that can be pressed can be typed."""
    said = words(typed, hearing)

    assert said is not None
    assert (said.type, said.number) == ("choice", 2)


def test_quoted_words_are_speech() -> None:
    """The story should know a line from a deed."""
    assert words("“Who is there?”") == Heard("“Who is there?”", "speech")
