"""The words that a language model reads, one folder a language."""
