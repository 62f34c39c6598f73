"""Tests of the process and what it is made of."""
