"""Tests of playing a dungeon without a model."""
