"""How a model is asked: which form, how long to wait, how often to try."""
