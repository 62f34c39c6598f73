"""The specification of the game itself."""
