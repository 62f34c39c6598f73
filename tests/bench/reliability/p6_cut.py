"""Cut text is never used: good updates cut at every character, against marks made while they were written."""

from pathlib import Path

from engine.model.update import StateUpdate
from engine.structured import MemberReader, Read, read
from tests.bench.reliability.good_updates import UPDATES, Good, good_updates
from tests.bench.reliability.outcome import Outcome, Scale
from tests.engine.briefs import brief
from tests.fakes.entropy import SeededEntropy

_IN_SHORT = 3
"""The shortest: every character costs a cut."""
_NOTHING = StateUpdate()


async def measure(scale: Scale, folder: Path) -> Outcome:
    """Each cut is read at once and as it streams."""
    updates = good_updates(brief(), SeededEntropy(6), UPDATES)
    if scale == "short":
        updates = sorted(updates, key=lambda good: len(good.text))[:_IN_SHORT]
    faults: list[str] = []
    tries = 0
    for number, good in enumerate(updates):
        reader = MemberReader(StateUpdate)
        for cut in range(len(good.text) + 1):
            reader.feed(good.text[cut - 1 : cut])
            answers = (read(good.text[:cut], StateUpdate, is_final=True), reader.result())
            for way, answer in zip(("at once", "streamed"), answers, strict=True):
                tries += 1
                if fault := _fault(good, cut, answer):
                    faults.append(f"update {number} cut at {cut}, {way}: {fault}")
    return Outcome(
        "P6",
        "Cut text is never used",
        f"the reader; {len(updates)} good updates cut at every character, whole and streamed",
        tries,
        len(faults),
        figures=f"{sum(len(good.text) for good in updates):,} characters",
        faults=tuple(faults[:5]),
    )


def _fault(good: Good, cut: int, answer: Read[StateUpdate]) -> str:
    """What is wrong with what was read of the first `cut` characters; "" if nothing is."""
    due = good.closed_before(cut)
    if cut >= good.whole_at:
        if answer.status not in ("ok", "repaired"):
            return f"a whole answer is called {answer.status}"
    elif answer.status in ("ok", "repaired"):
        return f"a cut answer is called {answer.status}"
    got = answer.value or _NOTHING
    wrong = [name for name in StateUpdate.model_fields if getattr(got, name) != getattr(due, name)]
    return f"{', '.join(wrong)} not as closed ({answer.status})" if wrong else ""
