"""The nouns of the game, all frozen: what is stored, shown to a model or handed between rooms."""
