"""How surely an answer that came in pieces is fitted together, and what that costs."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from engine.looping.merging import Answer
from engine.looping.registry import USE_CASES
from engine.model.update import StateUpdate
from tests.bench.figures import Figure, at_least, at_most, middle, p99
from tests.bench.reliability.good_updates import Good, good_updates
from tests.engine.briefs import brief
from tests.fakes.entropy import SeededEntropy

UPDATES = 1000
MOST_PIECES = 4
LEAST_OVERLAP, MOST_OVERLAP = 10, 200
LEAST_WORD = 4
_LONG = 4
"""Times the length: of the two texts whose times are compared."""
_SEED = 17


@dataclass(frozen=True)
class Way:
    """How a model goes on: what it repeats of what was there, and what stands around that.

    piece: from the end of what was there that is repeated, the rest up to the next cut, and chance.
    """

    name: str
    piece: Callable[[str, str, "Chance"], str]
    is_exact: bool = False
    repeats: bool = True


class Chance:
    """Numbers from a port's chance."""

    def __init__(self, seed: int) -> None:
        self.entropy = SeededEntropy(seed)

    def below(self, most: int) -> int:
        return self.entropy.bits(32) % max(most, 1)

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)


def _altered(overlap: str, chance: Chance) -> str:
    """One sign of it is another."""
    at = chance.below(len(overlap))
    return overlap[:at] + "x~7 "[chance.below(4)] + overlap[at + 1 :]


def _without(overlap: str, chance: Chance) -> str:
    """One sign of it is left out."""
    at = chance.below(len(overlap))
    return overlap[:at] + overlap[at + 1 :]


WAYS = (
    Way("as asked", lambda overlap, rest, _: overlap + rest, is_exact=True),
    Way("in a fence", lambda overlap, rest, _: f"```json\n{overlap}{rest}\n```", is_exact=True),
    Way("after some talk", lambda overlap, rest, _: f"Here is the rest:\n\n{overlap}{rest}", is_exact=True),
    Way("a sign altered", lambda overlap, rest, chance: _altered(overlap, chance) + rest),
    Way("a sign left out", lambda overlap, rest, chance: _without(overlap, chance) + rest),
    Way("nothing repeated", lambda _, rest, __: rest, repeats=False),
)


def measure() -> list[Figure]:
    """A thousand updates, each in one to four more pieces, in every way in which a model goes on."""
    updates = good_updates(brief(), SeededEntropy(_SEED), UPDATES)
    times: list[float] = []
    figures: list[Figure] = []
    for way in WAYS:
        chance, counts = Chance(_SEED), Counter[str]()
        for good in updates:
            counts[_rebuilt(good, way, chance, times)] += 1
        clear = UPDATES - counts["ambiguous"]
        share = 100 * counts["exactly"] / clear
        what = f"cut updates fitted together exactly, overlap {way.name}"
        if way.is_exact:
            figures.append(at_least(what, share, 100, "%"))
            continue
        told = f"{share:.1f} %; {counts['closed members']} stopped with what was closed"
        figures.append(Figure(what, f"{told}; {counts['otherwise']} otherwise than it was written"))
    figures.append(at_most("time of one merge, median", middle(times) * 1000, 20, "ms"))
    figures.append(at_most("… one in a hundred", p99(times) * 1000, 100, "ms"))
    figures.append(at_most(f"a text of {_LONG} times the length", _growth(), 2 * _LONG, "times the time"))
    return figures


def _rebuilt(good: Good, way: Way, chance: Chance, times: list[float]) -> str:
    """exactly, or only its closed members, or otherwise; ambiguous where the text repeats itself at a cut."""
    start = good.text.index("{")
    cuts = sorted(
        chance.between(start + LEAST_OVERLAP, good.whole_at - 1)
        for _ in range(chance.between(1, MOST_PIECES))
    )
    answer = Answer(StateUpdate, USE_CASES["state_update"])
    answer.begin(good.text[: cuts[0]])
    for at, end in zip(cuts, [*cuts[1:], len(good.text)], strict=True):
        length = min(chance.between(LEAST_OVERLAP, MOST_OVERLAP), at - start)
        overlap, rest = good.text[at - length : at], good.text[at:end]
        if _is_ambiguous(good.text, at, length if way.repeats else 0, end):
            return "ambiguous"
        started = perf_counter()
        outcome = answer.add(way.piece(overlap, rest, chance))
        times.append(perf_counter() - started)
        if outcome not in ("joined", "replaced", "thrown away"):
            break
    if answer.is_whole and answer.value == good.update:
        return "exactly"
    value = answer.value or StateUpdate()
    is_kept = all(
        getattr(value, name) in (None, getattr(good.update, name)) for name in StateUpdate.model_fields
    )
    return "closed members" if is_kept and not answer.is_whole else "otherwise"


def _is_ambiguous(text: str, at: int, length: int, end: int) -> bool:
    """The text goes round here: nobody could say where the overlap ends."""
    rest = text[at - length : end]
    return any(
        text[:at].endswith(rest[:more]) for more in range(length + 1, min(at, MOST_OVERLAP, len(rest)) + 1)
    )


def _growth() -> float:
    """How many times longer a merge takes for a text of four times the length."""
    return _time(_LONG * 20_000) / _time(20_000)


def _time(moves: int) -> float:
    text = json.dumps({"suggestions": [{"label": f"Move {n}", "text": f"I move {n}."} for n in range(moves)]})
    answer = Answer(StateUpdate, USE_CASES["state_update"])
    answer.begin(text[:-30])
    started = perf_counter()
    answer.add(text[-60:])
    return perf_counter() - started


def run(_: Path) -> list[Figure]:
    """Needs no folder."""
    return measure()
