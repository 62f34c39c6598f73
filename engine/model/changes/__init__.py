"""The typed changes, by what they touch. A new one is a class here and a line in `engine.model.change`."""
