"""Exploring: what can be tried in a place, what hurts there, what lies there, and how the party moves on."""
