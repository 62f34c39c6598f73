"""The life of a game, from the first Join to the last page: who sits, what counts, when it rests."""
