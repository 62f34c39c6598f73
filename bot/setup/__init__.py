"""What `glyphmaster setup` does, step by step."""
