"""The rules of a classic dungeon crawl, as pure functions of a state, the book and dice."""
