"""What an examination of a model comes to, for people who want to play with it."""

from collections.abc import Sequence

from bot.doctor_report import Finding
from bot.setup.known_models import PATIENCE_S
from bot.turn_time import TurnTime
from cogs.model_care import Judged


def judged(model: str, findings: Sequence[Finding], times: Sequence[TurnTime]) -> Judged:
    """The verdict. times: turns that were timed, small tables first."""
    if any(finding.verdict == "bad" for finding in findings):
        return Judged(model, "unusable")
    timed = [(time.players, time.told_s) for time in times if time.told_s is not None]
    alone = timed[0][1] if timed else None
    if any(finding.key == "pace.scripted_advised" for finding in findings):
        return Judged(model, "scripted", told_s=alone)
    if alone is None:
        return Judged(model, "unmeasured")
    good = [(players, told_s) for players, told_s in timed if told_s <= PATIENCE_S]
    if not good:
        return Judged(model, "slow", told_s=alone)
    players, told_s = good[-1]
    return Judged(model, "good", players, told_s)
