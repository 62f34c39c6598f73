"""What is promised to a table, measured: one file for each promise."""
