"""What the game master without a model understands, tells and writes down."""
