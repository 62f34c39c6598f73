"""Fighting: blows, critical hits and fumbles, deeds, tactics, morale, rounds."""
