"""What can be done here and now, and how it can end: read from adventure and state."""
