"""One table: who acts, who waits, whose turn it is, who sits where."""
