"""Rules of the commands that Discord offers."""

from discord import app_commands
from simcord.env import Env

from tests.cogs.stage import Stage

COMMANDS = {
    "game new", "game begin", "game status", "game break", "game finish",
    "game pause", "game resume", "game recap", "game list", "game remove", "game set", "party", "leave",
    "join", "act", "look", "pass", "continue", "undo", "retry", "xcard",
    "steer tone", "steer direction", "steer focus", "steer note", "steer show", "steer clear",
    "config show", "config model", "config model-check", "config model-pull", "config dm-role", "help",
    "config set", "config reset", "config start-by", "config dm-channel", "config npc-voices",
    "config permissions", "config language", "config content", "config style", "config narrator",
    "config delivery", "config input", "config gather", "config plain",
    "narrator", "narrate", "notes", "dm note", "why", "journal", "roll", "check",
}  # fmt: skip


async def test_the_commands_have_the_promised_names(simcord_env: Env, stage: Stage) -> None:
    """Names of commands are a contract with everybody's fingers."""
    offered = {
        command.qualified_name
        for command in stage.client.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }

    assert offered == COMMANDS


async def test_commands_are_offered_in_guilds_only(simcord_env: Env, stage: Stage) -> None:
    """A game lives in a channel of a server."""
    assert all(
        c.guild_only for c in stage.client.tree.get_commands() if not isinstance(c, app_commands.ContextMenu)
    )
