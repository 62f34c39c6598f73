"""Packs: the adventures that people write. Read them, and say what is wrong in words that help."""

from bot.adapters.packs.reading import BrokenPack, check_pack, read_adventure, taken_fault

__all__ = ["BrokenPack", "check_pack", "read_adventure", "taken_fault"]
