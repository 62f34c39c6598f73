"""Tests of the Discord side: what people type and press, and what they get to see."""
