"""The engine's own next moves: always there, always possible, enough to finish an adventure by pressing."""

from collections.abc import Sequence

from engine.model.adventure import Adventure
from engine.model.state import GameState
from engine.model.suggestion import Suggestion
from engine.moves.moment import Moment
from engine.moves.offers import Offer, offers
from engine.ports import Locale

MOST = 4
"""As many as a record may bring (engine.reading.recording); an open question, a look and a pause fill up."""
LEAST = 3
"""Fewer than this is no choice."""
LABEL_MOST = 34
"""What a button shows on a phone (engine.model.noun.Label)."""


def engine_suggestions(
    adventure: Adventure, state: GameState, locale: Locale, number: int
) -> tuple[Suggestion, ...]:
    """Three or four, ids "e1"…: what moves the story first, then ways, people, questions.

    number: of the turn; where there are more than fit, the next turn shows others, so that none is
    hidden for good. The same arguments give the same answer.
    """
    moment = Moment(adventure, state)
    if moment.scene is None and not state.situation.visited_scenes:
        moment = moment.at(adventure.opening.scene)  # the opening is being told
    found = offers(moment, locale)
    doings = [o for o in found if o.kind == "doing"]
    safe = _turned([o for o in doings if o.risk_level != "high"], number)
    risky = _turned([o for o in doings if o.risk_level == "high"], number // 3)
    ways = sorted((o for o in found if o.kind == "way"), key=lambda offer: offer.distance)
    ways = [*ways[:1], *_turned(ways[1:], number // 3)]
    people = _turned([o for o in found if o.kind == "person"], number)
    questions = _turned([o for o in found if o.kind == "question"], number)
    pauses = [o for o in found if o.kind == "pause"]
    # The fourth place goes to people, other ways and risks by turns, so that nothing stays hidden.
    fourth = ([*ways[1:2], *people[:1]], [*risky[:1], *people[:1]], people[:1])[number % 3]
    first = [*safe[:2], *ways[:1], *fourth, *ways[1:2], *safe[2:], *people[1:], *ways[2:], *risky]
    chosen = _unique([*first, *questions[:1], *pauses])[:MOST]
    return tuple(_suggestion(f"e{i}", offer) for i, offer in enumerate(chosen, start=1))


def filled_up(new: tuple[Suggestion, ...], old: tuple[Suggestion, ...]) -> tuple[Suggestion, ...]:
    """The new ones, and as many of the old as it takes for a choice: a small model often has one idea."""
    labels = {suggestion.label.casefold() for suggestion in new}
    others = [suggestion for suggestion in old if suggestion.label.casefold() not in labels]
    fresh = {suggestion.id for suggestion in new}
    kept = [suggestion for suggestion in others if suggestion.id not in fresh]
    return (*new, *kept[: max(0, LEAST - len(new))])


def _turned(offered: Sequence[Offer], number: int) -> list[Offer]:
    start = number % len(offered) if offered else 0
    return [*offered[start:], *offered[:start]]


def _unique(offered: Sequence[Offer]) -> list[Offer]:
    """Without those whose button would look like an earlier one's."""
    by_label: dict[str, Offer] = {}
    for offer in offered:
        by_label.setdefault(_button(offer).casefold(), offer)
    return list(by_label.values())


def _suggestion(suggestion_id: str, offer: Offer) -> Suggestion:
    return Suggestion(
        id=suggestion_id,
        type=offer.type,
        label=_button(offer),
        text=offer.text,
        risk_level=offer.risk_level,
    )


def _button(offer: Offer) -> str:
    """The label, cut at a word if a long name is in it."""
    if len(offer.label) <= LABEL_MOST:
        return offer.label
    cut = offer.label[:LABEL_MOST]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut[:-1]).rstrip(" ,;:") + "…"
