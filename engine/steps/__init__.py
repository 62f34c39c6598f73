"""The steps of a turn, one file each. Each takes a turn as it stands and gives it back one status further."""
