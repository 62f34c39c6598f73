"""What a DM has decided beforehand: the next roll, or a rule that does not count once."""

from typing import Literal

from engine.model.noun import Noun


class Ruling(Noun):
    """Counts for the next matching call, and ends with the turn after it was made.

    kind: force decides a roll ("success", "failure" or a number of the natural die), waive skips what would
    hurt or hinder once. tool: its name, "" = any; whom: id of a character or creature, "" = anybody.
    made_after: depth of the newest turn when it was made.
    """

    id: str
    kind: Literal["force", "waive"]
    tool: str = ""
    whom: str = ""
    outcome: str = ""
    reason: str = ""
    by: str = ""
    made_after: int = 0
