"""The process: everything that is not the game is put together here."""
