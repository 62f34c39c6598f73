"""All steps of setup, in order; the file is written last and in one go."""

import os
from collections.abc import Mapping
from typing import get_args

from bot.settings import describe
from bot.setup import discord_step, model_step
from bot.setup.toml_file import write
from bot.setup.wishes import Shop, Talk, Wishes
from engine.model.noun import Language

LANGUAGES: tuple[Language, ...] = get_args(Language)


async def set_up(shop: Shop, wishes: Wishes, environ: Mapping[str, str] = os.environ) -> bool:
    """Ask, check, write. False if a token was there and Discord does not take it. Raises SetupError.

    Nothing is written before the last step, so leaving on the way leaves all as it was.
    """
    talk = _talk(shop, _first_language(shop, wishes, environ))
    talk.say("begin", path=str(shop.path))
    language = wishes.language or _asked_language(talk)
    talk = _talk(shop, language)
    had_token = (
        bool(wishes.token and wishes.token.get_secret_value()) or shop.settings.discord_token is not None
    )
    token = await discord_step.token_for(talk, wishes.token, shop.settings.discord_token)
    found = await model_step.server_for(shop, talk, wishes)
    model = await model_step.model_for(shop, talk, wishes, found)
    if found is None:
        talk.say("pull.later", command=f"ollama pull {model}")
    elif await model_step.fetch(shop, talk, wishes, found, model):
        await model_step.measure(shop, talk, wishes, found, model)
    values = {"language": language, "model": model}
    if found:
        values["ollama_host"] = found.host
    if token and not wishes.keeps_token:
        values["discord_token"] = token.get_secret_value().strip().removeprefix("Bot ")
    _write(shop, talk, values, environ)
    talk.say("next.discord" if token else "next.terminal")
    is_left_out = wishes.token is not None and not wishes.token.get_secret_value()
    return token is not None or is_left_out or not had_token


def _talk(shop: Shop, language: Language) -> Talk:
    locale = shop.library.locale(language)
    return Talk(locale, shop.ask_in(locale), shop.show)


def _first_language(shop: Shop, wishes: Wishes, environ: Mapping[str, str]) -> Language:
    """As set; else the machine's own, if it is one of ours."""
    if wishes.language:
        return wishes.language
    if "language" not in shop.settings.model_fields_set:
        spoken = (environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or "")[
            :2
        ].lower()
        return next((each for each in LANGUAGES if each == spoken), shop.settings.language)
    return shop.settings.language


def _asked_language(talk: Talk) -> Language:
    now = talk.locale.language
    typed = talk.questions.text(talk.words("language.ask"), now).lower()
    return next((each for each in LANGUAGES if each == typed[:2]), now)


def _write(shop: Shop, talk: Talk, values: Mapping[str, str], environ: Mapping[str, str]) -> None:
    if not talk.questions.yes(talk.words("file.ask", path=str(shop.path)), default=True):
        talk.say("file.left")
        return
    done = write(shop.path, values)
    if not done.changed:
        talk.say("file.same", path=str(shop.path))
    else:
        talk.say("file.written", path=str(shop.path), keys=", ".join(done.changed))
    if done.kept:
        talk.say("file.kept", path=str(done.kept))
    rows = {row.key: row.name for row in describe()}
    hiding = [rows[key] for key, value in values.items() if environ.get(rows[key], value) != value]
    if hiding:
        talk.say("file.environment", names=", ".join(hiding))
