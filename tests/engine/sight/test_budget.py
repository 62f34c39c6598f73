"""A prompt is never longer than its window, and a window that is too small says so before the game begins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.noun import Language
from engine.model_request import Message
from engine.sight.budget import LARGE, SMALL, Budget, Fit, budget_for, least_window, message_tokens
from engine.words.tokens import Measure


@pytest.mark.parametrize(
    ("num_ctx", "budget"), [(2048, SMALL), (4096, SMALL), (8192, LARGE), (131072, LARGE)]
)
def test_the_shares_are_those_of_the_design(num_ctx: int, budget: Budget) -> None:
    """More window than 8,192 is not filled: each token costs waiting time."""
    assert budget_for(num_ctx) == budget


@given(num_ctx=st.integers(4096, 200_000))
def test_the_shares_leave_a_tenth_of_the_window(num_ctx: int) -> None:
    """The estimate may be off by that much."""
    assert budget_for(num_ctx).fits(num_ctx)
    assert budget_for(num_ctx).total <= 0.9 * num_ctx


def test_a_long_system_text_takes_its_room_from_the_log() -> None:
    """Rules and premise are never cut; the oldest turns are."""
    assert SMALL.making_room(system=1500, actions=150).log == SMALL.log - 200


@given(system=st.integers(0, 60_000), num_ctx=st.integers(1024, 40_000))
def test_the_number_to_set_is_the_least_that_holds_the_rules(system: int, num_ctx: int) -> None:
    """Whoever sets it must not be told the next number after the next start."""

    def budget_of(window: int) -> Budget:
        return budget_for(window).making_room(system=system)

    needed = least_window(budget_of, num_ctx)

    assert budget_of(needed).fits(needed)
    assert needed > num_ctx
    assert needed - 512 <= num_ctx or not budget_of(needed - 512).fits(needed - 512)


@pytest.mark.parametrize(("num_ctx", "letters"), [(8192, 8000), (4096, 2800)])
def test_the_log_holds_as_many_characters_as_its_tokens_do(num_ctx: int, letters: int) -> None:
    """8,000 characters are about 2,000 tokens of English."""
    fit = Fit(num_ctx)

    assert fit.log_chars("en", fit.budget.log) == letters
    assert fit.log_chars("de", fit.budget.log) < letters


def test_a_measured_model_is_measured_by_its_own_figure() -> None:
    """A vocabulary that knows German needs fewer tokens for it."""
    text = "Das Wehr ächzt über euch."

    assert Fit(8192, chars_per_token=3.75).measure("de").tokens(text) < Fit(8192).measure("de").tokens(text)


# Counted by the vocabulary of SmolLM2 (49,152 words).
PROSE = (
    "The weir groans above you. Cold water slides over bronze doors, green with age, and somewhere "
    "behind them a bell gives a single low note. Odda Wick lifts her lantern. "
    '"You hear it too," she whispers.'
)
DATA = (
    '{"party_characters":[{"id":"mira","name":"Mira Fenwick","status":"wet and cold"}],'
    '"current_situation":{"timeline":["The party met Odda at the fen."],'
    '"open_threads":["Who rings the bell?"]}}'
)
GERMAN = (
    "Das Wehr ächzt über euch. Kaltes Wasser gleitet über die Bronzetore, und irgendwo dahinter gibt eine "
    "Glocke einen einzigen tiefen Ton von sich."
)
ITALIAN = (
    "La chiusa geme sopra di voi. L'acqua fredda scivola sulle porte di bronzo e da qualche parte, "
    "là dietro, una campana manda una sola nota."
)


@pytest.mark.parametrize(("text", "tokens"), [(PROSE, 47), (DATA, 61)])
def test_the_estimate_of_english_is_within_a_tenth_of_a_real_vocabulary(text: str, tokens: int) -> None:
    """P9: what we think the model sees is what it sees."""
    assert abs(Fit().measure("en").tokens(text) - tokens) <= 0.1 * tokens


@pytest.mark.parametrize(("text", "language", "tokens"), [(GERMAN, "de", 59), (ITALIAN, "it", 53)])
def test_the_estimate_of_other_languages_is_never_much_too_low(
    text: str, language: Language, tokens: int
) -> None:
    """Too high costs a little log; too low would cut the rules away."""
    assert Fit().measure(language).tokens(text) >= 0.9 * tokens


@given(text=st.text(), tokens=st.integers(0, 60), chars_per_token=st.floats(1.0, 8.0))
def test_a_cut_text_is_a_beginning_within_its_tokens(text: str, tokens: int, chars_per_token: float) -> None:
    """Nothing is longer than it was allowed to be."""
    ruler = Measure(chars_per_token)

    cut = ruler.cut(text, tokens)

    assert ruler.tokens(cut) <= tokens
    assert cut == text or text.startswith(cut.removesuffix("…"))


def test_messages_cost_their_words_and_their_frame() -> None:
    """A chat template puts marks around each message."""
    assert message_tokens([Message("user", ""), Message("user", "")], Measure(3.75)) == 16
