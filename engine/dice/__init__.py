"""Dice as people write them: read, rolled, and shown with every die."""
