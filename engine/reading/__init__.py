"""What a model wrote, read strictly and turned into checked changes."""
