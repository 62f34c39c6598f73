"""README tells the truth: what can be typed exists, what is shown was played, what is named is there."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import discord
import pytest
import typer
from discord import app_commands

from bot.cli_app import app
from bot.client import COGS
from cogs.rooms import NoRoom, check_room
from engine.model.adventure import Ending, Thing
from tests.bot.processes import Command
from tests.bot.terminal_for_tests import LOCALES
from tests.cogs.stage import Stage

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ("README.md", ".github/CHANGELOG.md", ".github/CONTRIBUTING.md")
_HEADED = ("bot/", "cogs/", "engine/", "data/", "prompts/", "tests/", ".github/")
"""How a path in backticks begins; what is in backticks otherwise is a name or a command."""


def section(heading: str) -> str:
    """What stands below a heading, up to the next of its kind."""
    return README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rows(text: str, first: str) -> dict[str, str]:
    """First cell and second cell of the table rows whose first cell begins so, without backticks."""
    cells = re.findall(r"^\| `([^`]+)` \| (.*?) \|$", text, re.MULTILINE)
    return {name: meaning for name, meaning in cells if name.startswith(first)}


def blocks(text: str) -> list[str]:
    """Its fenced `text` blocks."""
    return re.findall(r"^ *```text\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def test_the_played_example_is_what_the_game_tells(tmp_path: Path) -> None:
    """The first thing that anybody reads of it must be real."""
    [example] = blocks(README.partition("\n## ")[0])
    typed = re.findall(r"^> (.*)$", example, re.MULTILINE)
    shown = re.sub(r"^> .*\n", "", example, flags=re.MULTILINE)

    _, out, _ = Command(tmp_path / "home").run(
        "play", "echo", "--narrator", "scripted", typed="\n".join(["2", *typed])
    )

    assert in_one_line(shown) in in_one_line(out)


async def test_the_commands_of_discord_are_all_listed_with_their_options() -> None:
    """A command that nobody finds is not there; one that does not exist disappoints."""
    client = Stage().client
    for name in COGS:
        await client.load_extension(f"cogs.{name}")

    offered = {
        "/" + " ".join([c.qualified_name, *(p.name if p.required else f"[{p.name}]" for p in c.parameters)])
        for c in client.tree.walk_commands()
        if isinstance(c, app_commands.Command)
    }

    assert set(rows(section("At the table in Discord"), "/")) == offered


def test_the_commands_of_the_command_line_are_all_listed_with_their_options() -> None:
    """As above, for whoever runs it."""
    found: dict[str, set[str]] = {}

    def look(command: typer.core.TyperCommand | typer.core.TyperGroup, path: str) -> None:
        if isinstance(command, typer.core.TyperGroup):
            for name, below in command.commands.items():
                look(cast("typer.core.TyperCommand", below), f"{path} {name}")
            return
        arguments = [p for p in command.params if p.param_type_name == "argument"]
        words = [
            path,
            *((p.name or "").upper() if p.required else f"[{(p.name or '').upper()}]" for p in arguments),
        ]
        found[" ".join(words)] = {opt for p in command.params for opt in p.opts if opt.startswith("--")}

    look(cast("typer.core.TyperGroup", typer.main.get_command(app)), "glyphmaster")

    listed = rows(section("Play now, in a terminal"), "glyphmaster ")
    assert {name: set(re.findall(r"`(--[\w-]+)`", meaning)) for name, meaning in listed.items()} == found


def test_the_commands_of_the_terminal_table_are_all_listed() -> None:
    """README and `:help` name the same."""
    helped = {line.split()[0] for line in LOCALES["en"].lines("terminal.help") if line.startswith(":")}

    assert set(rows(section("Play now, in a terminal"), ":")) == helped


async def test_the_permissions_in_the_invitation_are_those_that_a_game_needs() -> None:
    """Too few, and the first game fails; too many, and an admin is right to refuse."""
    invitation = in_one_line(section("Invite the bot"))
    asked = invitation.partition("these permissions: ")[2].partition(". ")[0].split(", ")
    nothing = SimpleNamespace(app_permissions=discord.Permissions.none(), channel=None)

    with pytest.raises(NoRoom) as refused:
        check_room(cast("discord.Interaction", nothing), in_thread=True)

    needed = str(refused.value.blanks["missing"]).split(", ")
    assert asked == [
        name.replace("View Channel", "View Channels") for name in needed if name != "Text Channel"
    ]


def test_the_example_of_an_adventure_fits_its_schema() -> None:
    """Whoever begins with it should not begin with a fault."""
    [example] = [block for block in blocks(section("Add to it")) if block.lstrip().startswith("{")]

    thing, ending = (json.loads(part) for part in example.split("\n\n"))

    flags = Thing.model_validate(thing).doings[0].effects.flags
    assert Ending.model_validate(ending).when.holds(flags)


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_is_named_is_there(page: str) -> None:
    """A map with a road that is gone is worse than none."""
    text = (ROOT / page).read_text(encoding="utf-8")
    named = [name for name in re.findall(r"`([^`\s]+)`", text) if name.startswith(_HEADED)]
    linked = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]

    missing = [name for name in named if not (ROOT / name).exists() and name != "data/local"]
    missing += [link for link in linked if not (ROOT / page).parent.joinpath(link).exists()]

    assert missing == []


def test_a_turn_is_told_in_eight_lines() -> None:
    """Who reads only one thing reads this."""
    lines = section("One turn in eight lines").strip().splitlines()

    assert [line[:5] for line in lines] == [f"{number}. **" for number in range(1, 9)]


def test_each_decision_has_its_date_and_its_four_lines() -> None:
    """A choice without its cost will be undone by mistake."""
    decisions = section("Decisions").split("\n**")[1:]

    assert len(decisions) >= 10
    for decision in decisions:
        title, *lines = re.sub(r"\n  (?=\S)", " ", decision.strip()).splitlines()
        assert re.fullmatch(r".+\*\* \(\d{4}-\d\d-\d\d\)", title)
        assert [line.split(":")[0] for line in lines] == ["- Context", "- Choice", "- Cost", "- Check"], title
