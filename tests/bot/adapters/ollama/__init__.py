"""Tests of the model server adapter, over real HTTP."""
