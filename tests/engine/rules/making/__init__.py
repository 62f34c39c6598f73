"""Tests of making characters, with the book that the game comes with."""
