"""What happened before the log, in a few lines that always come out the same."""

from hypothesis import given
from hypothesis import strategies as st

from engine.history import MAX_TURNS
from engine.model.changes.memory import LogTrimmed
from engine.sight.trimming import cast_of, trim
from engine.summary import summary
from engine.words.tokens import Measure
from tests.engine import fen

RULER = Measure(3.75)


def test_a_short_past_is_told_whole() -> None:
    """Nothing is left out without need."""
    assert (
        summary(["They met.", "They left."], "They woke.", 100, RULER) == "They woke.\nThey met.\nThey left."
    )


def test_an_event_that_the_last_summary_tells_is_not_told_twice() -> None:
    """Space is for what is new."""
    assert summary(["They met.", "They left."], "They met.", 100, RULER) == "They met.\nThey left."


def test_a_long_past_keeps_its_beginning_and_its_newest_events() -> None:
    """How it began stays known for the whole of a campaign."""
    timeline = [f"On day {day} the party walked on." for day in range(100)]

    lines = summary(timeline, "", 120, RULER).splitlines()

    assert lines[0] == timeline[0]
    assert lines[-3:] == timeline[-3:]
    assert lines == sorted(lines, key=timeline.index)


@given(
    timeline=st.lists(st.text(max_size=400), max_size=60),
    before=st.text(max_size=400),
    tokens=st.integers(0, 300),
)
def test_any_past_fits_its_budget_and_comes_out_the_same(
    timeline: list[str], before: str, tokens: int
) -> None:
    """The summary stands before everything else: it may neither grow nor waver."""
    text = summary(timeline, before, tokens, RULER)

    assert RULER.tokens(text) <= tokens
    assert summary(timeline, before, tokens, RULER) == text


def test_nothing_moves_while_the_log_is_short() -> None:
    """A trim costs a full evaluation of the prompt."""
    assert trim(fen.brief(4), fen.turn(4), fen.state(events=5)) is None


def test_a_trim_puts_into_the_summary_what_it_takes_from_the_log() -> None:
    """Nothing falls between the two: the events of the turns that stay are not in the summary."""
    number = MAX_TURNS
    before = fen.state(events=number + 1)
    kept = number + 1 - MAX_TURNS // 2

    trimmed = trim(fen.brief(number), fen.turn(number), before)

    assert trimmed == LogTrimmed(
        log_from_turn=kept,
        summary="\n".join(before.situation.timeline[:kept]),
        cast_in_system=cast_of(before),
    )


def test_the_cast_moves_into_the_system_text_after_the_opening() -> None:
    """Who has joined until then is told of once, not in every turn."""
    state = fen.state().model_copy(update={"cast_in_system": ("odda", "ostrey")})

    trimmed = trim(fen.brief(0), fen.turn(0), state)

    assert trimmed == LogTrimmed(
        log_from_turn=0, summary="", cast_in_system=("mira", "tom", "odda", "ostrey")
    )


def test_the_summary_grows_even_with_the_log_switched_off() -> None:
    """Without the word-for-word log the summary is all that a model knows of the past."""
    brief = fen.brief(MAX_TURNS)
    brief = fen.brief(MAX_TURNS, settings=brief.settings.model_copy(update={"history_max_chars": 0}))

    assert trim(brief, fen.turn(MAX_TURNS), fen.state(events=9)) is not None
