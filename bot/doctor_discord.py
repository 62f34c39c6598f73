"""What the doctor says of Discord. Nothing of it keeps anybody from playing in the terminal."""

from bot.discord_account import Account, Answer, DiscordSilent, TokenRefused
from bot.doctor_report import Finding, good, note
from cogs.rights import bot_page, invitation

_MOST_NAMED = 10
"""Servers that are named one by one."""


def account_findings(answer: Answer) -> list[Finding]:
    """The token, the switch for message content, and the servers."""
    match answer:
        case TokenRefused():
            return [note("discord.refused")]
        case DiscordSilent(reason):
            return [note("discord.silent", reason=reason)]
        case Account():
            return [_token(answer), _switch(answer), *_servers(answer)]


def _token(account: Account) -> Finding:
    return good("discord.right", name=account.name)


def _switch(account: Account) -> Finding:
    if account.reads_messages:
        return good("discord.reads")
    return note("discord.reads-nothing", url=bot_page(account.application_id))


def _servers(account: Account) -> list[Finding]:
    if not account.servers:
        return [note("discord.alone", url=invitation(account.application_id))]
    found = [good("discord.servers", count=len(account.servers))]
    lacking = [server for server in account.servers if server.missing]
    found += [
        note("discord.lacks", server=server.name, missing=", ".join(server.missing))
        for server in lacking[:_MOST_NAMED]
    ]
    if more := lacking[_MOST_NAMED:]:
        found.append(note("discord.more-lack", count=len(more)))
    return found
