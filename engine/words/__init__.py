"""Text from people and models: made harmless, measured, cut at a sentence."""
