"""Which rulesets there are. A new one is a file beside this, and its line in SHIPPED."""

from engine.model.adventure import Adventure
from engine.rulesets.story import STORY
from engine.tool import Ruleset


class Rulesets:
    """Rulesets by name."""

    def __init__(self, *rulesets: Ruleset) -> None:
        self._by_name = {ruleset.name: ruleset for ruleset in rulesets}

    def of(self, adventure: Adventure) -> Ruleset:
        """The rules that an adventure is played by. Raises KeyError for one that is not here."""
        return self._by_name[adventure.ruleset]


SHIPPED = Rulesets(STORY)
"""What the game comes with."""
