"""What a table can look up of what was told: what changed, why, when, and what is here."""
