"""A classic dungeon crawl: dice decide, the engine counts, the storyteller tells what they came to."""

from engine.tool import Ruleset

DUNGEON = Ruleset("dungeon", owns=frozenset({"position", "flags"}))
"""Its book comes with the data; see `Rulesets`."""
