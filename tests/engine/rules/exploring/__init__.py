"""Tests of what can be tried, taken and met in a place."""
