"""The step in which the bot gets its token, and its owner the invitation."""

from pydantic import SecretStr, TypeAdapter, ValidationError

from bot import setting_kinds as kinds
from bot.discord_account import Account, Answer, DiscordSilent, TokenRefused, account_of
from bot.setup.wishes import Talk
from cogs.rights import NEEDED, RIGHTS, bot_page, invitation

_TRIES = 3
_TOKEN: TypeAdapter[SecretStr] = TypeAdapter(kinds.Token)
PORTAL = "https://discord.com/developers/applications"


async def token_for(talk: Talk, given: SecretStr | None, current: SecretStr | None) -> SecretStr | None:
    """The token to play with; null if there is none, or none that Discord takes.

    given: by a flag, "" = leave Discord out; null = ask. current: what is set now.
    """
    if given is not None and not given.get_secret_value():
        talk.say("token.left-out")
        return None
    if given is None and current is None:
        talk.say("token.where", url=PORTAL)
    for _ in range(_TRIES):
        token = given or _typed(talk, current)
        if token is None:
            talk.say("token.left-out")
            return None
        answer = await _answer(token)
        _tell(talk, answer)
        if not isinstance(answer, TokenRefused):
            return token
        given = None
        current = None  # what was refused is not offered again
    return None


def _typed(talk: Talk, current: SecretStr | None) -> SecretStr | None:
    typed = talk.questions.secret(talk.words("token.keep" if current else "token.ask"))
    return SecretStr(typed) if typed else current


async def _answer(token: SecretStr) -> Answer:
    try:
        return await account_of(_TOKEN.validate_python(token))
    except ValidationError:
        return TokenRefused()


def _tell(talk: Talk, answer: Answer) -> None:
    match answer:
        case TokenRefused():
            talk.say("token.refused", url=PORTAL)
        case DiscordSilent(reason):
            talk.say("token.unchecked", reason=reason)
        case Account():
            _tell_account(talk, answer)


def _tell_account(talk: Talk, account: Account) -> None:
    talk.say("token.right", name=account.name, servers=len(account.servers))
    switch = "switch.on" if account.reads_messages else "switch.off"
    talk.say(switch, url=bot_page(account.application_id))
    talk.say("invite.link", url=invitation(account.application_id))
    for right in RIGHTS:
        line = "invite.right" if right in NEEDED else "invite.beauty"
        talk.say(line, name=right.name, reason=talk.locale.say(right.key))
    talk.say("invite.with-beauty", url=invitation(account.application_id, with_beauty=True))
    for server in account.servers:
        if server.missing:
            talk.say("invite.lacks", server=server.name, missing=", ".join(server.missing))
