"""Measurements and long proofs: python -m tests.bench."""
