"""A pure story: no dice and no tools, what happens follows from what is told."""

from engine.tool import WITHOUT_RULES

STORY = WITHOUT_RULES
