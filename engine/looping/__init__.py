"""Going on with an answer that was cut: asked for the rest, fitted together, and never a value made up."""
