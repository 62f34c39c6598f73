"""Why was it told so? A true answer, without secrets."""

from engine.model.fact import Fact
from engine.model.turn import Resolution
from engine.model.usage import Usage
from engine.told.why import why
from tests.engine.games_for_tests import playing_session, turn

KNOWN = Fact(code="door-open")
SECRET = Fact(code="voice-is-nella", secret=True)
TOLD = turn(
    resolution=Resolution(facts=(KNOWN, SECRET)),
    seen="[context] the voice is Nella",
    usage=(
        Usage(purpose="prepare", model="m", prompt_tokens=900, output_tokens=1),
        Usage(purpose="narrate", model="m", prompt_tokens=950, output_tokens=80, total_s=8.0),
        Usage(purpose="record", model="m", prompt_tokens=1060, output_tokens=60, total_s=4.0),
    ),
)


def test_a_dm_sees_all_that_was_settled_and_all_that_the_model_saw() -> None:
    """Whoever directs has to be able to look behind the curtain."""
    told = why(playing_session("ann"), TOLD, for_dm=True)

    assert told.facts == (KNOWN, SECRET)
    assert told.seen == "[context] the voice is Nella"
    assert (told.tokens, told.seconds) == (2150, 9.0)


def test_a_player_sees_no_secret() -> None:
    """Asking why must not spoil the story."""
    told = why(playing_session("ann"), TOLD, for_dm=False)

    assert told.facts == (KNOWN,)
    assert told.seen == ""
    assert [u.purpose for u in told.requests] == ["narrate", "record"]
