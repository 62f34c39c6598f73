"""The doctor looks at Discord too, and nothing that it finds there keeps anybody from the terminal."""

import discord
import pytest
from pydantic import SecretStr

from bot.discord_account import Account, Answer, DiscordSilent, Server, TokenRefused, account_of
from bot.doctor_discord import account_findings
from bot.doctor_report import Report, page_of
from cogs.rights import RIGHTS, invitation, lacking, lacking_on_server
from engine.model.noun import Language
from tests.bot.doctor_for_tests import LIBRARY
from tests.fakes.clock import FakeClock
from tests.fakes.discord_elsewhere import discord_at
from tests.fakes.discord_server import DiscordServer

SOUND = Account(900, "Glyphmaster", reads_messages=True, servers=(Server("Tavern", ()),))
LACKING = Account(
    900,
    "Glyphmaster",
    reads_messages=False,
    servers=tuple(Server(f"S{n}", ("Embed Links",)) for n in range(12)),
)
ALONE = Account(900, "Glyphmaster", reads_messages=True, servers=())
ANSWERS: list[Answer] = [SOUND, LACKING, ALONE, TokenRefused(), DiscordSilent("ConnectError")]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (SOUND, ["good right", "good reads", "good servers"]),
        (
            LACKING,
            ["good right", "note reads-nothing", "good servers", *["note lacks"] * 10, "note more-lack"],
        ),
        (ALONE, ["good right", "good reads", "note alone"]),
        (TokenRefused(), ["note refused"]),
        (DiscordSilent("ConnectError"), ["note silent"]),
    ],
)
def test_what_is_wrong_with_discord_is_noted_and_play_goes_on(answer: Answer, found: list[str]) -> None:
    """The terminal needs none of it."""
    findings = account_findings(answer)

    assert [f"{f.verdict} {f.key.removeprefix('discord.')}" for f in findings] == found
    assert Report(tuple(findings)).works


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_each_finding_has_its_words(language: Language) -> None:
    """In every language, with all blanks filled."""
    findings = tuple(f for answer in ANSWERS for f in account_findings(answer))

    assert "{" not in page_of(Report(findings), LIBRARY.locale(language))


async def test_all_servers_are_seen_over_several_pages() -> None:
    """A bot that is loved is in more than two hundred."""
    async with DiscordServer([1], FakeClock()) as server:
        server.guilds = [{"id": str(n), "name": f"S{n}", "permissions": "8"} for n in range(1, 251)]
        with discord_at(server.address):
            account = await account_of(SecretStr("token"))

    assert isinstance(account, Account)
    assert [s.name for s in account.servers] == [f"S{n}" for n in range(1, 251)]


def test_the_invitation_asks_for_what_is_needed_and_no_more() -> None:
    """An admin is right to refuse more than that."""
    asked = int(invitation(900).partition("permissions=")[2].partition("&")[0])
    all_of_it = int(invitation(900, with_beauty=True).partition("permissions=")[2].partition("&")[0])

    assert lacking_on_server(discord.Permissions(asked)) == ()
    assert not discord.Permissions(asked).manage_webhooks
    assert all_of_it == sum(getattr(discord.Permissions, right.flag).flag for right in RIGHTS)


def test_what_a_place_lacks_depends_on_the_place() -> None:
    """A thread needs other permissions than a channel."""
    nothing = discord.Permissions.none()

    assert "Send Messages" not in lacking(nothing, is_thread=True, in_thread=False)
    assert "Create Public Threads" not in lacking(nothing, is_thread=False, in_thread=False)
    assert lacking(discord.Permissions(administrator=True), is_thread=False, in_thread=True) == ()
