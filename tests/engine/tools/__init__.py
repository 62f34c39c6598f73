"""Tests of the tools, each as a caller uses it."""
