"""The game itself: turns, state and memory. Knows neither Discord nor a model server."""
