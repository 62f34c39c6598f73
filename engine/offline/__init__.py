"""The game master that needs no model: what players mean, what the adventure answers, how it is told."""
