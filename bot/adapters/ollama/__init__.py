"""Ollama as the language model: the only part of the game that talks to a model server."""

from bot.adapters.ollama.server import OllamaModel
from engine.asking.context_window import effective_num_ctx

__all__ = ["OllamaModel", "effective_num_ctx"]
