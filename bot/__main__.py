"""`python -m bot` is the command `glyphmaster`."""

from bot.cli import main

main()
