"""A dungeon without a model: what typed words are as calls of tools, and how results are told."""
