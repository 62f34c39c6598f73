"""Tests of blows, rounds, tactics and morale."""
