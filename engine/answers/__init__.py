"""How a model's answer is taken apart: the thoughts, the quotes, the words and the objects in it.

`engine.structured` puts these together. Everything here takes text as it comes, in pieces of any size, never
goes back and never calls itself: an answer of five million marks or a hundred thousand brackets is only long.
"""
