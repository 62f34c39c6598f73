"""Tests of what stands between the game and the outside world."""
