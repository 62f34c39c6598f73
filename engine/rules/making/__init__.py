"""Making characters: at level 0, with a class, a level higher."""
