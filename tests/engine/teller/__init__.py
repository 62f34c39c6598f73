"""What a model is asked for."""
