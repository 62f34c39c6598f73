"""How fast a model is, and what follows from it."""

from dataclasses import replace

import pytest

from engine.asking.pace import Ask, Overrides, Pace, PaceKind, Paces
from engine.model.usage import Purpose, Usage
from engine.model_request import Deadlines
from engine.sight.budget import Fit

TEXT = "The rain falls on the old roof of the inn. "
PROMPT = TEXT * 40


def usage(purpose: Purpose = "record", **counts: float) -> Usage:
    return Usage.model_validate({"purpose": purpose, "model": "m", **counts})


def learned(*usages: Usage) -> Pace:
    paces = Paces()
    for number, one in enumerate(usages):
        paces.learn(one, f"{number} {PROMPT}", "en", float(number))
    return paces.of("m", "en")


@pytest.mark.parametrize(
    ("rate", "kind", "max_words"), [(45, "fast", None), (11.9, "slow", 120), (2.9, "scripted_advised", 120)]
)
def test_a_slow_machine_is_asked_for_less(rate: float, kind: PaceKind, max_words: int | None) -> None:
    """Better a short story now than a long one later."""
    pace = learned(usage(output_tokens=100, output_s=100 / rate))

    assert (pace.kind, pace.max_words) == (kind, max_words)


def test_pace_changes_only_between_turns() -> None:
    """A turn's last request begins like its first, or the server evaluates everything anew."""
    slow = {"output_tokens": 100, "output_s": 50.0, "prompt_tokens": 500, "prompt_s": 5.0}
    during = learned(usage("narrate", **slow))

    after = learned(usage("narrate", **slow), usage("record", **slow))

    assert (during.kind, during.chars_per_token) == ("fast", None)
    assert (after.kind, after.chars_per_token) == ("scripted_advised", 3.3)


def test_what_the_server_had_cached_does_not_count_as_fast() -> None:
    """1,794 tokens in 0.4 s would be an illusion, and deadlines would follow it."""
    paces = Paces()
    paces.learn(usage(prompt_tokens=1000, prompt_s=5.0), PROMPT, "en", 0.0)
    paces.learn(usage(prompt_tokens=1005, prompt_s=0.1), PROMPT + "And so on.", "en", 1.0)
    paces.learn(usage(prompt_tokens=2000, prompt_s=5.0), PROMPT + PROMPT[::-1], "en", 2.0)

    rate = paces.of("m", "en").prompt_rate

    assert rate == pytest.approx(200, rel=0.02)


def test_what_says_nothing_is_not_learned() -> None:
    """One token more or less, or a server that counts only what is new, tells nothing of its speed."""
    assert learned(usage(prompt_tokens=2, prompt_s=1.0, output_tokens=1, output_s=0.1)) == Pace()
    assert learned(usage(prompt_tokens=0, prompt_s=0.0)) == Pace()


def test_text_density_is_told_in_steps_by_language() -> None:
    """A prompt is cut in the same place each turn unless the measure really changed."""
    paces = Paces()
    for tokens in (490, 495, 485, 492):
        paces.learn(usage(prompt_tokens=tokens), PROMPT, "en", 0.0)
        assert paces.of("m", "en").chars_per_token == 3.3
    assert paces.of("m", "de").chars_per_token is None


@pytest.mark.parametrize(
    "text", [TEXT, "Die Flut kommt, sagt sie. ", '{"id":"odda","knowledge":["L\'acqua"]},']
)
@pytest.mark.parametrize("tokens_per_text", [6, 9, 14, 21])
def test_what_was_learned_of_a_model_reckons_its_prompts_as_it_does(text: str, tokens_per_text: int) -> None:
    """Whatever a vocabulary makes of a language, no prompt is longer than its window, nor much shorter."""
    paces, long, longer = Paces(), text * 60, text * 200

    paces.learn(usage(prompt_tokens=60 * tokens_per_text), long, "it", 0.0)

    measure = Fit(chars_per_token=paces.of("m", "it").chars_per_token).measure("it")
    assert 0.98 <= measure.tokens(longer) / (200 * tokens_per_text) <= 1.1


def test_a_model_is_cold_until_it_answered_and_when_its_time_is_over() -> None:
    """Loading takes minutes on a small machine; nobody calls it dead meanwhile."""
    paces = Paces()
    before = paces.is_cold("m", 0.0, 1800)
    paces.learn(usage(), "", "en", 100.0)

    after = [paces.is_cold("m", now, keep) for now, keep in ((1900.0, 1800), (1901.0, 1800), (10**6, -1))]

    assert (before, after) == (True, [False, True, False])


@pytest.mark.parametrize(
    ("pace", "ask", "deadlines"),
    [
        (Pace(100, 10), Ask(100, 200, is_cold=False), Deadlines(60, 30, 100)),
        (Pace(100, 10), Ask(4000, 200, is_cold=False), Deadlines(110, 30, 150)),
        (Pace(100, 10), Ask(4000, 200, is_cold=True), Deadlines(230, 30, 270)),
        (Pace(10, 10), Ask(8000, 200, is_cold=True), Deadlines(600, 30, 640)),
        (Pace(), Ask(3000, 100, is_cold=True), Deadlines(350, 30, 400)),
    ],
)
def test_a_slow_model_is_waited_for_as_long_as_it_needs(pace: Pace, ask: Ask, deadlines: Deadlines) -> None:
    """A healthy answer is never cut off; a dead server is given up within ten minutes."""
    assert pace.deadlines(ask, Overrides()) == deadlines


def test_an_admin_can_set_each_deadline() -> None:
    """Tests and impatient tables need their own limits."""
    ask = Ask(100, 200, is_cold=False)
    overrides = Overrides(first_token_s=5)

    assert Pace(100, 10).deadlines(ask, overrides) == Deadlines(5, 30, 45)
    assert Pace(100, 10).deadlines(ask, replace(overrides, idle_s=2, total_s=9)) == Deadlines(5, 2, 9)


def test_the_table_is_told_how_long_a_story_takes() -> None:
    """Waiting is easier with a number; an invented one is worse than none."""
    assert Pace(100, 10).expected_s(200, 150) == 17.0
    assert Pace(100, None).expected_s(200, 150) is None
