"""The steps, oldest first; each names the one before it."""
