"""The ways to play: each ruleset is a file that says which tools there are and who may use them."""
