"""What the game is played from: adventures, locales and schemas."""
