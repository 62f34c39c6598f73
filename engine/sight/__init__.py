"""What a model sees: one growing conversation, within a budget."""
