"""How the telling keeps from repeating itself."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from engine.offline.heard import Heard


def heard(*narratives: str) -> Heard:
    told = Heard()
    for text in narratives:
        told = Heard((*told.narratives, text), told.paragraphs | {text})
    return Heard((*told.narratives, ""), told.paragraphs)


def test_what_was_never_told_comes_first_in_its_order() -> None:
    """An author's first text is meant to be the first."""
    assert heard("b").freshest_first(("a", "b", "c")) == ("a", "c", "b")


def test_of_what_was_told_the_oldest_comes_back_first() -> None:
    """If something must be told again, then what is longest ago."""
    assert heard("a", "b", "c").freshest_first(("c", "b", "a")) == ("a", "b", "c")


def test_a_paragraph_of_known_parts_is_put_together_anew() -> None:
    """Three beginnings and three ends make nine paragraphs."""
    told = heard("a x", "b y")

    assert told.paragraph((("a", "b"), ("x", "y"))) in {"a y", "b x"}


def test_when_everything_was_told_the_freshest_is_told_again() -> None:
    """There is always a paragraph."""
    assert heard("a").paragraph((("a",),)) == "a"


SLOT = st.lists(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=4)


@given(st.lists(SLOT, min_size=1, max_size=3))
def test_a_paragraph_is_new_if_any_is_left(slots: list[list[str]]) -> None:
    """Nothing is repeated while something else could be said."""
    candidates = tuple(tuple(slot) for slot in slots)
    possible = {" ".join(parts) for parts in product(*candidates)}
    told, seen = Heard(), set[str]()

    for _ in range(4):
        text = told.paragraph(candidates)

        assert text not in seen or seen == possible
        seen.add(text)
        told = told.and_now(text)
